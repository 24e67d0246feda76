"""Shortest trips over the network (RULES 7.2): the method is drawn in trips.pxd."""

from libc.string cimport memset

from .bits cimport has, low, put
from .types cimport CITY_VERTICES, LINES, NONE, City, State, u32, u64


cdef void build_network(const State *state, Network *network) noexcept nogil:
    cdef int line, node, index, vertex
    cdef u32 left
    network.stations = 0
    network.nodes[0] = network.nodes[1] = network.nodes[2] = 0
    network.sites[0] = network.sites[1] = 0
    node = 1
    for line in range(LINES):
        left = state.at[line]
        while left:
            vertex = state.path[line][low(left)] & 127
            if has(network.sites, vertex):
                index = network.index[vertex]
            else:
                index = network.stations
                network.stations += 1
                put(network.sites, vertex)
                network.index[vertex] = index
                network.vertex[index] = vertex
                network.of_station[index][0] = network.of_station[index][1] = network.of_station[index][2] = 0
            put(network.of_station[index], node)
            put(network.nodes, node)
            network.station[node] = index
            network.line[node] = line
            network.position[node] = low(left)
            node += 1
            left &= left - 1
        node += 1


cdef void _nodes_at(const Network *network, const u64 *vertices, u64 *nodes) noexcept nogil:
    """Nodes at the stations among these vertices."""
    cdef u64 left
    cdef int i, k, index
    nodes[0] = nodes[1] = nodes[2] = 0
    for i in range(2):
        left = vertices[i] & network.sites[i]
        while left:
            index = network.index[64 * i + low(left)]
            left &= left - 1
            for k in range(NODE_WORDS):
                nodes[k] |= network.of_station[index][k]


cdef inline void _ride(const u64 *nodes, u64 *out) noexcept nogil:
    """One stop further either way (masking with existing nodes is the caller's)."""
    out[0] = nodes[0] << 1 | nodes[0] >> 1 | nodes[1] << 63
    out[1] = nodes[1] << 1 | nodes[0] >> 63 | nodes[1] >> 1 | nodes[2] << 63
    out[2] = nodes[2] << 1 | nodes[1] >> 63 | nodes[2] >> 1


cdef void find_trip(const Network *network, const u64 *from_vertices, const u64 *to_vertices, Trip *trip) noexcept nogil:
    cdef u64 seen[NODE_WORDS]
    cdef u64 step[NODE_WORDS]
    cdef u64 changes[4][NODE_WORDS]     # nodes to be reached by a change, by minute mod 4
    cdef u64 left
    cdef u32 stations_seen = 0
    cdef int minute, idle, k, index
    trip.minutes = -1
    trip.lines = 0
    _nodes_at(network, from_vertices, trip.start)
    _nodes_at(network, to_vertices, trip.goal)
    if (not (trip.start[0] | trip.start[1] | trip.start[2])) or not (trip.goal[0] | trip.goal[1] | trip.goal[2]):
        return
    if trip.start[0] & trip.goal[0] | trip.start[1] & trip.goal[1] | trip.start[2] & trip.goal[2]:
        trip.minutes = 0
        return
    memset(changes, 0, sizeof(changes))
    for k in range(NODE_WORDS):
        trip.reached[0][k] = seen[k] = trip.start[k]
    minute = 0
    idle = 0
    while True:
        # The stations first reached this minute: their other lines follow three minutes later.
        for k in range(NODE_WORDS):
            left = trip.reached[minute][k]
            while left:
                index = network.station[64 * k + low(left)]
                left &= left - 1
                if not stations_seen >> index & 1:
                    stations_seen |= <u32>1 << index
                    changes[(minute + 3) & 3][0] |= network.of_station[index][0]
                    changes[(minute + 3) & 3][1] |= network.of_station[index][1]
                    changes[(minute + 3) & 3][2] |= network.of_station[index][2]
        _ride(trip.reached[minute], step)
        minute += 1
        for k in range(NODE_WORDS):
            step[k] = (step[k] | changes[minute & 3][k]) & network.nodes[k] & ~seen[k]
            changes[minute & 3][k] = 0
            seen[k] |= step[k]
            trip.reached[minute][k] = step[k]
        if step[0] & trip.goal[0] | step[1] & trip.goal[1] | step[2] & trip.goal[2]:
            break
        idle = 0 if step[0] | step[1] | step[2] else idle + 1
        if idle == 3:
            return
    trip.minutes = minute
    _trace_back(network, trip)


