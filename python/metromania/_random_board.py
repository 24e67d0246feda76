"""Random boards: how many of what is given, where it lies is drawn."""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence
from typing import TypeVar

from metrocore.arguments import integer, shown

from .board import AREAS, OUTER_SPACES, QUARTER_SPACES, Board
from .errors import ArgumentError, WrongTypeError

T = TypeVar("T")
Space = tuple[int, str]  # quarter, local name


def random_board(
    seed: int, starts: int, ends: int, areas: tuple[int, int, int], lake: int, park: int, name: str | None
) -> Board:
    """The board of ``Board.random``."""
    if not isinstance(areas, (tuple, list)) or len(areas) != 3:
        raise WrongTypeError("expected three numbers: R, C and E areas", "areas")
    counts = {"starts": starts, "ends": ends, "R": areas[0], "C": areas[1], "E": areas[2], "lake": lake, "park": park}
    seed = integer(seed, "seed", 0)
    counts = {what: integer(count, what, 0, 150) for what, count in counts.items()}
    starts, ends = counts.pop("starts"), counts.pop("ends")
    if starts + ends > len(OUTER_SPACES):
        raise ArgumentError(f"{starts} starts and {ends} ends do not fit on {len(OUTER_SPACES)} outer spaces")
    if sum(counts.values()) > 150:
        raise ArgumentError(f"{sum(counts.values())} printed spaces do not fit in the city's 150")
    if name is not None and not isinstance(name, str):
        raise WrongTypeError(f"expected a text, not {shown(name)}", "name")

    rng = random.Random(seed)
    outer = _shuffled(rng, OUTER_SPACES)
    free = {(quarter, local) for quarter in range(6) for local in QUARTER_SPACES}
    chosen: dict[str, list[Space]] = {}
    for water in _shuffled(rng, ("lake", "park")):
        chosen[water] = _piece(rng, free, counts[water])
        free.difference_update(chosen[water])
    rest = _shuffled(rng, sorted(free))
    for area in "RCE":
        chosen[area] = [rest.pop() for _ in range(counts[area])]
    return Board(
        {
            "name": f"random-{shown(seed)}" if name is None else name,
            "frame": {"starts": outer[:starts], "ends": outer[starts : starts + ends]},
            "quarters": [
                {area: [local for q, local in chosen[area] if q == quarter] for area in AREAS} for quarter in range(6)
            ],
        }
    )


def _piece(rng: random.Random, free: set[Space], count: int) -> list[Space]:
    """``count`` free spaces, in one piece inside a quarter if some quarter has room, else anywhere."""
    anywhere = _shuffled(rng, sorted(free))
    for first in anywhere if 0 < count <= len(QUARTER_SPACES) else []:
        piece: list[Space] = []
        edge, seen = [first], {first}
        while edge and len(piece) < count:
            piece.append(edge.pop(int(rng.random() * len(edge))))
            fresh = [near for near in _adjoining(piece[-1]) if near in free and near not in seen]
            edge += fresh
            seen.update(fresh)
        if len(piece) == count:
            return piece
    return anywhere[:count]


@functools.cache
def _adjoining(space: Space) -> list[Space]:
    """The spaces that share an edge with this one, in its quarter."""
    quarter, local = space
    a, b = int(local[1]), int(local[2])
    step = -1 if local[0] == "u" else 1
    other = "d" if local[0] == "u" else "u"
    near = [(other, a, b), (other, a + step, b), (other, a, b + step)]
    names = [f"{shape}{a}{b}" for shape, a, b in near if a >= 0 and b >= 0]
    return [(quarter, name) for name in names if name in QUARTER_SPACES]


def _shuffled(rng: random.Random, items: Sequence[T]) -> list[T]:
    """A shuffled copy; only ``random()`` is drawn from, whose stream Python keeps the same between versions."""
    made = list(items)
    for i in range(len(made) - 1, 0, -1):
        j = int(rng.random() * (i + 1))
        made[i], made[j] = made[j], made[i]
    return made
