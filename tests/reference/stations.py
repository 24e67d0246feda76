"""Where stations come up or may be built: splits, joins, intermediate and bonus stations (RULES 4)."""

from .lattice import BESIDE, CITY_VERTICES, DIRECTION_TO, SPACES_AT
from .state import Line, State


def splits(state: State, line: Line, g: str, h: str, w: str) -> bool:
    """Does a line that came from g to h and goes on to w part from another at h? (Split)"""
    return any(g in other.beside(h) and other.beside(h) - {g, w} for other in state.others(line))


def joins(state: State, line: Line, h: str, w: str) -> bool:
    """Does a line that goes from h to w meet another there? (Join)"""
    return any(w in other.vertices and h not in other.beside(w) for other in state.others(line))


def place_station(state: State, player: int, vertex: str) -> None:
    """Put a station on the board; whoever caused it scores the destination areas that touch it."""
    state.stations.add(vertex)
    state.points[player] += state.city.worth[vertex]
    if state.tally is not None:
        at = SPACES_AT[vertex]
        state.note("station scores", state.city.worth[vertex] > 0)
        state.note("station at a covered area", bool(at & state.city.areas.keys() & state.tunnels.keys()))
        state.note("station at water only", not state.city.worth[vertex] and bool(at & state.city.water))


def stations_after_dig(state: State, line: Line) -> None:
    """Place the stations that a line's last tunnel brings about: first split, then join."""
    h, w = line.vertices[-2:]
    wanted = []
    if len(line.vertices) > 2 and splits(state, line, line.vertices[-3], h, w):
        wanted.append(("split", h))
    if joins(state, line, h, w):
        wanted.append(("join", w))
    if state.tally is not None:
        count_stations(state, line, dict(wanted))
    for _, vertex in wanted:
        if vertex not in state.stations and state.stations_left:
            place_station(state, line.owner, vertex)


def count_stations(state: State, line: Line, wanted: dict[str, str]) -> None:
    """Count the clauses of RULES 4 that a dig touches, before its stations are placed."""
    h, w = line.vertices[-2:]
    fresh = {kind for kind, vertex in wanted.items() if vertex not in state.stations}
    for kind in wanted:
        state.note(kind, kind in fresh and state.stations_left > 0)
        state.note(f"{kind} at station", kind not in fresh)
        state.note(f"{kind} without stations", kind in fresh and not state.stations_left)
    state.note("split and join", len(fresh) == 2 and state.stations_left >= 2)
    state.note("split takes the last", len(fresh) == 2 and state.stations_left == 1)
    if "join" in fresh:
        met = [other for other in state.others(line) if w in other.vertices and h not in other.beside(w)]
        state.note("join at a head", all(other.head == w for other in met))
        state.note("join own line", all(other.owner == line.owner for other in met))
        state.note("join by a start", len(line.spaces) == 1)
    for other in state.others(line):
        if "join" not in wanted:
            state.note("join alongside", h in other.beside(w))
        if len(line.vertices) > 2 and (g := line.vertices[-3]) in other.beside(h):
            count_parting(state, line, other, (g, h, w), "split" in fresh)


def count_parting(state: State, line: Line, other: Line, path: tuple[str, str, str], fresh: bool) -> None:
    """Count what happens where a line came alongside another from g to h, and goes on to w."""
    g, h, w = path
    rest = other.beside(h) - {g}
    if not rest:
        state.note("split at a head only", not fresh and h not in state.stations)
    elif rest == {w}:
        swapped = left_of_way(line, line.space_of(g, h), g) != left_of_way(line, line.space_of(h, w), h)
        state.note("changes side" if swapped else "stays alongside")
    elif fresh:
        state.note("split at first edge", other.vertices[0] in rest)
        state.note("split dug the other way", other.vertices.index(g) > other.vertices.index(h))
        state.note("split own line", other.owner == line.owner)


def left_of_way(line: Line, space: str, v: str) -> bool:
    """Is the tunnel of the line's edge that begins at v on its left?"""
    w = line.vertices[line.vertices.index(v) + 1]
    return BESIDE.get((v, DIRECTION_TO[v, w], "l")) == space


def vertices_between(state: State, line: Line) -> set[str]:
    """City vertices of a line between two of its stations, its start marker counting as one, without a station."""
    at = [i for i, vertex in enumerate(line.vertices) if vertex in state.stations]
    return set(line.vertices[1 : at[-1]]) - state.stations if at else set()


def intermediate_vertices(state: State, player: int) -> set[str]:
    """Where a player may use the turn to build a station."""
    going = [line for line in state.lines[player] if line.started and not line.complete]
    allowed: set[str] = set().union(*(vertices_between(state, line) for line in going))
    if state.tally is not None:
        count_intermediate(state, player, going, allowed)
    return allowed if state.stations_left else set()


def count_intermediate(state: State, player: int, going: list[Line], allowed: set[str]) -> None:
    """Count what allows and forbids intermediate stations."""
    if not state.stations_left:
        state.note("intermediate without stations", bool(allowed))
        return
    done = [line for line in state.all_lines() if line.complete]
    for line in going:
        at = [i for i, vertex in enumerate(line.vertices) if vertex in state.stations]
        beyond = set(line.vertices[1:]) - set(line.vertices[: at[-1] + 1] if at else ()) - state.stations
        state.note("intermediate beyond last", bool(beyond - allowed))
        state.note("start marker as station", bool(at and set(line.vertices[1 : at[0]]) - state.stations))
    state.note("intermediate on a complete line too", any(allowed & set(line.vertices) for line in done))
    own = [line for line in done if line.owner == player]
    state.note("no intermediate on complete line", any(vertices_between(state, line) - allowed for line in own))


def bonus_vertices(state: State, line: Line) -> set[str]:
    """Where the bonus station of a line just completed may stand."""
    vertices = {vertex for vertex in line.vertices if vertex in CITY_VERTICES} - state.stations
    return vertices if state.stations_left else set()
