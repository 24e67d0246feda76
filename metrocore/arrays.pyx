"""What callers pass: arrays (type, shape, order, leave to write, overlap), numbers, choices."""

from cpython.buffer cimport PyBUF_FORMAT, PyBUF_STRIDES, PyBuffer_IsContiguous, PyBuffer_Release, PyObject_GetBuffer

from metrocore.arguments import integer, shown
from metrocore.errors import ArrayError, SetupError, WrongTypeError

_NAMES = {
    "?": "bool", "b": "int8", "B": "uint8", "h": "int16", "H": "uint16", "i": "int32", "I": "uint32", "q": "int64", "Q": "uint64",
    "l": "int64", "L": "uint64", "f": "float32", "d": "float64",
}


cdef class Arrays:
    """The arrays of one call; given back when this goes."""

    def __cinit__(self):
        self.places = []

    def __dealloc__(self):
        cdef int i
        for i in range(self.held):
            PyBuffer_Release(&self.views[i])

    cdef Py_buffer *take(self, object array, str place, str kinds, long rows, long columns, bint written) except NULL:
        cdef Py_buffer *view = &self.views[self.held]
        cdef str kind
        try:
            PyObject_GetBuffer(array, view, PyBUF_FORMAT | PyBUF_STRIDES)
        except (TypeError, BufferError, ValueError):
            raise WrongTypeError(f"expected an array of {_wanted(kinds)}, not {type(array).__name__}", place) from None
        self.held += 1
        self.places.append(place)
        kind = view.format.decode() if view.format != NULL else "B"
        if len(kind) == 2 and kind[0] in "@=":
            kind = kind[1]
        if len(kind) != 1 or kind not in kinds:
            raise WrongTypeError(f"expected {_wanted(kinds)}, not {_NAMES.get(kind, kind)}", place)
        if view.ndim != (2 if columns else 1) or view.shape[0] != rows:
            self._refuse_shape(rows, columns)
        if columns:
            self.check_columns(columns)
        if not PyBuffer_IsContiguous(view, b"C"):
            raise ArrayError("expected C order without gaps", place)
        if written and view.readonly:
            raise ArrayError("it is read-only", place)
        return view

    cdef int check_columns(self, long columns) except -1:
        cdef Py_buffer *view = &self.views[self.held - 1]
        if columns != ANY and view.shape[1] != columns:
            self._refuse_shape(view.shape[0], columns)
        return 0

    def _refuse_shape(self, rows, columns):
        cdef Py_buffer *view = &self.views[self.held - 1]
        wanted = (rows, "any" if columns == ANY else columns) if columns else (rows,)
        raise ArrayError(
            f"expected the shape {wanted}, not {tuple([view.shape[i] for i in range(view.ndim)])}", self.places[self.held - 1])

    cdef int check_apart(self) except -1:
        cdef const char *first
        cdef const char *second
        cdef int i, k
        for i in range(self.held):
            first = <const char *>self.views[i].buf
            for k in range(i):
                second = <const char *>self.views[k].buf
                if first < second + self.views[k].len and second < first + self.views[i].len:
                    raise ArrayError(f"it lies over {self.places[k]}", self.places[i])
        return 0


def _wanted(str kinds):
    """The types in words, each once."""
    return " or ".join(dict.fromkeys([_NAMES[kind] for kind in kinds]))


cdef object whole(object value, object least, object most, str place):
    """An integer within bounds. Raises WrongTypeError, SetupError."""
    value = integer(value, place)
    if not least <= value <= most:
        raise SetupError(f"expected {least}..{most}, not {shown(value)}", place)
    return value


cdef int choice(object name, tuple names, str place) except -1:
    if not isinstance(name, str) or name not in names:
        raise SetupError(f"{shown(name)} is none of {', '.join(names)}", place)
    return names.index(name)
