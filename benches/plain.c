/* The yardstick: whole random games in plain C, written straight from the rules, without tuning.
 *
 * It keeps paths, where they pass a vertex, and a tunnel per space, asks the rules one after the other, and shares nothing with
 * the core. Usage:
 *     cc -O2 -o plain plain.c && ./plain GAMES SEED
 * plays that many four-player games on the standard board, each on a random city with a random deal, and prints one line of
 * JSON: games, plies, complete (lines), lines, stations, blocked (causes), points (sum of totals), seconds.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { V = 121, CITY = 91, T = 180, P = 4, L = 8, TUN = 18, NONE = -1 };

static int DQ[6] = {1, 0, -1, -1, 0, 1}, DR[6] = {0, 1, 1, 0, -1, -1};
static int vq[V], vr[V], vid[15][15], nb[V][6], tri[V][6], corner[T][3];
static int start_at[8], end_at[10];
static const char *STARTS[8] = {"NE3", "N1", "N5", "NW3", "SW3", "S1", "S5", "SE3"};
static const char *ENDS[10] = {"NE1", "NE5", "N3", "NW1", "NW5", "SW1", "SW5", "S3", "SE1", "SE5"};
static const char *SIDE[6] = {"NE", "N", "NW", "SW", "S", "SE"};
/* quarter: local space and kind (1 R, 2 C, 3 E, 4 lake, 5 park) */
static const char *QUARTERS[6] = {
    "u20R d03C d00E u11l d11l", "u21R d00C d02E u11p d11p", "d11R u30C d00E",
    "u31R d10C u13E", "u01R d11C u03E", "d30R u02C d12E"};
static int marker_type[12] = {0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2, 0};

static uint64_t rng;
static uint32_t draw(uint32_t n) {
    rng += 0x9E3779B97F4A7C15ull;
    uint64_t z = rng;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    z ^= z >> 31;
    return (uint32_t)(((z >> 32) * n) >> 32);
}

static int find(int q, int r) { return abs(q) > 7 || abs(r) > 7 ? NONE : vid[q + 7][r + 7]; }
static int add_vertex(int *n, int q, int r) { vq[*n] = q; vr[*n] = r; vid[q + 7][r + 7] = *n; return (*n)++; }

static int space_of(int a, int b, int c) {
    for (int k = 0; k < 6; k++) {
        int t = tri[a][k], has = 0;
        if (t == NONE) continue;
        for (int i = 0; i < 3; i++) has += corner[t][i] == b || corner[t][i] == c;
        if (has == 2) return t;
    }
    return NONE;
}

static int outer(const char *name) {
    for (int s = 0; s < 6; s++)
        if (!strncmp(name, SIDE[s], strlen(name) - 1) && strlen(SIDE[s]) == strlen(name) - 1)
            return s * 5 + name[strlen(name) - 1] - '1';
    return NONE;
}

static void make_lattice(void) {
    int n = 0, t = 0;
    memset(vid, NONE, sizeof vid);
    for (int r = -5; r <= 5; r++)
        for (int q = -5; q <= 5; q++)
            if (abs(q + r) <= 5) add_vertex(&n, q, r);
    int base[30][2];
    for (int s = 0; s < 6; s++)
        for (int i = 0; i < 5; i++) {
            int q = 5 * DQ[s] + i * DQ[(s + 2) % 6], r = 5 * DR[s] + i * DR[(s + 2) % 6];
            base[s * 5 + i][0] = find(q, r);
            base[s * 5 + i][1] = find(q + DQ[(s + 2) % 6], r + DR[(s + 2) % 6]);
            add_vertex(&n, q + DQ[(s + 1) % 6], r + DR[(s + 1) % 6]);
        }
    for (int v = 0; v < V; v++)
        for (int k = 0; k < 6; k++) nb[v][k] = find(vq[v] + DQ[k], vr[v] + DR[k]);
    memset(tri, NONE, sizeof tri);
    for (int v = 0; v < CITY; v++)
        for (int k = 0; k < 2; k++) {
            int a = nb[v][k], b = nb[v][k + 1];
            if (a == NONE || b == NONE || a >= CITY || b >= CITY) continue;
            corner[t][0] = v; corner[t][1] = a; corner[t][2] = b; t++;
        }
    for (int o = 0; o < 30; o++, t++) { corner[t][0] = base[o][0]; corner[t][1] = base[o][1]; corner[t][2] = CITY + o; }
    for (int i = 0; i < T; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 6; k++) {
                int v = corner[i][j], a = nb[v][k], b = nb[v][(k + 1) % 6], has = 0;
                for (int m = 0; m < 3; m++) has += corner[i][m] == a || corner[i][m] == b;
                if (has == 2) tri[v][k] = i;
            }
    for (int i = 0; i < 8; i++) start_at[i] = outer(STARTS[i]);
    for (int i = 0; i < 10; i++) end_at[i] = outer(ENDS[i]);
}

