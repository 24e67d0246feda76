# Arrays that callers pass, checked before a byte of them is read or written, and held while they are used.

from cpython.buffer cimport Py_buffer

cdef enum:
    MOST_ARRAYS = 8
    ANY = -1                        # columns: to be checked later

cdef class Arrays:
    cdef Py_buffer views[MOST_ARRAYS]
    cdef int held
    cdef list places                # their names in errors
    # Take one: `kinds` are the format characters that will do, `columns` is 0 for one dimension. Raises WrongTypeError, ArrayError
    # with the place.
    cdef Py_buffer *take(self, object array, str place, str kinds, long rows, long columns, bint written) except NULL
    # The columns of the array taken last.
    cdef int check_columns(self, long columns) except -1
    # Raises ArrayError if two of them share memory.
    cdef int check_apart(self) except -1

# An integer within bounds. Raises WrongTypeError, SetupError.
cdef object whole(object value, object least, object most, str place)
# Which of the names it is. Raises SetupError.
cdef int choice(object name, tuple names, str place) except -1
