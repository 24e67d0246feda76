"""Whether one action is legal, straight from the rules (RULES 3 to 5): the independent twin of moves.pyx.

It walks paths, one condition after the other, in the order of the rules; slow, and sharing nothing with moves and digs.
"""

from .bits cimport has
from .types cimport (
    ACTIONS, CITY_SPACES, CITY_VERTICES, DIG0, LINE_DIGS, LINES, MARKED, NONE, OPENING, OUTERS, PASS, START0, STATION0, TUNNELS,
    City, Lattice, State, u32,
)


cdef bint _on_line(const State *state, int line, int vertex) noexcept nogil:
    cdef int i
    for i in range(state.size[line] + 1):
        if state.size[line] and state.path[line][i] & 127 == vertex:
            return True
    return False


cdef bint _space_taken(const City *city, const State *state, int space) noexcept nogil:
    """Whether a tunnel of any line lies in the space."""
    cdef const Lattice *lattice = city.lattice
    cdef int line, i, k, v
    for line in range(LINES):
        for i in range(1, state.size[line] + 1):
            v = state.path[line][i - 1] & 127
            for k in range(6):
                if lattice.neighbour[v][k] == state.path[line][i] & 127:
                    if lattice.space[v][k if state.path[line][i] < 128 else (k + 5) % 6] == space:
                        return True
    return False


cdef bint _letter_allowed(const City *city, const State *state, int kind, int letter, int space) noexcept nogil:
    """RULES 3.5 for one letter: in the hand, or possibly so, and not beside the other of that letter."""
    cdef const Lattice *lattice = city.lattice
    cdef int marker = lattice.marker_of[kind][letter]
    cdef int other = marker ^ 1
    cdef int i, k
    if marker == NONE or state.place[marker] != NONE or state.flags & MARKED:
        return False
    if state.owner[marker] == NONE:
        if state.unknown[state.player][kind] == 0 or state.owner[other] == state.player:
            return False
    elif state.owner[marker] != state.player:
        return False
    if state.place[other] != NONE:
        for i in range(3):
            for k in range(3):
                if lattice.corner[space][i] == lattice.corner[state.place[other]][k]:
                    return False
    return True


cdef bint _opposite(int side, int outer) noexcept nogil:
    cdef int apart = (outer // 5 - side + 6) % 6
    return 2 <= apart <= 4


cdef bint _side_allowed(const City *city, const State *state, u32 spaces, int side, int outer) noexcept nogil:
    """RULES 3.6 and the second line: on an opposite side, unless none of `spaces` there is left empty."""
    cdef int o
    if _opposite(side, outer):
        return True
    for o in range(OUTERS):
        if spaces >> o & 1 and _opposite(side, o) and not _space_taken(city, state, CITY_SPACES + o):
            return False
    return True


cdef bint _start_legal(const City *city, const State *state, int code) noexcept nogil:
    cdef int outer = code >> 1
    cdef int line = 2 * state.player
    if not city.starts >> outer & 1 or _space_taken(city, state, CITY_SPACES + outer):
        return False
    if state.size[line] == 0:
        return state.dug == 0
    if state.size[line + 1] or state.flags & OPENING:
        return False
    return _side_allowed(city, state, city.starts, (state.path[line][0] - CITY_VERTICES) // 5, outer)


cdef bint _dig_legal(const City *city, const State *state, int code) noexcept nogil:
    cdef const Lattice *lattice = city.lattice
    cdef int mark = code % 7
    cdef int side = code // 7 % 2
    cdef int way = code // 14 % 6
    cdef int line = 2 * state.player + code // LINE_DIGS
    cdef int size = state.size[line]
    cdef int h, w, space, came, turn, outer
    if size == 0 or size == TUNNELS:
        return False
    h = state.path[line][size] & 127
    if h >= CITY_VERTICES:
        return False
    w = lattice.neighbour[h][way]
    space = lattice.space[h][way if side == 0 else (way + 5) % 6]
    if w == NONE or space == NONE or _on_line(state, line, w):
        return False
    came = 0
    while lattice.neighbour[state.path[line][size - 1] & 127][came] != h:
        came += 1
    turn = (way - came + 6) % 6
    if 2 <= turn <= 4 and not has(state.stations, h):
        return False
    if _space_taken(city, state, space):
        return False
    if w >= CITY_VERTICES:
        outer = w - CITY_VERTICES
        return (mark == 0 and space == CITY_SPACES + outer and city.ends >> outer & 1
                and _side_allowed(city, state, city.ends, (state.path[line][0] - CITY_VERTICES) // 5, outer))
    if space >= CITY_SPACES or city.kind[space] > 3:
        return False
    if city.kind[space]:
        return mark > 0 and _letter_allowed(city, state, city.kind[space] - 1, mark - 1, space)
    return mark == 0


cdef bint _station_legal(const City *city, const State *state, int vertex) noexcept nogil:
    cdef int line, i
    cdef bint later
    if has(state.stations, vertex) or state.stations_left == 0:
        return False
    if state.bonus:
        return _on_line(state, state.bonus - 1, vertex)
    if state.dug:
        return False
    for line in range(2 * state.player, 2 * state.player + 2):
        if state.size[line] and (state.path[line][state.size[line]] & 127) < CITY_VERTICES:
            later = False
            for i in range(state.size[line], 0, -1):
                if state.path[line][i] & 127 == vertex and later:
                    return True
                later |= has(state.stations, state.path[line][i] & 127)
    return False


cdef bint is_legal(const City *city, const State *state, long long action) noexcept nogil:
    cdef int a
    if action < 0 or action >= ACTIONS or state.over:
        return False
    if STATION0 <= action < DIG0:
        return _station_legal(city, state, action - STATION0)
    if state.bonus:
        return action == PASS
    if action >= DIG0:
        return _dig_legal(city, state, action - DIG0)
    if action >= START0:
        return _start_legal(city, state, action - START0)
    if state.dug:
        return False
    for a in range(1, ACTIONS):
        if is_legal(city, state, a):
            return False
    return True