static int local_vertex(int sector, int turns, int a, int b) {
    while (turns--) { int na = 5 - a - b; b = a; a = na; }
    return find(a * DQ[sector] + b * DQ[(sector + 1) % 6], a * DR[sector] + b * DR[(sector + 1) % 6]);
}

typedef struct {
    int kind[T];            /* of a space; -1 start, -2 end, -3 plain outer */
    int worth[V], path[L][TUN + 1], size[L], space[L][TUN], done[L], tunnel[T], station[V], left;
    signed char at[L][V];   /* where on its path a line passes a vertex, NONE if it does not */
    int owner[12], place[12], points[P], player, dug, marked, opening, bonus, cause, caller, over;
} Game;

static void set_up(Game *g) {
    int order[6] = {0, 1, 2, 3, 4, 5};
    memset(g, 0, sizeof *g);
    for (int i = 5; i > 0; i--) { int j = draw(i + 1), x = order[i]; order[i] = order[j]; order[j] = x; }
    for (int s = 0; s < 6; s++) {
        int turns = draw(3);
        for (const char *c = QUARTERS[order[s]]; *c; c += c[4] ? 5 : 4) {
            int a = c[1] - '0', b = c[2] - '0', v[3];
            int up = c[0] == 'u';
            v[0] = up ? local_vertex(s, turns, a, b) : local_vertex(s, turns, a + 1, b + 1);
            v[1] = local_vertex(s, turns, a + 1, b);
            v[2] = local_vertex(s, turns, a, b + 1);
            int t = space_of(v[0], v[1], v[2]);
            g->kind[t] = c[3] == 'R' ? 1 : c[3] == 'C' ? 2 : c[3] == 'E' ? 3 : c[3] == 'l' ? 4 : 5;
            for (int i = 0; i < 3; i++) g->worth[v[i]] += g->kind[t] <= 3;
        }
    }
    for (int o = 0; o < 30; o++) g->kind[150 + o] = -3;
    for (int i = 0; i < 8; i++) g->kind[150 + start_at[i]] = -1;
    for (int i = 0; i < 10; i++) g->kind[150 + end_at[i]] = -2;
    for (;;) {              /* deal until every hand has three letters */
        int ok = 1;
        for (int t = 0; t < 3; t++) {
            int seats[4] = {0, 1, 2, 3}, k = 0;
            for (int i = 3; i > 0; i--) { int j = draw(i + 1), x = seats[i]; seats[i] = seats[j]; seats[j] = x; }
            for (int m = 0; m < 12; m++) if (marker_type[m] == t) g->owner[m] = seats[k++];
        }
        for (int l = 0; l < 6; l++) ok &= g->owner[2 * l] != g->owner[2 * l + 1];
        if (ok) break;
    }
    for (int m = 0; m < 12; m++) g->place[m] = NONE;
    memset(g->tunnel, NONE, sizeof g->tunnel);
    memset(g->at, NONE, sizeof g->at);
    g->left = 30;
    g->bonus = NONE;
}

