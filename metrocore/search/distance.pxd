# How many tunnels each line is from an exit, by the digging rules: breadth-first over (vertex, direction of the last edge).
#
# The search runs backwards from the exits, once for a line, and so knows the distance after every step at once. A set of vertices
# is 128 bits: rows of eleven, so that a step in direction k is a shift by 1, 11, 10, -1, -11, -10. A level is six such sets:
#
#   level[t][d]   vertices from which, reached in direction d, an exit is t + 1 tunnels away
#
# Honoured: angles and acute turns at stations, own vertices, spaces taken, water, destination areas that the player has a marker
# for (the other of its letter not touching), the sides and end spaces allowed, tunnels left. Relaxed, so that a distance is never
# more than the true one: the way found may cross itself or use a space twice, use one marker for two areas, and turn acutely
# wherever another line passes, as if coming there always placed a station. Other lines stand still. slow_distance.pyx is the truth.

from ..types cimport TUNNELS, City, State, u8, u64

cdef enum:
    UNREACHABLE = 99        # no way to an exit within the tunnels left

cdef struct Field:
    u64 low[TUNNELS][6]         # bits 0..63 of the sets
    u64 high[TUNNELS][6]
    int levels                  # how many were made

# The vertex's bit, 0..120.
cdef u8 CELL[121]

# The field of a line that is not complete; of a line not started, for a start on `side` (else ignored). Returns the distance of the
# head (UNREACHABLE for a line not started), and looks no further than `beyond` tunnels past that.
cdef int build_field(const City *city, const State *state, int line, int side, int beyond, Field *field) noexcept nogil
# Tunnels to an exit for a live line: 1 when an end dig is possible now; UNREACHABLE.
cdef int line_distance(const City *city, const State *state, int line) noexcept nogil
# after[k]: distance after a legal dig in direction k (0 after an end dig); UNREACHABLE if there is none, or no way on with the
# tunnels left. The field is the line's.
cdef void first_steps(const City *city, const State *state, int line, const Field *field, u8 *after) noexcept nogil
# after[2 * o + b]: distance after a start at o towards b of the line that the player may start next; UNREACHABLE where not allowed.
cdef void start_steps(const City *city, const State *state, int player, u8 *after) noexcept nogil


cdef inline int distance_within(const Field *field, int vertex, int way, int least, int most) noexcept nogil:
    """Tunnels to an exit from a city vertex reached in a direction, if it is among these numbers; else UNREACHABLE."""
    cdef int cell = CELL[vertex]
    cdef int t = least - 1 if least > 1 else 0
    if most > field.levels:
        most = field.levels
    if cell < 64:
        while t < most:
            if field.low[t][way] >> cell & 1:
                return t + 1
            t += 1
    else:
        while t < most:
            if field.high[t][way] >> (cell - 64) & 1:
                return t + 1
            t += 1
    return UNREACHABLE


cdef inline int field_distance(const Field *field, int vertex, int way) noexcept nogil:
    """Tunnels to an exit from a city vertex reached in a direction."""
    return distance_within(field, vertex, way, 1, TUNNELS)
