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


cdef inline void _change(const Network *network, u64 at, int base, u32 *stations_seen, u64 *due) noexcept nogil:
    """Note the nodes that share a station, not seen before, with those reached in this word."""
    cdef int index
    while at:
        index = network.station[base + low(at)]
        at &= at - 1
        if not stations_seen[0] >> index & 1:
            stations_seen[0] |= <u32>1 << index
            due[0] |= network.of_station[index][0]
            due[1] |= network.of_station[index][1]
            due[2] |= network.of_station[index][2]


cdef void find_trip(const Network *network, const u64 *from_vertices, const u64 *to_vertices, Trip *trip) noexcept nogil:
    cdef u64 at0, at1, at2, seen0, seen1, seen2, next0, next1, next2
    cdef u64 changes[4][NODE_WORDS]     # nodes to be reached by a change, by minute mod 4
    cdef u64 *due
    cdef u32 stations_seen = 0
    cdef int minute, idle
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
    # Each word by name: arrays would be written and read again through memory.
    at0 = seen0 = trip.reached[0][0] = trip.start[0]
    at1 = seen1 = trip.reached[0][1] = trip.start[1]
    at2 = seen2 = trip.reached[0][2] = trip.start[2]
    minute = 0
    idle = 0
    while True:
        # The stations first reached this minute: their other lines follow three minutes later.
        due = changes[(minute + 3) & 3]
        if at0:
            _change(network, at0, 0, &stations_seen, due)
        if at1:
            _change(network, at1, 64, &stations_seen, due)
        if at2:
            _change(network, at2, 128, &stations_seen, due)
        minute += 1
        due = changes[minute & 3]
        next0 = (at0 << 1 | at0 >> 1 | at1 << 63 | due[0]) & network.nodes[0] & ~seen0
        next1 = (at1 << 1 | at0 >> 63 | at1 >> 1 | at2 << 63 | due[1]) & network.nodes[1] & ~seen1
        next2 = (at2 << 1 | at1 >> 63 | at2 >> 1 | due[2]) & network.nodes[2] & ~seen2
        due[0] = due[1] = due[2] = 0
        at0 = next0
        at1 = next1
        at2 = next2
        seen0 |= at0
        seen1 |= at1
        seen2 |= at2
        trip.reached[minute][0] = at0
        trip.reached[minute][1] = at1
        trip.reached[minute][2] = at2
        if at0 & trip.goal[0] | at1 & trip.goal[1] | at2 & trip.goal[2]:
            break
        idle = 0 if at0 | at1 | at2 else idle + 1
        if idle == 3:
            return
    trip.minutes = minute
    _trace_back(network, trip)


cdef inline u32 _came_from(const Network *network, u64 at, int base, const u64 *before, u64 *useful) noexcept nogil:
    """Put the nodes reached three minutes `before` from which one changed to these among the useful; returns these nodes' lines."""
    cdef const u64 *here
    cdef u32 lines = 0
    cdef int node
    while at:
        node = base + low(at)
        at &= at - 1
        lines |= <u32>1 << network.line[node]
        if before != NULL:
            here = network.of_station[network.station[node]]
            useful[0] |= here[0] & before[0]
            useful[1] |= here[1] & before[1]
            useful[2] |= here[2] & before[2]
    return lines


cdef void _trace_back(const Network *network, Trip *trip) noexcept nogil:
    """From the goal back to the start: the nodes on fastest routes, and their lines."""
    cdef u64 at0, at1, at2
    cdef const u64 *before
    cdef u64 *useful
    cdef u32 lines = 0
    cdef int minute
    for minute in range(trip.minutes):
        trip.useful[minute][0] = trip.useful[minute][1] = trip.useful[minute][2] = 0
    minute = trip.minutes
    at0 = trip.useful[minute][0] = trip.reached[minute][0] & trip.goal[0]
    at1 = trip.useful[minute][1] = trip.reached[minute][1] & trip.goal[1]
    at2 = trip.useful[minute][2] = trip.reached[minute][2] & trip.goal[2]
    while minute:
        before = trip.reached[minute - 3] if minute >= 3 else NULL
        useful = trip.useful[minute - 3] if minute >= 3 else NULL
        if at0:
            lines |= _came_from(network, at0, 0, before, useful)
        if at1:
            lines |= _came_from(network, at1, 64, before, useful)
        if at2:
            lines |= _came_from(network, at2, 128, before, useful)
        minute -= 1
        before = trip.reached[minute]
        useful = trip.useful[minute]
        useful[0] |= (at0 << 1 | at0 >> 1 | at1 << 63) & before[0]
        useful[1] |= (at1 << 1 | at0 >> 63 | at1 >> 1 | at2 << 63) & before[1]
        useful[2] |= (at2 << 1 | at1 >> 63 | at2 >> 1) & before[2]
        at0 = useful[0]
        at1 = useful[1]
        at2 = useful[2]
    trip.lines = lines


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
    for i in range(2):
        if left != NONE:
            from_vertices[i] = city.lattice.corners[left][i]
        if right != NONE:
            to_vertices[i] = city.lattice.corners[right][i]
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
