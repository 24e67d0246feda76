# A City owned by a Python object, immutable and shared by all games on it.

from .types cimport City

cdef class Setup:
    cdef City city
    cdef readonly int players
    cdef readonly int variant
    cdef readonly int impossible
    cdef readonly bint majority
    cdef readonly tuple starts
    cdef readonly tuple ends
    cdef readonly bytes areas

# A set-up that owns a copy of a city.
cdef Setup setup_of(const City *city)
