# Many games stepped at once, owned by a Python object.

from .arrays cimport Arrays
from .batch_games cimport Games, Job, Root
from .crew cimport Crew, Task

cdef class BatchCore:
    cdef Games games
    cdef Crew *crew
    cdef Root *roots
    cdef char *memory               # the slots, before they are aligned
    cdef readonly int threads
    cdef object lock                # one call at a time
    cdef list roots_held            # the given games, one for each root: they own the cities
    cdef int _draw_from(self, object board, object size, int players, int variant, int impossible, bint majority,
                        object owners) except -1
    cdef int _begin_from(self, object given) except -1
    cdef int _allocate(self) except -1
    cdef object _aim(self, object out, object where, Job *job, Arrays arrays)
    cdef int _run(self, Task task, Job *job, long alone=*) except -1
    cdef object _words(self, int which)
