"""A position moves on: apply and undo (RULES 3 to 6).

What apply keeps up step by step, beside the plain facts: the Zobrist key of the board; per vertex the free spaces around it and
the lines through it; per line its head, heading, open neighbours and the places of its stations. derive.pyx computes all of that
afresh from the plain facts, and compares.
"""

from libc.stdio cimport fprintf, stderr
from libc.stdlib cimport abort
from libc.string cimport memcpy

from .bits cimport has, low, put, rotate
from .derive cimport clear_ring, find_fault, loop_free
from .digs cimport LineDigs, allowed_starts, enough_stuck, has_plain_dig, line_digs
from .types cimport (
    BY_BLOCKED, BY_LINES, BY_STATIONS, CITY_SPACES, CITY_VERTICES, DIG0, LINE_DIGS, MARKED, MAX_PLAYERS, NONE, NOT_CALLED,
    OPENING, START0, STATION0, TOP_BYTES, TUNNELS, TYPES, City, Lattice, State, Undo, dig_edge, dig_mark, dig_side, dig_slot,
    dig_way, u8, u32,
)

cdef extern from *:
    """
    #ifndef METROCORE_DEBUG
    #define METROCORE_DEBUG 0
    #endif
    """
    bint DEBUG "METROCORE_DEBUG"


cdef inline void _debug_check(const City *city, const State *state, const char *after) noexcept nogil:
    """In a debug build, stop at the first broken position."""
    cdef const char *fault
    if DEBUG:
        fault = find_fault(city, state)
        if fault != NULL:
            fprintf(stderr, "metrocore: %s broken after %s\n", fault, after)
            abort()


cdef inline int _position_on(const State *state, int line, int vertex) noexcept nogil:
    """Where on its path a line passes a city vertex that it does pass."""
    cdef int i = 1
    while state.path[line][i] & 127 != vertex:
        i += 1
    return i


cdef void _call_end(State *state, int cause) noexcept nogil:
    if state.cause == NOT_CALLED:
        state.cause = cause
        state.caller = state.player


cdef void _place_station(const City *city, State *state, int vertex) noexcept nogil:
    """Put a station, score it, and call the end if it was the last (RULES 4, 6.2)."""
    cdef int line, position
    cdef u32 left = state.lines[vertex]
    put(state.stations, vertex)
    state.stations_left -= 1
    state.board_key ^= city.lattice.z_station[vertex]
    state.points[state.player] += city.worth[vertex]
    while left:
        line = low(left)
        left &= left - 1
        position = _position_on(state, line, vertex)
        state.at[line] |= <u32>1 << position
        if position == state.size[line] and state.live >> line & 1:
            state.ways[line] = loop_free(city, state, line, vertex)    # now at any angle
    if state.stations_left == 0:
        _call_end(state, BY_STATIONS)


cdef inline bint _alongside(const State *state, int line, int v, int w) noexcept nogil:
    """Whether a line that passes both city vertices runs on the edge between them."""
    cdef int i = _position_on(state, line, v)
    return state.path[line][i - 1] & 127 == w or (i < state.size[line] and state.path[line][i + 1] & 127 == w)


cdef inline bint _splits(const State *state, int line, int g, int h, int w) noexcept nogil:
    """Whether the dig h -> w of some line whose last edge is g -> h parts from `line` at h (RULES 4.1)."""
    cdef int i = _position_on(state, line, h)
    cdef int other
    if state.path[line][i - 1] & 127 == g:
        if i == state.size[line]:
            return False            # its head is here: not parted yet (Decision 3)
        other = state.path[line][i + 1] & 127
    elif i < state.size[line] and state.path[line][i + 1] & 127 == g:
        other = state.path[line][i - 1] & 127
    else:
        return False
    return other != w


cdef inline void _split_station(const City *city, State *state, int line, int h, int w) noexcept nogil:
    cdef int g = state.path[line][state.size[line] - 1] & 127
    cdef u32 others
    if g >= CITY_VERTICES or has(state.stations, h):
        return
    others = state.lines[g] & state.lines[h] & ~(1 << line)
    while others:
        if _splits(state, low(others), g, h, w):
            _place_station(city, state, h)
            return
        others &= others - 1


cdef inline void _join_station(const City *city, State *state, int h, int w, u32 others) noexcept nogil:
    """`others`: the other lines through w, before this dig (RULES 4.2)."""
    while others:
        if h >= CITY_VERTICES or not state.lines[h] >> low(others) & 1 or not _alongside(state, low(others), h, w):
            _place_station(city, state, w)
            return
        others &= others - 1


