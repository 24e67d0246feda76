"""Random set-ups, uniform over all valid ones (RULES 1, 2, Decision 2).

The valid deals of three and four players are few enough to be listed once: a deal is then one draw from the list. A deal is
packed into 24 bits, two for the owner of each destination marker.
"""

from .lattice cimport LATTICE
from .rng cimport Rng, below, stream
from .types cimport MARKERS, TYPES, u8, u32, u64

cdef enum:
    MOST_DEALS = 16384

cdef u32 _deals[2][MOST_DEALS]      # for three players, for four
cdef int _sizes[2]


cdef void draw_city(Rng *rng, u8 *order, u8 *turns) noexcept nogil:
    cdef int i, j
    for i in range(6):
        order[i] = i
    for i in range(5, 0, -1):
        j = below(rng, i + 1)
        order[i], order[j] = order[j], order[i]
    for i in range(6):
        turns[i] = below(rng, 3)


cdef void draw_deal(Rng *rng, int players, u8 *owners) noexcept nogil:
    cdef int m
    cdef u32 deal
    if players == 2:
        for m in range(MARKERS):
            owners[m] = m & 1
        return
    deal = _deals[players - 3][below(rng, _sizes[players - 3])]
    for m in range(MARKERS):
        owners[m] = deal >> 2 * m & 3


cdef int _list_deals(int players, int m, u32 deal, u8 *letters, u8 (*types)[3], int n) noexcept:
    """Give marker m and those after it to any player who may have it; returns how many deals are listed then."""
    cdef int p, t, i, doubles
    if m == MARKERS:
        _deals[players - 3][n] = deal
        return n + 1
    t = LATTICE.type_of[m]
    for p in range(players):
        if letters[p] >> (m >> 1) & 1:
            continue
        # One of each type; with three players one type twice.
        doubles = 0
        for i in range(TYPES):
            doubles += types[p][i] > 1
        if types[p][t] >= (2 if players == 3 and not doubles else 1):
            continue
        letters[p] |= 1 << (m >> 1)
        types[p][t] += 1
        n = _list_deals(players, m + 1, deal | <u32>p << 2 * m, letters, types, n)
        letters[p] &= ~(1 << (m >> 1))
        types[p][t] -= 1
    return n


cdef int _fill() except -1:
    cdef u8 letters[4]
    cdef u8 types[4][3]
    cdef int players, p, t
    for players in (3, 4):
        for p in range(4):
            letters[p] = 0
            for t in range(TYPES):
                types[p][t] = 0
        _sizes[players - 3] = _list_deals(players, 0, 0, letters, types, 0)
    return 0


_fill()


def deal_count(int players):
    """Number of valid deals for 2, 3 or 4 players."""
    return {2: 1, 3: _sizes[0], 4: _sizes[1]}[players]


def random_city(u64 seed, u64 index=0):
    """(quarters, turns): which quarter (0..5) lies in each sector and its turns (0..2); uniform over 6! * 3**6."""
    cdef Rng rng = stream(seed, index)
    cdef u8 order[6]
    cdef u8 turns[6]
    draw_city(&rng, order, turns)
    return [order[k] for k in range(6)], [turns[k] for k in range(6)]


def random_deal(int players, u64 seed, u64 index=0):
    """Owners of the 12 destination markers (A left, A right, B left, ...); uniform over all valid deals of 2..4 players."""
    cdef Rng rng = stream(seed, index)
    cdef u8 owners[MARKERS]
    if not 2 <= players <= 4:
        raise ValueError("players must be 2..4")
    # The city is drawn first from the same stream, so that one seed gives a set-up.
    cdef u8 order[6]
    cdef u8 turns[6]
    draw_city(&rng, order, turns)
    draw_deal(&rng, players, owners)
    return tuple([owners[m] for m in range(MARKERS)])
