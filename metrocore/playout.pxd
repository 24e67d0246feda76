# Random play to the end.

from .city cimport Quarters
from .game cimport GameCore
from .rng cimport Rng
from .types cimport City, State

# A way to play a position on to its end; returns how many actions it took.
ctypedef int (*PlayOut)(const City *city, State *state, Rng *rng) noexcept nogil

# Each action uniform among the legal ones; returns how many were played. An over position stays as it is.
cdef int play_out(const City *city, State *state, Rng *rng) noexcept nogil
# Play from a position many times, game i with stream(seed, i): the dict of `playouts`, the same for any number of threads.
cdef object play_many(GameCore game, PlayOut player, object games, object seed, object threads)

cdef class Board:
    cdef Quarters quarters
