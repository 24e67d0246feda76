"""A game owned by a Python object: it converts, checks and keeps the history; the rules are in the rooms below.

Every method that takes an action takes an `Action`, its notation or its id, and raises ActionTypeError, ActionError or
IllegalActionError (GameOverError once the game is over); whatever raises leaves the game as it was.
"""

from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcmp, memcpy

from itertools import islice

from metrocore.arguments import integer, shown
from metrocore.errors import (
    ActionTypeError, GameOverError, HistoryError, IllegalActionError, SeatError, SetupError, WrongTypeError,
)
from metrocore.notation import parse_action

from .action cimport Action, action_id, action_in, int_id, legal_ids, snapshot
from .bits cimport has
from .city cimport start_state
from .derive cimport find_fault, fresh_board_key
from .digs cimport is_blocked
from .moves cimport is_move
from .parts cimport load_parts, save_parts
from .perft cimport perft_shared
from .report cimport report_data, trips_data
from .rng cimport mix64
from .setup cimport Setup
from .state cimport apply, dig_vertex, key_of, stays_within, turn_word, undo_action
from .types cimport ABI as ABI_NUMBER
from .types cimport (
    CITY_VERTICES, DIG0, MARKED, MARKERS, MAX_PLAYERS, NONE, OPENING, TYPES, State, Undo, u8, u64,
)

ABI = ABI_NUMBER    # of the structs in types.pxd
_CAUSES = (None, "lines", "stations", "blocked")
cdef Setup _NOWHERE = Setup(2, 0, 0, False, (), (), bytes(150))


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


