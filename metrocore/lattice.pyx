"""The fixed tables of the hexagon (RULES 1), made once from coordinates, and their names.

The compiled rooms read the struct `LATTICE`; Python reads the tuples below, which are the same tables.

neighbours         121 x 6: vertex one step away in each direction, apexes included; -1 outside
vertex_triangles   121 x 6: the triangle with corners v, v + d_k, v + d_{k+1}; -1 outside
triangle_corners   180 x 3: vertices; of an outer space: v_i, v_{i+1}, apex
outer_base         30 x 2: base corners v_i, v_{i+1} of each outer space
vertex_axial       121 x 2: axial coordinates (q, r)
quarter_spaces     the 25 local names of a quarter's spaces
quarter_triangles  6 x 3 x 25: city triangle of each local space, by sector and turns
"""

from libc.string cimport memset

from .bits cimport put
from .rng cimport Rng, next64, stream
from .types cimport (
    CITY_SPACES, CITY_VERTICES, END_LEFT, END_RIGHT, LINE_DIGS, MARKERS, MAX_PLAYERS, NONE, SPACES, TYPES, VERTICES, u32,
    u64,
)

cdef int RADIUS = 5
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
SIDES = ("NE", "N", "NW", "SW", "S", "SE")
TYPE_NAMES = "RCE"
MARKER_TYPES = (0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2, 0)  # A left, A right, B left, ... (RULES 2)


def _step(at, k, n=1):
    return (at[0] + n * DIRECTIONS[k % 6][0], at[1] + n * DIRECTIONS[k % 6][1])


def _in_city(at):
    return max(abs(at[0]), abs(at[1]), abs(at[0] + at[1])) <= RADIUS


def _city_vertices():
    square = [(q, r) for r in range(-RADIUS, RADIUS + 1) for q in range(-RADIUS, RADIUS + 1)]
    return [at for at in square if _in_city(at)]


def _outer_spaces():
    """Corners v_i, v_{i+1}, apex of the thirty outer spaces, side by side."""
    spaces = []
    for side in range(6):
        corner = _step((0, 0), side, RADIUS)
        for slot in range(RADIUS):
            first = _step(corner, side + 2, slot)
            spaces.append((first, _step(first, side + 2), _step(first, side + 1)))
    return spaces


def _local_spaces():
    """Name and corners, in local (a, b), of a quarter's 25 spaces, in the order of their names' rows."""
    spaces = {}
    for b in range(RADIUS):
        for a in range(RADIUS - b):
            spaces[f"u{a}{b}"] = ((a, b), (a + 1, b), (a, b + 1))
            if a + b < RADIUS - 1:
                spaces[f"d{a}{b}"] = ((a + 1, b), (a + 1, b + 1), (a, b + 1))
    return spaces


_outers = _outer_spaces()
_axial = _city_vertices() + [apex for _, _, apex in _outers]
_id_of = {at: v for v, at in enumerate(_axial)}
_triangles = [
    (at, _step(at, k), _step(at, k + 1))
    for at in _axial[:CITY_VERTICES]
    for k in (0, 1)
    if _in_city(_step(at, k)) and _in_city(_step(at, k + 1))
] + _outers
_triangle_of = {frozenset(corners): t for t, corners in enumerate(_triangles)}
_locals = _local_spaces()

vertex_axial = tuple(_axial)
neighbours = tuple(tuple(_id_of.get(_step(at, k), -1) for k in range(6)) for at in _axial)
vertex_triangles = tuple(
    tuple(_triangle_of.get(frozenset((at, _step(at, k), _step(at, k + 1))), -1) for k in range(6)) for at in _axial
)
triangle_corners = tuple(tuple(_id_of[at] for at in corners) for corners in _triangles)
outer_base = tuple((corners[0], corners[1]) for corners in triangle_corners[CITY_SPACES:])
quarter_spaces = tuple(_locals)


def _quarter_triangle(sector, turns, corners):
    """The triangle on which a local space comes to lie: each turn sends (a, b) to (5-a-b, a) (RULES 1)."""
    placed = []
    for a, b in corners:
        for _ in range(turns):
            a, b = RADIUS - a - b, a
        placed.append(_step(_step((0, 0), sector, a), sector + 1, b))
    return _triangle_of[frozenset(placed)]


quarter_triangles = tuple(
    tuple(tuple(_quarter_triangle(k, turns, corners) for corners in _locals.values()) for turns in range(3)) for k in range(6)
)


def _vertex_name(v):
    if v >= CITY_VERTICES:
        return f"{SIDES[(v - CITY_VERTICES) // 5]}{(v - CITY_VERTICES) % 5 + 1}"
    q, r = _axial[v]
    return f"{'abcdefghijk'[r + RADIUS]}{q + RADIUS + 1}"


def _triangle_name(t):
    if t >= CITY_SPACES:
        return _vertex_name(CITY_VERTICES + t - CITY_SPACES)
    base = _triangles[t][0]
    return _vertex_name(_id_of[base]) + ("u" if _triangles[t][1] == _step(base, 0) else "d")


