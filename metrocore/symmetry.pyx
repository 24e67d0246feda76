"""The twelve symmetries of the lattice, made from coordinates, and what they do (numbering: symmetry.pxd)."""

from libc.string cimport memset

from metrocore import lattice as _lattice

from .bits cimport has, low, put
from .city cimport clear_city, lay_space, seal_city
from .derive cimport derive
from .game cimport GameCore
from .observation cimport (
    CELL, CELLS, LINE_EXITS, LINE_HEAD, LINE_HEADING, LINE_PLANES, LINE_SCALARS, LINE_TUNNELS, LINE_VERTICES, PLANE_AREAS,
    PLANE_CITY, PLANE_ENDS, PLANE_FREE, PLANE_LINES, PLANE_MARKERS, PLANE_STARTS, PLANE_STATIONS, PLANE_WATER, PLANES,
    SCALAR_SEATS, SEAT_LINES, SEAT_SCALARS, SPACE_CELL, SPACE_DOWN,
)
from .setup cimport Setup
from .types cimport (
    ACTIONS, CITY_SPACES, CITY_VERTICES, DIG0, LETTERS, LINES, MARKERS, MASK_WORDS, NONE, OUTERS, SPACES, START0, STATION0, TYPES,
    VERTICES, City, State, u8, u32, u64,
)


cdef void transform_city(const City *city, int g, City *out) noexcept nogil:
    cdef const Symmetry *move = &SYMMETRY[g]
    cdef int space
    clear_city(out, _outers(city.starts, move), _outers(city.ends, move), city.players, city.variant, city.impossible,
               city.majority)
    for space in range(CITY_SPACES):
        if city.kind[space]:
            lay_space(out, move.space[space], city.kind[space])
    seal_city(out)


cdef u32 _outers(u32 left, const Symmetry *move) noexcept nogil:
    cdef u32 moved = 0
    while left:
        moved |= <u32>1 << move.outer[low(left)]
        left &= left - 1
    return moved


cdef void transform_state(const City *to, const State *state, int g, State *out) noexcept nogil:
    cdef const Symmetry *move = &SYMMETRY[g]
    cdef int line, i, side, v, m
    cdef State made = state[0]
    for line in range(LINES):
        for i in range(state.size[line] + 1 if state.size[line] else 0):
            side = state.path[line][i] >> 7 ^ (move.mirrored & (i > 0))
            made.path[line][i] = move.vertex[state.path[line][i] & 127] | side << 7
    made.stations[0] = made.stations[1] = 0
    for v in range(CITY_VERTICES):
        if has(state.stations, v):
            put(made.stations, move.vertex[v])
    for m in range(MARKERS):
        if state.place[m] != NONE:
            made.place[m] = move.space[state.place[m]]
    derive(to, &made)
    out[0] = made


cdef void transform_mask(const u64 *mask, int g, u64 *out) noexcept nogil:
    cdef u64 moved[MASK_WORDS]
    cdef u64 left
    cdef int word
    memset(moved, 0, sizeof(moved))
    for word in range(MASK_WORDS):
        left = mask[word]
        while left:
            put(moved, SYMMETRY[g].action[64 * word + low(left)])
            left &= left - 1
    for word in range(MASK_WORDS):
        out[word] = moved[word]


cdef void transform_f32(const float *observation, int g, float *out) noexcept nogil:
    cdef int i
    for i in range(OBSERVATION_SIZE):
        out[i] = observation[SYMMETRY[g].seen[i]]


cdef void transform_u8(const u8 *observation, int g, u8 *out) noexcept nogil:
    cdef int i
    for i in range(OBSERVATION_SIZE):
        out[i] = observation[SYMMETRY[g].seen[i]]


# The tables ----------------------------------------------------------------------------------------------------------------


def _moved(at, g):
    q, r = at
    if g >= 6:
        q, r = q + r, -r
    for _ in range(g % 6):
        q, r = -r, q + r
    return q, r


cdef int _fill_lattice(int g) except -1:
    """Directions, vertices and spaces."""
    cdef Symmetry *move = &SYMMETRY[g]
    cdef int k, v, t
    vertex_of = {at: v for v, at in enumerate(_lattice.vertex_axial)}
    space_of = {frozenset(corners): t for t, corners in enumerate(_lattice.triangle_corners)}
    move.mirrored = g >= 6
    for k in range(6):
        move.direction[k] = _lattice.DIRECTIONS.index(_moved(_lattice.DIRECTIONS[k], g))
    for v in range(VERTICES):
        move.vertex[v] = vertex_of[_moved(_lattice.vertex_axial[v], g)]
    for t in range(SPACES):
        move.space[t] = space_of[frozenset([move.vertex[v] for v in _lattice.triangle_corners[t]])]
    for t in range(OUTERS):
        move.outer[t] = move.space[CITY_SPACES + t] - CITY_SPACES
    return 0


cdef void _fill_actions(Symmetry *move) noexcept nogil:
    cdef int i, code, way, side, mark, line
    for i in range(2 * OUTERS):
        move.action[START0 + i] = START0 + 2 * move.outer[i >> 1] + ((i & 1) ^ move.mirrored)
    for i in range(CITY_VERTICES):
        move.action[STATION0 + i] = STATION0 + move.vertex[i]
    for code in range(ACTIONS - DIG0):
        mark = code % 7
        side = code // 7 & 1
        way = code // 14 % 6
        line = code // 84
        move.action[DIG0 + code] = DIG0 + ((line * 6 + move.direction[way]) * 2 + (side ^ move.mirrored)) * 7 + mark


