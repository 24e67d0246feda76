"""Actions as Python objects, interned, and the snapshot of the legal ones (RULES 8; the ids are drawn in types.pxd).

Each `Action` is made once and kept. A dig is found by the head that it leads from, so that those of one list lie side by side and
no target has to be looked up to list them.
"""

cimport cython
from cpython.list cimport PyList_New
from cpython.number cimport PyNumber_Index
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF

from metrocore.arguments import shown
from metrocore.errors import ActionError, ActionTypeError
from metrocore.lattice import VERTEX_NAMES, vertex_id

from .bits cimport has, low, put
from .lattice cimport LATTICE
from .moves cimport Moves, count_moves, gather, legal_actions, mask_moves
from .types cimport (
    ACTIONS, CITY_SPACES, CITY_VERTICES, DIG0, LINE_DIGS, MASK_WORDS, NONE, START0, STATION0, VERTICES, City, State, dig_way, u8,
    u16, u64,
)

cdef PyObject *_fixed[DIG0]
cdef PyObject *_digs[CITY_VERTICES + 1][ACTIONS - DIG0]
cdef PyObject *_numbers[ACTIONS]


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


cdef extern from "Python.h":
    # Not as in cpython.list and cpython.ref: for pointers, no reference is taken to be given back.
    void PyList_SET_ITEM(list made, Py_ssize_t i, PyObject *item)
    PyObject *Py_NewRef(PyObject *item)


cdef int _make_numbers() except -1:
    cdef object number
    cdef int i
    for i in range(ACTIONS):
        number = i
        _numbers[i] = Py_NewRef(<PyObject *>number)     # kept for good
    return 0


_make_numbers()


cdef inline int _dig_target(int action, int head) noexcept nogil:
    return LATTICE.neighbour[head][dig_way(LATTICE.dig[(action - DIG0) % LINE_DIGS])]


cdef inline Action _interned(int action, const u8 *heads):
    """The one Action of this id where the player's lines have these heads."""
    cdef PyObject *made = _fixed[action] if action < DIG0 else _digs[heads[action >= DIG0 + LINE_DIGS]][action - DIG0]
    return <Action>made if made != NULL else _make(action, heads[action >= DIG0 + LINE_DIGS])


cdef Action _make(int action, int head):
    cdef Action made = Action(action, None if action < DIG0 else _dig_target(action, head))
    Py_INCREF(made)     # kept for good
    if action < DIG0:
        _fixed[action] = <PyObject *>made
    else:
        _digs[head][action - DIG0] = <PyObject *>made
    return made


cdef Action action_in(const State *state, int action):
    return _interned(action, &state.head[2 * state.player])


cdef int action_id(object action) except -2:
    cdef object index
    cdef int a = int_id(action)
    if a >= 0:
        return a
    if type(action) is Action:
        return (<Action>action).id
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


@cython.final
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
    view.size = count_moves(city, &moves)
    view.heads[0] = state.head[2 * state.player]
    view.heads[1] = state.head[2 * state.player + 1]
    return view


cdef list legal_ids(const City *city, const State *state):
    cdef u16 actions[ACTIONS]
    return _list_numbers(actions, legal_actions(city, state, actions))


cdef list _list_numbers(const u16 *actions, int size):
    """Ids as a list of int, no int made anew."""
    cdef list found = PyList_New(size)
    cdef int i
    for i in range(size):
        PyList_SET_ITEM(found, i, Py_NewRef(_numbers[actions[i]]))
    return found


@cython.final
@cython.freelist(4)
@cython.auto_pickle(False)
cdef class LegalIterator:
    """Goes through the legal actions of a snapshot."""

    def __iter__(self):
        return self

    def __next__(self):
        cdef int action
        while self.left == 0:
            if self.word == MASK_WORDS - 1:
                raise StopIteration
            self.word += 1
            self.left = self.words[self.word]
        action = 64 * self.word + low(self.left)
        self.left &= self.left - 1
        return _interned(action, self.heads)


@cython.final
@cython.freelist(4)
cdef class LegalActions:
    """The legal actions of one position: sized, iterable (by ascending id), a container of actions, ids and notation.

    A snapshot: it stays what it was when the game moves on.
    """

    @property
    def ids(self):
        """Their ids, ascending: list of int 0..319."""
        cdef u16 actions[ACTIONS]
        cdef u64 left
        cdef int i
        cdef int n = 0
        for i in range(MASK_WORDS):
            left = self.words[i]
            while left:
                actions[n] = 64 * i + low(left)
                left &= left - 1
                n += 1
        return _list_numbers(actions, n)

    def mask(self):
        """NumPy array of 320 bools: which ids are legal."""
        import numpy

        packed = numpy.frombuffer((<const unsigned char *>self.words)[:MASK_WORDS * 8], dtype=numpy.uint8)
        return numpy.unpackbits(packed, bitorder="little").astype(bool)

    def __len__(self):
        return self.size

    def __iter__(self):
        cdef LegalIterator actions = LegalIterator.__new__(LegalIterator)
        actions.words = self.words
        actions.heads = self.heads
        actions.left = self.words[0]
        return actions

    def __getitem__(self, i):
        return list(self)[i]

    def __contains__(self, action):
        cdef int a
        if isinstance(action, str):
            return any(str(legal) == action for legal in self)
        a = action_id(action)
        if not has(self.words, a):
            return False
        if a < DIG0 or not isinstance(action, Action):
            return True
        return (<Action>action).target == _dig_target(a, self.heads[a >= DIG0 + LINE_DIGS])

    def __eq__(self, other):
        return isinstance(other, LegalActions) and list(self) == list(other)

    def __hash__(self):
        return hash(tuple(self))

    def __repr__(self):
        return f"<LegalActions ({len(self)}): {' '.join(map(str, self))}>"

    def __reduce__(self):
        # By hand: Cython would take the heads for a C string, which ends at a 0.
        return (_restore_legal, (self.ids, self.heads[0], self.heads[1]))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


def _restore_legal(ids, int head_a, int head_b):
    """Unpickle: the snapshot of these ids, from these heads."""
    cdef LegalActions view = LegalActions.__new__(LegalActions)
    cdef int a
    if not (0 <= head_a <= CITY_VERTICES and 0 <= head_b <= CITY_VERTICES):
        raise ActionError("no such heads")
    for i in ids:
        a = action_id(i)
        if a == -1:
            raise ActionTypeError("an action's id is an integer")
        view.size += not has(view.words, a)
        put(view.words, a)
    view.heads[0] = head_a
    view.heads[1] = head_b
    return view
