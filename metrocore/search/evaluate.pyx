"""Static evaluation: the final scores to be expected of a position (see evaluate.pxd)."""

from metrocore.arguments import integer
from metrocore.search import evaluation_data

from ..game cimport GameCore
from ..scoring cimport score
from ..setup cimport Setup
from ..types cimport LINES, NONE, NOT_CALLED, PENALTY, TUNNELS, City, State, u64
from .distance cimport UNREACHABLE, line_distance
from .utility cimport expected_utility
from .utility import utility_kind

cdef enum:
    START_TUNNELS = 13      # put in for a line not started; complete lines of guided play have 11 on average

# By number of players - 2.
cdef float CHANCE[3][LINE_CLASSES]              # that a line gets complete
cdef float TO_COME[3][TIMES]                    # station points of a player
cdef float POINTS[3][TRIP_CLASSES][TIMES]       # of a trip for a player, rule `penalty`
cdef float IMPOSSIBLE[3][PAIR_CLASSES][TIMES]   # chance that it stays so
cdef float SPREAD[3][TIMES]


cdef inline int _clip(int x, int least, int most) noexcept nogil:
    return least if x < least else most if x > most else x


cdef inline int _time_class(int turns) noexcept nogil:
    return turns if turns < 2 else 2 if turns < 4 else 3 if turns < 7 else 4


