"""Exact endgames: what a position is worth if every player does what is best for themselves (max^n; Luckhardt, Irani 1986).

Each player chooses the action that leads to the most of their own utility; of equal ones the first, by id. So every position has
one value vector, and one best action. Nothing more is looked at once a player can have the utmost, 1: no later action could be
better, and the first of equals is taken. Positions met again by another order of actions are looked up.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from metrocore.arguments import integer
from metrocore.errors import HiddenError

from ..game cimport GameCore
from ..moves cimport legal_actions
from ..scoring cimport Score, score
from ..setup cimport Setup
from ..state cimport apply, key_of, undo_action
from ..types cimport ACTIONS, City, State, Undo, u16, u64
from .utility cimport final_utility
from .utility import utility_kind

cdef enum:
    SLOTS = 1 << 16         # of the table of positions met: 3 MB
    SIGNALS_EVERY = 1 << 13
    NO_ACTION = 0xFFFF

cdef struct Slot:
    u64 key                 # 0: empty
    double value[4]
    u16 action

cdef struct Search:
    const City *city
    int utility
    u64 nodes               # positions looked at, those looked up not counted
    u64 limit
    Slot *slots


# The recursion is as deep as the game has actions left: at most 8 * 18 tunnels, 30 stations and some passes, a kilobyte each.
cdef int _solve(Search *search, State *state, double *value, u16 *best) except -1 nogil:
    """1 if the position was solved, 0 if the nodes ran out; its value and action."""
    cdef u16 actions[ACTIONS]
    cdef double after[4]
    cdef Score result
    cdef Undo undo
    cdef Slot *slot
    cdef u16 reply
    cdef u64 key
    cdef int i, n, solved
    cdef int player = state.player
    best[0] = NO_ACTION
    key = key_of(state)
    slot = &search.slots[key & (SLOTS - 1)]
    if slot.key == key:
        memcpy(value, slot.value, sizeof(slot.value))
        best[0] = slot.action
        return 1
    if search.nodes >= search.limit:
        return 0
    search.nodes += 1
    if state.over:
        score(search.city, state, &result)
        final_utility(search.city, &result, search.utility, value)
        return 1
    if search.nodes % SIGNALS_EVERY == 0:
        with gil:
            PyErr_CheckSignals()
    n = legal_actions(search.city, state, actions)
    for i in range(n):
        apply(search.city, state, actions[i], &undo)
        solved = _solve(search, state, after, &reply)
        undo_action(search.city, state, &undo)
        if not solved:
            return 0
        if best[0] == NO_ACTION or after[player] > value[player]:
            memcpy(value, after, sizeof(after))
            best[0] = actions[i]
            if value[player] >= 1.0:
                break
    slot.key = key
    slot.action = best[0]
    memcpy(slot.value, value, sizeof(slot.value))
    return 1


class Solution:
    """What `solve` found.

    completed: whether the position was solved; False if the nodes ran out, and then there is no value and no action.
    value: utilities by seat, in [0, 1], or None.  utility: its name.
    line: the actions of best play to the end, by ids; empty if it was cut or the game is over.
    nodes: positions looked at, at most those allowed.
    """

    __slots__ = ("completed", "line", "nodes", "utility", "value")

    def __init__(self, completed, value, line, nodes, utility):
        self.completed = completed
        self.value = value
        self.line = line
        self.nodes = nodes
        self.utility = utility

    @property
    def action(self):
        """The id of the best action, or None."""
        return self.line[0] if self.line else None

    def __repr__(self):
        if not self.completed:
            return f"<not solved within {self.nodes} nodes>"
        value = ", ".join(f"{share:.3f}" for share in self.value)
        return f"<solved: {self.utility} {value}; {len(self.line)} actions to the end, {self.nodes} nodes>"


def solve(GameCore game not None, utility="win_share", nodes=1_000_000):
    """Solve a position in which few actions are left; a `Solution`. The game stays as it is.

    `utility` is a name of `metrocore.search.utility.UTILITY_NAMES`; `nodes` the most positions to look at, 1 or more. Every player
    takes what is most for themselves, of equal actions the one with the lowest id. Whether a result is completed depends on
    nothing but the position, the utility and `nodes`. The GIL is free meanwhile; Ctrl-C stops it.

    Raises ValueError for another utility, ArgumentError or WrongTypeError for `nodes`, HiddenError where letters are unknown (draw
    them first), MemoryError.
    """
    cdef Setup setup = game.setup
    cdef State state = game.state
    cdef Search search
    cdef double value[4]
    cdef double ignored[4]
    cdef u16 action
    cdef int solved
    search.utility = utility_kind(utility)
    search.limit = integer(nodes, "nodes", 1, 2**62)
    if any(map(any, game.unknown_counts)):
        raise HiddenError("letters are unknown here: solve a sample", "")
    search.city = &setup.city
    search.nodes = 0
    search.slots = <Slot *>calloc(SLOTS, sizeof(Slot))
    if search.slots == NULL:
        raise MemoryError
    try:
        with nogil:
            solved = _solve(&search, &state, value, &action)
        if not solved:
            return Solution(False, None, (), search.nodes, utility)
        used = search.nodes
        # Best play, position by position; what the table has lost is solved again.
        search.limit = <u64>-1
        line = []
        while action != NO_ACTION:
            line.append(action)
            apply(&setup.city, &state, action, NULL)
            with nogil:
                _solve(&search, &state, ignored, &action)
        return Solution(True, tuple([value[p] for p in range(setup.players)]), tuple(line), used, utility)
    finally:
        free(search.slots)
