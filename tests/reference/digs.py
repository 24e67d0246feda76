"""Which tunnels are possible: starts and digs, and lines for which there is none (RULES 3 and 6)."""

from collections.abc import Iterator

from .lattice import BASE_CORNERS, BESIDE, CITY_SPACES, CITY_VERTICES, NEIGHBOUR, SIDE_OF, TOUCHING, is_opposite
from .state import TUNNELS, Line, State
from .stations import splits


def empty_starts(state: State) -> list[str]:
    return [space for space in state.city.starts if space not in state.tunnels]


def start_spaces(state: State, player: int) -> list[str]:
    """Where a player may start the next line (RULES 3, Start and Second line; none if both are started)."""
    a, b = state.lines[player]
    empty = empty_starts(state)
    if not a.started:
        state.note("start a", bool(empty))
        return empty
    if b.started:
        return []
    allowed = [space for space in empty if is_opposite(SIDE_OF[space], a.start_side)]
    if allowed:
        state.note("start b opposite")
        state.note("start b refused", len(allowed) < len(empty))
        return allowed
    there_is_none = not any(is_opposite(SIDE_OF[space], a.start_side) for space in state.city.starts)
    state.note("start b none there" if there_is_none else "start b all taken", bool(empty))
    return empty


def start_actions(state: State, player: int) -> list[str]:
    return [f"{space}>{vertex}" for space in start_spaces(state, player) for vertex in BASE_CORNERS[space]]


def ways(line: Line) -> Iterator[tuple[int, str, str]]:
    """All edges from the head with a space beside them, whether a dig is allowed or not: direction, l or r, space."""
    for k in range(6):
        for hand in "lr":
            space = BESIDE.get((line.head, k, hand))
            if space is not None:
                yield k, hand, space


def open_ends(state: State, line: Line) -> list[str]:
    """The empty end spaces that a line may end at, near or far (3.6)."""
    empty = [space for space in state.city.ends if space not in state.tunnels]
    return [space for space in empty if is_opposite(SIDE_OF[space], line.start_side)] or empty


def marker_of(state: State, line: Line, space: str) -> list[str]:
    """The letters that the line's owner could place on a destination area, the turn left aside (3.5)."""
    near = {state.markers[other].letter for other in TOUCHING[space] if other in state.markers}
    kind = state.city.areas[space]
    return [marker[0] for marker in state.hands[line.owner] if marker[1] == kind and marker[0] not in near]


def faults(state: State, line: Line, k: int, space: str, marked: bool) -> Iterator[str]:
    """What forbids a dig in direction k with the tunnel in a space; nothing, if the dig is legal.

    `marked` says that a marker was placed this turn already. The clauses are those of RULES 3, Dig.
    """
    head, to, city = line.head, NEIGHBOUR[line.head, k], state.city
    if to in CITY_VERTICES and space not in CITY_SPACES:  # 3.1: along the rim, an outer space does not count
        yield "rim"
        return
    if to not in CITY_VERTICES and space not in city.ends:  # 3.1 and RULES 1, Frame
        yield "start space" if space in city.starts else "plain space"
        return
    if space in state.tunnels:  # 3.1
        yield "space taken" if to in CITY_VERTICES else "end taken"
    if space in city.lake or space in city.park:  # 3.1
        yield "water"
    if to in line.vertices:  # 3.2
        yield "loop"
    if (k - line.last_direction) % 6 in (2, 4) and head not in state.stations:  # 3.3
        yield "acute"
    if len(line.spaces) == TUNNELS:  # 3.4
        yield "full"
    if space in city.areas:  # 3.5
        if all(marker[1] != city.areas[space] for marker in state.hands[line.owner]):
            yield "no marker"
        else:
            if marked:
                yield "second marker"
            if not marker_of(state, line, space):
                yield "touching"
    if space in city.ends and space not in state.tunnels and space not in open_ends(state, line):  # 3.6
        yield "end near"


def dig_actions(state: State, line: Line, marked: bool) -> list[str]:
    """The legal digs of a line, in notation."""
    actions = []
    for k, hand, space in ways(line):
        reasons = faults(state, line, k, space, marked)
        if state.tally is not None:
            reasons = iter(count_dig(state, line, k, space, list(reasons)))
        if any(reasons):
            continue
        to = NEIGHBOUR[line.head, k]
        if to not in CITY_VERTICES:
            actions.append(f"{line.letter}>{to}")
        elif space in state.city.areas:
            actions += [f"{line.letter}>{to}{hand}={letter}" for letter in marker_of(state, line, space)]
        else:
            actions.append(f"{line.letter}>{to}{hand}")
    return actions


def count_dig(state: State, line: Line, k: int, space: str, reasons: list[str]) -> list[str]:
    """Count the clauses by which a dig is allowed, or the single one that forbids it; gives the reasons back."""
    acute = (k - line.last_direction) % 6 in (2, 4)
    to = NEIGHBOUR[line.head, k]
    if len(reasons) == 1:
        state.note(reasons[0])
        if reasons == ["acute"]:
            parting = state.stations_left > 0 and splits(state, line, line.vertices[-2], line.head, to)
            state.note("acute own split", parting)
    if reasons:
        return reasons
    state.note("acute at station", acute)
    if space in state.city.areas:
        letters = marker_of(state, line, space)
        state.note("marker choice", len(letters) > 1)
        fitting = sum(marker[1] == state.city.areas[space] for marker in state.hands[line.owner])
        state.note("marker one of two touches", fitting > len(letters))
    if space in state.city.ends:
        if is_opposite(SIDE_OF[space], line.start_side):
            state.note("end far")
        elif any(is_opposite(SIDE_OF[end], line.start_side) for end in state.city.ends):
            state.note("end all taken")
        else:
            state.note("end none there")
    return reasons


def is_blocked(state: State, line: Line) -> bool:
    """RULES 6: no dig would be legal at the beginning of a turn; not started: no start space is empty."""
    if line.complete:
        return False
    if not line.started:
        return not empty_starts(state)
    return all(any(faults(state, line, k, space, marked=False)) for k, _, space in ways(line))
