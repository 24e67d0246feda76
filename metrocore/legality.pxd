# Whether one action is legal, straight from the rules, without the sets of moves.pxd. Any integer is accepted.

from .types cimport City, State

cdef bint is_legal(const City *city, const State *state, long long action) noexcept nogil
