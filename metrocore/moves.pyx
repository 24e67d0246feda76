"""What may be done now: the legal actions (RULES 3 to 5), gathered as sets, listed, counted, drawn from."""

from libc.string cimport memset

from .bits cimport count, has, high, low, put
from .digs cimport LineDigs, allowed_starts, line_digs
from .rng cimport Rng, below
from .types cimport (
    DIG0, LINE_DIGS, MARKED, MASK_WORDS, PASS, RING, START0, STATION0, City, Lattice, State, u16, u32, u64,
)


cdef inline void _bonus_vertices(const State *state, int line, u64 *vertices) noexcept nogil:
    """City vertices of the completed line without a station."""
    _add_positions(state, line, ~state.at[line] & (((<u32>1 << state.size[line]) - 1) & ~<u32>1), vertices)


cdef inline void _intermediate_vertices(const State *state, int line, u64 *vertices) noexcept nogil:
    """City vertices without a station before the line's station nearest its head (RULES 4)."""
    cdef u32 at = state.at[line]
    if at > 2 and not state.complete >> line & 1:
        _add_positions(state, line, ~at & (((<u32>1 << high(at)) - 1) & ~<u32>1), vertices)


cdef inline void _add_positions(const State *state, int line, u32 positions, u64 *vertices) noexcept nogil:
    while positions:
        put(vertices, state.path[line][low(positions)] & 127)
        positions &= positions - 1


cdef void gather(const City *city, const State *state, Moves *moves) noexcept nogil:
    cdef int line = 2 * state.player
    cdef bint may_mark = not state.flags & MARKED
    cdef bint found
    moves.stations[0] = 0
    moves.stations[1] = 0
    moves.starts = 0
    moves.can_pass = False
    if state.bonus or state.over:
        moves.digs[0].plain = moves.digs[0].marked = moves.digs[1].plain = moves.digs[1].marked = 0
        if state.bonus:
            _bonus_vertices(state, state.bonus - 1, moves.stations)
            moves.can_pass = True
        return
    found = line_digs(city, state, line, may_mark, &moves.digs[0])
    found |= line_digs(city, state, line + 1, may_mark, &moves.digs[1])
    if state.size[line + 1] == 0:
        moves.starts = allowed_starts(city, state, state.player)
    if state.dug == 0:
        if state.stations_left:
            _intermediate_vertices(state, line, moves.stations)
            _intermediate_vertices(state, line + 1, moves.stations)
        moves.can_pass = not (found or moves.starts or moves.stations[0] or moves.stations[1])


cdef int _list_digs(const LineDigs *digs, int base, u16 *actions, int n) noexcept nogil:
    cdef u32 left = digs.plain | digs.marked
    cdef u32 letters
    cdef int bit
    while left:
        bit = low(left)
        left &= left - 1
        if digs.plain >> bit & 1:
            actions[n] = base + 7 * bit
            n += 1
        else:
            letters = digs.letters[bit]
            while letters:
                actions[n] = base + 7 * bit + 1 + low(letters)
                n += 1
                letters &= letters - 1
    return n


cdef int list_moves(const City *city, const State *state, const Moves *moves, u16 *actions) noexcept nogil:
    cdef int n = 0
    cdef int i
    cdef u64 left = moves.starts
    if moves.can_pass:
        actions[0] = PASS
        n = 1
    while left:
        actions[n] = START0 + 2 * low(left)
        actions[n + 1] = START0 + 2 * low(left) + 1
        n += 2
        left &= left - 1
    for i in range(2):
        left = moves.stations[i]
        while left:
            actions[n] = STATION0 + 64 * i + low(left)
            n += 1
            left &= left - 1
    n = _list_digs(&moves.digs[0], DIG0, actions, n)
    return _list_digs(&moves.digs[1], DIG0 + LINE_DIGS, actions, n)


cdef inline int _count_digs(const Lattice *lattice, const LineDigs *digs) noexcept nogil:
    cdef u32 left = digs.marked
    cdef int n = lattice.count6[digs.plain & RING] + lattice.count6[digs.plain >> 6]
    while left:
        n += lattice.count6[digs.letters[low(left)]]
        left &= left - 1
    return n


cdef inline int _count_others(const Moves *moves) noexcept nogil:
    """All that is no dig."""
    cdef int n = moves.can_pass
    if moves.starts:
        n += 2 * count(moves.starts)
    if moves.stations[0] | moves.stations[1]:
        n += count(moves.stations[0]) + count(moves.stations[1])
    return n


cdef int count_moves(const City *city, const Moves *moves) noexcept nogil:
    return (_count_others(moves) + _count_digs(city.lattice, &moves.digs[0])
            + _count_digs(city.lattice, &moves.digs[1]))


cdef inline int _nth_bit(u64 bits, int n) noexcept nogil:
    while n:
        bits &= bits - 1
        n -= 1
    return low(bits)


cdef int _nth_other(const Moves *moves, int n) noexcept nogil:
    cdef int here
    if moves.can_pass:
        if n == 0:
            return PASS
        n -= 1
    here = 2 * count(moves.starts)
    if n < here:
        return START0 + 2 * _nth_bit(moves.starts, n >> 1) + (n & 1)
    n -= here
    here = count(moves.stations[0])
    if n < here:
        return STATION0 + _nth_bit(moves.stations[0], n)
    return STATION0 + 64 + _nth_bit(moves.stations[1], n - here)


