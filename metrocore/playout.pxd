# Random play to the end.

from .rng cimport Rng
from .types cimport City, State

# Each action uniform among the legal ones; returns how many were played. An over position stays as it is.
cdef int play_out(const City *city, State *state, Rng *rng) noexcept nogil