static int position(const Game *g, int line, int v) { return g->at[line][v]; }
static int alongside(const Game *g, int line, int v, int w) {
    int i = position(g, line, v);
    return i != NONE && ((i > 0 && g->path[line][i - 1] == w) || (i < g->size[line] && g->path[line][i + 1] == w));
}
static int head(const Game *g, int line) { return g->path[line][g->size[line]]; }
static int way(int v, int w) { int k = 0; while (nb[v][k] != w) k++; return k; }
static int opposite(int from, int o) { int d = (o / 5 - from / 5 + 6) % 6; return d >= 2 && d <= 4; }
static int side_ok(const Game *g, int kind, int from, int o) {
    if (opposite(from, o)) return 1;
    for (int i = 0; i < 30; i++)
        if (g->kind[150 + i] == kind && g->tunnel[150 + i] == NONE && opposite(from, i)) return 0;
    return 1;
}

typedef struct { int type, line, w, space, marker; } Move;     /* type 0 pass, 1 start, 2 dig, 3 station */

static int digs(const Game *g, int line, int may_mark, Move *out) {
    int n = 0, h = head(g, line), size = g->size[line];
    if (!size || g->done[line] || size == TUN) return 0;
    int came = way(g->path[line][size - 1], h);
    for (int k = 0; k < 6; k++) {
        int w = nb[h][k], turn = (k - came + 6) % 6;
        if (w == NONE || position(g, line, w) != NONE) continue;
        if ((turn == 2 || turn == 4) && !g->station[h]) continue;
        for (int s = 0; s < 2; s++) {
            int t = tri[h][(k - s + 6) % 6];
            if (t == NONE || g->tunnel[t] != NONE) continue;
            if (w >= CITY) {
                if (t == 150 + w - CITY && g->kind[t] == -2 && side_ok(g, -2, g->path[line][0] - CITY, w - CITY))
                    out[n++] = (Move){2, line, w, t, NONE};
                continue;
            }
            if (t >= 150 || g->kind[t] > 3) continue;
            if (!g->kind[t]) { out[n++] = (Move){2, line, w, t, NONE}; continue; }
            if (!may_mark) continue;
            for (int m = 0; m < 12; m++) {
                if (g->owner[m] != line / 2 || g->place[m] != NONE || marker_type[m] != g->kind[t] - 1) continue;
                int o = g->place[m ^ 1], touch = 0;
                if (o != NONE) for (int i = 0; i < 9; i++) touch |= corner[t][i / 3] == corner[o][i % 3];
                if (!touch) out[n++] = (Move){2, line, w, t, m};
            }
        }
    }
    return n;
}

static int starts(const Game *g, Move *out) {
    int n = 0, a = 2 * g->player;
    if (g->size[a] && (g->size[a + 1] || g->opening)) return 0;
    for (int o = 0; o < 30; o++) {
        if (g->kind[150 + o] != -1 || g->tunnel[150 + o] != NONE) continue;
        if (g->size[a] && !side_ok(g, -1, g->path[a][0] - CITY, o)) continue;
        for (int i = 0; i < 2; i++) out[n++] = (Move){1, a + (g->size[a] > 0), corner[150 + o][i], 150 + o, NONE};
    }
    return n;
}

static int moves(const Game *g, Move *out) {
    int n = 0, a = 2 * g->player;
    if (g->bonus != NONE) {
        out[n++] = (Move){0};
        for (int i = 1; i < g->size[g->bonus]; i++)
            if (!g->station[g->path[g->bonus][i]]) out[n++] = (Move){3, 0, g->path[g->bonus][i], 0, NONE};
        return n;
    }
    n += starts(g, out);
    n += digs(g, a, !g->marked, out + n);
    n += digs(g, a + 1, !g->marked, out + n);
    if (!g->dug && g->left) {
        int seen[V] = {0};
        for (int line = a; line < a + 2; line++) {
            int last = 0;
            if (!g->size[line] || g->done[line]) continue;
            for (int i = 1; i <= g->size[line]; i++) if (g->station[g->path[line][i]]) last = i;
            for (int i = 1; i < last; i++) {
                int v = g->path[line][i];
                if (!g->station[v] && !seen[v]) { seen[v] = 1; out[n++] = (Move){3, 0, v, 0, NONE}; }
            }
        }
    }
    if (!n && !g->dug) out[n++] = (Move){0};
    return n;
}

