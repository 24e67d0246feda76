"""The hexagon in public: names, coordinates, neighbours, spaces, touching, distances (RULES 1).

Everything here goes by name. A vertex is a city vertex (``f6`` is the centre) or the apex of an outer space, which has
that space's name, ``NE3``. A space is a city triangle, ``f6u`` or ``f6d``, or an outer space, ``NE3``.
A name that is none raises ``UnknownNameError``.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable

from metrocore import lattice as _core
from metrocore.arguments import shown

from .errors import UnknownNameError, WrongTypeError

SIDES: tuple[str, ...] = _core.SIDES
"""The six sides, counter-clockwise from ``NE``; outer spaces are numbered 1..5 counter-clockwise on each."""

DIRECTIONS: tuple[tuple[int, int], ...] = _core.DIRECTIONS
"""Axial steps ``(q, r)`` of the six directions, counter-clockwise from east: ``k`` points at ``60 * k`` degrees."""

VERTICES: tuple[str, ...] = _core.VERTEX_NAMES[:91]
"""The 91 city vertices, row by row from ``a6`` to ``k6``."""

SPACES: tuple[str, ...] = _core.TRIANGLE_NAMES[:150]
"""The 150 city spaces, by base vertex, ``u`` before ``d``."""

OUTER_SPACES: tuple[str, ...] = _core.TRIANGLE_NAMES[150:]
"""The 30 outer spaces, ``NE1`` .. ``SE5``; also the names of their apexes."""


def _vertex(name: str) -> int:
    return _id(_core.vertex_id, name, "vertex")


def _space(name: str) -> int:
    return _id(_core.triangle_id, name, "space")


def _id(find: Callable[[str], int], name: str, what: str) -> int:
    if not isinstance(name, str):
        raise WrongTypeError(f"a {what} is given by its name, not by {shown(name)}")
    try:
        return find(name)
    except (KeyError, ValueError):
        raise UnknownNameError(f"{shown(name)} is no {what}") from None


def axial(vertex: str) -> tuple[int, int]:
    """Axial coordinates ``(q, r)`` of a vertex; the centre is ``(0, 0)``."""
    return _core.vertex_axial[_vertex(vertex)]


def xy(vertex: str) -> tuple[float, float]:
    """Place of a vertex in the plane: edges are 1 long, ``x`` runs east, ``y`` north, the centre is ``(0, 0)``."""
    q, r = axial(vertex)
    return q + r / 2, r * math.sqrt(3) / 2


def centre(space: str) -> tuple[float, float]:
    """Centre of a space in the plane."""
    points = [xy(corner) for corner in corners(space)]
    return sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3


def neighbours(vertex: str) -> tuple[str | None, ...]:
    """The vertices at the other ends of the edges in directions 0..5, apexes included; None where there is no edge.

    There is none between two apexes.
    """
    here = _vertex(vertex)
    most = len(VERTICES) if here >= len(VERTICES) else len(_core.VERTEX_NAMES)
    return tuple(_core.VERTEX_NAMES[v] if 0 <= v < most else None for v in _core.neighbours[here])


def direction(start: str, end: str) -> int | None:
    """Direction 0..5 of the edge from one vertex to another; None if no edge joins them."""
    near = neighbours(start)
    return near.index(end) if _vertex(end) >= 0 and end in near else None


def corners(space: str) -> tuple[str, str, str]:
    """The three corners of a space; of an outer space its base corners ``v_i``, ``v_{i+1}`` and its apex."""
    a, b, c = _core.triangle_corners[_space(space)]
    return _core.VERTEX_NAMES[a], _core.VERTEX_NAMES[b], _core.VERTEX_NAMES[c]


def spaces_at(vertex: str) -> tuple[str | None, ...]:
    """The six spaces around a vertex, the ``k``-th between directions ``k`` and ``k + 1``; None where there is none."""
    return tuple(_core.TRIANGLE_NAMES[t] if t >= 0 else None for t in _core.vertex_triangles[_vertex(vertex)])


def sides(start: str, end: str) -> tuple[str | None, str | None]:
    """The spaces left and right of the directed edge ``start -> end``; None where there is none.

    Raises ``UnknownNameError`` if no edge joins them.
    """
    k = direction(start, end)
    if k is None:
        raise UnknownNameError(f"no edge joins {start} and {end}")
    around = spaces_at(start)
    return around[k], around[(k - 1) % 6]


@functools.cache
def _touching(space: int) -> frozenset[str]:
    around = {t for v in _core.triangle_corners[space] for t in _core.vertex_triangles[v] if t >= 0}
    return frozenset(_core.TRIANGLE_NAMES[t] for t in around - {space})


def touching(space: str) -> frozenset[str]:
    """The other spaces that share a vertex or more with this one, outer spaces included."""
    return _touching(_space(space))


def adjoining(space: str) -> frozenset[str]:
    """The spaces that share a side with this one, outer spaces included."""
    mine = set(corners(space))
    return frozenset(other for other in touching(space) if len(mine.intersection(corners(other))) == 2)


def distance(start: str, end: str) -> int:
    """The least number of edges between two vertices."""
    (q1, r1), (q2, r2) = axial(start), axial(end)
    dq, dr = q2 - q1, r2 - r1
    straight = max(abs(dq), abs(dr), abs(dq + dr))
    # Two apexes on one side lie in a row, but have no edge between them.
    in_a_row = start != end and start in OUTER_SPACES and end in OUTER_SPACES and side_of(start) == side_of(end)
    return straight + in_a_row


def opposite(side: str) -> tuple[str, str, str]:
    """The three sides opposite a side, on which a line that starts there may end (RULES 3.6)."""
    k = _id(SIDES.index, side, "side")
    return SIDES[(k + 2) % 6], SIDES[(k + 3) % 6], SIDES[(k + 4) % 6]


def side_of(outer: str) -> str:
    """The side on which an outer space lies: ``NE`` for ``NE3``."""
    return SIDES[_id(OUTER_SPACES.index, outer, "outer space") // 5]


def sector(space: str) -> int | None:
    """The sector 0..5 of the city in which a space lies; None for an outer space."""
    t = _space(space)
    return next((k for k in range(6) if t in _core.quarter_triangles[k][0]), None)