cdef void _see_vertices(Symmetry *move, int plane) noexcept nogil:
    cdef int v
    for v in range(VERTICES):
        move.seen[plane * CELLS + CELL[move.vertex[v]]] = plane * CELLS + CELL[v]


cdef void _see_spaces(Symmetry *move, int plane) noexcept nogil:
    """Two planes: spaces up, spaces down."""
    cdef int t, w
    for t in range(SPACES):
        w = move.space[t]
        move.seen[(plane + SPACE_DOWN[w]) * CELLS + SPACE_CELL[w]] = (plane + SPACE_DOWN[t]) * CELLS + SPACE_CELL[t]


cdef void _see_edges(Symmetry *move, int plane, const u8 (*near)[6]) noexcept nogil:
    """Six planes: edges in directions 0, 1, 2, left and right of each."""
    cdef int v, k, side, at, way, on
    for v in range(VERTICES):
        for k in range(3):
            if near[v][k] == NONE:
                continue
            way = move.direction[k]
            at = move.vertex[v if way < 3 else near[v][k]]
            for side in range(2):
                on = side ^ move.mirrored ^ (way >= 3)
                move.seen[(plane + 2 * (way % 3) + on) * CELLS + CELL[at]] = (plane + 2 * k + side) * CELLS + CELL[v]


cdef void _fill_seen(Symmetry *move, const u8 (*near)[6]) noexcept nogil:
    """What has no place on the lattice, and cells off it, stay where they are."""
    cdef int i, k, plane, heading
    for i in range(OBSERVATION_SIZE):
        move.seen[i] = i
    _see_vertices(move, PLANE_CITY)
    _see_vertices(move, PLANE_STATIONS)
    _see_vertices(move, PLANE_STARTS)
    _see_vertices(move, PLANE_ENDS)
    for i in range(TYPES):
        _see_spaces(move, PLANE_AREAS + 2 * i)
    for i in range(2):
        _see_spaces(move, PLANE_WATER + 2 * i)
    for i in range(LETTERS):
        _see_spaces(move, PLANE_MARKERS + 2 * i)
    _see_spaces(move, PLANE_FREE)
    for i in range(LINES):
        plane = PLANE_LINES + LINE_PLANES * i
        _see_edges(move, plane + LINE_TUNNELS, near)
        _see_vertices(move, plane + LINE_VERTICES)
        _see_vertices(move, plane + LINE_HEAD)
        _see_vertices(move, plane + LINE_EXITS)
        heading = PLANES * CELLS + SCALAR_SEATS + SEAT_SCALARS * (i >> 1) + SEAT_LINES + LINE_SCALARS * (i & 1) + LINE_HEADING
        for k in range(6):
            move.seen[heading + move.direction[k]] = heading + k


cdef int _fill() except -1:
    cdef u8 near[VERTICES][6]
    cdef int g, v, k
    for v in range(VERTICES):
        for k in range(6):
            near[v][k] = NONE if _lattice.neighbours[v][k] < 0 else _lattice.neighbours[v][k]
    for g in range(SYMMETRIES):
        _fill_lattice(g)
        _fill_actions(&SYMMETRY[g])
        _fill_seen(&SYMMETRY[g], near)
    return 0


_fill()


# For Python ----------------------------------------------------------------------------------------------------------------


cdef int _number(int g) except -1:
    if not 0 <= g < SYMMETRIES:
        raise ValueError(f"no symmetry {g}: there are {SYMMETRIES}")
    return g


def table(str name, int g):
    """Where each thing goes: `direction` (6), `vertex` (121), `space` (180), `outer` (30) or `action` (320), as a tuple.

    `seen` (17113) is the other way about: from where each number of an observation comes. Raises ValueError.
    """
    cdef const Symmetry *move = &SYMMETRY[_number(g)]
    if name == "direction":
        return tuple([move.direction[i] for i in range(6)])
    if name == "vertex":
        return tuple([move.vertex[i] for i in range(VERTICES)])
    if name == "space":
        return tuple([move.space[i] for i in range(SPACES)])
    if name == "outer":
        return tuple([move.outer[i] for i in range(OUTERS)])
    if name == "action":
        return tuple([move.action[i] for i in range(ACTIONS)])
    if name == "seen":
        return tuple([move.seen[i] for i in range(OBSERVATION_SIZE)])
    raise ValueError(f"no table {name!r}")


def transform_setup(Setup setup not None, int g):
    """The set-up as the symmetry 0..11 makes it. Raises ValueError."""
    cdef const Symmetry *move = &SYMMETRY[_number(g)]
    areas = bytearray(CITY_SPACES)
    for i, kind in enumerate(setup.areas):
        areas[move.space[<int>i]] = kind
    return Setup(
        setup.players, setup.variant, setup.impossible, setup.majority, [move.outer[<int>o] for o in setup.starts],
        [move.outer[<int>o] for o in setup.ends], bytes(areas),
    )


def transform_game(GameCore game not None, int g, info=None):
    """A game of the same class, with its history, as the symmetry 0..11 makes it. Raises ValueError."""
    cdef Setup setup = transform_setup(game.setup, g)
    cdef GameCore first = game.copy()
    cdef type cls = type(game)
    cdef GameCore made = cls.__new__(cls)
    made.setup = setup
    made.info = info
    while first.depth:
        first.pop()
    transform_state(&setup.city, &first.state, g, &made.state)
    made.from_start = game.from_start
    for i in range(game.depth):
        made._push(SYMMETRY[g].action[game.stack[<int>i].action])
    return made
