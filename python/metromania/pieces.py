"""What lies on the board, as plain snapshots with names: lines, their tunnels, destination markers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from metrocore.lattice import TRIANGLE_NAMES, VERTEX_NAMES

from .rules import MARKERS, hand_order

if TYPE_CHECKING:
    from metrocore.game import GameCore


def line_name(line: int) -> str:
    """The name of a line among all: player and ``a`` or ``b``, ``2b``."""
    return f"{line // 2}{'ab'[line % 2]}"


@dataclass(frozen=True, slots=True)
class Tunnel:
    """One tunnel, dug from vertex ``tail`` to ``head``, lying in ``space``, on ``side`` ``l`` or ``r`` of the dig."""

    tail: str
    head: str
    side: str
    space: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a player as it was when asked for (RULES 3). ``str`` is its name among all lines, ``2b``.

    ``vertices`` are those it runs through, the start marker's apex first, ``()`` if it is not started; ``tunnels`` its
    0..18 tunnels in the order of digging. ``blocked``: started or not, no dig or start of it would be legal at the
    beginning of its owner's turn (RULES 6), as far as this game knows the letters.
    """

    player: int
    name: str
    vertices: tuple[str, ...]
    tunnels: tuple[Tunnel, ...]
    complete: bool
    blocked: bool

    @property
    def started(self) -> bool:
        return bool(self.vertices)

    @property
    def start(self) -> str | None:
        """The start space, ``NE3``."""
        return self.vertices[0] if self.vertices else None

    @property
    def head(self) -> str | None:
        """The vertex from which the next tunnel is dug; of a complete line the apex of its end space."""
        return self.vertices[-1] if self.vertices else None

    @property
    def end(self) -> str | None:
        """The end space of a complete line."""
        return self.vertices[-1] if self.complete else None

    def __str__(self) -> str:
        return f"{self.player}{self.name}"


@dataclass(frozen=True, slots=True)
class Marker:
    """A destination marker on the board: ``name`` is letter and type (``AR``); ``player`` placed it on ``space``."""

    name: str
    player: int
    space: str

    @property
    def letter(self) -> str:
        return self.name[0]

    @property
    def type(self) -> str:
        return self.name[1]

    def __str__(self) -> str:
        return self.name


def line_of(game: GameCore, line: int) -> Line:
    """The line numbered ``2 * player + (0 for a, 1 for b)``."""
    vertices = tuple(VERTEX_NAMES[v] for v in game.path(line))
    tunnels = tuple(
        Tunnel(tail, head, "lr"[side], TRIANGLE_NAMES[space])
        for tail, head, side, space in zip(
            vertices[:-1], vertices[1:], game.sides(line), game.triangles(line), strict=True
        )
    )
    return Line(line // 2, "ab"[line % 2], vertices, tunnels, game.complete(line), game.blocked(line))


def markers_of(game: GameCore) -> tuple[Marker, ...]:
    """The markers on the board, in the order of the summary."""
    return tuple(
        Marker(name, owner, TRIANGLE_NAMES[space])
        for name, owner, space in zip(MARKERS, game.owners, game.places, strict=True)
        if space >= 0
    )


def hands_of(game: GameCore, *, dealt: bool) -> tuple[tuple[str, ...], ...]:
    """By seat, the markers in hand, or all that were ``dealt``; ``?R`` is one whose letter is not known."""
    hands: list[list[str]] = [
        [f"?{kind}" for kind, count in zip("RCE", counts, strict=True) for _ in range(count)]
        for counts in game.unknown_counts
    ]
    for name, owner, space in zip(MARKERS, game.owners, game.places, strict=True):
        if owner >= 0 and (dealt or space < 0):
            hands[owner].append(name)
    return tuple(tuple(sorted(hand, key=hand_order)) for hand in hands)
