"""Actions as Python objects, interned, and the snapshot of the legal ones (RULES 8; the ids are drawn in types.pxd)."""

from cpython.long cimport PyLong_AsLongAndOverflow
from cpython.number cimport PyNumber_Index
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF

from metrocore.arguments import shown
from metrocore.errors import ActionError, ActionTypeError
from metrocore.lattice import VERTEX_NAMES, vertex_id

from .bits cimport count, has, low
from .lattice cimport LATTICE
from .moves cimport Moves, gather, mask_moves
from .types cimport (
    ACTIONS, CITY_SPACES, CITY_VERTICES, DIG0, LINE_DIGS, MASK_WORDS, NONE, START0, STATION0, VERTICES, City, State, u64,
)

cdef PyObject *_fixed[DIG0]
cdef PyObject *_digs[ACTIONS - DIG0][VERTICES]


cdef int _fixed_target(int action) noexcept nogil:
    """Target of an action whose id says it all."""
    if action >= STATION0:
        return action - STATION0
    if action >= START0:
        return LATTICE.corner[CITY_SPACES + (action - START0) // 2][(action - START0) & 1]
    return NONE


cdef bint _dig_fits(int action, int vertex) noexcept nogil:
    """Whether some head lets this dig lead to the vertex."""
    cdef int way = (action - DIG0) // 14 % 6
    cdef int back = LATTICE.neighbour[vertex][(way + 3) % 6]
    return back < CITY_VERTICES


cdef Action intern(int action, int vertex):
    cdef PyObject **slot = &_fixed[action] if action < DIG0 else &_digs[action - DIG0][vertex]
    cdef Action made
    if slot[0] == NULL:
        made = Action(action, None if vertex == NONE else vertex)
        Py_INCREF(made)     # kept for good
        slot[0] = <PyObject *>made
    return <Action>slot[0]


cdef int target_of(const City *city, const State *state, int action) noexcept nogil:
    if action < DIG0:
        return _fixed_target(action)
    return city.lattice.neighbour[state.head[2 * state.player + (action - DIG0 >= LINE_DIGS)]][(action - DIG0) // 14 % 6]


cdef int action_id(object action) except -2:
    cdef object index
    cdef long value
    cdef int overflow = 0
    if type(action) is Action:
        return (<Action>action).id
    if type(action) is int:
        value = PyLong_AsLongAndOverflow(action, &overflow)
        if not overflow and 0 <= value < ACTIONS:
            return value
    if isinstance(action, str):
        return -1
    if isinstance(action, bool) or type(action).__name__ in ("bool_", "bool"):
        raise ActionTypeError(f"an action is an Action, a text or an integer, not {action!r}: a bool is no id")
    try:
        index = PyNumber_Index(action)
    except TypeError:
        raise ActionTypeError(f"an action is an Action, a text or an integer, not {shown(action)}") from None
    if not 0 <= index < ACTIONS:
        raise ActionError(f"no action has the id {shown(index)}; ids are 0..{ACTIONS - 1}")
    return index


cdef class Action:
    """One step of a game: a pass, a start, a dig or a station (RULES 8). Immutable, hashable.

    `Action(id, vertex=None)`: an id 0..319 and, for a dig, the vertex 0..120 it leads to (or its name). Equal if both are.
    `str(action)` is the notation; `repr` evaluates back. Raises ActionError, ActionTypeError.
    """

    def __cinit__(self, id, vertex=None):
        cdef int action = action_id(id)
        if action == -1:
            raise ActionTypeError("an action's id is an integer")
        self.id = action
        self.target = _fixed_target(action) if action < DIG0 else NONE
        if vertex is None:
            if action >= DIG0:
                raise ActionError("a dig needs the vertex that it leads to")
            return
        if isinstance(vertex, str):
            try:
                vertex = vertex_id(vertex)
            except KeyError:
                raise ActionError(f"no vertex has the name {vertex!r}"[:80]) from None
        if isinstance(vertex, bool) or not isinstance(vertex, int) or not 0 <= vertex < VERTICES:
            raise ActionError(f"a vertex is a name or 0..{VERTICES - 1}")
        if (action < DIG0 and vertex != self.target) or (action >= DIG0 and not _dig_fits(action, vertex)):
            raise ActionError(f"action {action} does not lead to {VERTEX_NAMES[vertex]}")
        self.target = vertex

    @property
    def kind(self):
        """'pass', 'start', 'station' or 'dig'."""
        return "dig" if self.id >= DIG0 else "station" if self.id >= STATION0 else "start" if self.id >= START0 else "pass"

    @property
    def vertex(self):
        """Name of the vertex dug to or built on; of an end dig, its outer space. None for a pass."""
        return None if self.target == NONE else VERTEX_NAMES[self.target]

    @property
    def line(self):
        """'a' or 'b' for a dig, else None."""
        return None if self.id < DIG0 else "a" if self.id < DIG0 + LINE_DIGS else "b"

    @property
    def direction(self):
        """0..5 counter-clockwise from east for a dig, else None."""
        return None if self.id < DIG0 else (self.id - DIG0) // 14 % 6

    @property
    def side(self):
        """Where the tunnel of a dig lies: 'l' or 'r', else None."""
        return None if self.id < DIG0 else "lr"[(self.id - DIG0) // 7 % 2]

    @property
    def letter(self):
        """Letter of the marker that a dig places, or None."""
        return None if self.id < DIG0 or (self.id - DIG0) % 7 == 0 else "ABCDEF"[(self.id - DIG0) % 7 - 1]

    @property
    def space(self):
        """Name of the outer space that a start or an end dig takes, or None."""
        if START0 <= self.id < STATION0:
            return VERTEX_NAMES[CITY_VERTICES + (self.id - START0) // 2]
        return VERTEX_NAMES[self.target] if self.id >= DIG0 and self.target >= CITY_VERTICES else None

    def __str__(self):
        if self.id >= DIG0:
            side = "" if self.target >= CITY_VERTICES else self.side
            mark = f"={self.letter}" if self.letter else ""
            return f"{self.line}>{VERTEX_NAMES[self.target]}{side}{mark}"
        if self.id >= STATION0:
            return f"+{VERTEX_NAMES[self.target]}"
        if self.id >= START0:
            return f"{self.space}>{VERTEX_NAMES[self.target]}"
        return "pass"

    def __repr__(self):
        return f"Action({self.id}, {self.vertex!r})" if self.id >= DIG0 else f"Action({self.id})"

    def __int__(self):
        return self.id

    def __index__(self):
        return self.id

    def __eq__(self, other):
        if type(other) is not Action:
            return NotImplemented
        return self.id == (<Action>other).id and self.target == (<Action>other).target

    def __hash__(self):
        return self.id | self.target << 9

    def __reduce__(self):
        return (Action, (self.id, self.vertex) if self.id >= DIG0 else (self.id,))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


cdef LegalActions snapshot(const City *city, const State *state):
    cdef LegalActions view = LegalActions.__new__(LegalActions)
    cdef Moves moves
    gather(city, state, &moves)
    mask_moves(&moves, view.words)
    view.heads[0] = state.head[2 * state.player]
    view.heads[1] = state.head[2 * state.player + 1]
    return view


cdef class LegalActions:
    """The legal actions of one position: sized, iterable (by ascending id), a container of actions, ids and notation.

    A snapshot: it stays what it was when the game moves on.
    """

    cdef list _list(self):
        cdef list actions = []
        cdef u64 left
        cdef int i, action
        for i in range(MASK_WORDS):
            left = self.words[i]
            while left:
                action = 64 * i + low(left)
                left &= left - 1
                actions.append(intern(action, self._target(action)))
        return actions

    cdef int _target(self, int action) noexcept:
        if action < DIG0:
            return _fixed_target(action)
        return LATTICE.neighbour[self.heads[action - DIG0 >= LINE_DIGS]][(action - DIG0) // 14 % 6]

    @property
    def ids(self):
        """Their ids, ascending: list of int 0..319."""
        cdef list ids = []
        cdef u64 left
        cdef int i
        for i in range(MASK_WORDS):
            left = self.words[i]
            while left:
                ids.append(64 * i + low(left))
                left &= left - 1
        return ids

    def mask(self):
        """NumPy array of 320 bools: which ids are legal."""
        import numpy

        packed = numpy.frombuffer((<const unsigned char *>self.words)[:MASK_WORDS * 8], dtype=numpy.uint8)
        return numpy.unpackbits(packed, bitorder="little").astype(bool)

    def __len__(self):
        return count(self.words[0]) + count(self.words[1]) + count(self.words[2]) + count(self.words[3]) + count(self.words[4])

    def __iter__(self):
        return iter(self._list())

    def __getitem__(self, i):
        return self._list()[i]

    def __contains__(self, action):
        cdef int a
        if isinstance(action, str):
            return any(str(legal) == action for legal in self._list())
        a = action_id(action)
        if not has(self.words, a):
            return False
        return not isinstance(action, Action) or (<Action>action).target == self._target(a)

    def __eq__(self, other):
        return isinstance(other, LegalActions) and self._list() == (<LegalActions>other)._list()

    def __hash__(self):
        return hash(tuple(self._list()))

    def __repr__(self):
        return f"<LegalActions ({len(self)}): {' '.join(map(str, self._list()))}>"
