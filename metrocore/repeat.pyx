"""One piece of the core's work done over and over in C, for benchmarks: each answers a sum by which it is checked."""

from libc.string cimport memcpy, memset

from metrocore.arguments import integer
from metrocore.errors import ArgumentError

from .bits cimport put
from .game cimport GameCore
from .moves cimport Moves, gather, legal_actions, list_moves
from .state cimport apply, key_of, undo_action
from .trips cimport TRIPS, Network, Trip, build_network, find_trip, trip_ends
from .types cimport ACTIONS, CITY_VERTICES, LINES, STATIONS, TUNNELS, City, State, Undo, u16, u32, u64

cdef extern from *:
    """
    /* What lies at the address may have been read and changed: the compiler can leave nothing out. */
    #if defined(__GNUC__) || defined(__clang__)
    #define metro_keep(address) __asm__ volatile("" : : "r"(address) : "memory")
    #else
    static void *volatile metro_kept;
    #define metro_keep(address) (metro_kept = (void *)(address))
    #endif
    """
    void metro_keep(void *address) noexcept nogil


def copies(GameCore game not None, u64 times):
    """Copy the state, there and back: the sum of the stations left in each copy, two copies a time."""
    cdef State here = game.state
    cdef State there
    cdef u64 total = 0
    cdef u64 _
    with nogil:
        for _ in range(times):
            there = here
            metro_keep(&there)
            here = there
            metro_keep(&here)
            total += here.stations_left + there.stations_left
    return total


def listings(GameCore game not None, u64 times):
    """List the legal actions: the sum of their numbers."""
    cdef const City *city = &game.setup.city
    cdef State state = game.state
    cdef u16 actions[ACTIONS]
    cdef Moves moves
    cdef u64 total = 0
    cdef u64 _
    with nogil:
        for _ in range(times):
            metro_keep(&state)
            gather(city, &state, &moves)
            total += list_moves(city, &state, &moves, actions)
            metro_keep(actions)
    return total


def applications(GameCore game not None, u64 times):
    """Apply and undo every legal action: the sum of their numbers."""
    cdef const City *city = &game.setup.city
    cdef State state = game.state
    cdef u16 actions[ACTIONS]
    cdef Moves moves
    cdef Undo undo
    cdef u64 total = 0
    cdef u64 _
    cdef int i, n
    gather(city, &state, &moves)
    n = list_moves(city, &state, &moves, actions)
    with nogil:
        for _ in range(times):
            for i in range(n):
                apply(city, &state, actions[i], &undo)
                undo_action(city, &state, &undo)
            metro_keep(&state)
            total += n
    if state.board_key != game.state.board_key:
        raise ArgumentError("undo did not restore the position", "game")
    return total


def keys(GameCore game not None, u64 times):
    """The key after every legal action, found on a copy as `GameCore.key_after` does: the sum of their last bytes."""
    cdef const City *city = &game.setup.city
    cdef State state = game.state
    cdef State after
    cdef u16 actions[ACTIONS]
    cdef u64 total = 0
    cdef u64 _
    cdef int i
    cdef int n = legal_actions(city, &state, actions)
    with nogil:
        for _ in range(times):
            for i in range(n):
                metro_keep(&state)
                memcpy(&after, &state, sizeof(State))
                apply(city, &after, actions[i], NULL)
                total += key_of(&after) & 255
    return total


def trips(GameCore game not None, u64 times):
    """A report's seven trips, network included: the sum of 1 + minutes of those that have a route."""
    cdef const City *city = &game.setup.city
    cdef State state = game.state
    cdef Network network
    cdef Trip trip
    cdef u64 start[2]
    cdef u64 goal[2]
    cdef u64 total = 0
    cdef u64 _
    cdef int k
    with nogil:
        for _ in range(times):
            metro_keep(&state)
            build_network(&state, &network)
            for k in range(TRIPS):
                if trip_ends(city, &state, k, start, goal):
                    find_trip(&network, start, goal, &trip)
                    metro_keep(&trip)
                    total += 1 + trip.minutes
    return total


def queries(lines, groups, u64 times, bint rebuild=False):
    """Trips on a network given by its lines and built once, as for a library of graphs, or each time: the sum, over
    those that have a route, of minutes * 256 + the lines ridden as bits.

    `lines`: up to 8 of up to 18 stations, numbers 0..90, in their order, 30 different ones in all; `groups`: up to 7 pairs of
    groups of stations. Raises ArgumentError, WrongTypeError.
    """
    cdef State state
    cdef Network network
    cdef Trip trip
    cdef u64 ends[TRIPS][2][2]
    cdef u64 total = 0
    cdef u64 _
    cdef int i, k, asked
    memset(&state, 0, sizeof(State))
    memset(ends, 0, sizeof(ends))
    lines, groups = [list(line) for line in lines], list(groups)
    if len(lines) > LINES or len(groups) > TRIPS or max(map(len, lines), default=0) > TUNNELS:
        raise ArgumentError(f"at most {LINES} lines of {TUNNELS} stations and {TRIPS} pairs of groups", "lines")
    stations = set()
    for k, line in enumerate(lines):
        for i, station in enumerate(line):
            state.path[k][i + 1] = integer(station, f"lines[{k}][{i}]", 0, CITY_VERTICES - 1)
            state.at[k] |= <u32>1 << (i + 1)
            stations.add(state.path[k][i + 1])
    if len(stations) > STATIONS:
        raise ArgumentError(f"{len(stations)} different stations, at most {STATIONS} can be", "lines")
    for k, pair in enumerate(groups):
        for i, group in enumerate(pair[:2]):
            for station in group:
                put(ends[k][i], integer(station, f"groups[{k}][{i}]", 0, CITY_VERTICES - 1))
    asked = len(groups)
    build_network(&state, &network)
    with nogil:
        for _ in range(times):
            if rebuild:
                metro_keep(&state)
                build_network(&state, &network)
            for k in range(asked):
                metro_keep(&network)
                find_trip(&network, ends[k][0], ends[k][1], &trip)
                metro_keep(&trip)
                if trip.minutes > 0:
                    total += 256 * trip.minutes + trip.lines
    return total
