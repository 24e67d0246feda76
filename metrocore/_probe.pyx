"""C functions made visible to tests, and nothing else.

Games are `GameCore` objects and stay as they are; a copy of the state is used where something must change.
"""

from libc.string cimport memset

from .bits cimport count, has, high, low, put
from .derive cimport find_fault
from .game cimport GameCore
from .moves cimport Moves, count_moves, gather, has_move, list_moves, mask_moves, nth_move, random_move
from .legality cimport is_legal as legal_by_the_rules
from .rng cimport Rng, below, next64, stream
from .scoring cimport Score
from .trips cimport TRIPS, Network, Trip, build_network, find_trip, slow_minutes, trip_ends
from .types cimport ACTIONS, CITY_VERTICES, MASK_WORDS, TOP_BYTES, City, Lattice, State, Undo, u8, u16, u32, u64


def legal_in_all_ways(GameCore game not None):
    """The legal ids, ascending, by each of the routines that know them: dict of lists, all equal in a sound core."""
    cdef Moves moves
    cdef u16 actions[ACTIONS]
    cdef u64 mask[MASK_WORDS]
    cdef int a, n, counted
    gather(&game.setup.city, &game.state, &moves)
    n = list_moves(&game.setup.city, &game.state, &moves, actions)
    counted = count_moves(&game.setup.city, &moves)
    mask_moves(&moves, mask)
    return {
        "list_moves": [actions[a] for a in range(n)],
        "nth_move": [nth_move(&game.setup.city, &moves, a) for a in range(counted)],
        "mask_moves": [a for a in range(ACTIONS) if has(mask, a)],
        "has_move": [a for a in range(ACTIONS) if has_move(&moves, a)],
        "is_legal": [a for a in range(ACTIONS) if legal_by_the_rules(&game.setup.city, &game.state, a)],
    }


def is_legal(GameCore game not None, long long action):
    """moves.is_legal, for any number."""
    return legal_by_the_rules(&game.setup.city, &game.state, action)


def random_moves(GameCore game not None, u64 seed, int times):
    """How often random_move draws each id: list of 320."""
    cdef Moves moves
    cdef Rng rng = stream(seed, 0)
    cdef u32 drawn[ACTIONS]
    cdef int _
    memset(drawn, 0, sizeof(drawn))
    gather(&game.setup.city, &game.state, &moves)
    for _ in range(times):
        drawn[random_move(&game.setup.city, &moves, &rng)] += 1
    return [drawn[a] for a in range(ACTIONS)]


cdef tuple _both_minutes(const State *state, const u64 *start, const u64 *goal):
    cdef Network network
    cdef Trip trip
    build_network(state, &network)
    find_trip(&network, start, goal, &trip)
    return trip.minutes, slow_minutes(state, start, goal)


def trip_minutes(GameCore game not None, int trip):
    """Minutes of trip 0..6 by find_trip and by slow_minutes (-1 without a route); None if it has no two ends."""
    cdef u64 start[2]
    cdef u64 goal[2]
    if not 0 <= trip < TRIPS:
        raise ValueError("trip must be 0..6")
    if not trip_ends(&game.setup.city, &game.state, trip, start, goal):
        return None
    return _both_minutes(&game.state, start, goal)


def minutes_between(GameCore game not None, start, goal):
    """The same between any stations on two sets of city vertices 0..90."""
    cdef u64 from_vertices[2]
    cdef u64 to_vertices[2]
    cdef int v
    from_vertices[0] = from_vertices[1] = to_vertices[0] = to_vertices[1] = 0
    for v in start:
        put(from_vertices, v % CITY_VERTICES)
    for v in goal:
        put(to_vertices, v % CITY_VERTICES)
    return _both_minutes(&game.state, from_vertices, to_vertices)


def fault_after_flip(GameCore game not None, int offset, int bits):
    """What find_fault says of a copy of the state in which some bits of one byte are flipped: text or None."""
    cdef State state = game.state
    cdef const char *fault
    if not 0 <= offset < <int>sizeof(State):
        raise ValueError("no byte of a state")
    (<u8 *>&state)[offset] ^= bits
    fault = find_fault(&game.setup.city, &state)
    return None if fault == NULL else fault.decode()


def bit_facts(u64 x):
    """(low, high of the lower 32 bits, count) of a number whose lower half is not 0."""
    if not x & <u64>0xFFFFFFFF:
        raise ValueError("the lower half is 0")
    return low(x), high(<u32>x), count(x)


