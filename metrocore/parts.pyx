"""A position to and from plain Python data, with every invariant checked on the way in.

The parts:
  lines     per line 0..2*players-1: None, or [outer space of the start, base corner 0/1, [(direction, side), ...]]
  stations  vertices 0..90, ascending
  owners    12: player or -1;  places: 12: triangle 0..149 or -1;  unknown: per player [R, C, E] counts
  points    per player 0..255
  player    whose turn it is (when over: who called the end);  dug 0..3;  marked, first: bool;  bonus: line or None
  cause     None, 'lines', 'stations', 'blocked';  caller: player or None;  over: bool

The invariants, each refused by name: every tunnel in a space of its own, of the city, no water; a walk without a loop from a start
space, to an end space only as the last; at most 18 tunnels; line b only after line a; a marker on a destination area of its type
that holds a tunnel of its owner's, the two of a letter not touching and not of one player; a tunnel on a destination area has a
marker; every city vertex with a station is on a line; together the players have the points for the stations; hands of the right
size and types; a turn that can be in progress; an end that is called by somebody for a cause. What play leads to is not asked.
"""

from libc.string cimport memset

from metrocore.arguments import shown
from metrocore.errors import PositionError

from .bits cimport count, has, put
from .derive cimport derive
from .digs cimport LineDigs, allowed_starts, line_digs
from .types cimport (
    CITY_SPACES, CITY_VERTICES, LAKE, MARKED, MARKERS, NONE, NOT_CALLED, OPENING, OUTERS, STATIONS, TUNNELS, TYPES, City,
    Lattice, State, u8, u32,
)

_CAUSES = (None, "lines", "stations", "blocked")


cdef dict save_parts(const City *city, const State *state):
    cdef const Lattice *lattice = city.lattice
    cdef int line, i, k, v, w, o
    cdef list lines = []
    for line in range(2 * city.players):
        if state.size[line] == 0:
            lines.append(None)
            continue
        o = state.path[line][0] - CITY_VERTICES
        digs = []
        for i in range(2, state.size[line] + 1):
            v = state.path[line][i - 1] & 127
            w = state.path[line][i] & 127
            k = 0
            while lattice.neighbour[v][k] != w:
                k += 1
            digs.append((k, state.path[line][i] >> 7))
        lines.append([o, int(lattice.corner[CITY_SPACES + o][1] == state.path[line][1] & 127), digs])
    return {
        "lines": lines,
        "stations": [v for v in range(CITY_VERTICES) if has(state.stations, v)],
        "owners": [-1 if state.owner[i] == NONE else state.owner[i] for i in range(MARKERS)],
        "places": [-1 if state.place[i] == NONE else state.place[i] for i in range(MARKERS)],
        "unknown": [[state.unknown[p][t] for t in range(TYPES)] for p in range(city.players)],
        "points": [state.points[p] for p in range(city.players)],
        "player": state.player,
        "dug": state.dug,
        "marked": state.flags & MARKED != 0,
        "first": state.flags & OPENING != 0,
        "bonus": state.bonus - 1 if state.bonus else None,
        "cause": _CAUSES[state.cause],
        "caller": state.caller if state.cause else None,
        "over": state.over != 0,
    }


cdef int _number(object value, int least, int most, str place) except? -1000:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise PositionError(f"{shown(value)} is not in {least}..{most}", place)
    return value


cdef bint _flag(object value, str place) except -1:
    if not isinstance(value, bool):
        raise PositionError("neither true nor false", place)
    return value


cdef list _sequence(object value, int size, str place):
    if not isinstance(value, (list, tuple)) or (size >= 0 and len(value) != size):
        raise PositionError("not a list" if size < 0 else f"not a list of {size}", place)
    return list(value)


cdef int _load_line(const City *city, State *state, int line, object part, u8 *taken) except -1:
    cdef const Lattice *lattice = city.lattice
    cdef str place = f"lines[{line}]"
    cdef int outer, base, i, way, side, v, w, space, size
    if part is None:
        return 0
    part = _sequence(part, 3, place)
    outer = _number(part[0], 0, OUTERS - 1, place)
    base = _number(part[1], 0, 1, place)
    digs = _sequence(part[2], -1, place)
    if not city.starts >> outer & 1:
        raise PositionError("begins in no start space", place)
    if len(digs) >= TUNNELS:
        raise PositionError(f"more than {TUNNELS} tunnels", place)
    if taken[CITY_SPACES + outer]:
        raise PositionError("its start space is taken", place)
    taken[CITY_SPACES + outer] = line + 1
    v = lattice.corner[CITY_SPACES + outer][base]
    state.path[line][0] = CITY_VERTICES + outer
    state.path[line][1] = v | (1 - base) << 7
    size = 1
    for i in range(len(digs)):
        dig = _sequence(digs[i], 2, f"{place}[2][{i}]")
        way = _number(dig[0], 0, 5, f"{place}[2][{i}]")
        side = _number(dig[1], 0, 1, f"{place}[2][{i}]")
        w = NONE if v >= CITY_VERTICES else lattice.neighbour[v][way]
        space = NONE if w == NONE else lattice.space[v][way if side == 0 else (way + 5) % 6]
        if space == NONE or (w >= CITY_VERTICES) != (space >= CITY_SPACES):
            raise PositionError("leaves the city", f"{place}[2][{i}]")
        if w >= CITY_VERTICES and (space - CITY_SPACES != w - CITY_VERTICES or not city.ends >> (w - CITY_VERTICES) & 1):
            raise PositionError("leads to no end space", f"{place}[2][{i}]")
        if taken[space] or (space < CITY_SPACES and city.kind[space] >= LAKE):
            raise PositionError("lies in a space that is taken, lake or park", f"{place}[2][{i}]")
        if w in [state.path[line][k] & 127 for k in range(size + 1)]:
            raise PositionError("loops", f"{place}[2][{i}]")
        taken[space] = line + 1
        size += 1
        state.path[line][size] = w | side << 7
        v = w
    state.size[line] = size
    return 0


