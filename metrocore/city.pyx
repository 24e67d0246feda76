"""A set-up made into a City, and the first position on it (RULES 1, 2)."""

from libc.string cimport memcpy, memset

from .bits cimport put
from .lattice cimport LATTICE, QUARTER
from .rng cimport mix64
from .types cimport (
    CITY_SPACES, CITY_VERTICES, LAKE, LINES, MARKERS, MAX_PLAYERS, NONE, OUTERS, STATIONS, TYPES, City, Lattice, State, u8,
    u32, u64,
)

# The ring of each vertex on a bare city: every space around it, no ends.
cdef u8 BARE_RING[CITY_VERTICES]


cdef void clear_city(City *city, u32 starts, u32 ends, int players, int variant, int impossible, int majority) noexcept nogil:
    cdef int o
    cdef const Lattice *lattice = &LATTICE
    memset(city, 0, sizeof(City))
    city.lattice = lattice
    city.starts = starts
    city.ends = ends
    city.players = players
    city.variant = variant
    city.impossible = impossible
    city.majority = majority
    city.quota = players + 1
    memcpy(city.ring, BARE_RING, CITY_VERTICES)
    for o in range(OUTERS):
        if ends >> o & 1:
            city.ring[lattice.corner[CITY_SPACES + o][0]] |= lattice.corner_bit[CITY_SPACES + o][0]
            city.ring[lattice.corner[CITY_SPACES + o][1]] |= lattice.corner_bit[CITY_SPACES + o][1]


cdef void lay_space(City *city, int space, int kind) noexcept nogil:
    cdef const Lattice *lattice = city.lattice
    cdef int i, v, bit
    city.kind[space] = kind
    city.key ^= mix64(<u64>(space << 3 | kind) * <u64>0x9E3779B97F4A7C15ULL)
    for i in range(3):
        v = lattice.corner[space][i]
        bit = lattice.corner_bit[space][i]
        if kind <= TYPES:
            city.areas[kind - 1][v] |= bit
            city.any_area[v] |= bit
            city.worth[v] += 1
        else:
            city.ring[v] &= ~bit
            put(&city.lake[0] if kind == LAKE else &city.park[0], v)


cdef void lay_quarters(City *city, const Quarters *quarters, const u8 *order, const u8 *turns) noexcept nogil:
    cdef int k, i, q
    for k in range(6):
        q = order[k]
        for i in range(quarters.size[q]):
            lay_space(city, QUARTER[k][turns[k]][quarters.local[q][i]], quarters.kind[q][i])


cdef void seal_city(City *city) noexcept nogil:
    """The key of everything that tells one set-up from another."""
    city.key = mix64(city.key ^ mix64((<u64>city.starts << 32) | city.ends))
    city.key = mix64(city.key ^ (city.players | city.variant << 8 | city.impossible << 16 | city.majority << 24))


cdef void start_state(const City *city, const u8 *owners, const u8 *unknown, State *state) noexcept nogil:
    cdef const Lattice *lattice = city.lattice
    cdef int m, p, t
    memset(state, 0, sizeof(State))
    state.board_key = city.key
    state.starts_free = city.starts
    state.ends_free = city.ends
    state.stations_left = STATIONS
    memset(state.place, NONE, MARKERS)
    memset(state.head, CITY_VERTICES, LINES)
    memcpy(state.ring, city.ring, CITY_VERTICES)
    state.lines[CITY_VERTICES] = 255
    for m in range(MARKERS):
        p = owners[m]
        state.owner[m] = p
        if p < MAX_PLAYERS:
            state.hand[p][lattice.type_of[m]] |= 1 << (m >> 1)
            state.board_key ^= lattice.z_owner[m][p]
        else:
            state.board_key ^= lattice.z_owner[m][MAX_PLAYERS]
    if unknown != NULL:
        for p in range(city.players):
            for t in range(TYPES):
                state.unknown[p][t] = unknown[p * TYPES + t]
    for p in range(city.players):
        for t in range(TYPES):
            state.board_key ^= lattice.z_unknown[p][t][state.unknown[p][t]]


cdef int _fill_bare_ring() except -1:
    cdef int v, k
    for v in range(CITY_VERTICES):
        for k in range(6):
            if LATTICE.space[v][k] < CITY_SPACES:
                BARE_RING[v] |= 1 << k
    return 0


_fill_bare_ring()