cdef inline void _advance_head(const City *city, State *state, int line, int h, int w, int way, int side) noexcept nogil:
    """The line goes on to city vertex w; a station is placed there if it joins."""
    cdef u32 others = state.lines[w]
    cdef int size = state.size[line] + 1
    state.size[line] = size
    state.path[line][size] = w | side << 7
    state.lines[w] = others | 1 << line
    state.head[line] = w
    state.heading[line] = way
    state.ways[line] = loop_free(city, state, line, w)
    if has(state.stations, w):
        state.at[line] |= <u32>1 << size
        return
    state.ways[line] &= city.lattice.straight[way]
    if others and state.stations_left:
        _join_station(city, state, h, w, others)


cdef inline void _place_marker(const City *city, State *state, int letter, int space) noexcept nogil:
    cdef const Lattice *lattice = city.lattice
    cdef int player = state.player
    cdef int kind = city.kind[space] - 1
    cdef int marker = lattice.marker_of[kind][letter]
    if state.owner[marker] == NONE:
        state.board_key ^= lattice.z_owner[marker][MAX_PLAYERS] ^ lattice.z_owner[marker][player]
        state.board_key ^= (lattice.z_unknown[player][kind][state.unknown[player][kind]]
                            ^ lattice.z_unknown[player][kind][state.unknown[player][kind] - 1])
        state.owner[marker] = player
        state.unknown[player][kind] -= 1
    else:
        state.hand[player][kind] &= ~(1 << letter)
    state.place[marker] = space
    state.board_key ^= lattice.z_place[marker][space]
    state.flags |= MARKED


cdef void _complete(const City *city, State *state, int line, int apex, int way, int side) noexcept nogil:
    """The last tunnel of a line lies in an end space (RULES 3, 4, 6.1)."""
    cdef int size = state.size[line] + 1
    cdef u32 without_station
    state.size[line] = size
    state.path[line][size] = apex | side << 7
    state.head[line] = CITY_VERTICES
    state.heading[line] = way
    state.ways[line] = 0
    state.ends_free &= ~(<u32>1 << (apex - CITY_VERTICES))
    state.complete |= 1 << line
    state.live &= ~(1 << line)
    without_station = ~state.at[line] & (((<u32>1 << size) - 1) & ~<u32>1)
    if without_station and state.stations_left:
        state.bonus = line + 1


cdef inline bint _can_dig(const City *city, const State *state) noexcept nogil:
    """Whether the player has a legal tunnel left in this turn, a start counting."""
    cdef int line = 2 * state.player
    if has_plain_dig(city, state, line) or has_plain_dig(city, state, line + 1):
        return True
    return _can_dig_otherwise(city, state, line, not state.flags & MARKED)


cdef bint _can_dig_otherwise(const City *city, const State *state, int line, bint may_mark) noexcept nogil:
    cdef LineDigs digs
    return (line_digs(city, state, line, may_mark, &digs) or line_digs(city, state, line + 1, may_mark, &digs)
            or allowed_starts(city, state, state.player) != 0)


cdef void _end_turn(const City *city, State *state) noexcept nogil:
    if state.cause == NOT_CALLED and enough_stuck(city, state):
        _call_end(state, BY_BLOCKED)
    state.player = state.player + 1 if state.player + 1 < city.players else 0
    state.dug = 0
    state.flags = 0
    if state.cause != NOT_CALLED and state.player == state.caller:
        state.over = 1


cdef inline void _end_turn_if_done(const City *city, State *state) noexcept nogil:
    if state.bonus == 0 and (state.dug == 3 or not _can_dig(city, state)):
        _end_turn(city, state)


cdef void settle_turn(const City *city, State *state) noexcept nogil:
    if state.dug:
        _end_turn_if_done(city, state)


cdef void _apply_dig(const City *city, State *state, int code) noexcept nogil:
    cdef const Lattice *lattice = city.lattice
    cdef bint second = code >= LINE_DIGS
    cdef int line = 2 * state.player + second
    cdef u32 dig = lattice.dig[code - LINE_DIGS if second else code]
    cdef int way = dig_way(dig)
    cdef int h = state.head[line]
    cdef int w = lattice.neighbour[h][way]
    cdef int space = lattice.space[h][dig_slot(dig)]
    if w >= CITY_VERTICES and state.complete >> (line ^ 1) & 1:
        _call_end(state, BY_LINES)      # before the split: both lines complete is the cause even if the last station goes too
    if state.stations_left:
        _split_station(city, state, line, h, w)
    if dig_mark(dig):
        _place_marker(city, state, dig_mark(dig) - 1, space)
    clear_ring(city, state, space)
    state.board_key ^= rotate(lattice.z_tunnel[space * 3 + dig_edge(dig)], 7 * line + 1)
    if w < CITY_VERTICES:
        _advance_head(city, state, line, h, w, way, dig_side(dig))
        if state.size[line] == TUNNELS:
            state.live &= ~(1 << line)
            state.head[line] = CITY_VERTICES
            state.ways[line] = 0
    else:
        _complete(city, state, line, w, way, dig_side(dig))
    state.dug += 1
    _end_turn_if_done(city, state)


