"""Where to look: tables of the cells around a vertex, in a frame turned to a direction."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from metrocore.symmetry import table
from metromania import lattice
from metromania.observation import GRID
from metromania.symmetry import SYMMETRIES

CELLS = GRID * GRID
STEEP = 2.0
_VERTEX_AT = {lattice.axial(v): v for v in lattice.VERTICES + lattice.OUTER_SPACES}


def cell_of(vertex: str) -> int:
    """The cell of a vertex in a plane, 0..168."""
    q, r = lattice.axial(vertex)
    return (r + GRID // 2) * GRID + q + GRID // 2


def _steps(at: tuple[int, int], way: int, a: int, b: int) -> tuple[int, int]:
    """``a`` steps in direction ``way`` and ``b`` in the next one."""
    (q1, r1), (q2, r2) = lattice.DIRECTIONS[way % 6], lattice.DIRECTIONS[(way + 1) % 6]
    return at[0] + a * q1 + b * q2, at[1] + a * r1 + b * r2


def _local(radius: int) -> list[tuple[int, int]]:
    near = range(-radius, radius + 1)
    return [(a, b) for b in near for a in near if abs(a + b) <= radius]


def _local_spaces(radius: int) -> list[tuple[tuple[int, int], ...]]:
    inside = set(_local(radius))
    up = [((a, b), (a + 1, b), (a, b + 1)) for a, b in sorted(inside)]
    down = [((a, b), (a, b + 1), (a - 1, b + 1)) for a, b in sorted(inside)]
    return [corners for corners in up + down if inside.issuperset(corners)]


def _space_cells() -> dict[frozenset[str], int]:
    """Each space by its corners: its cell, 169 more if it lies down."""
    made = {}
    for space in lattice.SPACES + lattice.OUTER_SPACES:
        corners = lattice.corners(space)
        around = {v: lattice.spaces_at(v) for v in corners}
        base, down = next((v, k) for v in corners for k in (0, 1) if around[v][k] == space)
        made[frozenset(corners)] = cell_of(base) + CELLS * down
    return made


def _look(vertex: str, way: int, radius: int, spaces: dict[frozenset[str], int]) -> tuple[list[int], list[int]]:
    """Cells of vertices and of spaces; 0, a cell off the lattice, for what is not there."""
    at = lattice.axial(vertex)
    found = [_VERTEX_AT.get(_steps(at, way, a, b)) for a, b in _local(radius)]
    around = []
    for corners in _local_spaces(radius):
        names = frozenset(_VERTEX_AT.get(_steps(at, way, a, b), "") for a, b in corners)
        around.append(spaces.get(names, 0))
    return [0 if v is None else cell_of(v) for v in found], around


def crop_table(radius: int, vertex_planes: list[list[int]], space_planes: list[int]) -> Tensor:
    """Where in an observation to look from each cell in each direction: (169 * 6, views, numbers).

    A view is a list of planes of vertices; planes of spaces (up; down is the next) are the same in all. What is not
    there is looked for in cell 0, which is off the lattice.
    """
    spaces = _space_cells()
    inputs = len(_local(radius)) * len(vertex_planes[0]) + len(_local_spaces(radius)) * len(space_planes)
    made = torch.zeros(CELLS, 6, len(vertex_planes), inputs, dtype=torch.long)
    for vertex in lattice.VERTICES + lattice.OUTER_SPACES:
        for way in range(6):
            near, around = (torch.tensor(cells) for cells in _look(vertex, way, radius, spaces))
            for view, planes in enumerate(vertex_planes):
                looks = [plane * CELLS + near for plane in planes] + [plane * CELLS + around for plane in space_planes]
                made[cell_of(vertex), way, view] = torch.cat(looks)
    return made.flatten(0, 1)


def exit_table() -> tuple[Tensor, Tensor]:
    """The cells of the apexes (30), and how close they are to where a line stands and where it may go.

    The second is (169 * 6, 30, 7): exp(-STEEP * steps) from the vertex itself, then from its neighbours, the one ahead
    first; 0 where there is none.
    """
    made = torch.zeros(CELLS, 6, len(lattice.OUTER_SPACES), 7)
    for vertex in lattice.VERTICES + lattice.OUTER_SPACES:
        ring = [vertex, *lattice.neighbours(vertex)]
        steps = [
            [0.0 if v is None else math.exp(-STEEP * lattice.distance(apex, v)) for v in ring]
            for apex in lattice.OUTER_SPACES
        ]
        for way in range(6):
            order = [0, *(1 + (way + k) % 6 for k in range(6))]
            made[cell_of(vertex), way] = torch.tensor(steps)[:, order]
    return torch.tensor([cell_of(apex) for apex in lattice.OUTER_SPACES]), made.flatten(0, 1)


def start_tables(planes: int) -> tuple[Tensor, Tensor]:
    """The 60 starts are of five kinds, alike but for a symmetry: the kind of each, and for each where to look.

    The second is (60, planes * 169): for each number of the first planes, which one it is for the kind's first.
    """
    kinds = torch.full((60,), -1)
    alike = torch.zeros(60, planes * CELLS, dtype=torch.long)
    for kind in range(5):
        first = int((kinds < 0).nonzero()[0])
        for symmetry in SYMMETRIES:
            start = symmetry.action(1 + first) - 1
            kinds[start] = kind
            numbers = torch.tensor(table("seen", symmetry.index)[: planes * CELLS])
            alike[start] = numbers
    return kinds, alike
