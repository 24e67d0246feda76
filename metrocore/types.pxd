# The vocabulary of the core: widths, limits, the action encoding, and the structs. Read this first.
#
# Numbers
#   vertex     0..90 the city, in the order of their names (rows a..k, then columns); 91+o the apex of outer space o
#   space      triangle 0..149 the city (by base vertex, u before d); 150+o the outer space o
#   outer      o = side * 5 + slot, side 0..5 (NE N NW SW S SE), slot 0..4
#   direction  0..5 counter-clockwise from east; side of a tunnel: 0 left, 1 right, as seen along the dig
#   line       2 * player + (0 for line a, 1 for line b)
#   type       0 residential, 1 commercial, 2 entertainment;  letter 0..5 is A..F
#   marker     2 * letter + (0 left, 1 right of the summary): the twelve destination markers
#
# Action ids, the same on every board, 0..319, never to be changed:
#
#   0          1               61                152
#   | pass     | starts (60)   | stations (91)   | digs (168)                                      |
#                1 + 2*o + b     61 + vertex       152 + ((line_b*6 + direction)*2 + side)*7 + mark
#
#   b: 0 towards the base corner v_i, 1 towards v_{i+1} (RULES 1);  line_b: 0 line a, 1 line b;
#   mark: 0 no marker, 1..6 the letters A..F.  An end dig has the side on which its outer space lies.

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

ctypedef uint8_t u8
ctypedef uint16_t u16
ctypedef uint32_t u32
ctypedef uint64_t u64

cdef enum:
    ABI = 2                 # raised when a struct below changes: what was built against another number must be rebuilt

    CITY_VERTICES = 91
    VERTICES = 121
    CITY_SPACES = 150
    SPACES = 180
    OUTERS = 30
    MAX_PLAYERS = 4
    LINES = 8
    TUNNELS = 18            # of one line
    STATIONS = 30
    MARKERS = 12
    LETTERS = 6
    TYPES = 3

    NONE = 255              # "no vertex", "no space", "owner unknown", in any byte that may lack a value

    ACTIONS = 320
    MASK_WORDS = 5          # 320 bits
    PASS = 0
    START0 = 1
    STATION0 = 61
    DIG0 = 152
    LINE_DIGS = 84          # digs of one line

    # City.kind of a space: 1 + type for a destination area
    PLAIN = 0
    LAKE = 4
    PARK = 5

    # State.cause, RULES 6
    NOT_CALLED = 0
    BY_LINES = 1
    BY_STATIONS = 2
    BY_BLOCKED = 3

    # State.flags
    MARKED = 1              # a destination marker was placed this turn
    OPENING = 2             # line a was started this turn: all tunnels are on it

    # City.variant, City.impossible
    OPEN = 0
    UNFAIR = 1
    NO_CORRUPTION = 2
    PENALTY = 0
    REWARD = 1

    RING = 63               # the six spaces around a vertex: bit k is the space between d_k and d_{k+1}
    END_LEFT = 64           # State.ring: an empty end space lies left of the way out to its apex
    END_RIGHT = 128         # ... right of it


# The hexagon. Made once, from coordinates, by lattice.pyx.
cdef struct Lattice:
    u8 neighbour[VERTICES][6]       # vertex one step away, apexes included; NONE outside
    u8 space[VERTICES][6]           # space between d_k and d_{k+1}; NONE outside
    u8 beside[CITY_VERTICES][8]     # city vertex one step away; CITY_VERTICES, where lines[] is full, if there is none
    u8 outer[CITY_VERTICES][2]      # outer space with this vertex as v_i [0], as v_{i+1} [1]; NONE
    u8 way_out[CITY_VERTICES][2]    # direction to its apex
    u8 corner[SPACES][3]            # of an outer space: v_i, v_{i+1}, apex
    u8 corner_bit[SPACES][3]        # the space's bit in the ring of that corner (apex: 0)
    u8 straight[6]                  # bit k: direction k after this one makes no acute angle
    u32 dig[LINE_DIGS]              # of a dig's code (id - DIG0, less LINE_DIGS for line b): see dig_* below
    u32 opposite[6]                 # outer spaces on the three sides opposite a side
    u16 spread[64]                  # six bits spread over the even bits of twelve
    u8 count6[64]                   # bits set
    u8 nth6[64][8]                  # which bit is the n-th one set
    u64 touch[CITY_SPACES][3]       # set of the city spaces that share a vertex
    u64 corners[CITY_SPACES][2]     # its corners as a set of vertices
    u8 type_of[MARKERS]             # destination marker -> type
    u8 marker_of[TYPES][LETTERS]    # type, letter -> destination marker; NONE
    u64 z_tunnel[SPACES * 3]        # Zobrist: space * 3 + direction mod 3, rotated by the line
    u64 z_station[CITY_VERTICES]
    u64 z_place[MARKERS][CITY_SPACES]
    u64 z_owner[MARKERS][MAX_PLAYERS + 1]
    u64 z_unknown[MAX_PLAYERS][TYPES][5]