cdef int _load_markers(const City *city, object parts, State *state, const u8 *taken) except -1:
    cdef const Lattice *lattice = city.lattice
    cdef int m, other, space
    owners = _sequence(parts["owners"], MARKERS, "owners")
    places = _sequence(parts["places"], MARKERS, "places")
    for m in range(MARKERS):
        state.owner[m] = _number(owners[m], -1, city.players - 1, f"owners[{m}]") & 255
        state.place[m] = _number(places[m], -1, CITY_SPACES - 1, f"places[{m}]") & 255
    for m in range(MARKERS):
        space = state.place[m]
        other = m ^ 1
        if state.owner[m] != NONE and state.owner[m] == state.owner[other]:
            raise PositionError("both markers of a letter with one player", f"owners[{m}]")
        if space == NONE:
            continue
        if city.kind[space] != lattice.type_of[m] + 1:
            raise PositionError("not on a destination area of its type", f"places[{m}]")
        if taken[space] == 0 or (taken[space] - 1) >> 1 != state.owner[m]:
            raise PositionError("not on a tunnel of its owner's", f"places[{m}]")
        if state.place[other] != NONE and has(lattice.touch[space], state.place[other]):
            raise PositionError("touches the other marker of its letter", f"places[{m}]")
        if list(places).count(space) > 1:
            raise PositionError("two markers in one space", f"places[{m}]")
    for space in range(CITY_SPACES):
        if taken[space] and 0 < city.kind[space] < LAKE and space not in places:
            raise PositionError("a tunnel on a destination area without a marker", "places")
    return 0


cdef int _check_hands(const City *city, object parts, State *state) except -1:
    """RULES 2: how many markers of each type a player has, placed and hidden ones counted."""
    cdef int p, t, m, known, hidden
    cdef int per_type[4][3]
    memset(per_type, 0, sizeof(per_type))
    unknown = _sequence(parts["unknown"], city.players, "unknown")
    for p in range(city.players):
        counts = _sequence(unknown[p], TYPES, f"unknown[{p}]")
        for t in range(TYPES):
            state.unknown[p][t] = _number(counts[t], 0, 4, f"unknown[{p}][{t}]")
            per_type[p][t] = state.unknown[p][t]
    for m in range(MARKERS):
        if state.owner[m] != NONE:
            per_type[state.owner[m]][city.lattice.type_of[m]] += 1
    for p in range(city.players):
        held = sum([per_type[p][t] for t in range(TYPES)])
        if held != 12 // city.players:
            raise PositionError(f"{held} markers, but each player has {12 // city.players}", f"owners of player {p}")
        if city.players > 2 and min([per_type[p][t] for t in range(TYPES)]) < 1:
            raise PositionError("a hand without a marker of each type", f"owners of player {p}")
    for t in range(TYPES):
        known = 0
        hidden = 0
        for m in range(MARKERS):
            if city.lattice.type_of[m] == t:
                hidden += state.owner[m] == NONE
        for p in range(city.players):
            known += state.unknown[p][t]
        if known != hidden:
            raise PositionError(
                f"{known} letters unknown, but {hidden} markers without an owner", f"unknown markers of type {'RCE'[t]}")
    return 0


cdef int _load_turn(const City *city, object parts, State *state) except -1:
    cdef int line
    state.player = _number(parts["player"], 0, city.players - 1, "player")
    state.dug = _number(parts["dug"], 0, 3, "dug")
    if _flag(parts["marked"], "marked"):
        state.flags |= MARKED
    if _flag(parts["first"], "first"):
        state.flags |= OPENING
    if not isinstance(parts["cause"], (str, type(None))) or parts["cause"] not in _CAUSES:
        raise PositionError("no cause of the end", "cause")
    state.cause = _CAUSES.index(parts["cause"])
    if (state.cause == NOT_CALLED) != (parts["caller"] is None):
        raise PositionError("a cause without a caller, or a caller without a cause", "caller")
    if state.cause != NOT_CALLED:
        state.caller = _number(parts["caller"], 0, city.players - 1, "caller")
    if _flag(parts["over"], "over"):
        if state.cause == NOT_CALLED or state.player != state.caller or state.dug or state.flags:
            raise PositionError("over, but not called, or in the middle of a turn", "over")
        state.over = 1
    if parts["bonus"] is not None:
        line = _number(parts["bonus"], 0, 2 * city.players - 1, "bonus")
        state.bonus = line + 1
    return 0


