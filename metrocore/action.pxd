# Actions as Python objects, interned; and the snapshot of the legal ones.

from .moves cimport Moves
from .types cimport City, State, u8, u16, u64

cdef class Action:
    cdef readonly int id
    cdef int target         # vertex 0..120, or NONE for a pass

cdef class LegalActions:
    cdef u64 words[5]
    cdef u8 heads[2]
    cdef list _list(self)
    cdef int _target(self, int action) noexcept

# The one Action of this id and target vertex.
cdef Action intern(int action, int vertex)
# The target vertex of a legal action; NONE for a pass.
cdef int target_of(const City *city, const State *state, int action) noexcept nogil
cdef LegalActions snapshot(const City *city, const State *state)
# The id that a Python object stands for: an Action, or an integer that is no bool. -1 for text.
# Raises ActionError, ActionTypeError.
cdef int action_id(object action) except -2
