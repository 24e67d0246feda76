/* A player for the line protocol (docs/protocol.md): digs each line towards the sides where it may end.
 *
 *   cc -O2 -o homeward homeward.c
 *   metromania arena --bots engine:command=./homeward,name=homeward random --players 2
 *
 * It asks to be told the legal actions, so it knows no rule but this: a line ends on one of the three sides opposite the one
 * where it started. It remembers where it started its lines, and the lattice is in it as axial coordinates (q, r). */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1 << 20, FAR = 99 };

static const int DIRECTION[6][2] = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};
static const char *const SIDE[6] = {"NE", "N", "NW", "SW", "S", "SE"};

static int start_side[2]; /* of the lines a and b; -1 before they are started */

static int larger(int a, int b) { return a > b ? a : b; }

/* Steps along the lattice between two vertices. */
static int steps(int q1, int r1, int q2, int r2)
{
    int q = q1 - q2, r = r1 - r2;
    return larger(larger(abs(q), abs(r)), abs(q + r));
}

/* The side that an outer space such as "NE3" lies on, or -1 if the text names none. */
static int side_of(const char *text)
{
    for (int side = 0; side < 6; side++) {
        size_t length = strlen(SIDE[side]);
        if (strncmp(text, SIDE[side], length) == 0 && text[length] >= '1' && text[length] <= '5')
            return side;
    }
    return -1;
}

/* Steps from a city vertex such as "f7" to the nearest outer corner of the three sides opposite a side. */
static int way_home(const char *vertex, int side)
{
    int r = vertex[0] - 'a' - 5, q = atoi(vertex + 1) - 6, least = FAR;
    for (int turn = 2; turn <= 4; turn++) {
        int k = (side + turn) % 6;
        const int *out = DIRECTION[k], *on = DIRECTION[(k + 1) % 6], *along = DIRECTION[(k + 2) % 6];
        for (int slot = 0; slot < 5; slot++) {
            int away = steps(q, r, 5 * out[0] + slot * along[0] + on[0], 5 * out[1] + slot * along[1] + on[1]);
            least = away < least ? away : least;
        }
    }
    return least;
}

/* How much it likes an action: ending a line most, then markers, digs nearer home, a new line, stations, passing. */
static int liking(const char *action)
{
    if (strcmp(action, "pass") == 0)
        return 0;
    if (action[0] == '+')
        return 100;
    if (action[1] != '>') /* a start */
        return 200;
    if (side_of(action + 2) >= 0)
        return 1000;
    int home = way_home(action + 2, start_side[action[0] == 'b']);
    return 400 - home + (strchr(action, '=') ? 200 : 0);
}

static void choose(char *actions)
{
    const char *best = NULL;
    int most = -1;
    for (char *action = strtok(actions, " "); action; action = strtok(NULL, " ")) {
        int much = liking(action);
        if (much > most) {
            most = much;
            best = action;
        }
    }
    if (!best)
        return;
    if (best[1] != '>' && side_of(best) >= 0)
        start_side[start_side[0] >= 0] = side_of(best);
    printf("info likes it %d\nbestaction %s\n", most, best);
}

int main(void)
{
    char *line = malloc(LONGEST + 2);
    if (!line)
        return 1;
    while (fgets(line, LONGEST + 2, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        char *rest = strchr(line, ' ');
        if (rest)
            *rest++ = '\0';
        if (line[0] == '\0')
            continue;
        if (strcmp(line, "capabilities") == 0) {
            puts("protocol metromania/1\nname homeward\nneeds actions");
        } else if (strcmp(line, "newgame") == 0) {
            start_side[0] = start_side[1] = -1;
        } else if (strcmp(line, "go") == 0) {
            char *actions = rest ? strstr(rest, "actions ") : NULL;
            if (actions)
                choose(actions + strlen("actions "));
            else
                puts("error bad-arguments the actions are missing");
        } else if (strcmp(line, "position") == 0 || strcmp(line, "undo") == 0 || strcmp(line, "validactions") == 0
                   || strcmp(line, "report") == 0 || strcmp(line, "options") == 0) {
            printf("error unknown-command %s\n", line);
        }
        puts("ok");
        fflush(stdout);
        if (strcmp(line, "quit") == 0)
            break;
    }
    free(line);
    return 0;
}