cdef inline int _margin_class(int tunnels) noexcept nogil:
    """Tunnels that can still be dug beyond those needed: below -7, then steps of three, 8 or more."""
    return _clip((tunnels + 10) // 3, 0, 6) if tunnels > -10 else 0


cdef int _tunnels_needed(const Outlook *outlook, int player) noexcept nogil:
    return outlook.distance[2 * player] + outlook.distance[2 * player + 1]


cdef void _find_turns(const City *city, const State *state, const Outlook *outlook, int *turns) noexcept nogil:
    """About how many turns each player has left, this one counting."""
    cdef int p, n, until, turn
    cdef int first = 18
    cdef int stuck = 0
    n = city.players
    if state.cause != NOT_CALLED:
        # After the caller's turn each other player has one more (RULES 6).
        until = (state.caller - state.player + n) % n
        for p in range(n):
            turns[p] = 1 if until == 0 or (p - state.player + n) % n < until else 0
        return
    for p in range(n):
        turn = (_tunnels_needed(outlook, p) + 2) // 3
        first = turn if turn < first else first
    for p in range(2 * n):
        stuck += outlook.distance[p] == 0 or outlook.distance[p] == UNREACHABLE
    turn = 3 * _clip(city.quota - stuck, 1, 6)
    first = turn if turn < first else first
    for p in range(n):
        turns[p] = first


cdef void _sort_lines(const City *city, const State *state, const int *turns, Outlook *outlook) noexcept nogil:
    cdef int line, other, needed, margin, slack
    for line in range(2 * city.players):
        if outlook.distance[line] == 0:
            outlook.line[line] = SURE
            continue
        if outlook.distance[line] == UNREACHABLE:
            outlook.line[line] = 140 + outlook.time[line >> 1]
            continue
        # The player's nearer line comes first.
        other = line ^ 1
        needed = outlook.distance[line]
        if outlook.distance[other] < needed or (outlook.distance[other] == needed and other < line):
            needed += outlook.distance[other]
        margin = _margin_class(3 * turns[line >> 1] - needed)
        if state.size[line] == 0:
            outlook.line[line] = 145 + margin
            continue
        slack = TUNNELS - state.size[line] - outlook.distance[line]
        slack = slack if slack < 3 else 3 if slack < 5 else 4
        outlook.line[line] = (margin * 5 + slack) * 4 + _clip((outlook.distance[line] - 1) // 3, 0, 3)


cdef int _served(const City *city, const State *state, int marker) noexcept nogil:
    """0 the marker is in a hand, 1 placed, 2 a station touches it."""
    cdef const u64 *touching
    if state.place[marker] == NONE:
        return 0
    touching = city.lattice.corners[state.place[marker]]
    return 2 if touching[0] & state.stations[0] | touching[1] & state.stations[1] else 1


cdef void _sort_trips(const City *city, const State *state, Outlook *outlook) noexcept nogil:
    cdef int trip, p, own, other, least, most
    cdef bint involved
    for trip in range(TRIPS - 1):
        own = _served(city, state, 2 * trip)
        other = _served(city, state, 2 * trip + 1)
        least = own if own < other else other
        most = own + other - least
        outlook.pair[trip] = most * (most + 1) // 2 + least if outlook.now.minutes[trip] < 0 else -1
        for p in range(city.players):
            involved = outlook.now.involved[trip] >> p & 1
            if outlook.now.minutes[trip] >= 0:
                outlook.trip[trip][p] = 15 + involved + 2 * (state.owner[2 * trip] == p or state.owner[2 * trip + 1] == p)
            elif state.owner[2 * trip] == p:
                outlook.trip[trip][p] = 3 * own + other
            elif state.owner[2 * trip + 1] == p:
                outlook.trip[trip][p] = 3 * other + own
            else:
                outlook.trip[trip][p] = 9 + outlook.pair[trip]
    for p in range(city.players):
        involved = outlook.now.involved[TRIPS - 1] >> p & 1
        outlook.trip[TRIPS - 1][p] = 19 + (0 if outlook.now.minutes[TRIPS - 1] < 0 else 1 + involved)


cdef void look_ahead(const City *city, const State *state, Outlook *outlook) noexcept nogil:
    cdef int turns[4]
    cdef int line, p
    for line in range(LINES):
        if state.complete >> line & 1:
            outlook.distance[line] = 0
        elif state.size[line]:
            outlook.distance[line] = line_distance(city, state, line)
        else:
            outlook.distance[line] = START_TUNNELS if state.starts_free else UNREACHABLE
    _find_turns(city, state, outlook, turns)
    for p in range(city.players):
        outlook.time[p] = _time_class(turns[p])
    _sort_lines(city, state, turns, outlook)
    score(city, state, &outlook.now)
    _sort_trips(city, state, outlook)


cdef inline double _chance(const Outlook *outlook, int n, int line) noexcept nogil:
    return 1.0 if outlook.line[line] == SURE else CHANCE[n][outlook.line[line]]


cdef void _expect(const City *city, const State *state, const Outlook *outlook, double *expected) noexcept nogil:
    cdef int n = city.players - 2
    cdef int p, trip
    cdef double a, b, both, one, points
    for p in range(city.players):
        a = _chance(outlook, n, 2 * p)
        b = _chance(outlook, n, 2 * p + 1)
        both = a * b
        one = a + b - 2 * both
        points = state.points[p] + TO_COME[n][outlook.time[p]]
        # Of an odd number of points the larger half is kept.
        expected[p] = both * points + one * (0.5 * points + 0.25)
        for trip in range(TRIPS):
            expected[p] += POINTS[n][outlook.trip[trip][p]][outlook.time[p]]
        if city.impossible != PENALTY:
            # Six more for everybody, for each impossible trip: the differences stay as they are.
            for trip in range(TRIPS - 1):
                if outlook.pair[trip] >= 0:
                    expected[p] += 6.0 * IMPOSSIBLE[n][outlook.pair[trip]][outlook.time[p]]


cdef void evaluate(const City *city, const State *state, double *expected, double *spread) noexcept nogil:
    cdef Outlook outlook
    cdef int n = city.players - 2
    cdef int p
    cdef int longest = 0
    if state.over:
        score(city, state, &outlook.now)
        for p in range(city.players):
            expected[p] = outlook.now.total[p]
        spread[0] = SPREAD[n][0]
        return
    look_ahead(city, state, &outlook)
    _expect(city, state, &outlook, expected)
    for p in range(city.players):
        longest = outlook.time[p] if outlook.time[p] > longest else longest
    spread[0] = SPREAD[n][longest]


cdef void estimate(const City *city, const State *state, int seat, float *out) noexcept nogil:
    cdef Outlook outlook
    cdef double expected[4]
    cdef int n = city.players
    cdef int k, p, line
    look_ahead(city, state, &outlook)
    _expect(city, state, &outlook, expected)
    for k in range(n):
        p = (seat + k) % n
        out[0] = <float>(outlook.now.total[p] if state.over else expected[p])
        out[1] = <float>outlook.now.total[p]
        for line in range(2 * p, 2 * p + 2):
            out[2 + line - 2 * p] = <float>((state.complete >> line & 1) if state.over else _chance(&outlook, n - 2, line))
        out += ESTIMATES


# For Python -----------------------------------------------------------------------------------------------------------------------

def expected_scores(GameCore game not None):
    """The final scores to be expected: a tuple of floats in points, by seat; when the game is over, its totals.

    They are averages of guided play between equals from positions of the same classes; no action is played.
    """
    cdef Setup setup = game.setup
    cdef double expected[4]
    cdef double spread
    evaluate(&setup.city, &game.state, expected, &spread)
    return tuple([expected[p] for p in range(setup.players)])


def estimates(GameCore game not None, seat):
    """What evaluators are told of each seat beside an observation: a tuple for each, the given seat first, then round the table.

    (expected final score, score as it stands, chance that line a gets complete, that line b does): points, and 0..1. Raises
    ArgumentError for another seat, WrongTypeError.
    """
    cdef Setup setup = game.setup
    cdef float told[4 * ESTIMATES]
    cdef int first = integer(seat, "seat", 0, setup.players - 1)
    estimate(&setup.city, &game.state, first, told)
    return tuple([tuple([told[ESTIMATES * k + i] for i in range(ESTIMATES)]) for k in range(setup.players)])


def expected_utilities(GameCore game not None, name="win_share"):
    """The utilities of `expected_scores`, with a spread that fits what is left of the game: floats in [0, 1], by seat.

    `name` as in `metrocore.search.utility.utilities_of`. Raises ValueError for another.
    """
    cdef Setup setup = game.setup
    cdef double expected[4]
    cdef double out[4]
    cdef double spread
    cdef int kind = utility_kind(name)
    evaluate(&setup.city, &game.state, expected, &spread)
    expected_utility(&setup.city, expected, spread, kind, out)
    return tuple([out[p] for p in range(setup.players)])


def outlook_of(GameCore game not None):
    """The classes that a position is sorted into (see evaluate.pxd), for fitting and for explaining: a dict of lists.

    line (by line, None if complete), chance (by line, 0..1), trip (seven, each by seat), pair (by letter, None if the trip is
    possible), time (by seat).
    """
    cdef Setup setup = game.setup
    cdef Outlook outlook
    cdef int n = setup.players - 2
    look_ahead(&setup.city, &game.state, &outlook)
    lines = range(2 * setup.players)
    return {
        "line": [None if outlook.line[line] == SURE else outlook.line[line] for line in lines],
        "chance": [_chance(&outlook, n, line) for line in lines],
        "trip": [[outlook.trip[trip][p] for p in range(setup.players)] for trip in range(TRIPS)],
        "pair": [None if outlook.pair[trip] < 0 else outlook.pair[trip] for trip in range(TRIPS - 1)],
        "time": [outlook.time[p] for p in range(setup.players)],
    }


cdef int _load_data() except -1:
    cdef int n, i, t
    for n in range(3):
        for i in range(LINE_CLASSES):
            CHANCE[n][i] = evaluation_data.CHANCE[n][i]
        for t in range(TIMES):
            TO_COME[n][t] = evaluation_data.TO_COME[n][t]
            SPREAD[n][t] = evaluation_data.SPREAD[n][t]
            for i in range(TRIP_CLASSES):
                POINTS[n][i][t] = evaluation_data.POINTS[n][i][t]
            for i in range(PAIR_CLASSES):
                IMPOSSIBLE[n][i][t] = evaluation_data.IMPOSSIBLE[n][i][t]
    return 0


_load_data()
