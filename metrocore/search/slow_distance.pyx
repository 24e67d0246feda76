"""The slow truth beside distance.pyx: every sequence of a line's digs as `apply` plays them."""

from ..digs cimport LineDigs, line_digs
from ..game cimport GameCore
from ..setup cimport Setup
from ..state cimport apply
from ..types cimport DIG0, LETTERS, LINE_DIGS, NOT_CALLED, City, State, u32
from .distance cimport UNREACHABLE


cdef int _search(const City *city, const State *state, int line, int limit) noexcept nogil:
    cdef State turn = state[0]
    cdef State after
    cdef LineDigs digs
    cdef int bit, letter, best, found, base
    cdef u32 letters
    # The owner digs on and on: each tunnel as the first of a turn.
    turn.player = line >> 1
    turn.dug = 0
    turn.flags = 0
    turn.bonus = 0
    turn.cause = NOT_CALLED
    turn.caller = 0
    turn.over = 0
    best = UNREACHABLE
    if limit <= 0 or not line_digs(city, &turn, line, True, &digs):
        return best
    base = DIG0 + (line & 1) * LINE_DIGS
    for bit in range(12):
        letters = 1 if digs.plain >> bit & 1 else <u32>digs.letters[bit] << 1 if digs.marked >> bit & 1 else 0
        for letter in range(LETTERS + 1):
            if letters >> letter & 1:
                after = turn
                apply(city, &after, base + 7 * bit + letter, NULL)
                if after.complete >> line & 1:
                    return 1
                found = _search(city, &after, line, limit - 1)
                if found + 1 < best:
                    best = found + 1
                    limit = found       # only shorter ones matter now
    return best


def slow_exit_distance(GameCore game not None, line, int limit):
    """The truth about one started line by trying every sequence of its digs up to `limit` tunnels; None if none ends in an exit."""
    cdef Setup setup = game.setup
    cdef int number = game._line(line)
    cdef int found
    cdef State state = game.state
    with nogil:
        found = _search(&setup.city, &state, number, limit)
    return None if found == UNREACHABLE else found
