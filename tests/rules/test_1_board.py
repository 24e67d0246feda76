"""RULES 1: the lattice, its names, the frame, the quarters."""

import math
from itertools import combinations

from metrocore.lattice import quarter_spaces, quarter_triangles, triangle_corners, vertex_axial
from metromania import Board, City, lattice
from metromania.lattice import OUTER_SPACES, SIDES, SPACES, VERTICES
from tests.rules.table import assert_refused, laid, legal, table

STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
AT = {lattice.axial(name): name for name in (*VERTICES, *OUTER_SPACES)}


def plus(point: tuple[int, int], k: int, times: int = 1) -> tuple[int, int]:
    return point[0] + times * STEPS[k % 6][0], point[1] + times * STEPS[k % 6][1]


def edges(spaces: tuple[str, ...]) -> set[frozenset[str]]:
    return {frozenset(pair) for space in spaces for pair in combinations(lattice.corners(space), 2)}


def test_1_counts_of_the_city() -> None:
    assert len(VERTICES) == 91
    assert len(edges(SPACES)) == 240
    assert len(SPACES) == 150


def test_1_counts_with_the_outer_spaces() -> None:
    every = (*SPACES, *OUTER_SPACES)
    assert len(OUTER_SPACES) == 30
    assert len({corner for space in every for corner in lattice.corners(space)}) == 121
    assert len(edges(every)) == 300
    assert len(every) == 180


def test_1_directions_run_counter_clockwise_from_east() -> None:
    assert lattice.DIRECTIONS == STEPS
    for k, step in enumerate(STEPS):
        x, y = lattice.xy(AT[step])
        assert math.isclose(math.hypot(x, y), 1)
        assert math.isclose(math.degrees(math.atan2(y, x)) % 360, 60 * k, abs_tol=1e-9)


def test_1_city_is_the_hexagon_of_five() -> None:
    within = {(q, r) for q in range(-9, 10) for r in range(-9, 10) if max(abs(q), abs(r), abs(q + r)) <= 5}
    assert {lattice.axial(name) for name in VERTICES} == within


def test_1_outer_spaces_stand_on_the_sides() -> None:
    for k in range(6):
        corner = plus((0, 0), k, 5)
        for i in range(5):
            v = plus(corner, k + 2, i)
            name = f"{SIDES[k]}{i + 1}"
            assert lattice.corners(name) == (AT[v], AT[plus(v, k + 2)], AT[plus(v, k + 1)])
            assert lattice.axial(name) == plus(v, k + 1)  # the apex has the space's name
            assert lattice.side_of(name) == SIDES[k]
        assert plus(corner, k + 2, 5) == plus((0, 0), k + 1, 5)  # a side ends where the next begins


def test_1_each_apex_belongs_to_one_outer_space() -> None:
    apexes = [lattice.axial(name) for name in OUTER_SPACES]
    assert len(set(apexes)) == 30
    assert not set(apexes) & {lattice.axial(name) for name in VERTICES}
    assert [sum(corners[2] == 91 + o for corners in triangle_corners) for o in range(30)] == [1] * 30


def test_1_names_of_vertices() -> None:
    for name in VERTICES:
        q, r = lattice.axial(name)
        assert name == "abcdefghijk"[r + 5] + str(q + 6)
    assert lattice.axial("f6") == (0, 0)


def test_1_names_of_spaces() -> None:
    for name in SPACES:
        v, first = lattice.axial(name[:-1]), 0 if name[-1] == "u" else 1
        assert set(lattice.corners(name)) == {AT[v], AT[plus(v, first)], AT[plus(v, first + 1)]}
    assert SIDES == ("NE", "N", "NW", "SW", "S", "SE")
    assert [*OUTER_SPACES] == [f"{side}{slot}" for side in SIDES for slot in range(1, 6)]


def test_1_left_and_right_of_an_edge() -> None:
    for v in VERTICES:
        at = lattice.axial(v)
        for k in range(6):
            w = AT.get(plus(at, k))
            if w is None:
                continue
            for side, turn in ((0, 1), (1, -1)):
                space = lattice.sides(v, w)[side]
                third = AT.get(plus(at, k + turn))
                if space is not None:
                    assert set(lattice.corners(space)) == {v, w, third}
                elif third in VERTICES:
                    assert w not in VERTICES
    assert lattice.sides("f6", "f7") == ("f6u", "e7d")