static void call(Game *g, int cause) { if (!g->cause) { g->cause = cause; g->caller = g->player; } }
static void place(Game *g, int v) {
    if (g->station[v] || !g->left) return;
    g->station[v] = 1;
    g->points[g->player] += g->worth[v];
    if (!--g->left) call(g, 2);
}

static void end_turn(Game *g) {
    Move buffer[64];
    int stuck = 0, free_start = 0;
    for (int o = 0; o < 30; o++) free_start |= g->kind[150 + o] == -1 && g->tunnel[150 + o] == NONE;
    for (int line = 0; line < L; line++)
        stuck += g->done[line] || (g->size[line] ? !digs(g, line, 1, buffer) : !free_start);
    if (stuck >= 5) call(g, 3);
    g->player = (g->player + 1) % P;
    g->dug = g->marked = g->opening = 0;
    if (g->cause && g->player == g->caller) g->over = 1;
}

static void play(Game *g, Move m) {
    Move buffer[512];
    if (m.type == 3) place(g, m.w);
    if (m.type == 0 || m.type == 3) {
        if (g->bonus == NONE) { end_turn(g); return; }
        g->bonus = NONE;
    } else {
        int line = m.line, size = g->size[line], h = size ? head(g, line) : 150;
        if (m.type == 1) {
            h = g->path[line][0] = CITY + m.space - 150;
            g->at[line][h] = 0;
            if (line % 2 == 0) g->opening = 1;
        } else {
            if (m.w >= CITY && g->done[line ^ 1]) call(g, 1);
            int before = g->path[line][size - 1];
            for (int o = 0; o < L; o++) {
                if (o == line || before >= CITY || !alongside(g, o, before, h)) continue;
                int i = position(g, o, h), came = i > 0 ? g->path[o][i - 1] : NONE, on = i < g->size[o] ? g->path[o][i + 1] : NONE;
                int other = came == before ? on : came;
                if (other != NONE && other != m.w) { place(g, h); break; }
            }
            if (m.marker != NONE) { g->place[m.marker] = m.space; g->marked = 1; }
        }
        if (m.w < CITY)
            for (int o = 0; o < L; o++)
                if (o != line && position(g, o, m.w) != NONE && !alongside(g, o, h, m.w)) { place(g, m.w); break; }
        g->tunnel[m.space] = line;
        g->space[line][size] = m.space;
        g->path[line][size + 1] = m.w;
        g->at[line][m.w] = size + 1;
        g->size[line] = size + 1;
        if (m.w >= CITY) {
            g->done[line] = 1;
            for (int i = 1; i <= size && g->left; i++) if (!g->station[g->path[line][i]]) g->bonus = line;
        }
        g->dug++;
    }
    if (g->bonus != NONE) return;
    if (g->dug == 3 || !(starts(g, buffer) + digs(g, 2 * g->player, !g->marked, buffer) + digs(g, 2 * g->player + 1, !g->marked, buffer)))
        end_turn(g);
}

