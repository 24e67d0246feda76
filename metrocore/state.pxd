# A position moves on: apply and undo one action, and its key.

from .rng cimport mix64
from .types cimport DIG0, LINE_DIGS, NONE, City, State, Undo, dig_way, u8, u64

# `action` must be legal (see moves.pxd); `undo` may be NULL. The turn is ended as soon as nothing more can be dug.
cdef void apply(const City *city, State *state, int action, Undo *undo) noexcept nogil
# Whether apply would stay within the tables, legal or not, for an id 0..319: what an unchecked caller still needs.
cdef bint stays_within(const City *city, const State *state, int action) noexcept nogil
# End the turn if nothing can be dug in what is left of it (Decision 4): for hands that are changed from outside.
cdef void settle_turn(const City *city, State *state) noexcept nogil
# Byte for byte the position before apply.
cdef void undo_action(const City *city, State *state, const Undo *undo) noexcept nogil


cdef inline u64 turn_word(const State *state) noexcept nogil:
    """All that a position's key holds beyond the board: points, turn and end. Packed without loss."""
    return (<u64>state.points[0] | <u64>state.points[1] << 8 | <u64>state.points[2] << 16 | <u64>state.points[3] << 24
            | <u64>state.player << 32 | <u64>state.dug << 34 | <u64>state.flags << 36 | <u64>state.bonus << 38
            | <u64>state.cause << 42 | <u64>state.caller << 44 | <u64>state.over << 46)


cdef inline u64 key_of(const State *state) noexcept nogil:
    """The position's 64-bit key: equal positions of equal set-ups have equal keys."""
    return state.board_key ^ mix64(turn_word(state) + <u64>0x9E3779B97F4A7C15ULL)


cdef inline int dig_vertex(const City *city, const State *state, int action) noexcept nogil:
    """The vertex that a dig from the line's head leads to; NONE if there is none."""
    cdef int second = action >= DIG0 + LINE_DIGS
    cdef int line = 2 * state.player + second
    if not state.live >> line & 1:
        return NONE
    return city.lattice.neighbour[state.head[line]][dig_way(city.lattice.dig[action - DIG0 - (LINE_DIGS & -second)])]