def random_words(u64 state, int times):
    """The words that next64 makes from a generator's state."""
    cdef Rng rng
    rng.state = state
    return [next64(&rng) for _ in range(times)]


def random_numbers(u64 seed, u64 index, u32 n, int times):
    """Numbers drawn by `below(n)` from `stream(seed, index)`."""
    cdef Rng rng = stream(seed, index)
    if n == 0:
        raise ValueError("n must be 1 or more")
    return [below(&rng, n) for _ in range(times)]


def sizes():
    """Bytes of the structs that are shared between modules, and TOP_BYTES."""
    return {
        "Lattice": sizeof(Lattice), "City": sizeof(City), "State": sizeof(State), "Undo": sizeof(Undo),
        "Moves": sizeof(Moves), "Network": sizeof(Network), "Trip": sizeof(Trip), "Score": sizeof(Score),
        "TOP_BYTES": TOP_BYTES,
    }


cdef tuple _place(const void *whole, const void *field, size_t size):
    return <size_t>field - <size_t>whole, size


def state_layout():
    """(offset, bytes) of each field of State, in the order of types.pxd."""
    cdef State s
    return {
        "board_key": _place(&s, &s.board_key, sizeof(s.board_key)),
        "stations": _place(&s, &s.stations, sizeof(s.stations)),
        "starts_free": _place(&s, &s.starts_free, sizeof(s.starts_free)),
        "ends_free": _place(&s, &s.ends_free, sizeof(s.ends_free)),
        "at": _place(&s, &s.at, sizeof(s.at)),
        "head": _place(&s, &s.head, sizeof(s.head)),
        "heading": _place(&s, &s.heading, sizeof(s.heading)),
        "size": _place(&s, &s.size, sizeof(s.size)),
        "ways": _place(&s, &s.ways, sizeof(s.ways)),
        "place": _place(&s, &s.place, sizeof(s.place)),
        "owner": _place(&s, &s.owner, sizeof(s.owner)),
        "hand": _place(&s, &s.hand, sizeof(s.hand)),
        "unknown": _place(&s, &s.unknown, sizeof(s.unknown)),
        "points": _place(&s, &s.points, sizeof(s.points)),
        "live": _place(&s, &s.live, sizeof(s.live)),
        "complete": _place(&s, &s.complete, sizeof(s.complete)),
        "player": _place(&s, &s.player, sizeof(s.player)),
        "dug": _place(&s, &s.dug, sizeof(s.dug)),
        "flags": _place(&s, &s.flags, sizeof(s.flags)),
        "bonus": _place(&s, &s.bonus, sizeof(s.bonus)),
        "cause": _place(&s, &s.cause, sizeof(s.cause)),
        "caller": _place(&s, &s.caller, sizeof(s.caller)),
        "over": _place(&s, &s.over, sizeof(s.over)),
        "stations_left": _place(&s, &s.stations_left, sizeof(s.stations_left)),
        "ring": _place(&s, &s.ring, sizeof(s.ring)),
        "lines": _place(&s, &s.lines, sizeof(s.lines)),
        "path": _place(&s, &s.path, sizeof(s.path)),
    }


def city_layout():
    """(offset, bytes) of each field of City, in the order of types.pxd."""
    cdef City c
    return {
        "lattice": _place(&c, &c.lattice, sizeof(c.lattice)),
        "key": _place(&c, &c.key, sizeof(c.key)),
        "starts": _place(&c, &c.starts, sizeof(c.starts)),
        "ends": _place(&c, &c.ends, sizeof(c.ends)),
        "players": _place(&c, &c.players, sizeof(c.players)),
        "variant": _place(&c, &c.variant, sizeof(c.variant)),
        "impossible": _place(&c, &c.impossible, sizeof(c.impossible)),
        "majority": _place(&c, &c.majority, sizeof(c.majority)),
        "quota": _place(&c, &c.quota, sizeof(c.quota)),
        "kind": _place(&c, &c.kind, sizeof(c.kind)),
        "ring": _place(&c, &c.ring, sizeof(c.ring)),
        "areas": _place(&c, &c.areas, sizeof(c.areas)),
        "any_area": _place(&c, &c.any_area, sizeof(c.any_area)),
        "worth": _place(&c, &c.worth, sizeof(c.worth)),
        "lake": _place(&c, &c.lake, sizeof(c.lake)),
        "park": _place(&c, &c.park, sizeof(c.park)),
    }


def undo_layout():
    """(offset, bytes) of each field of Undo."""
    cdef Undo u
    return {"top": _place(&u, &u.top, sizeof(u.top)), "action": _place(&u, &u.action, sizeof(u.action))}