/* Dijkstra by scanning the nodes (a line at a station); returns minutes or -1, and the lines on all fastest routes. */
static int trip(const Game *g, const int *from, int nf, const int *to, int nt, int *lines) {
    int line[L * TUN], vertex[L * TUN], dist[L * TUN], done[L * TUN] = {0}, n = 0, best = 9999;
    for (int l = 0; l < L; l++)
        for (int i = 1; i <= g->size[l]; i++) {
            int v = g->path[l][i];
            if (v >= CITY || !g->station[v]) continue;
            line[n] = l; vertex[n] = v; dist[n] = 9999;
            for (int k = 0; k < nf; k++) if (from[k] == v) dist[n] = 0;
            n++;
        }
    for (;;) {
        int u = NONE;
        for (int i = 0; i < n; i++) if (!done[i] && dist[i] < 9999 && (u == NONE || dist[i] < dist[u])) u = i;
        if (u == NONE) break;
        done[u] = 1;
        for (int k = 0; k < nt; k++) if (to[k] == vertex[u] && dist[u] < best) best = dist[u];
        for (int i = 0; i < n; i++) {
            int cost = vertex[i] == vertex[u] ? 3 : line[i] == line[u] && abs(i - u) == 1 ? 1 : 9999;
            if (dist[u] + cost < dist[i]) dist[i] = dist[u] + cost;
        }
    }
    if (best == 9999) return -1;
    int stack[L * TUN], mark[L * TUN] = {0}, held = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < nt; k++) if (to[k] == vertex[i] && dist[i] == best && !mark[i]) { mark[i] = 1; stack[held++] = i; }
    *lines = 0;
    while (held && best) {
        int u = stack[--held];
        for (int i = 0; i < n; i++) {
            int ride = line[i] == line[u] && abs(i - u) == 1 && dist[i] == dist[u] - 1;
            if (ride) *lines |= 1 << line[u];
            if ((ride || (vertex[i] == vertex[u] && dist[i] == dist[u] - 3)) && !mark[i]) { mark[i] = 1; stack[held++] = i; }
        }
    }
    return best;
}

static void score(const Game *g, int *total) {
    for (int p = 0; p < P; p++) {
        int c = g->done[2 * p] + g->done[2 * p + 1];
        total[p] = c == 2 ? g->points[p] : c == 1 ? g->points[p] - g->points[p] / 2 : 0;
    }
    for (int k = 0; k < 7; k++) {
        int from[24], to[24], nf = 0, nt = 0, lines = 0, minutes = -1, owners = 0;
        for (int t = 0; t < 150; t++) {
            int a = k < 6 ? t == g->place[2 * k] : g->kind[t] == 4, b = k < 6 ? t == g->place[2 * k + 1] : g->kind[t] == 5;
            for (int i = 0; i < 3 && (a || b); i++) {
                if (!g->station[corner[t][i]]) continue;
                if (a) from[nf++] = corner[t][i];
                if (b) to[nt++] = corner[t][i];
            }
        }
        if (nf && nt) minutes = trip(g, from, nf, to, nt, &lines);
        if (k < 6) owners = 1 << g->owner[2 * k] | 1 << g->owner[2 * k + 1];
        for (int p = 0; p < P; p++) {
            int rides = lines >> 2 * p & 3;
            if (minutes >= 0 && rides) total[p] += k == 6 ? 5 : owners >> p & 1 ? 6 : 3;
            if (minutes < 0 && k < 6) {
                int left = g->owner[2 * k] == p, right = g->owner[2 * k + 1] == p;
                if ((left && !nf) || (right && !nt) || (nf && nt && (left || right))) total[p] -= 6;
            }
        }
    }
}

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 1000, plies = 0, complete = 0, causes[4] = {0}, points = 0;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    struct timespec a, b;
    make_lattice();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    for (long i = 0; i < games; i++) {
        Game g;
        Move list[512];
        int total[P];
        rng = (seed << 32) + i * 0xD1342543DE82EF95ull;
        set_up(&g);
        while (!g.over) { play(&g, list[draw(moves(&g, list))]); plies++; }
        score(&g, total);
        causes[g.cause]++;
        for (int l = 0; l < L; l++) complete += g.done[l];
        for (int p = 0; p < P; p++) points += total[p];
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    printf("{\"games\": %ld, \"plies\": %ld, \"complete\": %ld, \"lines\": %ld, \"stations\": %ld, \"blocked\": %ld, \"points\": %ld, \"seconds\": %.6f}\n",
           games, plies, complete, causes[1], causes[2], causes[3], points, (b.tv_sec - a.tv_sec) + 1e-9 * (b.tv_nsec - a.tv_nsec));
    return 0;
}
