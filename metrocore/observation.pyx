"""A position as a player sees it, as numbers for a network (layout: observation.pxd; names: metromania.observation)."""

from libc.string cimport memset

from metrocore import lattice as _lattice
from metrocore.errors import SeatError

from .bits cimport has, low
from .digs cimport allowed_ends
from .game cimport GameCore
from .types cimport (
    CITY_SPACES, CITY_VERTICES, LAKE, LETTERS, MARKED, MARKERS, MAX_PLAYERS, NONE, NOT_CALLED, OPENING, SPACES, STATIONS, TUNNELS,
    TYPES, UNFAIR, VERTICES, City, Lattice, State, u8, u32,
)

cdef fused number:
    float
    u8


cdef inline void _count(number *at, int value, int unit) noexcept nogil:
    """A whole number as it is written in this type."""
    if number is float:
        at[0] = value / <float>unit
    else:
        at[0] = value


cdef void _board(const City *city, const State *state, number *out) noexcept nogil:
    """The shared planes."""
    cdef int v, space, m
    cdef u32 left
    for v in range(CITY_VERTICES):
        out[PLANE_CITY * CELLS + CELL[v]] = 1
        out[PLANE_STATIONS * CELLS + CELL[v]] = has(state.stations, v)
        out[PLANE_FREE * CELLS + CELL[v]] = state.ring[v] & 1
        out[(PLANE_FREE + 1) * CELLS + CELL[v]] = state.ring[v] >> 1 & 1
    left = state.starts_free
    while left:
        out[PLANE_STARTS * CELLS + CELL[CITY_VERTICES + low(left)]] = 1
        left &= left - 1
    left = state.ends_free
    while left:
        out[PLANE_ENDS * CELLS + CELL[CITY_VERTICES + low(left)]] = 1
        left &= left - 1
    for space in range(CITY_SPACES):
        if city.kind[space] >= LAKE:
            out[(PLANE_WATER + 2 * (city.kind[space] - LAKE) + SPACE_DOWN[space]) * CELLS + SPACE_CELL[space]] = 1
        elif city.kind[space]:
            out[(PLANE_AREAS + 2 * (city.kind[space] - 1) + SPACE_DOWN[space]) * CELLS + SPACE_CELL[space]] = 1
    for m in range(MARKERS):
        space = state.place[m]
        if space != NONE:
            out[(PLANE_MARKERS + 2 * (m >> 1) + SPACE_DOWN[space]) * CELLS + SPACE_CELL[space]] = 1


cdef void _line(const City *city, const State *state, int line, number *planes, number *scalars) noexcept nogil:
    """The planes and scalars of one line."""
    cdef const Lattice *lattice = city.lattice
    cdef int i, v, w, way, side
    cdef int size = state.size[line]
    cdef u32 left
    _count(scalars + LINE_TUNNELS_LEFT, TUNNELS - size, TUNNELS)
    if size == 0:
        return
    v = state.path[line][0]
    planes[LINE_VERTICES * CELLS + CELL[v]] = 1
    for i in range(1, size + 1):
        w = state.path[line][i] & 127
        side = state.path[line][i] >> 7
        way = 0
        while lattice.neighbour[v][way] != w:
            way += 1
        if way < 3:
            planes[(LINE_TUNNELS + 2 * way + side) * CELLS + CELL[v]] = 1
        else:
            planes[(LINE_TUNNELS + 2 * (way - 3) + 1 - side) * CELLS + CELL[w]] = 1
        planes[LINE_VERTICES * CELLS + CELL[w]] = 1
        v = w
    planes[LINE_HEAD * CELLS + CELL[v]] = 1
    scalars[LINE_STARTED] = 1
    scalars[LINE_HEADING + way] = 1
    if state.complete >> line & 1:
        scalars[LINE_COMPLETE] = 1
        return
    left = allowed_ends(city, state, line)
    while left:
        planes[LINE_EXITS * CELLS + CELL[CITY_VERTICES + low(left)]] = 1
        left &= left - 1


