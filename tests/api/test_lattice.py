"""The public geometry against the words of RULES 1."""

import math
from itertools import pairwise

import pytest

from metromania import lattice
from metromania.errors import UnknownNameError, WrongTypeError


def test_counts() -> None:
    assert (len(lattice.VERTICES), len(lattice.SPACES), len(lattice.OUTER_SPACES)) == (91, 150, 30)
    edges = {frozenset((v, w)) for v in lattice.VERTICES for w in lattice.neighbours(v) if w in lattice.VERTICES}
    assert len(edges) == 240
    names = (*lattice.VERTICES, *lattice.OUTER_SPACES)
    everything = {frozenset((v, w)) for v in names for w in lattice.neighbours(v) if w}
    assert len(everything) == 300


def test_names() -> None:
    assert lattice.axial("f6") == (0, 0)
    assert lattice.xy("f6") == (0, 0)
    for name in lattice.VERTICES:
        q, r = lattice.axial(name)
        assert name == "abcdefghijk"[r + 5] + str(q + 6)
        assert max(abs(q), abs(r), abs(q + r)) <= 5
    assert lattice.VERTICES[0] == "a6"
    for i, name in enumerate(lattice.OUTER_SPACES):
        assert name == lattice.SIDES[i // 5] + str(i % 5 + 1)
        first, second, apex = lattice.corners(name)
        assert apex == name
        assert lattice.neighbours(apex).count(None) == 4
        assert lattice.direction(first, second) == (i // 5 + 2) % 6
        assert lattice.direction(first, apex) == (i // 5 + 1) % 6
    assert lattice.corners("NE3") == ("h9", "i8", "NE3")
    for name in lattice.SPACES:
        base, k = name[:-1], "ud".index(name[-1])
        assert lattice.corners(name) == (base, lattice.neighbours(base)[k], lattice.neighbours(base)[k + 1])


def test_directions_and_the_plane() -> None:
    for v in (*lattice.VERTICES, *lattice.OUTER_SPACES):
        for k, w in enumerate(lattice.neighbours(v)):
            if w is None:
                continue
            assert lattice.direction(v, w) == k
            assert lattice.distance(v, w) == 1
            (x1, y1), (x2, y2) = lattice.xy(v), lattice.xy(w)
            assert math.isclose(math.atan2(y2 - y1, x2 - x1) % math.tau, k * math.pi / 3, abs_tol=1e-9)
            assert math.isclose(math.dist((x1, y1), (x2, y2)), 1)
    assert lattice.direction("f6", "f8") is None


def test_sides_lie_left_and_right() -> None:
    for v in lattice.VERTICES:
        for w in filter(None, lattice.neighbours(v)):
            (x1, y1), (x2, y2) = lattice.xy(v), lattice.xy(w)
            for space, sign in zip(lattice.sides(v, w), (1, -1), strict=True):
                if space is not None:
                    assert {v, w} < set(lattice.corners(space))
                    x, y = lattice.centre(space)
                    assert sign * ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) > 0
            assert lattice.sides(w, v) == lattice.sides(v, w)[::-1]
    with pytest.raises(UnknownNameError):
        lattice.sides("f6", "f8")


def test_touching_and_adjoining() -> None:
    spaces = (*lattice.SPACES, *lattice.OUTER_SPACES)
    corners = {space: set(lattice.corners(space)) for space in spaces}
    for space in spaces[::7]:
        shared = {other: len(corners[space] & corners[other]) for other in spaces if other != space}
        assert lattice.touching(space) == {other for other, count in shared.items() if count}
        assert lattice.adjoining(space) == {other for other, count in shared.items() if count == 2}
    for vertex in lattice.VERTICES:
        assert set(filter(None, lattice.spaces_at(vertex))) == {space for space in spaces if vertex in corners[space]}


def test_distance_is_the_shortest_walk() -> None:
    for start in (*lattice.VERTICES[::13], *lattice.OUTER_SPACES[::4]):
        reached, ring, steps = {start}, {start}, 0
        while ring:
            for vertex in ring:
                assert lattice.distance(start, vertex) == lattice.distance(vertex, start) == steps
            ring = {w for v in ring for w in lattice.neighbours(v) if w} - reached
            reached |= ring
            steps += 1
        assert len(reached) == 121


def test_sides_of_the_hexagon() -> None:
    assert lattice.opposite("NE") == ("NW", "SW", "S")
    assert all(lattice.side_of(name) == name[:-1] for name in lattice.OUTER_SPACES)
    for first, second in pairwise(lattice.SIDES):
        assert second not in lattice.opposite(first)
    sectors = [lattice.sector(space) for space in lattice.SPACES]
    assert [sectors.count(k) for k in range(6)] == [25] * 6
    assert lattice.sector("f6u") == 0
    assert lattice.sector("NE1") is None


@pytest.mark.parametrize("name", ["", "f12", "F6", "a5", "NE6", "f6u ", "center"])
def test_unknown_names(name: str) -> None:
    for call in (
        lattice.axial, lattice.neighbours, lattice.spaces_at, lattice.corners, lattice.touching, lattice.sector,
        lattice.opposite, lattice.side_of,
    ):  # fmt: skip
        with pytest.raises(UnknownNameError):
            call(name)
    with pytest.raises(WrongTypeError):
        lattice.corners(6)  # type: ignore[arg-type]
