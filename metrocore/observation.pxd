# A position as a player sees it, as numbers for a network: planes over the lattice, then scalars, in one flat array.
#
# A plane is the rhombus of 13 x 13 cells with axial coordinates -6..6: cell (r + 6) * 13 + (q + 6). All that hangs on vertex
# (q, r) stands in its cell: the vertex (or apex), the space up (between d_0 and d_1), the space down (d_1, d_2), and the edges in
# directions 0, 1, 2. Cells off the lattice are 0. Seats are counted from the viewer: seat 0 is the viewer, seat 1 plays next.
# All that belongs to all comes first, then seat by seat: what a game of two needs of planes and scalars is the head of each.
#
#   planes    | shared (28) | seat 0: line a (9), line b (9) | seat 1 ... | seat 3 |      100 x 13 x 13
#   scalars   | shared (29) | seat 0 (46)                    | seat 1 ... | seat 3 |      213
#
# A byte holds a whole number; the float32 is the same number over a fixed unit (1 in all planes), so about 0..1.

from .types cimport City, State, u8

cdef enum:
    GRID = 13
    CELLS = 169                     # GRID * GRID

    # shared planes
    PLANE_CITY = 0                  # city vertices
    PLANE_STATIONS = 1
    PLANE_STARTS = 2                # apexes of start spaces still free
    PLANE_ENDS = 3                  # apexes of end spaces still free
    PLANE_AREAS = 4                 # + 2 * type + (0 space up, 1 space down)
    PLANE_WATER = 10                # + 2 * (0 lake, 1 park) + up/down
    PLANE_MARKERS = 14              # + 2 * letter + up/down
    PLANE_FREE = 26                 # + up/down: spaces in which a tunnel may still be dug (destination areas count)
    PLANE_LINES = 28                # + LINE_PLANES * (2 * seat + line)
    # planes of a line
    LINE_TUNNELS = 0                # + 2 * edge (0..2) + (0 left, 1 right of the edge, seen in that direction)
    LINE_VERTICES = 6               # the vertices it passes, both ends included
    LINE_HEAD = 7
    LINE_EXITS = 8                  # apexes where it may end as things stand (RULES 3.6); none once it is complete
    LINE_PLANES = 9
    PLANES = 100

    # shared scalars
    SCALAR_PLAYERS = 0              # one of 2, 3, 4
    SCALAR_VARIANT = 3              # one of open, unfair, no_corruption
    SCALAR_REWARD = 6
    SCALAR_MAJORITY = 7
    SCALAR_TO_MOVE = 8              # one seat; when over, none
    SCALAR_OVER = 12
    SCALAR_DUG = 13                 # one of 0..3 tunnels dug this turn
    SCALAR_MARKED = 17
    SCALAR_OPENING = 18
    SCALAR_BONUS = 19               # line a, b of the player to move awaits its bonus station
    SCALAR_CAUSE = 21               # one of lines, stations, blocked, once the end is called
    SCALAR_CALLER = 24              # and the seat that called it
    SCALAR_STATIONS_LEFT = 28
    SCALAR_SEATS = 29               # + SEAT_SCALARS * seat
    # scalars of a seat
    SEAT_POINTS = 0
    SEAT_HAND = 1                   # + marker: in hand, letter known to the viewer
    SEAT_HIDDEN = 13                # + type: markers in hand whose letters the viewer does not know
    SEAT_PLACED = 16                # + marker: placed by this seat
    SEAT_LINES = 28                 # + LINE_SCALARS * line
    LINE_STARTED = 0
    LINE_COMPLETE = 1
    LINE_TUNNELS_LEFT = 2
    LINE_HEADING = 3                # + direction of its last edge
    LINE_SCALARS = 9
    SEAT_SCALARS = 46
    SCALARS = 213

    UNIT_POINTS = 32
    OBSERVATION_SIZE = 17113        # PLANES * CELLS + SCALARS

# Where things stand on the grid.
cdef u8 CELL[121]                   # of a vertex
cdef u8 SPACE_CELL[180]             # of a space's base vertex
cdef u8 SPACE_DOWN[180]             # 0 up, 1 down
# An edge has two names; the one in direction 0..2 counts: seen against it, left is right.

# Fill OBSERVATION_SIZE numbers. `viewer` 0..players-1. In `unfair` the letters in other hands are left out until the game is over.
cdef void observe_f32(const City *city, const State *state, int viewer, float *out) noexcept nogil
cdef void observe_u8(const City *city, const State *state, int viewer, u8 *out) noexcept nogil
