# A position to and from plain Python data, with every invariant checked on the way in.

from .types cimport City, State

cdef dict save_parts(const City *city, const State *state)
cdef int load_parts(const City *city, object parts, State *state) except -1