def test_1_spaces_touch_when_they_share_a_vertex() -> None:
    for space in SPACES:
        corners = set(lattice.corners(space))
        sharing = {other for other in (*SPACES, *OUTER_SPACES) if corners & set(lattice.corners(other))} - {space}
        assert lattice.touching(space) == sharing
    assert len(lattice.touching("f6u")) == 12


def test_1_frame_plain_outer_spaces_are_never_used() -> None:
    game = table(starts="SW3", ends="NE1 NE4")
    assert legal(game) == {"SW3>d3", "SW3>c4"}
    assert_refused(game, "3 Start", "NE1>f11", "NE2>g10", "SW2>e2")
    east = laid(game, {"0a": "SW3>d3 d4l d5l d6l d7l d8l d9l d10l e10l f10l g10l"}, turn="0.2")
    assert legal(east, "a>NE") == {"a>NE1"}  # from g10: NE1 is an end, NE2 plain
    assert_refused(east, "3.1", "a>NE2")


def test_1_standard_frame_has_four_starts_and_five_ends_on_any_three_neighbouring_sides() -> None:
    standard = Board.standard()
    assert (len(standard.starts), len(standard.ends)) == (8, 10)
    for k in range(6):
        sides = {SIDES[(k + n) % 6] for n in range(3)}
        assert sum(lattice.side_of(name) in sides for name in standard.starts) == 4
        assert sum(lattice.side_of(name) in sides for name in standard.ends) == 5


def test_1_quarters_have_25_spaces_at_local_corners() -> None:
    assert len(quarter_spaces) == 25
    for sector in range(6):
        for local, space in zip(quarter_spaces, quarter_triangles[sector][0], strict=True):
            kind, a, b = local[0], int(local[1]), int(local[2])
            corners = [(a, b), (a + 1, b), (a, b + 1)] if kind == "u" else [(a + 1, b), (a + 1, b + 1), (a, b + 1)]
            placed = {plus(plus((0, 0), sector, a), sector + 1, b) for a, b in corners}
            assert {vertex_axial[v] for v in triangle_corners[space]} == placed
        assert all(lattice.sector(SPACES[space]) == sector for space in quarter_triangles[sector][0])


def test_1_a_turn_sends_a_b_to_5_less_a_less_b_a() -> None:
    corners = {
        name: frozenset(
            [(int(name[1]), int(name[2])), (int(name[1]) + 1, int(name[2])), (int(name[1]), int(name[2]) + 1)]
            if name[0] == "u"
            else [
                (int(name[1]) + 1, int(name[2])),
                (int(name[1]) + 1, int(name[2]) + 1),
                (int(name[1]), int(name[2]) + 1),
            ]
        )
        for name in quarter_spaces
    }
    by_corners = {places: name for name, places in corners.items()}
    for sector in range(6):
        lying = dict(zip(quarter_spaces, quarter_triangles[sector][0], strict=True))
        for turns in range(3):
            turned = dict(corners)
            for _ in range(turns):
                turned = {name: frozenset((5 - a - b, a) for a, b in places) for name, places in turned.items()}
            expected = [lying[by_corners[turned[name]]] for name in quarter_spaces]
            assert list(quarter_triangles[sector][turns]) == expected


def test_1_three_turns_are_none() -> None:
    points = [(a, b) for a in range(6) for b in range(6 - a)]
    turned = points
    for _ in range(3):
        turned = [(5 - a - b, a) for a, b in turned]
    assert turned == points


def test_1_standard_quarters() -> None:
    quarters = Board.standard().quarters
    for kind in "RCE":
        assert sum(len(getattr(quarter, kind)) for quarter in quarters) == 6
    areas = City().areas(Board.standard())
    for water in (4, 5):  # lake, park
        one, other = (SPACES[i] for i in range(150) if areas[i] == water)
        assert other in lattice.adjoining(one)
