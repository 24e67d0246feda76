"""All that a position caches, computed afresh from the plain facts, and compared with what apply kept step by step."""

from libc.string cimport memcmp, memcpy, memset

from .bits cimport count, has, rotate
from .types cimport (
    CITY_VERTICES, LINES, MARKERS, MAX_PLAYERS, NONE, STATIONS, TUNNELS, TYPES, City, Lattice, State, u32, u64,
)


cdef u64 fresh_board_key(const City *city, const State *state) noexcept nogil:
    cdef const Lattice *lattice = city.lattice
    cdef u64 key = city.key
    cdef int line, i, m, v, p, t, way, space
    for line in range(LINES):
        for i in range(1, state.size[line] + 1):
            way = _direction(city, state.path[line][i - 1] & 127, state.path[line][i] & 127)
            space = _space_beside(city, state.path[line][i - 1] & 127, way, state.path[line][i] >> 7)
            key ^= rotate(lattice.z_tunnel[space * 3 + way % 3], 7 * line + 1)
    for v in range(CITY_VERTICES):
        if has(state.stations, v):
            key ^= lattice.z_station[v]
    for m in range(MARKERS):
        key ^= lattice.z_owner[m][state.owner[m] if state.owner[m] != NONE else MAX_PLAYERS]
        if state.place[m] != NONE:
            key ^= lattice.z_place[m][state.place[m]]
    for p in range(city.players):
        for t in range(TYPES):
            key ^= lattice.z_unknown[p][t][state.unknown[p][t]]
    return key


cdef int _direction(const City *city, int v, int w) noexcept nogil:
    cdef int k
    for k in range(6):
        if city.lattice.neighbour[v][k] == w:
            return k
    return NONE


cdef int _space_beside(const City *city, int v, int way, int side) noexcept nogil:
    return city.lattice.space[v][way if side == 0 else (way + 5) % 6]


cdef void derive(const City *city, State *state) noexcept nogil:
    cdef const Lattice *lattice = city.lattice
    cdef int line, i, m, v, w, way, space, size
    state.stations_left = STATIONS - count(state.stations[0]) - count(state.stations[1])
    state.starts_free = city.starts
    state.ends_free = city.ends
    state.live = 0
    state.complete = 0
    memcpy(state.ring, city.ring, CITY_VERTICES)
    state.ring[CITY_VERTICES] = 0
    memset(state.lines, 0, CITY_VERTICES)
    state.lines[CITY_VERTICES] = 255
    memset(state.hand, 0, sizeof(state.hand))
    for line in range(LINES):
        size = state.size[line]
        state.at[line] = 0
        state.head[line] = CITY_VERTICES
        state.heading[line] = 0
        state.ways[line] = 0
        for i in range(size + 1 if size else 0):
            w = state.path[line][i] & 127
            if w < CITY_VERTICES:
                state.lines[w] |= 1 << line
                state.at[line] |= <u32>has(state.stations, w) << i
            if i:
                v = state.path[line][i - 1] & 127
                way = _direction(city, v, w)
                space = _space_beside(city, v, way, state.path[line][i] >> 7)
                clear_ring(city, state, space)
                state.heading[line] = way
        if size:
            state.starts_free &= ~(<u32>1 << (state.path[line][0] - CITY_VERTICES))
            w = state.path[line][size] & 127
            if w >= CITY_VERTICES:
                state.complete |= 1 << line
                state.ends_free &= ~(<u32>1 << (w - CITY_VERTICES))
            elif size < TUNNELS:
                state.live |= 1 << line
                state.head[line] = w
                state.ways[line] = loop_free(city, state, line, w)
                if not has(state.stations, w):
                    state.ways[line] &= lattice.straight[state.heading[line]]
    for m in range(MARKERS):
        if state.place[m] == NONE and state.owner[m] != NONE:
            state.hand[state.owner[m]][lattice.type_of[m]] |= 1 << (m >> 1)
    state.board_key = fresh_board_key(city, state)


cdef const char *find_fault(const City *city, const State *state) noexcept nogil:
    cdef State fresh = state[0]
    derive(city, &fresh)
    if fresh.board_key != state.board_key:
        return "key"
    if memcmp(fresh.ring, state.ring, CITY_VERTICES) != 0:
        return "ring"
    if memcmp(fresh.lines, state.lines, CITY_VERTICES) != 0:
        return "lines"
    if memcmp(fresh.at, state.at, sizeof(fresh.at)) != 0:
        return "at"
    if memcmp(fresh.ways, state.ways, LINES) != 0 or memcmp(fresh.head, state.head, LINES) != 0:
        return "head or ways"
    if memcmp(fresh.hand, state.hand, sizeof(fresh.hand)) != 0:
        return "hand"
    if memcmp(&fresh, state, sizeof(State)) != 0:
        return "state"
    return NULL
