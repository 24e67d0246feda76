"""The parts of a dig's legality that are seldom needed: markers, and whether a line is blocked (RULES 3.5, 6)."""

from .bits cimport has, low
from .types cimport LETTERS, NONE, City, Lattice, State, u8, u32


cdef int letters_for(const City *city, const State *state, int player, int space) noexcept nogil:
    cdef const Lattice *lattice = city.lattice
    cdef int kind = city.kind[space] - 1
    cdef int letters = state.hand[player][kind]
    cdef int left, letter, marker, other
    if state.unknown[player][kind]:
        # A hidden letter may be any whose marker nobody is known to own, and whose other marker is not the player's.
        for letter in range(LETTERS):
            marker = lattice.marker_of[kind][letter]
            if marker != NONE and state.owner[marker] == NONE and state.owner[marker ^ 1] != player:
                letters |= 1 << letter
    left = letters
    while left:
        letter = low(left)
        left &= left - 1
        other = state.place[lattice.marker_of[kind][letter] ^ 1]
        if other != NONE and has(lattice.touch[space], other):
            letters ^= 1 << letter
    return letters


cdef void add_marked(const City *city, const State *state, int line, u32 areas, LineDigs *digs) noexcept nogil:
    cdef const u8 *spaces = city.lattice.space[state.head[line]]
    cdef u32 ways = state.ways[line]
    cdef int letters, k, after
    while areas:
        k = low(areas)
        areas &= areas - 1
        after = k + 1 if k < 5 else 0
        if ways & (1 << k | 1 << after):
            letters = letters_for(city, state, line >> 1, spaces[k])
            if letters:
                # Left of direction k, right of the one after it.
                digs.marked |= (ways >> k & 1) << 2 * k | (ways >> after & 1) << (2 * after + 1)
                digs.letters[2 * k] = digs.letters[2 * after + 1] = letters


cdef bint is_blocked(const City *city, const State *state, int line) noexcept nogil:
    cdef LineDigs digs
    if state.complete >> line & 1:
        return False
    if state.size[line] == 0:
        return state.starts_free == 0
    return not line_digs(city, state, line, True, &digs)


cdef bint enough_stuck(const City *city, const State *state) noexcept nogil:
    cdef int line
    cdef int spare = 2 * city.players - city.quota     # lines that may still go on
    # Most live lines have a plain dig: look for that in all of them before looking closer at any.
    for line in range(2 * city.players):
        spare -= has_plain_dig(city, state, line)
    if spare < 0:
        return False
    for line in range(2 * city.players):
        if state.size[line] == 0:
            spare -= state.starts_free != 0
        elif not state.complete >> line & 1 and not has_plain_dig(city, state, line):
            spare -= not is_blocked(city, state, line)
    return spare >= 0
