# Guided play: each action drawn by weight, from what the game is about. The weights, and how they came about, are in guided.pyx.

from ..rng cimport Rng
from ..types cimport ACTIONS, City, State, u8, u16, u32
from .distance cimport Field

# Kept from action to action of one game, so that a line's distances are found once a turn. To begin, or before a position that does
# not follow from the last: known = 0.
cdef struct Guide:
    Field field[2]          # of the player's lines
    u8 known                # which of them are made, by bit
    u8 least[2]             # distance of the head when the field was made
    u8 dug[2]               # State.dug then

# The legal actions, ascending, each with a weight of 1 or more.
cdef struct Choices:
    int size
    u32 total
    u16 action[ACTIONS]
    u32 weight[ACTIONS]

cdef void weigh_actions(const City *city, const State *state, Guide *guide, Choices *choices) noexcept nogil
# One action drawn by weight; the position is not over.
cdef int guided_action(const City *city, const State *state, Guide *guide, Rng *rng) noexcept nogil
# Play on to the end, each action drawn by weight; returns how many were played. An over position stays as it is.
cdef int guided_play_out(const City *city, State *state, Rng *rng) noexcept nogil
