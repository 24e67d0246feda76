"""One piece of the core's work done over and over in C, for benchmarks: each answers a sum by which it is checked."""

from metrocore.errors import ArgumentError

from .game cimport GameCore
from .moves cimport Moves, gather, list_moves
from .state cimport apply, undo_action
from .trips cimport TRIPS, Network, Trip, build_network, find_trip, trip_ends
from .types cimport ACTIONS, City, State, Undo, u16, u64

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