VERTEX_NAMES = tuple(_vertex_name(v) for v in range(VERTICES))
TRIANGLE_NAMES = tuple(_triangle_name(t) for t in range(SPACES))
_vertex_ids = {name: v for v, name in enumerate(VERTEX_NAMES)}
_triangle_ids = {name: t for t, name in enumerate(TRIANGLE_NAMES)}


def vertex_name(v: int) -> str:
    """Name of vertex 0..120: `f6`, or that of the outer space whose apex it is: `NE3`. Raises IndexError."""
    return VERTEX_NAMES[_index(v, VERTICES)]


def vertex_id(name):
    """Vertex 0..120 of that name. Raises KeyError."""
    return _vertex_ids[name]


def triangle_name(t: int) -> str:
    """Name of triangle 0..179: `f6u`, or an outer space: `NE3`. Raises IndexError."""
    return TRIANGLE_NAMES[_index(t, SPACES)]


def triangle_id(name):
    """Triangle 0..179 of that name. Raises KeyError."""
    return _triangle_ids[name]


def _index(i, n):
    if not 0 <= i < n:
        raise IndexError(f"{i} is not in 0..{n - 1}")
    return i


cdef int _byte(int i) except? -1:
    return NONE if i < 0 else i


cdef int _fill_ring() except -1:
    """Neighbours, spaces and ring bits around each vertex."""
    cdef int v, k, t, o
    for v in range(VERTICES):
        for k in range(6):
            LATTICE.neighbour[v][k] = _byte(neighbours[v][k])
            LATTICE.space[v][k] = _byte(vertex_triangles[v][k])
            if v < CITY_VERTICES:
                LATTICE.beside[v][k] = neighbours[v][k] if 0 <= neighbours[v][k] < CITY_VERTICES else CITY_VERTICES
    memset(LATTICE.outer, NONE, sizeof(LATTICE.outer))
    memset(LATTICE.way_out, NONE, sizeof(LATTICE.way_out))
    for t in range(SPACES):
        for k in range(3):
            v = triangle_corners[t][k]
            LATTICE.corner[t][k] = v
            if t < CITY_SPACES:
                put(LATTICE.corners[t], v)
                LATTICE.corner_bit[t][k] = 1 << vertex_triangles[v].index(t)
            elif k < 2:
                o = t - CITY_SPACES
                LATTICE.corner_bit[t][k] = END_LEFT if k == 0 else END_RIGHT
                LATTICE.outer[v][k] = o
                LATTICE.way_out[v][k] = neighbours[v].index(CITY_VERTICES + o)
    return 0


cdef int _fill_rules() except -1:
    """Angles, opposite sides, touching spaces, marker types."""
    cdef int k, n, s, t, m, letter
    for k in range(6):
        LATTICE.straight[k] = 1 << k | 1 << (k + 1) % 6 | 1 << (k + 5) % 6
        LATTICE.opposite[k] = 0
        for n in range(2, 5):
            LATTICE.opposite[k] |= <u32>31 << 5 * ((k + n) % 6)
    for n in range(LINE_DIGS):
        k = n // 14
        s = n // 7 % 2
        LATTICE.dig[n] = k | s << 3 | n % 7 << 4 | (k - s + 6) % 6 << 7 | k % 3 << 10
    for s in range(64):
        LATTICE.spread[s] = 0
        LATTICE.count6[s] = 0
        for k in range(6):
            if s >> k & 1:
                LATTICE.spread[s] |= 1 << 2 * k
                LATTICE.nth6[s][LATTICE.count6[s]] = k
                LATTICE.count6[s] += 1
    for k in range(CITY_VERTICES):
        around = [t for t in vertex_triangles[k] if 0 <= t < CITY_SPACES]
        for s in around:
            for t in around:
                LATTICE.touch[s][t >> 6] |= <u64>1 << (t & 63)
    memset(LATTICE.marker_of, NONE, sizeof(LATTICE.marker_of))
    for m in range(MARKERS):
        letter = m // 2
        LATTICE.type_of[m] = MARKER_TYPES[m]
        LATTICE.marker_of[MARKER_TYPES[m]][letter] = m
    return 0


cdef int _fill_zobrist() except -1:
    cdef Rng rng = stream(2006, 0)
    cdef int i, j, k
    for i in range(SPACES * 3):
        LATTICE.z_tunnel[i] = next64(&rng)
    for i in range(CITY_VERTICES):
        LATTICE.z_station[i] = next64(&rng)
    for i in range(MARKERS):
        for j in range(CITY_SPACES):
            LATTICE.z_place[i][j] = next64(&rng)
        for j in range(MAX_PLAYERS + 1):
            LATTICE.z_owner[i][j] = next64(&rng)
    for i in range(MAX_PLAYERS):
        for j in range(TYPES):
            for k in range(5):
                LATTICE.z_unknown[i][j][k] = next64(&rng)
    return 0


cdef int _fill_quarters() except -1:
    cdef int k, turns, i
    for k in range(6):
        for turns in range(3):
            for i in range(25):
                QUARTER[k][turns][i] = quarter_triangles[k][turns][i]
    return 0


memset(&LATTICE, 0, sizeof(LATTICE))
_fill_ring()
_fill_rules()
_fill_zobrist()
_fill_quarters()