cdef void _turn(const City *city, const State *state, int viewer, number *out) noexcept nogil:
    """The shared scalars."""
    out[SCALAR_PLAYERS + city.players - 2] = 1
    out[SCALAR_VARIANT + city.variant] = 1
    out[SCALAR_REWARD] = city.impossible
    out[SCALAR_MAJORITY] = city.majority
    if state.over:
        out[SCALAR_OVER] = 1
    else:
        out[SCALAR_TO_MOVE + _seat(city, viewer, state.player)] = 1
    out[SCALAR_DUG + state.dug] = 1
    out[SCALAR_MARKED] = state.flags & MARKED != 0
    out[SCALAR_OPENING] = state.flags & OPENING != 0
    if state.bonus:
        out[SCALAR_BONUS + (state.bonus - 1 & 1)] = 1
    if state.cause != NOT_CALLED:
        out[SCALAR_CAUSE + state.cause - 1] = 1
        out[SCALAR_CALLER + _seat(city, viewer, state.caller)] = 1
    _count(out + SCALAR_STATIONS_LEFT, state.stations_left, STATIONS)


cdef inline int _seat(const City *city, int viewer, int player) noexcept nogil:
    return player - viewer if player >= viewer else player - viewer + city.players


cdef void _observe(const City *city, const State *state, int viewer, number *out) noexcept nogil:
    cdef number *scalars = out + PLANES * CELLS
    cdef number *seat
    cdef int p, s, m, t, i
    cdef int hidden[MAX_PLAYERS][TYPES]
    cdef bint secret = city.variant == UNFAIR and not state.over
    memset(out, 0, OBSERVATION_SIZE * sizeof(number))
    _board(city, state, out)
    _turn(city, state, viewer, scalars)
    for p in range(city.players):
        for t in range(TYPES):
            hidden[p][t] = state.unknown[p][t]
    for m in range(MARKERS):
        p = state.owner[m]
        if p >= city.players:
            continue
        seat = scalars + SCALAR_SEATS + SEAT_SCALARS * _seat(city, viewer, p)
        if state.place[m] != NONE:
            seat[SEAT_PLACED + m] = 1
        elif secret and p != viewer:
            hidden[p][city.lattice.type_of[m]] += 1
        else:
            seat[SEAT_HAND + m] = 1
    for p in range(city.players):
        s = _seat(city, viewer, p)
        seat = scalars + SCALAR_SEATS + SEAT_SCALARS * s
        _count(seat + SEAT_POINTS, state.points[p], UNIT_POINTS)
        for t in range(TYPES):
            seat[SEAT_HIDDEN + t] = hidden[p][t]
        for i in range(2):
            _line(city, state, 2 * p + i, out + (PLANE_LINES + LINE_PLANES * (2 * s + i)) * CELLS,
                  seat + SEAT_LINES + LINE_SCALARS * i)


cdef void observe_f32(const City *city, const State *state, int viewer, float *out) noexcept nogil:
    _observe(city, state, viewer, out)


cdef void observe_u8(const City *city, const State *state, int viewer, u8 *out) noexcept nogil:
    _observe(city, state, viewer, out)


cdef int _fill_cells() except -1:
    cdef int v, t, q, r, base
    for v in range(VERTICES):
        q, r = _lattice.vertex_axial[v]
        CELL[v] = (r + 6) * GRID + q + 6
    for t in range(SPACES):
        for base in _lattice.triangle_corners[t]:
            if _lattice.vertex_triangles[base][0] == t or _lattice.vertex_triangles[base][1] == t:
                SPACE_CELL[t] = CELL[base]
                SPACE_DOWN[t] = _lattice.vertex_triangles[base][1] == t
    return 0


_fill_cells()


def observe(GameCore game not None, int viewer, out):
    """Fill `out`, a writable C-contiguous buffer of 17113 float32 or uint8, with what a player 0..players-1 sees.

    Raises SeatError; ValueError or BufferError for another buffer.
    """
    cdef float[::1] floats
    cdef u8[::1] octets
    if not 0 <= viewer < game.setup.players:
        raise SeatError(f"no player {viewer} in a game of {game.setup.players}")
    if memoryview(out).format == "f":
        floats = out
        if floats.shape[0] != OBSERVATION_SIZE:
            raise ValueError(f"a buffer of {OBSERVATION_SIZE} numbers wanted, not {floats.shape[0]}")
        with nogil:
            observe_f32(&game.setup.city, &game.state, viewer, &floats[0])
    else:
        octets = out
        if octets.shape[0] != OBSERVATION_SIZE:
            raise ValueError(f"a buffer of {OBSERVATION_SIZE} numbers wanted, not {octets.shape[0]}")
        with nogil:
            observe_u8(&game.setup.city, &game.state, viewer, &octets[0])


