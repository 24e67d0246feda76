"""How many tunnels each line is from an exit (see distance.pxd)."""

from libc.string cimport memcpy, memset

from metrocore.arguments import integer
from metrocore.errors import SeatError

from ..bits cimport low
from ..digs cimport LineDigs, allowed_ends, allowed_starts, line_digs
from ..game cimport GameCore
from ..setup cimport Setup
from ..types cimport (
    CITY_SPACES, CITY_VERTICES, NONE, OUTERS, RING, TUNNELS, TYPES, City, Lattice, State, u8, u32, u64,
)

cdef enum:
    ROWS = 11
    CELL_BYTES = 128
    OWN = 64                # beside the ring bits in the byte of a cell: the line passes here
    CROSSED = 128           # another line does

cdef u8 CELL[121]
cdef int ROW_START[ROWS]        # first vertex of each row
cdef int ROW_SIZE[ROWS]
cdef int ROW_CELL[ROWS]          # and the cell it comes to
cdef u64 WHOLE[2]               # all vertices of the city

# One set of vertices for each direction.
cdef struct Sets:
    u64 low[6]
    u64 high[6]

# The position as one line sees it.
cdef struct Ground:
    Sets ways           # vertices from which a dig in direction k is possible
    Sets exits          # vertices from which an end dig in direction k is possible
    u64 acute[2]        # vertices where acute turns are possible


cdef inline void _add_cell(u64 *low_word, u64 *high_word, int cell) noexcept nogil:
    if cell < 64:
        low_word[0] |= <u64>1 << cell
    else:
        high_word[0] |= <u64>1 << (cell - 64)


cdef void _close_areas(const City *city, const State *state, int player, u8 *ring) noexcept nogil:
    """Take away the destination areas that the player has no marker for (RULES 3.5)."""
    cdef const Lattice *lattice = city.lattice
    cdef u64 shut[3]
    cdef int t, v, i, m, space, letter, other
    cdef u32 letters
    for t in range(TYPES):
        letters = state.hand[player][t]
        if letters == 0 and state.unknown[player][t] == 0:
            for v in range(CITY_VERTICES):
                ring[v] &= ~city.areas[t][v]
            continue
        if state.unknown[player][t]:
            continue            # some hidden letter will nearly always do
        shut[0] = shut[1] = shut[2] = ~<u64>0
        while letters:
            letter = low(letters)
            letters &= letters - 1
            other = state.place[lattice.marker_of[t][letter] ^ 1]
            if other == NONE:
                shut[0] = shut[1] = shut[2] = 0
                break
            for i in range(3):
                shut[i] &= lattice.touch[other][i]
        for i in range(3):
            while shut[i]:
                space = 64 * i + low(shut[i])
                shut[i] &= shut[i] - 1
                if space < CITY_SPACES and city.kind[space] == 1 + t:
                    for m in range(3):
                        ring[lattice.corner[space][m]] &= ~lattice.corner_bit[space][m]


cdef inline u64 _transposed(u64 x) noexcept nogil:
    """Eight bytes as an 8 by 8 matrix of bits, transposed (Warren, Hacker's Delight, 7-3)."""
    cdef u64 t = (x ^ (x >> 7)) & <u64>0x00AA00AA00AA00AAULL
    x ^= t ^ (t << 7)
    t = (x ^ (x >> 14)) & <u64>0x0000CCCC0000CCCCULL
    x ^= t ^ (t << 14)
    t = (x ^ (x >> 28)) & <u64>0x00000000F0F0F0F0ULL
    return x ^ t ^ (t << 28)


