"""Why an action is not legal: the rule that forbids it, in words (RULES 3 to 6)."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from metrocore.action import Action
from metrocore.lattice import SIDES, TRIANGLE_NAMES, VERTEX_NAMES, neighbours, triangle_corners, vertex_triangles

from .errors import GameOverError, IllegalActionError
from .pieces import line_name
from .preview import DESTINATIONS, allows_intermediate
from .rules import LETTERS, MARKERS, TYPES

if TYPE_CHECKING:
    from .game import Game

# The ids of actions (see metrocore/types.pxd).
_START0, _STATION0, _DIG0, _LINE_DIGS = 1, 61, 152, 84
_KINDS = ("nothing", "a residential area", "a commercial area", "an entertainment area", "lake", "park")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action is not legal: the section of the rules, with its number (``3.2``), and the matter in words."""

    rule: str
    words: str

    def __str__(self) -> str:
        return f"rule {self.rule}: {self.words}"


def reason_against(game: Game, action: object) -> Reason | None:
    """The reason of ``Game.why_not``."""
    if game.is_legal(action):
        return None
    if game.is_over:
        return Reason("6", "building is over")
    if isinstance(action, str):
        text = action
        try:
            action = game.parse(text)
        except IllegalActionError:
            return _no_edge(game, "ab".index(text[0]), text)
    number = operator.index(action)  # type: ignore[arg-type]
    if game.bonus_line is not None:
        return next(_against_bonus(game, number))
    if number < _START0:
        return Reason("5", "a player passes only when no start, dig or intermediate station is legal")
    if number < _STATION0:
        return next(_against_start(game, (number - _START0) // 2))
    if number < _DIG0:
        return next(_against_station(game, number - _STATION0))
    ab, code = divmod(number - _DIG0, _LINE_DIGS)
    if isinstance(action, Action):
        head = _head(game, ab)
        if head is None or VERTEX_NAMES[neighbours[head][code // 14]] != action.vertex:
            return _no_edge(game, ab, str(action))
    return next(_against_dig(game, ab, code // 14, code // 7 % 2, code % 7))


def refusal(game: Game, action: object) -> IllegalActionError:
    """What is raised for an action that is not legal, with the rule."""
    if game.is_over:
        return GameOverError("the game is over")
    return IllegalActionError(f"{_named(game, action)} is not legal here: {reason_against(game, action)}")


def _named(game: Game, action: object) -> str:
    """An action in notation; an id that no action has here, as the id."""
    if isinstance(action, Action | str):
        return str(action)
    number = operator.index(action)  # type: ignore[arg-type]
    if number < _DIG0:
        return f"{Action(number)} (id {number})"
    ab, code = divmod(number - _DIG0, _LINE_DIGS)
    head = _head(game, ab)
    target = -1 if head is None else neighbours[head][code // 14]
    return f"id {number}" if target < 0 else f"{Action(number, target)} (id {number})"


def _head(game: Game, ab: int) -> int | None:
    """The head from which the current player's line could be dug; None if it is not started or complete."""
    line = 2 * _player(game) + ab
    return None if game.complete(line) or not game.path(line) else game.path(line)[-1]


def _player(game: Game) -> int:
    player = game.current_player
    assert player is not None  # the game is not over
    return player


def _no_edge(game: Game, ab: int, text: str) -> Reason:
    if reason := next(_against_line(game, ab), None):
        return reason
    head = _head(game, ab)
    assert head is not None  # else a reason was found
    return Reason("3.1", f"{text} is not one step from the head of line {'ab'[ab]}, {VERTEX_NAMES[head]}")


def _against_bonus(game: Game, number: int) -> Iterator[Reason]:
    line = game.bonus_line
    assert line is not None
    vertex = number - _STATION0
    if not _STATION0 <= number < _DIG0:
        yield Reason("4", f"first comes the bonus station of line {line_name(line)}: place it or pass")
    elif vertex not in game.path(line):
        yield Reason("4", f"line {line_name(line)}, just completed, does not pass {VERTEX_NAMES[vertex]}")
    yield Reason("4", f"there is a station on {VERTEX_NAMES[vertex]} already")


def _against_start(game: Game, outer: int) -> Iterator[Reason]:
    own, name = 2 * _player(game), TRIANGLE_NAMES[150 + outer]
    if game.path(own + 1):
        yield Reason("3 Start", "both lines are started")
    if outer not in game.setup.starts:
        yield Reason("3 Start", f"{name} is no start space")
    if outer in _taken_outer(game):
        yield Reason("3 Start", f"{name} is taken")
    if game.first_line_turn:
        yield Reason("3 Second line", "line b is started in a later turn than line a")
    sides = _opposite(game.path(own)[0])
    yield Reason("3 Second line", f"a start space is empty on a side opposite line a's start: {', '.join(sides)}")


def _against_station(game: Game, vertex: int) -> Iterator[Reason]:
    name, own = VERTEX_NAMES[vertex], (2 * _player(game), 2 * _player(game) + 1)
    if game.tunnels_dug:
        yield Reason("4", "an intermediate station takes the whole turn, and this one has begun with a tunnel")
    if not game.stations_left:
        yield Reason("4", "no station is left")
    if vertex in game.station_vertices:
        yield Reason("4", f"there is a station on {name} already")
    passing = [line for line in own if vertex in game.path(line)]
    if not passing:
        yield Reason("4", f"{name} is not on a line of the player's")
    if all(game.complete(line) for line in passing):
        yield Reason("4", f"{name} is on complete lines only")
    assert not any(allows_intermediate(game, line, vertex) for line in own)
    yield Reason("4", f"{name} is not between two stations of one line that is not complete")


def _against_line(game: Game, ab: int) -> Iterator[Reason]:
    line = 2 * _player(game) + ab
    if not game.path(line):
        yield Reason("3 Start", f"line {'ab'[ab]} is not started")
    if game.complete(line):
        yield Reason("3.4", f"line {'ab'[ab]} is complete")
    if len(game.sides(line)) == 18:
        yield Reason("3.4", f"line {'ab'[ab]} has 18 tunnels")


def _against_dig(game: Game, ab: int, direction: int, side: int, mark: int) -> Iterator[Reason]:
    head = _head(game, ab)
    if head is None:
        yield from _against_line(game, ab)
    assert head is not None
    target, space = neighbours[head][direction], vertex_triangles[head][(direction - side) % 6]
    if reason := _against_space(game, target, space):
        yield Reason("3.1", reason)
    path = game.path(2 * _player(game) + ab)
    if target in path:
        yield Reason("3.2", f"line {'ab'[ab]} passes {VERTEX_NAMES[target]} already")
    turn = (direction - neighbours[path[-2]].index(head)) % 6
    if turn in (2, 4) and head not in game.station_vertices:
        yield Reason("3.3", f"an acute angle at {VERTEX_NAMES[head]}, where there is no station")
    yield from _against_line(game, ab)
    if space < 150:
        yield from _against_marker(game, space, mark)
    else:
        if mark:
            yield Reason("3.5", f"no destination area at {TRIANGLE_NAMES[space]}")
        yield Reason("3.6", f"an end space is empty on a side opposite the start: {', '.join(_opposite(path[0]))}")


def _against_space(game: Game, target: int, space: int) -> str | None:
    """What of rule 3.1 a dig to this vertex with the tunnel in this space breaks."""
    if target < 0:
        return "the lattice ends there"
    if space < 0 or (target < 91) != (space < 150) or (target >= 91 and target - 91 != space - 150):
        return "there is no space for the tunnel on that side"
    name = TRIANGLE_NAMES[space]
    if space >= 150:
        if space - 150 not in game.setup.ends:
            return f"{name} is no end space"
        return f"{name} is taken" if space - 150 in _taken_outer(game) else None
    if game.setup.areas[space] > max(DESTINATIONS):
        return f"{name} is {_KINDS[game.setup.areas[space]]}"
    if any(space in game.triangles(line) for line in range(2 * game.players)):
        return f"there is a tunnel in {name} already"
    return None


def _against_marker(game: Game, space: int, mark: int) -> Iterator[Reason]:
    name, kind = TRIANGLE_NAMES[space], game.setup.areas[space]
    if kind not in DESTINATIONS:
        yield Reason("3.5", f"there is no destination area at {name}")
    player, letter = _player(game), LETTERS[mark - 1]
    hand = {marker for marker in game.hands[player] if marker[1] == TYPES[kind - 1]}
    if not hand:
        yield Reason("3.5", f"{name} is {_KINDS[kind]}, and no marker of its type is in hand")
    if game.marker_placed_this_turn:
        yield Reason("3.5", f"{name} is {_KINDS[kind]}, and a marker was placed in this turn already")
    if not mark:
        yield Reason("3.5", f"{name} is {_KINDS[kind]}: a marker goes with the dig")
    marker = letter + TYPES[kind - 1]
    if marker not in hand and marker in MARKERS:
        other = MARKERS.index(marker) ^ 1
        unknown = f"?{TYPES[kind - 1]}" in hand and game.owners[MARKERS.index(marker)] < 0
        if not (unknown and game.owners[other] != player):
            yield Reason("3.5", f"marker {marker} is not in hand")
    elif marker not in MARKERS:
        yield Reason("3.5", f"{name} is {_KINDS[kind]}: there is no marker {marker}")
    other_place = game.places[MARKERS.index(marker) ^ 1]
    assert set(triangle_corners[other_place]) & set(triangle_corners[space])
    yield Reason("3.5", f"the other marker {letter} lies on {TRIANGLE_NAMES[other_place]}, which touches {name}")


def _taken_outer(game: Game) -> set[int]:
    """The outer spaces in which a line starts or ends."""
    paths = [game.path(line) for line in range(2 * game.players)]
    return {end - 91 for path in paths if path for end in (path[0], path[-1]) if end >= 91}


def _opposite(apex: int) -> list[str]:
    side = (apex - 91) // 5
    return [SIDES[(side + k) % 6] for k in (2, 3, 4)]
