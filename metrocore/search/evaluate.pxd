# Static evaluation: the final scores to be expected of a position, without playing on.
#
# Lines, trips and station points are sorted into classes (how far from an exit, how much time, which markers lie and are served),
# and each class counts for what it came to on average in guided play between equals: `evaluation_data.py`, which
# tools/fit_evaluation.py makes.
#
#   expected[p] = kept share (chances of the player's lines) * (station points + those to come) + sum over trips of points to come

from ..scoring cimport Score
from ..types cimport LINES, City, State, u8
from ..trips cimport TRIPS

cdef enum:
    TIMES = 5               # turns left to a player: 0, 1, 2-3, 4-6, 7 or more
    LINE_CLASSES = 152      # 7 margins * 5 slacks * 4 distances; 5 times of lines without a way; 7 margins of lines not started
    TRIP_CLASSES = 22       # 9 + 6 of impossible trips, own marker and not; 4 of possible ones; 3 of lake to park
    PAIR_CLASSES = 6        # markers of a letter: in hand, placed, served; without order
    ESTIMATES = 4           # numbers told of each seat
    SURE = -1               # the class of a complete line

# What a position is sorted into.
cdef struct Outlook:
    u8 distance[LINES]          # tunnels to an exit; 0 complete, UNREACHABLE, about START_TUNNELS for a line not started
    int line[LINES]             # class
    int trip[TRIPS][4]          # class, for each player
    int pair[TRIPS - 1]         # class of the letter's markers, -1 if the trip is possible
    int time[4]                 # 0..TIMES-1
    Score now                   # as RULES 7 would score the position

cdef void look_ahead(const City *city, const State *state, Outlook *outlook) noexcept nogil
# expected[p] in points, and the scale for `expected_utility` that fits what is left of the game. Of an over position: its totals.
cdef void evaluate(const City *city, const State *state, double *expected, double *spread) noexcept nogil
# Of each seat from the given one on, ESTIMATES numbers: expected score, score as it stands, chances of lines a and b.
cdef void estimate(const City *city, const State *state, int seat, float *out) noexcept nogil
