"""What there is to draw of a game, gathered once for every kind of picture. Places are names of the lattice."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from metromania import lattice

if TYPE_CHECKING:
    from metromania.game import Game
    from metromania.pieces import Line, Marker

AREA_SIGNS = ("", "R", "C", "E", "lake", "park")


@dataclass(frozen=True, slots=True)
class Scene:
    """A game's board as it stands.

    ``areas``: what is printed on the city spaces that are not empty: ``R``, ``C``, ``E``, ``lake``, ``park``.
    ``outer``: the outer spaces of the frame that are used, ``start`` or ``end``. ``lines``: those that were started.
    ``markers``: by space. ``on_edge``: the lines on each edge that carries any. ``in_space``: the line whose tunnel
    lies in a space. ``heads``: where lines can go on, with the first such line.
    """

    areas: dict[str, str]
    outer: dict[str, str]
    lines: tuple[Line, ...]
    stations: frozenset[str]
    markers: dict[str, Marker]
    on_edge: dict[frozenset[str], list[Line]]
    in_space: dict[str, Line]
    heads: dict[str, Line]

    @property
    def spaces(self) -> tuple[str, ...]:
        """The spaces that a picture shows: the city's, and the outer spaces that are used."""
        return lattice.SPACES + tuple(self.outer)

    @property
    def vertices(self) -> tuple[str, ...]:
        """The vertices that a picture shows: the city's, and the apexes of the outer spaces that are used."""
        return lattice.VERTICES + tuple(self.outer)


def scene_of(game: Game) -> Scene:
    """The scene of a game, at this moment."""
    printed = zip(lattice.SPACES, game.city.areas(game.board), strict=True)
    lines = tuple(line for line in game.lines if line.started)
    on_edge: dict[frozenset[str], list[Line]] = defaultdict(list)
    for line in lines:
        for edge in pairwise(line.vertices):
            on_edge[frozenset(edge)].append(line)
    return Scene(
        areas={space: AREA_SIGNS[kind] for space, kind in printed if kind},
        outer={**dict.fromkeys(game.board.starts, "start"), **dict.fromkeys(game.board.ends, "end")},
        lines=lines,
        stations=frozenset(game.stations),
        markers={marker.space: marker for marker in game.markers},
        on_edge=dict(on_edge),
        in_space={tunnel.space: line for line in lines for tunnel in line.tunnels},
        heads={line.head: line for line in reversed(lines) if line.head and not line.complete},
    )