# The layout, for Python ------------------------------------------------------------------------------------------------------


def _field(str name, int offset, lead, tail, steps, high=1, unit=1):
    """A part of the array: `lead` axes with `steps` of their own, then `tail` axes that lie one behind the other."""
    strides = [1]
    for n in tail[:0:-1]:
        strides.insert(0, strides[0] * n)
    return name, offset, (*lead, *tail), (*steps, *strides[:len(tail)]), high, unit


def _shared_plane(name, plane, *shape):
    return _field(name, plane * CELLS, (), (*shape, GRID, GRID), ())


def _line_plane(name, plane, *shape):
    steps = 2 * LINE_PLANES * CELLS, LINE_PLANES * CELLS
    return _field(name, (PLANE_LINES + plane) * CELLS, (MAX_PLAYERS, 2), (*shape, GRID, GRID), steps)


def _shared_scalar(name, scalar, *shape, high=1, unit=1):
    return _field(name, PLANES * CELLS + scalar, (), shape, (), high, unit)


def _seat_scalar(name, scalar, *shape, high=1, unit=1):
    return _field(name, PLANES * CELLS + SCALAR_SEATS + scalar, (MAX_PLAYERS,), shape, (SEAT_SCALARS,), high, unit)


def _line_scalar(name, scalar, *shape, high=1, unit=1):
    steps = SEAT_SCALARS, LINE_SCALARS
    return _field(name, PLANES * CELLS + SCALAR_SEATS + SEAT_LINES + scalar, (MAX_PLAYERS, 2), shape, steps, high, unit)


SIZE = OBSERVATION_SIZE
# name, offset, shape, strides in numbers, greatest whole number, unit: the float32 is the whole number over the unit
FIELDS = (
    _shared_plane("city", PLANE_CITY),
    _shared_plane("stations", PLANE_STATIONS),
    _shared_plane("starts", PLANE_STARTS),
    _shared_plane("ends", PLANE_ENDS),
    _shared_plane("areas", PLANE_AREAS, TYPES, 2),
    _shared_plane("water", PLANE_WATER, 2, 2),
    _shared_plane("markers", PLANE_MARKERS, LETTERS, 2),
    _shared_plane("free", PLANE_FREE, 2),
    _line_plane("tunnels", LINE_TUNNELS, 3, 2),
    _line_plane("vertices", LINE_VERTICES),
    _line_plane("head", LINE_HEAD),
    _line_plane("exits", LINE_EXITS),
    _shared_scalar("players", SCALAR_PLAYERS, 3),
    _shared_scalar("variant", SCALAR_VARIANT, 3),
    _shared_scalar("reward", SCALAR_REWARD),
    _shared_scalar("majority", SCALAR_MAJORITY),
    _shared_scalar("to_move", SCALAR_TO_MOVE, MAX_PLAYERS),
    _shared_scalar("over", SCALAR_OVER),
    _shared_scalar("dug", SCALAR_DUG, 4),
    _shared_scalar("marked", SCALAR_MARKED),
    _shared_scalar("opening", SCALAR_OPENING),
    _shared_scalar("bonus", SCALAR_BONUS, 2),
    _shared_scalar("cause", SCALAR_CAUSE, 3),
    _shared_scalar("caller", SCALAR_CALLER, MAX_PLAYERS),
    _shared_scalar("stations_left", SCALAR_STATIONS_LEFT, high=STATIONS, unit=STATIONS),
    _seat_scalar("points", SEAT_POINTS, high=255, unit=UNIT_POINTS),
    _seat_scalar("hand", SEAT_HAND, LETTERS, 2),
    _seat_scalar("hidden", SEAT_HIDDEN, TYPES, high=4),
    _seat_scalar("placed", SEAT_PLACED, LETTERS, 2),
    _line_scalar("started", LINE_STARTED),
    _line_scalar("complete", LINE_COMPLETE),
    _line_scalar("tunnels_left", LINE_TUNNELS_LEFT, high=TUNNELS, unit=TUNNELS),
    _line_scalar("heading", LINE_HEADING, 6),
)