cdef int _check_turn(const City *city, const State *state) except -1:
    """A turn that can be in progress: after `derive`."""
    cdef int line = 2 * state.player
    cdef int tunnels = state.size[line] + state.size[line + 1]
    cdef LineDigs digs
    cdef u32 free_of_station
    cdef bint may_mark = not state.flags & MARKED
    if state.flags & MARKED and (state.dug == 0 or not _has_marker(city, state)):
        raise PositionError("a marker placed this turn, but no tunnel or marker for it", "marked")
    if state.flags & OPENING and (state.dug == 0 or state.size[line] != state.dug or state.size[line + 1]):
        raise PositionError("not a turn that starts line a", "first")
    if not state.flags & OPENING and state.dug and state.size[line] == state.dug and state.size[line + 1] == 0:
        raise PositionError("the turn that starts line a", "first")
    if tunnels < state.dug:
        raise PositionError("more tunnels dug this turn than there are", "dug")
    if state.bonus:
        if state.bonus - 1 >> 1 != state.player or not state.complete >> (state.bonus - 1) & 1 or state.dug == 0:
            raise PositionError("no line that was just completed", "bonus")
        free_of_station = ~state.at[state.bonus - 1] & (((<u32>1 << state.size[state.bonus - 1]) - 1) & ~<u32>1)
        if free_of_station == 0 or state.stations_left == 0 or state.over:
            raise PositionError("no bonus station to be placed", "bonus")
    elif state.dug == 3:
        raise PositionError("a turn of three tunnels is over", "dug")
    elif state.dug and not (line_digs(city, state, line, may_mark, &digs) or line_digs(city, state, line + 1, may_mark, &digs)
                            or allowed_starts(city, state, state.player)):
        raise PositionError("a turn with no tunnel left to dig is over", "dug")
    if state.stations_left == 0 and state.cause == NOT_CALLED:
        raise PositionError("the last station is placed, but the end not called", "cause")
    for line in range(0, 2 * city.players, 2):
        if state.complete >> line & 3 == 3 and state.cause == NOT_CALLED:
            raise PositionError("a player has completed both lines, but the end is not called", "cause")
    return 0


cdef bint _has_marker(const City *city, const State *state):
    cdef int m
    for m in range(MARKERS):
        if state.place[m] != NONE and state.owner[m] == state.player:
            return True
    return False


cdef int load_parts(const City *city, object parts, State *state) except -1:
    cdef u8 taken[180]
    cdef int line, v, p
    cdef int worth = 0
    cdef State made
    wanted = {"lines", "stations", "owners", "places", "unknown", "points", "player", "dug", "marked", "first", "bonus", "cause",
              "caller", "over"}
    if not isinstance(parts, dict) or set(parts) != wanted:
        raise PositionError("not the parts of a position", "")
    memset(&made, 0, sizeof(State))
    memset(taken, 0, sizeof(taken))
    lines = _sequence(parts["lines"], 2 * city.players, "lines")
    for line in range(2 * city.players):
        _load_line(city, &made, line, lines[line], taken)
        if line & 1 and made.size[line] and not made.size[line - 1]:
            raise PositionError("line b without line a", f"lines[{line}]")
    _load_markers(city, parts, &made, taken)
    _check_hands(city, parts, &made)
    points = _sequence(parts["points"], city.players, "points")
    for p in range(city.players):
        made.points[p] = _number(points[p], 0, 255, f"points[{p}]")
    _load_turn(city, parts, &made)
    previous = -1
    for i, place in enumerate(_sequence(parts["stations"], -1, "stations")):
        v = _number(place, 0, CITY_VERTICES - 1, f"stations[{i}]")
        if v <= previous:
            raise PositionError("not in ascending order", f"stations[{i}]")
        previous = v
        put(made.stations, v)
    if count(made.stations[0]) + count(made.stations[1]) > STATIONS:
        raise PositionError(f"more than {STATIONS} stations", "stations")
    derive(city, &made)
    for v in range(CITY_VERTICES):
        if has(made.stations, v) and made.lines[v] == 0:
            raise PositionError("a station on no line", "stations")
        worth += city.worth[v] if has(made.stations, v) else 0
    if sum(points) != worth:
        raise PositionError(f"{sum(points)} in all, but the stations on the board gave {worth}", "points")
    _check_turn(city, &made)
    state[0] = made
    return 0
