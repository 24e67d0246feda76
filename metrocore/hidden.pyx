"""Letters that are hidden: forgotten, and drawn evenly from all deals that fit (see hidden.pxd)."""

from metrocore.arguments import integer
from metrocore.errors import HiddenError, SeatError

from .game cimport GameCore
from .rng cimport Rng, below, stream
from .setup cimport Setup
from .state cimport settle_turn
from .types cimport MARKERS, MAX_PLAYERS, NONE, TYPES, UNFAIR, City, State, u8, u64

# The markers to be given out, and what each player may still get.
cdef struct Pool:
    int players
    int size
    u8 marker[MARKERS]
    u8 kind[MARKERS]
    u8 wants[MAX_PLAYERS][TYPES]
    u8 letters[MAX_PLAYERS]         # that the player has one marker of already, by bit


cdef void _fill_pool(const City *city, const State *state, Pool *pool) noexcept nogil:
    cdef int m, p, t
    pool.players = city.players
    pool.size = 0
    for p in range(MAX_PLAYERS):
        pool.letters[p] = 0
        for t in range(TYPES):
            pool.wants[p][t] = state.unknown[p][t]
    for m in range(MARKERS):
        if state.owner[m] == NONE:
            pool.marker[pool.size] = m
            pool.kind[pool.size] = city.lattice.type_of[m]
            pool.size += 1
        else:
            pool.letters[state.owner[m]] |= 1 << (m >> 1)


cdef inline bint _give(Pool *pool, int i, int p) noexcept nogil:
    """Give marker i of the pool to the player, if that may be."""
    cdef int letter = pool.marker[i] >> 1
    if pool.wants[p][pool.kind[i]] == 0 or pool.letters[p] >> letter & 1:
        return False
    pool.wants[p][pool.kind[i]] -= 1
    pool.letters[p] |= 1 << letter
    return True


cdef inline void _take_back(Pool *pool, int i, int p) noexcept nogil:
    pool.wants[p][pool.kind[i]] += 1
    pool.letters[p] &= ~(1 << (pool.marker[i] >> 1))


cdef u64 _count_from(Pool *pool, int i) noexcept nogil:
    """In how many ways the markers from i on can be given out; the recursion is 12 deep at most."""
    cdef u64 ways = 0
    cdef int p
    if i == pool.size:
        return 1
    for p in range(pool.players):
        if _give(pool, i, p):
            ways += _count_from(pool, i + 1)
            _take_back(pool, i, p)
    return ways


cdef u64 count_deals(const City *city, const State *state) noexcept nogil:
    cdef Pool pool
    _fill_pool(city, state, &pool)
    return _count_from(&pool, 0)


cdef void _set_owner(const City *city, State *state, int m, int p) noexcept nogil:
    """Marker m, whose owner is unknown, to the hand of p, or one from the hand of p to the unknown ones if p has it."""
    cdef int t = city.lattice.type_of[m]
    cdef bint known = state.owner[m] == p
    state.board_key ^= city.lattice.z_owner[m][p] ^ city.lattice.z_owner[m][MAX_PLAYERS]
    state.board_key ^= city.lattice.z_unknown[p][t][state.unknown[p][t]]
    state.unknown[p][t] += 1 if known else -1
    state.board_key ^= city.lattice.z_unknown[p][t][state.unknown[p][t]]
    state.hand[p][t] ^= 1 << (m >> 1)
    state.owner[m] = NONE if known else p


cdef void forget_letters(const City *city, State *state, int player) noexcept nogil:
    cdef int m
    for m in range(MARKERS):
        if state.place[m] == NONE and state.owner[m] != NONE and state.owner[m] != player:
            _set_owner(city, state, m, state.owner[m])


cdef bint draw_letters(const City *city, State *state, Rng *rng) noexcept nogil:
    cdef Pool pool
    cdef u64 deals, ways, index
    cdef int i, p
    _fill_pool(city, state, &pool)
    if pool.size == 0:
        return True
    deals = _count_from(&pool, 0)
    if deals == 0:
        return False
    index = below(rng, deals)
    for i in range(pool.size):
        for p in range(pool.players):
            if _give(&pool, i, p):
                ways = _count_from(&pool, i + 1)
                if index < ways:
                    _set_owner(city, state, pool.marker[i], p)
                    break
                index -= ways
                _take_back(&pool, i, p)
    settle_turn(city, state)
    return True


cdef GameCore _as_seen(GameCore game, object player):
    """A copy without history in which the player knows no more than allowed."""
    cdef Setup setup = game.setup
    seat = integer(player, "player")
    if not 0 <= seat < setup.players:
        raise SeatError(f"no such player in a game of {setup.players}", "player")
    cdef GameCore seen = game.copy(stack=False)
    seen.from_start = False         # the record of other letters would not lead here
    if setup.variant == UNFAIR and not seen.state.over:
        forget_letters(&setup.city, &seen.state, seat)
    return seen


def hidden_deals(GameCore game not None, player):
    """How many deals fit what a player knows: the own hand, the types of the others, the markers placed. 1 if nothing is hidden.

    `player` is a seat. Raises SeatError.
    """
    cdef Setup setup = game.setup
    cdef GameCore seen = _as_seen(game, player)
    return count_deals(&setup.city, &seen.state)


def sample_letters(GameCore game not None, player, u64 seed, u64 index=0):
    """A game of the same class, without history, whose letters hidden from a player are drawn evenly from all deals that fit.

    The letters that `game` holds and the player does not know have no influence. Nothing is inferred from what was played. A turn
    in which the drawn letters leave nothing to dig is over. Where nothing is hidden, a copy. Raises SeatError, HiddenError if
    the position fits no deal.
    """
    cdef Setup setup = game.setup
    cdef GameCore seen = _as_seen(game, player)
    cdef Rng rng = stream(seed, index)
    if not draw_letters(&setup.city, &seen.state, &rng):
        raise HiddenError("no deal fits this position", "")
    return seen