# One set-up: board, city, number of players, rules. Never written after it is made; shared by many states.
cdef struct City:
    const Lattice *lattice
    u64 key                         # of all that follows
    u32 starts                      # outer spaces by bit
    u32 ends
    u8 players
    u8 variant
    u8 impossible
    u8 majority
    u8 quota                        # complete or blocked lines that end the building, RULES 6
    u8 kind[CITY_SPACES]
    u8 ring[CITY_VERTICES]          # State.ring before the first action
    u8 areas[TYPES][CITY_VERTICES + 1]  # ring bits of the destination areas of a type
    u8 any_area[CITY_VERTICES + 1]  # their union
    u8 worth[CITY_VERTICES]         # points of a station here, RULES 4
    u64 lake[2]                     # vertices that touch the lake, the park
    u64 park[2]


# One position. Plain data: a copy is an assignment. The bytes before `ring` are the "top", which Undo keeps whole.
cdef struct State:
    u64 board_key               # Zobrist of tunnels, stations, markers, hands; kept step by step
    u64 stations[2]             # vertices with a station
    u32 starts_free             # start spaces without a tunnel
    u32 ends_free
    u32 at[LINES]               # bit i: there is a station at path[line][i]            (cached: see derive.pyx)
    u8 head[LINES]              # last vertex of a live line, else CITY_VERTICES, where nothing is free (cached)
    u8 heading[LINES]           # direction of its last edge                            (cached)
    u8 size[LINES]              # tunnels
    u8 ways[LINES]              # bit k: loop and angle let it go in direction k, to a city vertex; 0 unless live (cached)
    u8 place[MARKERS]           # space of a placed marker, or NONE
    u8 owner[MARKERS]           # player who has or placed it, or NONE if unknown
    u8 hand[MAX_PLAYERS][TYPES]     # letters known to be in hand, by bit               (cached)
    u8 unknown[MAX_PLAYERS][TYPES]  # how many markers with unknown letters are in hand
    u8 points[MAX_PLAYERS]      # for stations
    u8 live                     # lines that are started, not complete, and have a tunnel left (cached)
    u8 complete                 # complete lines
    u8 player                   # whose turn it is; when over, the player who called the end
    u8 dug                      # tunnels dug this turn, 0..2 (3 only with a bonus pending)
    u8 flags                    # MARKED, OPENING
    u8 bonus                    # 1 + the line that awaits its bonus decision, else 0
    u8 cause                    # why the end was called, NOT_CALLED if it was not
    u8 caller                   # who called it
    u8 over
    u8 stations_left
    u8 ring[CITY_VERTICES + 1]     # bits 0-5: spaces around the vertex free to dig; 6, 7: empty end spaces; last: 0
    u8 lines[CITY_VERTICES + 1]    # lines through the vertex, by bit; the last is 255: every line "is" outside
    u8 path[LINES][TUNNELS + 1]  # vertices; bit 7: the tunnel that led here lies right of the dig


# Parts of Lattice.dig
cdef inline int dig_way(u32 dig) noexcept nogil:
    return dig & 7

cdef inline int dig_side(u32 dig) noexcept nogil:
    return dig >> 3 & 1

cdef inline int dig_mark(u32 dig) noexcept nogil:
    return dig >> 4 & 7

cdef inline int dig_slot(u32 dig) noexcept nogil:
    """The ring space that the tunnel lies in, as seen from the head."""
    return dig >> 7 & 7

cdef inline int dig_edge(u32 dig) noexcept nogil:
    """Direction modulo 3: which of the space's edges."""
    return dig >> 10


cdef enum:
    TOP_BYTES = 158             # offset of State.ring; pinned by a test

cdef struct Undo:
    u8 top[TOP_BYTES]
    u16 action
