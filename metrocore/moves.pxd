# What may be done now: gathered once as bit sets, then listed, counted or turned into a mask.

from .digs cimport LineDigs, is_plain_dig
from .rng cimport Rng
from .types cimport DIG0, LINE_DIGS, City, State, u16, u32, u64

cdef struct Moves:
    LineDigs digs[2]    # lines a and b of the player
    u64 stations[2]     # vertices: bonus or intermediate stations
    u32 starts          # outer spaces
    bint can_pass

# All legal actions as sets; an over position has none.
cdef void gather(const City *city, const State *state, Moves *moves) noexcept nogil
# Their ids, ascending, into a buffer of ACTIONS; returns how many.
cdef int list_moves(const City *city, const State *state, const Moves *moves, u16 *actions) noexcept nogil
cdef int count_moves(const City *city, const Moves *moves) noexcept nogil
# The n-th of the list, without making it; and one drawn evenly.
cdef int nth_move(const City *city, const Moves *moves, int n) noexcept nogil
cdef int random_move(const City *city, const Moves *moves, Rng *rng) noexcept nogil
# The ids as MASK_WORDS words of bits.
cdef void mask_moves(const Moves *moves, u64 *mask) noexcept nogil
# Whether an id 0..319 is among them.
cdef bint has_move(const Moves *moves, int action) noexcept nogil
# Whether an id 0..319 is legal, gathering no more than it takes to tell.
cdef bint is_move_at_length(const City *city, const State *state, int action) noexcept nogil
# gather and list_moves.
cdef int legal_actions(const City *city, const State *state, u16 *actions) noexcept nogil


cdef inline bint is_move(const City *city, const State *state, int action) noexcept nogil:
    """The same, quickly for the plain dig that an action mostly is."""
    cdef int second = action >= DIG0 + LINE_DIGS
    if action >= DIG0 and not (state.bonus or state.over) and is_plain_dig(
            city, state, 2 * state.player + second, city.lattice.dig[action - DIG0 - (LINE_DIGS & -second)]):
        return True
    return is_move_at_length(city, state, action)
