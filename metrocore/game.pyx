"""A game owned by a Python object: it converts, checks and keeps the history; the rules are in the rooms below.

Every method that takes an action takes an `Action`, its notation or its id, and raises ActionTypeError, ActionError or
IllegalActionError (GameOverError once the game is over); whatever raises leaves the game as it was.
"""

from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy

from itertools import islice

from metrocore.arguments import integer, shown
from metrocore.errors import ActionTypeError, GameOverError, HistoryError, IllegalActionError, SetupError, WrongTypeError
from metrocore.notation import parse_action

from .action cimport Action, action_id, action_in, int_id, legal_ids, snapshot
from .city cimport start_state
from .moves cimport is_move
from .parts cimport load_parts
from .perft cimport perft_shared
from .position cimport PositionCore
from .setup cimport Setup
from .state cimport apply, dig_vertex, key_of, stays_within, undo_action
from .types cimport ABI as ABI_NUMBER
from .types cimport DIG0, MARKERS, MAX_PLAYERS, NONE, TYPES, State, Undo, u8

ABI = ABI_NUMBER    # of the structs in types.pxd


cdef Setup _setup(object setup):
    if not isinstance(setup, Setup):
        raise WrongTypeError(f"expected a Setup, not {shown(setup)}", "setup")
    return setup


cdef list _row(object values, int size, str place):
    """Exactly so many values."""
    try:
        row = list(islice(values, size + 1))
    except TypeError:
        raise WrongTypeError(f"expected {size} values, not {shown(values)}", place) from None
    if len(row) != size:
        raise SetupError(f"expected {size} values", place)
    return row


