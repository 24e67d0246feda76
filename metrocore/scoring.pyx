"""The end: line scoring, the seven trips, guilt, totals and ranks (RULES 7)."""


from .bits cimport low
from .trips cimport TRIPS, Network, Trip, build_network, count_tunnels, find_trip, trip_ends
from .types cimport LINES, NONE, PENALTY, City, State, u32, u64


cdef u32 involved_players(const City *city, const Network *network, const Trip *trip) noexcept nogil:
    cdef int by_line[LINES]
    cdef u32 players = 0
    cdef u32 lines = trip.lines
    while lines:
        players |= <u32>1 << (low(lines) >> 1)
        lines &= lines - 1
    if city.majority and players == 3:
        count_tunnels(network, trip, by_line)
        if by_line[0] + by_line[1] > by_line[2] + by_line[3]:
            return 1
        if by_line[0] + by_line[1] < by_line[2] + by_line[3]:
            return 2
    return players


cdef inline bint _served(const State *state, const u64 *vertices) noexcept nogil:
    """Whether a station stands on one of the vertices."""
    return (vertices[0] & state.stations[0] | vertices[1] & state.stations[1]) != 0


cdef u32 _guilty(const State *state, int trip, const u64 *left_end, const u64 *right_end) noexcept nogil:
    """RULES 7.3: who did not place, or placed where no station touches; if neither, both."""
    cdef u32 left = <u32>1 << state.owner[2 * trip] if state.owner[2 * trip] != NONE else 0
    cdef u32 right = <u32>1 << state.owner[2 * trip + 1] if state.owner[2 * trip + 1] != NONE else 0
    cdef bint left_served = _served(state, left_end)
    cdef bint right_served = _served(state, right_end)
    if left_served and right_served:
        return left | right
    return (0 if left_served else left) | (0 if right_served else right)


cdef void _score_trip(const City *city, const State *state, Network *network, int trip, Trip *work, Score *result) noexcept nogil:
    cdef u64 left_end[2]
    cdef u64 right_end[2]
    cdef bint both = trip_ends(city, state, trip, left_end, right_end)
    cdef int p
    cdef u32 placed_by
    result.minutes[trip] = -1
    result.ridden[trip] = result.involved[trip] = result.guilty[trip] = 0
    for p in range(4):
        result.points[trip][p] = 0
    if both and _served(state, left_end) and _served(state, right_end):
        if not network.stations:
            build_network(state, network)
        find_trip(network, left_end, right_end, work)
        result.minutes[trip] = work.minutes
        result.ridden[trip] = work.lines
        if work.lines:
            result.involved[trip] = involved_players(city, network, work)
    if trip == TRIPS - 1:
        for p in range(city.players):
            result.points[trip][p] = 5 if result.involved[trip] >> p & 1 else 0
    elif result.minutes[trip] >= 0:
        placed_by = (<u32>1 << state.owner[2 * trip]) | (<u32>1 << state.owner[2 * trip + 1])
        for p in range(city.players):
            if result.involved[trip] >> p & 1:
                result.points[trip][p] = 6 if placed_by >> p & 1 else 3
    else:
        result.guilty[trip] = _guilty(state, trip, left_end, right_end)
        for p in range(city.players):
            if result.guilty[trip] >> p & 1:
                result.points[trip][p] = -6 if city.impossible == PENALTY else 0
            elif city.impossible != PENALTY:
                result.points[trip][p] = 6


cdef inline bint _beats(const Score *result, int p, int q) noexcept nogil:
    """Most points, then complete lines, then tunnels."""
    if result.total[p] != result.total[q]:
        return result.total[p] > result.total[q]
    if result.complete[p] != result.complete[q]:
        return result.complete[p] > result.complete[q]
    return result.tunnels[p] > result.tunnels[q]


cdef void score(const City *city, const State *state, Score *result) noexcept nogil:
    cdef Network network
    cdef Trip work
    cdef int p, q, trip, points
    network.stations = 0    # built when the first trip needs it
    for trip in range(TRIPS):
        _score_trip(city, state, &network, trip, &work, result)
    for p in range(city.players):
        points = state.points[p]
        result.complete[p] = (state.complete >> 2 * p & 1) + (state.complete >> (2 * p + 1) & 1)
        result.tunnels[p] = state.size[2 * p] + state.size[2 * p + 1]
        result.line_points[p] = points if result.complete[p] == 2 else points - points // 2 if result.complete[p] == 1 else 0
        result.total[p] = result.line_points[p]
        for trip in range(TRIPS):
            result.total[p] += result.points[trip][p]
    result.winners = 0
    for p in range(city.players):
        result.rank[p] = 1
        for q in range(city.players):
            result.rank[p] += _beats(result, q, p)
        if result.rank[p] == 1:
            result.winners |= <u32>1 << p