cdef inline int _nth_dig(const Lattice *lattice, const LineDigs *digs, int n) noexcept nogil:
    """Its code: the id less the line's first."""
    cdef u32 left
    cdef int bit, here
    cdef int upper
    if digs.marked == 0:
        # In the lower or the upper half of the bits: no branch, since a random n would mislead it half the time.
        here = lattice.count6[digs.plain & RING]
        upper = n >= here
        return 7 * (6 * upper + lattice.nth6[digs.plain >> 6 * upper & RING][n - (here & -upper)])
    left = digs.plain | digs.marked
    while True:
        bit = low(left)
        left &= left - 1
        here = 1 if digs.plain >> bit & 1 else lattice.count6[digs.letters[bit]]
        if n < here:
            return 7 * bit if digs.plain >> bit & 1 else 7 * bit + 1 + lattice.nth6[digs.letters[bit]][n]
        n -= here


cdef int nth_move(const City *city, const Moves *moves, int n) noexcept nogil:
    cdef int here = _count_others(moves)
    if n < here:
        return _nth_other(moves, n)
    n -= here
    here = _count_digs(city.lattice, &moves.digs[0])
    if n < here:
        return DIG0 + _nth_dig(city.lattice, &moves.digs[0], n)
    return DIG0 + LINE_DIGS + _nth_dig(city.lattice, &moves.digs[1], n - here)


cdef int random_move(const City *city, const Moves *moves, Rng *rng) noexcept nogil:
    cdef int others = _count_others(moves)
    cdef int first = _count_digs(city.lattice, &moves.digs[0])
    cdef int second = _count_digs(city.lattice, &moves.digs[1])
    cdef int n = <int>below(rng, others + first + second) - others
    if n < 0:
        return _nth_other(moves, n + others)
    second = n >= first
    return DIG0 + (LINE_DIGS & -second) + _nth_dig(city.lattice, &moves.digs[second], n - (first & -second))


# Six bits spread over every seventh of 42: the ids of digs without a marker.
cdef u64 _SPREAD7[RING + 1]


cdef void _fill_tables() noexcept nogil:
    cdef int bits, i
    for bits in range(RING + 1):
        _SPREAD7[bits] = 0
        for i in range(6):
            _SPREAD7[bits] |= <u64>(bits >> i & 1) << 7 * i


_fill_tables()


cdef inline void _put_bits(u64 *mask, u64 bits, int at) noexcept nogil:
    """Or up to 64 bits in at a bit offset that is no multiple of 64."""
    mask[at >> 6] |= bits << (at & 63)
    if (at >> 6) + 1 < MASK_WORDS:
        mask[(at >> 6) + 1] |= bits >> (64 - (at & 63))


cdef void mask_moves(const Moves *moves, u64 *mask) noexcept nogil:
    cdef u32 left
    cdef int i, base
    memset(mask, 0, MASK_WORDS * sizeof(u64))
    if moves.can_pass:
        mask[0] = 1
    left = moves.starts
    while left:
        mask[0] |= <u64>3 << (START0 + 2 * low(left))
        left &= left - 1
    if moves.stations[0] | moves.stations[1]:
        _put_bits(mask, moves.stations[0], STATION0)
        _put_bits(mask, moves.stations[1], STATION0 + 64)
    for i in range(2):
        base = DIG0 + LINE_DIGS * i
        _put_bits(mask, _SPREAD7[moves.digs[i].plain & RING], base)
        _put_bits(mask, _SPREAD7[moves.digs[i].plain >> 6], base + 42)
        left = moves.digs[i].marked
        while left:
            _put_bits_any(mask, moves.digs[i].letters[low(left)], base + 7 * low(left) + 1)
            left &= left - 1


cdef inline void _put_bits_any(u64 *mask, u64 bits, int at) noexcept nogil:
    """Or six bits in at any offset."""
    mask[at >> 6] |= bits << (at & 63)
    if at & 63 > 58:
        mask[(at >> 6) + 1] |= bits >> (64 - (at & 63))


cdef bint has_move(const Moves *moves, int action) noexcept nogil:
    cdef const LineDigs *digs
    cdef int bit, mark
    if action >= DIG0:
        digs = &moves.digs[action >= DIG0 + LINE_DIGS]
        bit = (action - DIG0) // 7 % 12
        mark = (action - DIG0) % 7
        if mark == 0:
            return digs.plain >> bit & 1
        return digs.marked >> bit & 1 and digs.letters[bit] >> (mark - 1) & 1
    if action >= STATION0:
        return has(moves.stations, action - STATION0)
    if action >= START0:
        return moves.starts >> ((action - START0) >> 1) & 1
    return moves.can_pass


cdef bint is_move_at_length(const City *city, const State *state, int action) noexcept nogil:
    cdef Moves moves
    cdef int second = action >= DIG0 + LINE_DIGS
    if action < DIG0 or state.bonus or state.over:
        gather(city, state, &moves)
    else:
        line_digs(city, state, 2 * state.player + second, not state.flags & MARKED, &moves.digs[second])
    return has_move(&moves, action)


cdef int legal_actions(const City *city, const State *state, u16 *actions) noexcept nogil:
    cdef Moves moves
    gather(city, state, &moves)
    return list_moves(city, state, &moves, actions)