cdef void _apply_start(const City *city, State *state, int code) noexcept nogil:
    cdef const Lattice *lattice = city.lattice
    cdef int outer = code >> 1
    cdef int line = 2 * state.player
    cdef int w = lattice.corner[CITY_SPACES + outer][code & 1]
    cdef int way = lattice.way_out[w][code & 1]
    if state.size[line]:
        line += 1
    else:
        state.flags |= OPENING
    way = way + 3 if way < 3 else way - 3
    state.starts_free &= ~(<u32>1 << outer)
    state.path[line][0] = CITY_VERTICES + outer
    state.live |= 1 << line
    state.board_key ^= rotate(lattice.z_tunnel[(CITY_SPACES + outer) * 3 + way % 3], 7 * line + 1)
    # Towards v_i the space lies right of the dig, towards v_{i+1} left.
    _advance_head(city, state, line, CITY_VERTICES + outer, w, way, 1 - (code & 1))
    state.dug += 1
    _end_turn_if_done(city, state)


cdef void apply(const City *city, State *state, int action, Undo *undo) noexcept nogil:
    if undo != NULL:
        memcpy(undo.top, state, TOP_BYTES)
        undo.action = action
    if action >= DIG0:
        _apply_dig(city, state, action - DIG0)
    elif action >= STATION0:
        _place_station(city, state, action - STATION0)
        if state.bonus:
            state.bonus = 0
            _end_turn_if_done(city, state)
        else:
            _end_turn(city, state)
    elif action >= START0:
        _apply_start(city, state, action - START0)
    elif state.bonus:
        state.bonus = 0
        _end_turn_if_done(city, state)
    else:
        _end_turn(city, state)
    _debug_check(city, state, "apply")


cdef bint stays_within(const City *city, const State *state, int action) noexcept nogil:
    cdef int line = 2 * state.player
    cdef int space, kind, marker
    cdef u32 dig
    if action < START0:
        return True
    if action < STATION0:
        return state.size[line] == 0 or state.size[line + 1] == 0
    if action < DIG0:
        return state.stations_left > 0 and not has(state.stations, action - STATION0)
    line += action >= DIG0 + LINE_DIGS
    dig = city.lattice.dig[(action - DIG0) % LINE_DIGS]
    if not state.live >> line & 1 or city.lattice.neighbour[state.head[line]][dig_way(dig)] == NONE:
        return False
    space = city.lattice.space[state.head[line]][dig_slot(dig)]
    if space == NONE or dig_mark(dig) == 0:
        return space != NONE
    kind = city.kind[space] - 1 if space < CITY_SPACES else TYPES
    if not 0 <= kind < TYPES:
        return False
    marker = city.lattice.marker_of[kind][dig_mark(dig) - 1]
    return marker != NONE and (state.owner[marker] != NONE or state.unknown[state.player][kind] != 0)


cdef void undo_action(const City *city, State *state, const Undo *undo) noexcept nogil:
    cdef const Lattice *lattice = city.lattice
    cdef int code = undo.action - DIG0
    cdef int line, size, v, space
    cdef u32 dig
    cdef const u8 *corner
    cdef const u8 *bit
    memcpy(state, undo.top, TOP_BYTES)
    if START0 <= undo.action < STATION0:
        line = 2 * state.player + (state.size[2 * state.player] != 0)
        v = state.path[line][1] & 127
        state.lines[v] &= ~(1 << line)
        state.path[line][0] = 0
        state.path[line][1] = 0
    elif code >= 0:
        line = 2 * state.player + (code >= LINE_DIGS)
        size = state.size[line] + 1
        v = state.path[line][size] & 127
        state.path[line][size] = 0
        if v < CITY_VERTICES:
            state.lines[v] &= ~(1 << line)
        dig = lattice.dig[code - LINE_DIGS if code >= LINE_DIGS else code]
        space = lattice.space[state.head[line]][dig_slot(dig)]
        corner = lattice.corner[space]
        bit = lattice.corner_bit[space]
        state.ring[corner[0]] |= bit[0]
        state.ring[corner[1]] |= bit[1]
        if space < CITY_SPACES:
            state.ring[corner[2]] |= bit[2]
    _debug_check(city, state, "undo")