cdef void _trace_back(const Network *network, Trip *trip) noexcept nogil:
    """From the goal back to the start: the nodes on fastest routes, and their lines."""
    cdef u64 step[NODE_WORDS]
    cdef u64 left
    cdef int minute, k, node
    cdef const u64 *here
    for minute in range(trip.minutes + 1):
        trip.useful[minute][0] = trip.useful[minute][1] = trip.useful[minute][2] = 0
    for k in range(NODE_WORDS):
        trip.useful[trip.minutes][k] = trip.reached[trip.minutes][k] & trip.goal[k]
    for minute in range(trip.minutes, 0, -1):
        _ride(trip.useful[minute], step)
        for k in range(NODE_WORDS):
            trip.useful[minute - 1][k] |= step[k] & trip.reached[minute - 1][k]
            left = trip.useful[minute][k]
            while left:
                node = 64 * k + low(left)
                left &= left - 1
                trip.lines |= <u32>1 << network.line[node]
                if minute >= 3:
                    here = network.of_station[network.station[node]]
                    trip.useful[minute - 3][0] |= here[0] & trip.reached[minute - 3][0]
                    trip.useful[minute - 3][1] |= here[1] & trip.reached[minute - 3][1]
                    trip.useful[minute - 3][2] |= here[2] & trip.reached[minute - 3][2]


cdef bint trip_ends(const City *city, const State *state, int trip, u64 *from_vertices, u64 *to_vertices) noexcept nogil:
    cdef int i, left, right
    from_vertices[0] = from_vertices[1] = to_vertices[0] = to_vertices[1] = 0
    if trip == TRIPS - 1:
        for i in range(2):
            from_vertices[i] = city.lake[i]
            to_vertices[i] = city.park[i]
        return (city.lake[0] | city.lake[1]) != 0 and (city.park[0] | city.park[1]) != 0
    left = state.place[2 * trip]
    right = state.place[2 * trip + 1]
    for i in range(3):
        if left != NONE:
            put(from_vertices, city.lattice.corner[left][i])
        if right != NONE:
            put(to_vertices, city.lattice.corner[right][i])
    return left != NONE and right != NONE


cdef u64 _add(u64 a, u64 b) noexcept nogil:
    return a + b if a + b >= a else ~<u64>0


cdef u64 count_routes(const Network *network, const Trip *trip) noexcept nogil:
    cdef u64 ways[NODES]
    cdef u64 left, others, total
    cdef int minute, k, j, node, other
    if trip.minutes <= 0:
        return trip.minutes + 1
    total = 0
    for minute in range(trip.minutes + 1):
        for k in range(NODE_WORDS):
            left = trip.useful[minute][k]
            while left:
                node = 64 * k + low(left)
                left &= left - 1
                ways[node] = minute == 0
                if minute >= 1:
                    for other in range(node - 1, node + 2, 2):
                        if has(trip.useful[minute - 1], other):
                            ways[node] = _add(ways[node], ways[other])
                if minute >= 3:
                    for j in range(NODE_WORDS):
                        others = network.of_station[network.station[node]][j] & trip.useful[minute - 3][j]
                        while others:
                            ways[node] = _add(ways[node], ways[64 * j + low(others)])
                            others &= others - 1
                if minute == trip.minutes:
                    total = _add(total, ways[node])
    return total


cdef void count_tunnels(const Network *network, const Trip *trip, int *by_line) noexcept nogil:
    cdef u64 left
    cdef int minute, k, node, other, line
    for line in range(LINES):
        by_line[line] = 0
    for minute in range(1, trip.minutes + 1):
        for k in range(NODE_WORDS):
            left = trip.useful[minute][k]
            while left:
                node = 64 * k + low(left)
                left &= left - 1
                for other in range(node - 1, node + 2, 2):
                    if has(trip.useful[minute - 1], other):
                        by_line[network.line[node]] += abs(<int>network.position[node] - <int>network.position[other])


cdef int slow_minutes(const State *state, const u64 *from_vertices, const u64 *to_vertices) noexcept nogil:
    cdef int minutes[LINES][CITY_VERTICES]
    cdef int line, other, i, previous, v, best
    cdef bint better = True
    for line in range(LINES):
        for v in range(CITY_VERTICES):
            minutes[line][v] = 0 if has(state.stations, v) and has(from_vertices, v) and state.lines[v] >> line & 1 else 9999
    while better:
        better = False
        for line in range(LINES):
            previous = NONE
            for i in range(1, state.size[line] + 1):
                v = state.path[line][i] & 127
                if v >= CITY_VERTICES or not has(state.stations, v):
                    continue
                if previous != NONE:
                    better |= _relax(&minutes[line][v], minutes[line][previous] + 1)
                    better |= _relax(&minutes[line][previous], minutes[line][v] + 1)
                previous = v
                for other in range(LINES):
                    if state.lines[v] >> other & 1:
                        better |= _relax(&minutes[other][v], minutes[line][v] + 3)
    best = 9999
    for v in range(CITY_VERTICES):
        if has(to_vertices, v):
            for line in range(LINES):
                best = min(best, minutes[line][v])
    return -1 if best == 9999 else best


cdef bint _relax(int *minutes, int offer) noexcept nogil:
    if offer < minutes[0]:
        minutes[0] = offer
        return True
    return False
