"""The trips: fastest routes between stations, every one of them listed (RULES 7.2)."""

import heapq
from dataclasses import dataclass
from itertools import pairwise

from .lattice import CORNERS
from .state import Line, State

RIDE, CHANGE = 1, 3  # minutes

Stop = tuple[str, str]  # a station, and the line on which one is there
Route = tuple[Stop, ...]


@dataclass(frozen=True)
class Trip:
    """A trip with its fastest routes; minutes is None, and there are no routes, if there is no way."""

    minutes: int | None
    routes: list[Route]


def line_stations(state: State, line: Line) -> list[str]:
    """The stations on a line in its order; start and end markers are none."""
    return [vertex for vertex in line.vertices if vertex in state.stations]


def stations_touching(state: State, spaces: frozenset[str]) -> set[str]:
    return {corner for space in spaces for corner in CORNERS[space]} & state.stations


def network(state: State) -> dict[Stop, dict[Stop, int]]:
    """What leads from where to where, in how many minutes."""
    ways: dict[Stop, dict[Stop, int]] = {}
    at: dict[str, list[Stop]] = {station: [] for station in state.stations}
    for line in state.all_lines():
        stops = [(station, line.name) for station in line_stations(state, line)]
        ways.update((stop, {}) for stop in stops)
        for one, other in pairwise(stops):
            ways[one][other] = ways[other][one] = RIDE
        for stop in stops:
            at[stop[0]].append(stop)
    for stops in at.values():
        for one in stops:
            ways[one].update((other, CHANGE) for other in stops if other != one)
    return ways


def fastest(ways: dict[Stop, dict[Stop, int]], begin: set[str], end: set[str]) -> Trip:
    """All fastest routes from any station of one set to any of another."""
    if begin & end:
        return Trip(0, [()])  # one route, which rides nothing
    minutes: dict[Stop, int] = {stop: 0 for stop in ways if stop[0] in begin}
    queue = [(0, stop) for stop in minutes]
    heapq.heapify(queue)
    while queue:
        time, stop = heapq.heappop(queue)
        if time > minutes[stop]:
            continue
        for other, more in ways[stop].items():
            if time + more < minutes.get(other, time + more + 1):
                minutes[other] = time + more
                heapq.heappush(queue, (time + more, other))
    reached = [stop for stop in minutes if stop[0] in end]
    if not reached:
        return Trip(None, [])
    best = min(minutes[stop] for stop in reached)
    routes: list[Route] = []
    unfinished: list[Route] = [(stop,) for stop in reached if minutes[stop] == best]  # grown backwards
    while unfinished:
        route = unfinished.pop()
        time = minutes[route[0]]
        if time == 0:
            routes.append(route)
        for other, more in ways[route[0]].items():
            if other in minutes and minutes[other] + more == time:
                unfinished.append((other, *route))
    return Trip(best, sorted(routes))


def rides(trip: Trip) -> set[tuple[str, str, str]]:
    """The stretches ridden on any fastest route: line, and two stations next to each other on it, in sorted order."""
    return {
        (line, min(here, there), max(here, there))
        for route in trip.routes
        for (here, line), (there, other_line) in pairwise(route)
        if line == other_line
    }


def tunnels_on(state: State, trip: Trip) -> list[int]:
    """How many tunnels each player has on a trip, each counted once (Decision 8)."""
    counts = [0] * len(state.lines)
    by_name = {line.name: line for line in state.all_lines()}
    for name, one, other in rides(trip):
        line = by_name[name]
        counts[line.owner] += abs(line.vertices.index(one) - line.vertices.index(other))
    return counts


def all_trips(state: State) -> dict[str, Trip]:
    """The seven trips by name: A to F, and lake-park."""
    ways = network(state)
    trips = {}
    for letter in "ABCDEF":
        ends = [
            stations_touching(state, frozenset({space}))
            for space, marker in state.markers.items()
            if marker.letter == letter
        ]
        trips[letter] = fastest(ways, *ends) if len(ends) == 2 else Trip(None, [])
    lake, park = stations_touching(state, state.city.lake), stations_touching(state, state.city.park)
    trips["lake-park"] = fastest(ways, lake, park)
    return trips
