# Perft: how many action sequences of a length there are from a position.

from .types cimport City, State, u64

# Games that end sooner count once, as they end; the last level is counted in bulk. `state` comes back as it was.
cdef u64 perft(const City *city, State *state, int depth) noexcept nogil
# The same with a crew of threads, which share out the positions two actions on. Raises MemoryError, and what a signal raises.
cdef u64 perft_shared(const City *city, const State *root, int depth, int threads) except? 0
