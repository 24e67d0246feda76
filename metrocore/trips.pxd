# Shortest trips over the network (RULES 7.2): all lines on all fastest routes, without allocation.
#
# A node is (line, station on it); nodes of a line are neighbouring bits in its order of stations, with a bit left free between
# two lines. So one step of riding, for all lines at once, is a shift either way; and since a minute is a ride and three are a
# change, the search goes minute by minute and keeps the set of nodes first reached in each.
#
#   bits   . a0 a1 a2 . b0 b1 . . c0 ...            at most 8 * 18 nodes + 8 gaps <= 152 < 192
#   reached[t] = (reached[t-1] << 1 | reached[t-1] >> 1 | changes of stations first reached at t-3) & nodes & ~seen

from .types cimport City, State, u8, u32, u64

cdef enum:
    NODE_WORDS = 3
    NODES = 192
    # A fastest route comes to a station once (to come again costs more than the change of 3): at most 29 rides, and a change
    # only between two rides: 29 + 3 * 28 = 113 minutes.
    MAX_MINUTES = 128
    TRIPS = 7           # A..F, lake to park

# The network of a position: built once, used for seven trips.
cdef struct Network:
    u64 nodes[NODE_WORDS]
    u64 of_station[31][NODE_WORDS]  # nodes at each station
    u8 station[NODES]               # node -> station index
    u8 line[NODES]                  # node -> line
    u8 position[NODES]              # node -> index on the line's path
    u8 vertex[31]                   # station index -> vertex
    u64 sites[2]                    # vertices with a station on a line
    int stations
    u8 index[128]                   # vertex -> station index (only where `sites` has it)

# What one trip comes to, and the search that led to it.
cdef struct Trip:
    int minutes                     # -1 without a route
    u32 lines                       # ridden on any fastest route
    u64 start[NODE_WORDS]           # nodes at stations that touch one end
    u64 goal[NODE_WORDS]
    u64 reached[MAX_MINUTES][NODE_WORDS]    # nodes by minutes from the start, up to `minutes`
    u64 useful[MAX_MINUTES][NODE_WORDS]     # those of them on a fastest route

cdef void build_network(const State *state, Network *network) noexcept nogil
# The fastest routes between any station on the one set of vertices and any on the other.
cdef void find_trip(const Network *network, const u64 *from_vertices, const u64 *to_vertices, Trip *trip) noexcept nogil
# The vertices at the two ends of trip 0..6; False if a marker is missing, or there is no lake or park.
cdef bint trip_ends(const City *city, const State *state, int trip, u64 *from_vertices, u64 *to_vertices) noexcept nogil
# Number of fastest routes; 2^64 - 1 stands for that many or more.
cdef u64 count_routes(const Network *network, const Trip *trip) noexcept nogil
# Tunnels on the fastest routes, by line: those between consecutive stations ridden between, each once.
cdef void count_tunnels(const Network *network, const Trip *trip, int *by_line) noexcept nogil
# The slow truth: minutes by relaxing every ride and change until nothing improves; -1 without a route.
cdef int slow_minutes(const State *state, const u64 *from_vertices, const u64 *to_vertices) noexcept nogil
