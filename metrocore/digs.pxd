# May this line dig there? Angle, loop, space, marker, end (RULES 3), for all ways out of a head at once.
#
# Around the head lie six directions and six spaces. The space left of direction k is ring space k, the one right of it is
# ring space k - 1. So with a bit for each free space and each open direction, the legal digs are
#     left = free & open          right = rotate(free, 1) & open
# and the twelve bits "direction * 2 + side" are the two spread into each other.

from .bits cimport has
from .types cimport (
    DIG0, END_LEFT, END_RIGHT, LETTERS, LINES, MARKED, NONE, OPENING, RING, TYPES, City, Lattice, State, dig_mark, dig_slot,
    dig_way, u8, u16, u32,
)

cdef struct LineDigs:
    u32 plain           # bit direction*2 + side: a dig without a marker, end digs included
    u32 marked          # likewise: a dig onto a destination area for which the hand has a letter
    u8 letters[12]      # for the bits of `marked`: letters that will do, by bit

# The letters of the player's hand that may be placed on this destination area, by bit (RULES 3.5, first sentence apart).
cdef int letters_for(const City *city, const State *state, int player, int space) noexcept nogil
# Whether the lines complete or blocked are as many as end the building, RULES 6.
cdef bint enough_stuck(const City *city, const State *state) noexcept nogil
cdef bint is_blocked(const City *city, const State *state, int line) noexcept nogil
# Fills `marked` and `letters` from these destination areas, ring bits, where they lie beside open directions.
cdef void add_marked(const City *city, const State *state, int line, u32 areas, LineDigs *digs) noexcept nogil


cdef inline u32 allowed_ends(const City *city, const State *state, int line) noexcept nogil:
    """Empty end spaces open to a started line (RULES 3.6)."""
    cdef u32 opposite = state.ends_free & city.lattice.opposite[(state.path[line][0] - 91) // 5]
    return opposite if opposite else state.ends_free


cdef inline u32 allowed_starts(const City *city, const State *state, int player) noexcept nogil:
    """Start spaces where the player's next line may start now (RULES 3), 0 if none or not in this turn."""
    cdef int line = 2 * player
    cdef u32 opposite
    if state.size[line] == 0:
        return state.starts_free
    if state.size[line + 1] or state.flags & OPENING:
        return 0
    opposite = state.starts_free & city.lattice.opposite[(state.path[line][0] - 91) // 5]
    return opposite if opposite else state.starts_free


cdef inline u32 end_digs(const City *city, const State *state, int line) noexcept nogil:
    """Twelve bits: the end digs from a live line's head."""
    cdef int head = state.head[line]
    cdef int way, j
    cdef u32 found = 0
    cdef u32 allowed
    cdef u32 open_to = RING
    if not state.ring[head] & (END_LEFT | END_RIGHT):
        return 0
    allowed = allowed_ends(city, state, line)
    if not has(state.stations, head):
        open_to = city.lattice.straight[state.heading[line]]
    for j in range(2):
        if state.ring[head] >> (6 + j) & 1 and allowed >> city.lattice.outer[head][j] & 1:
            way = city.lattice.way_out[head][j]
            if open_to >> way & 1:
                found |= 1 << (way * 2 + j)
    return found


cdef inline u32 rotate6(u32 ring) noexcept nogil:
    return (ring << 1 | ring >> 5) & RING


cdef inline bint has_plain_dig(const City *city, const State *state, int line) noexcept nogil:
    """Whether a line has a dig that needs no marker and is no end: the quick answer, for a live line nearly always yes."""
    cdef int head = state.head[line]
    cdef u32 free = state.ring[head] & RING & ~city.any_area[head]
    return (free | rotate6(free)) & state.ways[line] != 0


cdef inline bint is_plain_dig(const City *city, const State *state, int line, u32 dig) noexcept nogil:
    """Whether this (of Lattice.dig) is a legal dig that needs no marker and is no end."""
    cdef int head = state.head[line]
    cdef u32 free = state.ring[head] & RING & ~city.any_area[head]
    return free >> dig_slot(dig) & state.ways[line] >> dig_way(dig) & (dig_mark(dig) == 0)


cdef inline u32 areas_in_hand(const City *city, const State *state, int player, int vertex) noexcept nogil:
    """Ring bits of the destination areas whose type the player still has in hand."""
    cdef const u8 *hand = state.hand[player]
    cdef const u8 *unknown = state.unknown[player]
    return (city.areas[0][vertex] & -<u32>(hand[0] | unknown[0] != 0)
            | city.areas[1][vertex] & -<u32>(hand[1] | unknown[1] != 0)
            | city.areas[2][vertex] & -<u32>(hand[2] | unknown[2] != 0))


cdef inline bint line_digs(const City *city, const State *state, int line, bint may_mark, LineDigs *digs) noexcept nogil:
    """All legal digs of a line; False if there is none. Written without branches where they would be hard to foresee."""
    cdef const Lattice *lattice = city.lattice
    cdef u32 ways, free, areas
    cdef int head
    digs.marked = 0
    head = state.head[line]
    ways = state.ways[line]
    free = state.ring[head] & RING
    areas = free & city.any_area[head]
    free ^= areas
    digs.plain = lattice.spread[free & ways] | lattice.spread[rotate6(free) & ways] << 1
    if state.ring[head] > RING:
        digs.plain |= end_digs(city, state, line)
    if areas and may_mark:
        areas &= areas_in_hand(city, state, line >> 1, head)
        if areas:
            add_marked(city, state, line, areas, digs)
    return (digs.plain | digs.marked) != 0