cdef class GameCore(PositionCore):
    """A position with its history; what it tells of itself is in `PositionCore`.

    `GameCore(setup, owners, info=None, unknown=None)`: `owners` has 12 entries, the player 0..3 who has each destination marker
    (A left, A right, B left, ...) or -1 if nobody knows; `unknown` is then, per player, how many markers of each type R, C, E are
    in hand with letters unknown. `info` is any object, shared by copies. Raises SetupError.
    """

    def __cinit__(self):
        self.from_start = True

    def __init__(self, setup, owners, info=None, unknown=None):
        cdef u8 owner_bytes[MARKERS]
        cdef u8 unknown_bytes[MAX_PLAYERS * TYPES]
        cdef int i
        cdef Setup checked = _setup(setup)
        owners = _row(owners, MARKERS, "owners")
        for i in range(MARKERS):
            owner = integer(owners[i], f"owners[{i}]")
            if not -1 <= owner < checked.players:
                raise SetupError(f"{shown(owner)} is no player", f"owners[{i}]")
            owner_bytes[i] = NONE if owner < 0 else owner
        for i in range(MAX_PLAYERS * TYPES):
            unknown_bytes[i] = 0
        if unknown is not None:
            unknown = _row(unknown, checked.players, "unknown")
            for p, counts in enumerate(unknown):
                for t, number in enumerate(_row(counts, TYPES, f"unknown[{p}]")):
                    unknown_bytes[p * TYPES + t] = integer(number, f"unknown[{p}][{t}]", 0, 4)
        self.setup = checked
        self.info = info
        self.from_start = True
        self.depth = 0
        start_state(&checked.city, owner_bytes, unknown_bytes, &self.state)

    def __dealloc__(self):
        free(self.stack)

    cdef int _grow(self) except -1:
        cdef int room = 4 * self.room if self.room else 32    # a whole game grows twice
        cdef Undo *stack = <Undo *>realloc(self.stack, room * sizeof(Undo))
        if stack == NULL:
            raise MemoryError
        self.stack = stack
        self.room = room
        return 0

    # Actions ---------------------------------------------------------------------------------------------------------------

    cdef int _resolve(self, object action) except -1:
        """The id of an action, if it is one; that it is legal is not yet known."""
        cdef int a = action_id(action)
        if a == -1:
            try:
                return self.parse(action).id
            except IllegalActionError:
                if not self.state.over:
                    raise
        elif type(action) is not Action or a < DIG0 or (<Action>action).target == dig_vertex(&self.setup.city, &self.state, a):
            return a
        elif not self.state.over:
            raise IllegalActionError(f"{action}: the line's head is not where this dig begins")
        raise GameOverError("the game is over")

    cdef int _push(self, int action) except -1:
        if self.depth == self.room:
            self._grow()
        apply(&self.setup.city, &self.state, action, &self.stack[self.depth])
        self.depth += 1
        return 0

    @property
    def legal_actions(self):
        """A snapshot of the legal actions: sized, iterable, container. Empty when the game is over."""
        return snapshot(&self.setup.city, &self.state)

    def legal_ids(self):
        """Ids of the legal actions, ascending: list of int 0..319."""
        return legal_ids(&self.setup.city, &self.state)

    def push(self, action):
        """Play one action."""
        cdef int a = (<Action>action).id if type(action) is Action else int_id(action)
        if a < 0:
            a = self._resolve(action)
        if not is_move(&self.setup.city, &self.state, a) or (
                type(action) is Action and a >= DIG0 and (<Action>action).target != dig_vertex(&self.setup.city, &self.state, a)):
            raise self._refusal(action)
        self._push(a)

    def _refusal(self, action):
        """The error for an action that is not legal here."""
        if self.state.over:
            return GameOverError("the game is over")
        return IllegalActionError(f"{action if isinstance(action, str) else repr(action)} is not legal here")

    def push_unchecked(self, action):
        """Play an id or Action that is known to be legal here, without looking whether it is.

        Any other id raises IllegalActionError or breaks the position, never the memory.
        """
        cdef int a = int_id(action)
        if a < 0:
            a = action_id(action)
        if a < 0:
            raise ActionTypeError("an unchecked action is given by its id")
        if self.state.over:
            raise GameOverError("the game is over")
        if not stays_within(&self.setup.city, &self.state, a):
            raise IllegalActionError(f"action {a} can't be played here")
        self._push(a)

    def pop(self):
        """Take the last action back and return it. Raises HistoryError if there is none."""
        if self.depth == 0:
            raise HistoryError("no action to take back")
        self.depth -= 1
        undo_action(&self.setup.city, &self.state, &self.stack[self.depth])
        return action_in(&self.state, self.stack[self.depth].action)

    def peek(self):
        """The last action. Raises HistoryError if there is none."""
        if self.depth == 0:
            raise HistoryError("no action yet")
        return self._past(self.depth - 1)

    @property
    def actions(self):
        """All actions since the game's first position: list of Action."""
        return [self._past(i) for i in range(self.depth)]

    @property
    def ply(self):
        """How many actions `pop` can take back."""
        return self.depth

    cdef Action _past(self, int i):
        return action_in(<const State *>self.stack[i].top, self.stack[i].action)

    def parse(self, text):
        """The Action that the notation names in this position, legal or not.

        Raises ActionError if it is no notation, ActionTypeError if it is no text, IllegalActionError if the line's head has no
        such neighbour.
        """
        if not isinstance(text, str):
            raise ActionTypeError(f"notation is a text, not {shown(text)}")
        cdef int player = self.state.player
        heads = tuple(
            self.state.head[2 * player + i] if self.state.live >> (2 * player + i) & 1 else -1 for i in range(2)
        )
        action, vertex = parse_action(text, heads)
        return Action(action, vertex)

    def is_legal(self, action):
        """Whether the action is legal here. What is no action at all raises."""
        cdef int a
        try:
            a = self._resolve(action)
        except IllegalActionError:
            return False
        return is_move(&self.setup.city, &self.state, a)

    def key_after(self, action):
        """The key that the position would have after a legal action."""
        cdef State after
        cdef int a = self._resolve(action)
        if not is_move(&self.setup.city, &self.state, a):
            raise self._refusal(action)
        after = self.state
        apply(&self.setup.city, &after, a, NULL)
        return key_of(&after)

    def perft(self, depth, threads=1):
        """Number of action sequences of that length, 0..1000, from here (games that end sooner count as they end).

        The GIL is free meanwhile, and Ctrl-C ends it; `threads`, 1..64, share the positions two actions on. Raises ArgumentError,
        WrongTypeError.
        """
        cdef State root = self.state
        cdef Setup setup = self.setup
        cdef int plies = integer(depth, "depth", 0, 1000)
        return perft_shared(&setup.city, &root, plies, integer(threads, "threads", 1, 64))

    # Copies ----------------------------------------------------------------------------------------------------------------

    cdef GameCore _blank(self):
        cdef type cls = type(self)
        cdef GameCore made = cls.__new__(cls)
        made.setup = self.setup
        return made

    def copy(self, bint stack=True):
        """A game of its own in the same position; without its history if `stack` is False, which costs least."""
        cdef GameCore made = self._blank()
        memcpy(&made.state, &self.state, sizeof(State))     # an assignment would copy twice
        made.info = self.info
        made.from_start = self.from_start and (stack or self.depth == 0)
        if stack and self.depth:
            made.stack = <Undo *>malloc(self.depth * sizeof(Undo))
            if made.stack == NULL:
                raise MemoryError
            memcpy(made.stack, self.stack, self.depth * sizeof(Undo))
            made.depth = made.room = self.depth
        return made

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    @classmethod
    def from_parts(cls, setup, parts, info=None, bint from_start=False):
        """The game that stands in this position, without a history; `from_start` if `info` tells what was before.

        Raises PositionError naming the part that does not fit.
        """
        cdef GameCore made = cls.__new__(cls)
        made.setup = _setup(setup)
        made.info = info
        load_parts(&made.setup.city, parts, &made.state)
        made.from_start = from_start
        return made

    def __reduce__(self):
        first = self.copy()
        while (<GameCore>first).depth:
            first.pop()
        return (_restore, (type(self), self.setup, first.parts(), self.info, self.from_start, [a.id for a in self.actions]))


def _restore(cls, Setup setup, parts, info, bint from_start, ids):
    """Unpickle: the first position, then the actions, each checked."""
    cdef GameCore made = cls.from_parts(setup, parts, info)
    made.from_start = from_start
    for action in ids:
        made.push(action)
    return made
