# A game owned by a Python object: one State, its Setup, and the way it came here.

from .action cimport Action
from .position cimport PositionCore
from .types cimport Undo

cdef class GameCore(PositionCore):
    cdef public object info
    cdef Undo *stack
    cdef int depth
    cdef int room
    cdef readonly bint from_start   # False where no record leads here: after from_parts, copy(stack=False)
    cdef int _grow(self) except -1
    cdef int _resolve(self, object action) except -1
    cdef int _push(self, int action) except -1
    cdef Action _past(self, int i)
    cdef GameCore _blank(self)
