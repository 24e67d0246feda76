# Actions as Python objects, interned; and the snapshot of the legal ones.

from cpython.long cimport PyLong_AsLongAndOverflow

from .types cimport ACTIONS, City, State, u8, u64

cdef class Action:
    cdef readonly int id
    cdef int target         # vertex 0..120, or NONE for a pass

cdef class LegalActions:
    cdef u64 words[5]       # the ids by bit
    cdef int size
    cdef u8 heads[2]        # where the digs of line a and b lead from

cdef class LegalIterator:
    cdef u64 words[5]
    cdef u64 left           # of the words[word]
    cdef int word
    cdef u8 heads[2]

# The one Action of this id, legal or played in this position.
cdef Action action_in(const State *state, int action)
cdef LegalActions snapshot(const City *city, const State *state)
# Ids of the legal actions, ascending.
cdef list legal_ids(const City *city, const State *state)

cdef inline int int_id(object action) noexcept:
    """The id that a plain int in range is, or -1."""
    cdef int overflow = 0
    cdef long value
    if type(action) is not int:
        return -1
    value = PyLong_AsLongAndOverflow(action, &overflow)
    return <int>value if 0 <= value < ACTIONS else -1


# The id that a Python object stands for: an Action, or an integer that is no bool. -1 for text.
# Raises ActionError, ActionTypeError.
cdef int action_id(object action) except -2
