"""What an action would bring about: stations, where and why, points, a complete line, the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from metrocore.lattice import TRIANGLE_NAMES, VERTEX_NAMES, vertex_triangles

from .pieces import line_name

if TYPE_CHECKING:
    from .game import Game

DESTINATIONS = (1, 2, 3)  # in Setup.areas: residential, commercial, entertainment


@dataclass(frozen=True, slots=True)
class StationPreview:
    """A station that would be placed on ``vertex``.

    ``cause``: ``split``, ``join``, ``intermediate`` or ``bonus`` (RULES 4); ``lines``: of a split those that the dug
    line would part from, of a join those it would meet, else those of the player that allow it (``2b``). ``points``
    are one for each of the ``areas``, the destination areas that touch the vertex.
    """

    vertex: str
    cause: str
    lines: tuple[str, ...]
    areas: tuple[str, ...]

    @property
    def points(self) -> int:
        return len(self.areas)

    def to_dict(self) -> dict[str, Any]:
        return {
            "vertex": self.vertex,
            "cause": self.cause,
            "lines": list(self.lines),
            "areas": list(self.areas),
            "points": self.points,
        }


@dataclass(frozen=True, slots=True)
class Preview:
    """What ``action`` (in notation) of ``player`` would bring about.

    ``stations`` in the order in which they are placed; ``completes``: the line that it would complete, ``2b``;
    ``calls_end``: the cause (``lines``, ``stations``, ``blocked``) if it would call the end; ``ends_game``: whether it
    is the last action; ``next_player``: who is next, None if nobody.
    """

    action: str
    player: int
    stations: tuple[StationPreview, ...]
    completes: str | None
    calls_end: str | None
    ends_game: bool
    next_player: int | None

    @property
    def points(self) -> int:
        """Station points that the player would score."""
        return sum(station.points for station in self.stations)

    def to_dict(self) -> dict[str, Any]:
        return {
            "action": self.action,
            "player": self.player,
            "stations": [station.to_dict() for station in self.stations],
            "points": self.points,
            "completes": self.completes,
            "calls_end": self.calls_end,
            "ends_game": self.ends_game,
            "next_player": self.next_player,
        }


def preview_of(game: Game, action: object) -> Preview:
    """The preview of ``Game.preview``."""
    after = game.copy(stack=False)
    after.push(action)
    played, player = after.peek(), game.current_player
    assert player is not None  # something was played
    new = set(after.station_vertices) - set(game.station_vertices)
    stations = tuple(
        StationPreview(VERTEX_NAMES[vertex], cause, tuple(map(line_name, lines)), areas_at(game, vertex))
        for vertex, cause, lines in _reasons(game, after, player)
        if vertex in new
    )
    own = (2 * player, 2 * player + 1)
    return Preview(
        action=str(played),
        player=player,
        stations=stations,
        completes=next((line_name(line) for line in own if after.complete(line) and not game.complete(line)), None),
        calls_end=after.end_cause if game.end_cause is None else None,
        ends_game=after.is_over,
        next_player=after.current_player,
    )


def areas_at(game: Game, vertex: int) -> tuple[str, ...]:
    """The destination areas that touch a vertex."""
    spaces = [t for t in vertex_triangles[vertex] if 0 <= t < 150]
    return tuple(TRIANGLE_NAMES[t] for t in sorted(spaces) if game.setup.areas[t] in DESTINATIONS)


def _reasons(game: Game, after: Game, player: int) -> Iterator[tuple[int, str, list[int]]]:
    """Vertex, cause and lines of each station that the action may have placed."""
    action = after.peek()
    own = (2 * player, 2 * player + 1)
    if action.kind == "station":
        (vertex,) = set(after.station_vertices) - set(game.station_vertices)
        if game.bonus_line is not None:
            yield vertex, "bonus", [game.bonus_line]
        else:
            yield vertex, "intermediate", [line for line in own if allows_intermediate(game, line, vertex)]
    elif action.kind in ("start", "dig"):
        line = next(line for line in own if len(after.path(line)) > len(game.path(line)))
        path = after.path(line)
        around = {other: _edges(game.path(other)) for other in range(2 * game.players) if other != line}
        if len(path) > 2:
            before, tail, head = path[-3:]
            last, dug = frozenset((before, tail)), frozenset((tail, head))
            parted = [
                other
                for other, edges in around.items()
                if last in edges and any(tail in edge and edge not in (last, dug) for edge in edges)
            ]
            yield tail, "split", parted
        met = [
            other
            for other, edges in around.items()
            if path[-1] in game.path(other) and frozenset(path[-2:]) not in edges
        ]
        yield path[-1], "join", met


def allows_intermediate(game: Game, line: int, vertex: int) -> bool:
    """Whether a vertex lies between two stations of a line that is not complete, its start marker counting as one."""
    path = game.path(line)
    if game.complete(line) or vertex not in path[1:]:
        return False
    return any(v in game.station_vertices for v in path[path.index(vertex) + 1 :])


def _edges(path: tuple[int, ...]) -> set[frozenset[int]]:
    return {frozenset(edge) for edge in pairwise(path)}
