"""The scores and trips of a position as plain Python data (RULES 7)."""

from .bits cimport has
from .scoring cimport Score, score
from .trips cimport NODES, TRIPS, Network, Trip, build_network, count_routes, count_tunnels, find_trip, trip_ends
from .types cimport LINES, City, State, u32, u64

CAUSES = (None, "lines", "stations", "blocked")


cdef list _bits(u32 bits):
    return [i for i in range(32) if bits >> i & 1]


cdef list _nodes(const u64 *nodes):
    return [i for i in range(NODES) if has(nodes, i)]


cdef tuple _stop(const Network *network, int node):
    return (network.vertex[network.station[node]], network.line[node])


cdef list _next_nodes(const Network *network, const Trip *trip, int node, int minute):
    """(node, minute) of the steps that go on along a fastest route: rides, then changes."""
    cdef list steps = []
    cdef int other
    for other in (node - 1, node + 1):
        if minute + 1 <= trip.minutes and has(trip.useful[minute + 1], other):
            steps.append((other, minute + 1))
    if minute + 3 <= trip.minutes:
        for other in range(NODES):
            if other != node and has(network.of_station[network.station[node]], other) and has(trip.useful[minute + 3], other):
                steps.append((other, minute + 3))
    return steps


cdef list _routes(const Network *network, const Trip *trip, bint all_routes):
    """Fastest routes as lists of (vertex, line), in the order of their nodes; the first alone unless all are asked for."""
    cdef list routes = []
    cdef list waiting
    cdef int node, minute
    if trip.minutes == 0:
        return [[]]
    waiting = [((n,), 0) for n in reversed(_nodes(trip.useful[0]))]
    while waiting:
        path, minute = waiting.pop()
        node = path[len(path) - 1]
        if minute == trip.minutes:
            routes.append([_stop(network, n) for n in path])
            if not all_routes:
                break
            continue
        waiting.extend((path + (n,), later) for n, later in reversed(_next_nodes(network, trip, node, minute)))
    return routes


cdef list trips_data(const City *city, const State *state, bint all_routes):
    cdef Network network
    cdef Trip work
    cdef Score result
    cdef u64 left_end[2]
    cdef u64 right_end[2]
    cdef int by_line[LINES]
    cdef int trip, p
    cdef list trips = []
    build_network(state, &network)
    score(city, state, &result)
    for trip in range(TRIPS):
        tunnels = [0] * city.players
        routes = []
        count = 0
        if trip_ends(city, state, trip, left_end, right_end):
            find_trip(&network, left_end, right_end, &work)
            count = count_routes(&network, &work)
            if work.minutes >= 0:
                routes = _routes(&network, &work, all_routes)
                count_tunnels(&network, &work, by_line)
                tunnels = [by_line[2 * p] + by_line[2 * p + 1] for p in range(city.players)]
        trips.append({
            "minutes": None if result.minutes[trip] < 0 else result.minutes[trip],
            "involved": _bits(result.involved[trip]),
            "lines": _bits(result.ridden[trip]),
            "route_count": count,
            "routes": routes,
            "tunnels": tunnels,
            "points": [result.points[trip][p] for p in range(city.players)],
            "guilty": _bits(result.guilty[trip]),
        })
    return trips


cdef dict report_data(const City *city, const State *state, bint all_routes):
    cdef Score result
    cdef int p
    score(city, state, &result)
    return {
        "end_cause": CAUSES[state.cause],
        "end_called_by": state.caller if state.cause else None,
        "station_points": [state.points[p] for p in range(city.players)],
        "line_points": [result.line_points[p] for p in range(city.players)],
        "complete": [result.complete[p] for p in range(city.players)],
        "tunnels": [result.tunnels[p] for p in range(city.players)],
        "totals": [result.total[p] for p in range(city.players)],
        "ranks": [result.rank[p] for p in range(city.players)],
        "winners": _bits(result.winners),
        "trips": trips_data(city, state, all_routes),
    }
