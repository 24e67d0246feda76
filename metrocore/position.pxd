# What a position tells of itself to Python: one State and its Setup.

from .setup cimport Setup
from .types cimport State

cdef class PositionCore:
    cdef readonly Setup setup
    cdef State state
    cdef int _line(self, object line) except -1