cdef class GameCore:
    """A position with its history.

    `GameCore(setup, owners, info=None, unknown=None)`: `owners` has 12 entries, the player 0..3 who has each destination marker
    (A left, A right, B left, ...) or -1 if nobody knows; `unknown` is then, per player, how many markers of each type R, C, E are
    in hand with letters unknown. `info` is any object, shared by copies. Raises SetupError.
    """

    def __cinit__(self):
        # Whoever makes one without __init__ has an empty game: over, on an empty city.
        self.setup = _NOWHERE
        self.from_start = True
        self.state.over = 1

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
            return self.parse(action).id
        if type(action) is Action and a >= DIG0 and (<Action>action).target != dig_vertex(&self.setup.city, &self.state, a):
            raise IllegalActionError(f"{action}: the line's head is not where this dig begins")
        return a

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
            self._refuse(action)
        self._push(a)

    def _refuse(self, action):
        if self.state.over:
            raise GameOverError("the game is over")
        raise IllegalActionError(f"{action if isinstance(action, str) else repr(action)} is not legal here")

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
            self._refuse(action)
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

    # The position ----------------------------------------------------------------------------------------------------------

    @property
    def key(self):
        """64-bit Zobrist key of the position: equal positions of equal set-ups have equal keys."""
        return key_of(&self.state)

    def key_afresh(self):
        """The key computed from nothing; always equal to `key`."""
        return fresh_board_key(&self.setup.city, &self.state) ^ mix64(turn_word(&self.state) + <u64>0x9E3779B97F4A7C15ULL)

    def check(self):
        """Raise AssertionError if anything that is kept step by step differs from the same computed afresh."""
        cdef const char *fault = find_fault(&self.setup.city, &self.state)
        if fault != NULL:
            raise AssertionError(f"broken: {fault.decode()}")

    @property
    def players(self):
        """Number of players, 2..4."""
        return self.setup.city.players

    @property
    def current_player(self):
        """Whose action is next, 0..players-1; None when the game is over."""
        return None if self.state.over else self.state.player

    @property
    def is_over(self):
        return self.state.over != 0

    @property
    def end_cause(self):
        """'lines', 'stations' or 'blocked' once the end is called (RULES 6), else None."""
        return _CAUSES[self.state.cause]

    @property
    def end_called_by(self):
        """The player in whose turn the end was called, else None."""
        return self.state.caller if self.state.cause else None

    @property
    def tunnels_dug(self):
        """Tunnels dug so far in this turn, 0..3."""
        return self.state.dug

    @property
    def marker_placed_this_turn(self):
        return self.state.flags & MARKED != 0

    @property
    def first_line_turn(self):
        """Whether line a was started in this turn: all its tunnels are on it (RULES 5)."""
        return self.state.flags & OPENING != 0

    @property
    def bonus_line(self):
        """The line 0..7 whose bonus station is to be decided now, else None."""
        return self.state.bonus - 1 if self.state.bonus else None

    @property
    def station_vertices(self):
        """Vertices with a station, ascending: tuple of 0..90."""
        return tuple([v for v in range(CITY_VERTICES) if has(self.state.stations, v)])

    @property
    def stations_left(self):
        """Stations not yet placed, 0..30."""
        return self.state.stations_left

    @property
    def station_points(self):
        """Points for stations so far, a player each."""
        return tuple([self.state.points[p] for p in range(self.setup.players)])

    @property
    def owners(self):
        """Who has or placed each of the 12 destination markers: player, or -1 if unknown."""
        return tuple([-1 if self.state.owner[m] == NONE else self.state.owner[m] for m in range(MARKERS)])

    @property
    def places(self):
        """Where each of the 12 destination markers lies: triangle 0..149, or -1."""
        return tuple([-1 if self.state.place[m] == NONE else self.state.place[m] for m in range(MARKERS)])

    @property
    def unknown_counts(self):
        """Per player, how many markers of type R, C, E are in hand with their letters unknown."""
        return tuple([tuple([self.state.unknown[p][t] for t in range(TYPES)]) for p in range(self.setup.players)])

    cdef int _line(self, object line) except -1:
        line = integer(line, "line")
        if not 0 <= line < 2 * self.setup.players:
            raise SeatError(f"no line {shown(line)} in a game of {self.setup.players}")
        return line

    def path(self, line):
        """Vertices of line 0..7 (2 * player + 0 for a, 1 for b), the apex of its start first; () if not started. SeatError."""
        cdef int k = self._line(line)
        size = self.state.size[k]
        return tuple([self.state.path[k][i] & 127 for i in range(size + 1)]) if size else ()

    def sides(self, line):
        """On which side of each dig its tunnel lies: 0 left, 1 right. SeatError."""
        cdef int k = self._line(line)
        return tuple([self.state.path[k][i] >> 7 for i in range(1, self.state.size[k] + 1)])

    def triangles(self, line):
        """The triangle 0..179 of each tunnel of the line. SeatError."""
        from metrocore.lattice import neighbours, vertex_triangles

        path = self.path(line)
        ways = [neighbours[v].index(w) for v, w in zip(path, path[1:], strict=False)]
        return tuple([
            vertex_triangles[v][(way - side) % 6] for v, way, side in zip(path, ways, self.sides(line), strict=False)
        ])

    def complete(self, line):
        """Whether the line has its end marker. SeatError."""
        cdef int k = self._line(line)
        return self.state.complete >> k & 1 != 0

    def blocked(self, line):
        """Whether the line is blocked as RULES 6 has it. SeatError."""
        cdef int k = self._line(line)
        return is_blocked(&self.setup.city, &self.state, k)

    def report_data(self, bint all_routes=False):
        """Scores and trips as plain data, as if the game ended here."""
        return report_data(&self.setup.city, &self.state, all_routes)

    def trips_data(self, bint all_routes=False):
        """The seven trips as they stand, as plain data."""
        return trips_data(&self.setup.city, &self.state, all_routes)

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

    def __eq__(self, other):
        if not isinstance(other, GameCore):
            return NotImplemented
        return self.setup == (<GameCore>other).setup and memcmp(&self.state, &(<GameCore>other).state, sizeof(State)) == 0

    def __hash__(self):
        return hash(key_of(&self.state))

    def state_bytes(self):
        """The state's memory, for comparing: bytes."""
        return (<const char *>&self.state)[:sizeof(State)]

    @property
    def state_size(self):
        """Bytes of a state."""
        return sizeof(State)

    def parts(self):
        """The position as plain data: what `from_parts` takes."""
        return save_parts(&self.setup.city, &self.state)

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
