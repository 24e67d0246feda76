# The end: lines, trips, guilt, totals, ranks, winners (RULES 7).

from .trips cimport TRIPS, Network, Trip
from .types cimport City, State, u8, u32, u64

cdef struct Score:
    int total[4]
    int line_points[4]      # station points after line scoring
    int complete[4]         # complete lines
    int tunnels[4]
    int rank[4]             # 1, 1, 3 where two share the first
    u32 winners             # by bit
    # per trip
    int minutes[TRIPS]      # -1 without a route
    u32 ridden[TRIPS]       # lines on fastest routes
    u32 involved[TRIPS]     # players, after `majority`
    u32 guilty[TRIPS]       # players; 0 for the last trip
    int points[TRIPS][4]

cdef void score(const City *city, const State *state, Score *result) noexcept nogil
# Who is involved in one trip, given its lines; applies `majority`.
cdef u32 involved_players(const City *city, const Network *network, const Trip *trip) noexcept nogil