cdef inline void _read_planes(const u8 *cells, u64 *planes) noexcept nogil:
    """planes[2 * k], planes[2 * k + 1]: bit k of the 128 cells, as a set (on a little-endian machine)."""
    cdef u8 *planes_bytes = <u8 *>planes
    cdef u64 word
    cdef int j, k
    for j in range(CELL_BYTES // 8):
        memcpy(&word, &cells[8 * j], 8)
        word = _transposed(word)
        for k in range(8):
            planes_bytes[16 * k + j] = word >> 8 * k


cdef inline void _spread_stations(const State *state, u64 *planes) noexcept nogil:
    """Add the vertices with a station to a set of cells."""
    cdef int i, start
    cdef u64 row
    for i in range(ROWS):
        start = ROW_START[i]
        if start >= 64:
            row = state.stations[1] >> (start - 64)
        else:
            row = state.stations[0] >> start
            if start + ROW_SIZE[i] > 64:
                row |= state.stations[1] << (64 - start)
        row &= (<u64>1 << ROW_SIZE[i]) - 1
        if ROW_CELL[i] >= 64:
            planes[1] |= row << (ROW_CELL[i] - 64)
        else:
            planes[0] |= row << ROW_CELL[i]
            if ROW_CELL[i] > 64 - ROWS:
                planes[1] |= row >> (64 - ROW_CELL[i])


cdef inline void _read_cells(const City *city, const State *state, int line, u8 *cells) noexcept nogil:
    """The free spaces around each vertex that the line may use, and who passes it: a byte a cell, anything in cells outside."""
    cdef u8 ring[CELL_BYTES]
    cdef u8 own = 1 << line
    cdef u8 others = ~own if state.stations_left else 0
    cdef int v, i
    for v in range(CITY_VERTICES):
        ring[v] = (state.ring[v] & RING) | (OWN if state.lines[v] & own else 0) | (CROSSED if state.lines[v] & others else 0)
    _close_areas(city, state, line >> 1, ring)
    if state.size[line]:
        ring[state.head[line]] &= ~CROSSED      # all that coming there could place has been placed
    # Rows of up to 11 bytes, copied whole: what is too much is written over by the next row or masked out later.
    for i in range(ROWS):
        memcpy(&cells[ROW_CELL[i]], &ring[ROW_START[i]], 8)
        memcpy(&cells[ROW_CELL[i] + 8], &ring[ROW_START[i] + 8], 4)


cdef void _read_ground(const City *city, const State *state, int line, int side, Ground *ground) noexcept nogil:
    cdef const Lattice *lattice = city.lattice
    cdef u8 cells[CELL_BYTES]
    cdef u64 planes[16]
    cdef u32 ends
    cdef int i, j, k, v
    _read_cells(city, state, line, cells)
    _read_planes(cells, planes)
    ground.acute[0] = planes[14] & WHOLE[0]
    ground.acute[1] = planes[15] & WHOLE[1]
    _spread_stations(state, ground.acute)
    # A step needs a free space left or right of it, and must not come back to the line.
    for k in range(6):
        j = k - 1 if k else 5
        ground.ways.low[k] = (planes[2 * k] | planes[2 * j]) & WHOLE[0]
        ground.ways.high[k] = (planes[2 * k + 1] | planes[2 * j + 1]) & WHOLE[1]
        ground.exits.low[k] = ground.exits.high[k] = 0
    _forbid(&ground.ways, planes[12], planes[13])
    ends = allowed_ends(city, state, line) if state.size[line] else _ends_from(city, state, side)
    while ends:
        i = low(ends)
        ends &= ends - 1
        for j in range(2):
            v = lattice.corner[CITY_SPACES + i][j]
            k = lattice.way_out[v][j]
            _add_cell(&ground.exits.low[k], &ground.exits.high[k], CELL[v])


cdef inline u32 _ends_from(const City *city, const State *state, int side) noexcept nogil:
    cdef u32 opposite = state.ends_free & city.lattice.opposite[side]
    return opposite if opposite else state.ends_free


cdef inline void _step_back(const Sets *ways, const Sets *reached, Sets *before) noexcept nogil:
    """before[k]: vertices from which a dig in direction k is possible and leads into reached[k]."""
    cdef int i, m
    for i in range(3):
        m = 1 if i == 0 else 11 if i == 1 else 10
        before.low[i] = (reached.low[i] >> m | reached.high[i] << (64 - m)) & ways.low[i]
        before.high[i] = reached.high[i] >> m & ways.high[i]
        before.low[i + 3] = reached.low[i + 3] << m & ways.low[i + 3]
        before.high[i + 3] = (reached.high[i + 3] << m | reached.low[i + 3] >> (64 - m)) & ways.high[i + 3]


cdef inline void _forbid(Sets *ways, u64 own_low, u64 own_high) noexcept nogil:
    """Keep only the ways that lead to vertices of the city that are not the line's own."""
    cdef Sets targets
    cdef int k
    for k in range(6):
        targets.low[k] = ~own_low & WHOLE[0]
        targets.high[k] = ~own_high & WHOLE[1]
    _step_back(ways, &targets, ways)


cdef inline u64 _turned(const u64 *by_way, int way, u64 acute) noexcept nogil:
    """Vertices that, reached in a direction, may be left by one of these ways (RULES 3.3)."""
    cdef int a = way + 1 if way < 5 else 0
    cdef int b = way + 2 if way < 4 else way - 4
    cdef int c = way - 2 if way >= 2 else way + 4
    cdef int d = way - 1 if way else 5
    return by_way[way] | by_way[a] | by_way[d] | (by_way[b] | by_way[c]) & acute


cdef int build_field(const City *city, const State *state, int line, int side, int beyond, Field *field) noexcept nogil:
    cdef Ground ground
    cdef Sets seen
    cdef Sets fresh
    cdef Sets before
    cdef u64 found, at_head
    cdef int cell, way, t, k
    cdef int distance = UNREACHABLE
    cdef int limit = TUNNELS - state.size[line] if state.size[line] else TUNNELS - 1
    field.levels = 0
    if limit == 0:
        return UNREACHABLE
    cell = CELL[state.head[line]] if state.size[line] else 0
    way = state.heading[line]
    _read_ground(city, state, line, side, &ground)
    memset(&seen, 0, sizeof(Sets))
    before = ground.exits
    t = 0
    while t < limit:
        found = 0
        for k in range(6):
            fresh.low[k] = _turned(before.low, k, ground.acute[0]) & ~seen.low[k]
            fresh.high[k] = _turned(before.high, k, ground.acute[1]) & ~seen.high[k]
            seen.low[k] |= fresh.low[k]
            seen.high[k] |= fresh.high[k]
            found |= fresh.low[k] | fresh.high[k]
            field.low[t][k] = fresh.low[k]
            field.high[t][k] = fresh.high[k]
        if found == 0:
            break
        t += 1
        field.levels = t
        if distance == UNREACHABLE and state.size[line]:
            at_head = seen.low[way] >> cell if cell < 64 else seen.high[way] >> (cell - 64)
            if at_head & 1:
                distance = t
                limit = t + beyond if t + beyond < limit else limit
        _step_back(&ground.ways, &fresh, &before)
    return distance


cdef int line_distance(const City *city, const State *state, int line) noexcept nogil:
    cdef Field field
    if not state.live >> line & 1:
        return UNREACHABLE
    return build_field(city, state, line, 0, 0, &field)


cdef void first_steps(const City *city, const State *state, int line, const Field *field, u8 *after) noexcept nogil:
    cdef LineDigs digs
    cdef int left = TUNNELS - 1 - state.size[line]
    cdef int k, w
    cdef u32 found
    memset(after, UNREACHABLE, 6)
    if not line_digs(city, state, line, True, &digs):
        return
    found = digs.plain | digs.marked
    for k in range(6):
        if found >> 2 * k & 3:
            w = city.lattice.neighbour[state.head[line]][k]
            after[k] = 0 if w >= CITY_VERTICES else field_distance(field, w, k)
            if after[k] > left:
                after[k] = UNREACHABLE


cdef void start_steps(const City *city, const State *state, int player, u8 *after) noexcept nogil:
    cdef const Lattice *lattice = city.lattice
    cdef Field field
    cdef u32 starts = allowed_starts(city, state, player)
    cdef int line = 2 * player + (state.size[2 * player] != 0)
    cdef int side = -1
    cdef int o, b, v, way
    memset(after, UNREACHABLE, 2 * OUTERS)
    while starts:
        o = low(starts)
        starts &= starts - 1
        if o // 5 != side:
            side = o // 5
            build_field(city, state, line, side, TUNNELS, &field)
        for b in range(2):
            v = lattice.corner[CITY_SPACES + o][b]
            way = lattice.way_out[v][b]
            after[2 * o + b] = field_distance(&field, v, way + 3 if way < 3 else way - 3)


# For Python ------------------------------------------------------------------------------------------

cdef object _number(int distance):
    return None if distance == UNREACHABLE else distance


def exit_distances(GameCore game not None):
    """Tunnels from each line's head to an exit, by the digging rules: a tuple by line (0a, 0b, 1a, ...), None without a way.

    1 means that an end dig is possible; a complete line has 0, a line not started None (see `start_distances`). RULES 3, with what
    distance.pxd relaxes: a line with None can't be completed as things stand, and no line can with fewer tunnels than said here.
    """
    cdef Setup setup = game.setup
    cdef int line
    return tuple(
        0 if game.state.complete >> line & 1 else _number(line_distance(&setup.city, &game.state, line))
        for line in range(2 * setup.players)
    )


def step_distances(GameCore game not None, line):
    """Distances after one more tunnel of a line: a tuple by direction 0..5; None where no dig is possible or no way leads on.

    `line` is its number, 2 * player + (0 for a, 1 for b). 0 stands for an end dig. Whose turn it is does not matter.
    """
    cdef Setup setup = game.setup
    cdef Field field
    cdef u8 after[6]
    cdef int number = game._line(line)
    build_field(&setup.city, &game.state, number, 0, TUNNELS, &field)
    first_steps(&setup.city, &game.state, number, &field, after)
    return tuple(_number(after[k]) for k in range(6))


def start_distances(GameCore game not None, player):
    """Distances after starting the player's next line: a dict from (outer space 0..29, 0 or 1) to tunnels or None.

    It holds the starts that RULES 3 would allow the player now; 0 and 1 are the base corners v_i and v_{i+1}.
    """
    cdef Setup setup = game.setup
    cdef u8 after[2 * OUTERS]
    cdef int number
    cdef u32 starts
    seat = integer(player, "player")
    if not 0 <= seat < setup.players:
        raise SeatError(f"no such player in a game of {setup.players}", "player")
    number = seat
    starts = allowed_starts(&setup.city, &game.state, number)
    start_steps(&setup.city, &game.state, number, after)
    return {(o, b): _number(after[2 * o + b]) for o in range(OUTERS) if starts >> o & 1 for b in range(2)}


cdef int _fill_cells() except -1:
    cdef int v = 0
    cdef int r, q, first
    for r in range(-5, 6):
        first = max(-5, -5 - r)
        ROW_START[r + 5] = v
        ROW_CELL[r + 5] = 11 * (r + 5) + first + 5
        ROW_SIZE[r + 5] = 11 - abs(r)
        for q in range(11 - abs(r)):
            CELL[v] = ROW_CELL[r + 5] + q
            _add_cell(&WHOLE[0], &WHOLE[1], CELL[v])
            v += 1
    return 0


_fill_cells()
