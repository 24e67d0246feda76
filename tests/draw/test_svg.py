"""The SVG picture: every element lies where the lattice says, for every option, and shows what the game has."""

from __future__ import annotations

import math
import random
from xml.etree.ElementTree import Element

import pytest
from defusedxml import ElementTree

from metromania import Game, lattice
from metromania.draw import svg
from metromania.draw.canvas import MARGIN
from metromania.report import Ride, Route

from .test_text import sample

SVG = "{http://www.w3.org/2000/svg}"
UNITS = (1.0, 17.5, 56.0, 400.0)
WIDTH = 11  # edges from the apex of NW5 to that of NE1
Point = tuple[float, float]


def pixel(vertex: str, unit: float) -> Point:
    """Where a vertex must be: from coordinates, not from the drawing code."""
    q, r = lattice.axial(vertex)
    x = (q + r / 2 + WIDTH / 2 + MARGIN) * unit
    return x, (6 * math.sqrt(3) / 2 + MARGIN - r * math.sqrt(3) / 2) * unit


def group(root: Element, name: str) -> Element:
    return next(element for element in root.iter(f"{SVG}g") if element.get("class") == name)


def centre(element: Element) -> Point:
    if element.tag == f"{SVG}circle":
        return float(element.get("cx", "")), float(element.get("cy", ""))
    return float(element.get("x", "")), float(element.get("y", ""))


def corners(polygon: Element) -> list[Point]:
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in polygon.get("points", "").split())]


def ends(line: Element) -> tuple[Point, Point]:
    x1, y1, x2, y2 = (float(line.get(key, "")) for key in ("x1", "y1", "x2", "y2"))
    return (x1, y1), (x2, y2)


def close(a: Point, b: Point, within: float = 0.02) -> bool:
    return math.dist(a, b) <= within


def inside(point: Point, triangle: list[Point]) -> bool:
    """Whether a point is inside a triangle: on the same side of all three edges."""
    turns = [
        (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
        for a, b in zip(triangle, triangle[1:] + triangle[:1], strict=True)
    ]
    return all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)


@pytest.fixture(params=[(unit, names, marked) for unit in UNITS for names in (False, True) for marked in (False, True)])
def drawn(request: pytest.FixtureRequest) -> tuple[Element, Game, float]:
    unit, names, marked = request.param
    game = with_a_route()
    route = next(trip.routes[0] for trip in game.trips() if trip.routes) if marked else None
    return ElementTree.fromstring(svg.picture(game, unit=unit, names=names, route=route)), game, unit


def with_a_route() -> Game:
    for seed in range(100):
        game = sample(seed)
        if game.markers and any(trip.routes for trip in game.trips()):
            return game
    raise AssertionError("no sample has a route")


def test_the_sheet_holds_everything(drawn: tuple[Element, Game, float]) -> None:
    root, _, unit = drawn
    _, _, width, height = map(float, root.get("viewBox", "").split())
    assert width == pytest.approx((WIDTH + 2 * MARGIN) * unit, abs=0.01)
    assert height == pytest.approx((6 * math.sqrt(3) + 2 * MARGIN) * unit, abs=0.01)
    points = [point for polygon in root.iter(f"{SVG}polygon") for point in corners(polygon)]
    points += [centre(element) for tag in ("circle", "text") for element in root.iter(SVG + tag)]
    points += [end for line in root.iter(f"{SVG}line") for end in ends(line)]
    assert all(0 <= x <= width and 0 <= y <= height for x, y in points)


def test_spaces_lie_on_their_corners(drawn: tuple[Element, Game, float]) -> None:
    root, game, unit = drawn
    shown = {polygon.get("data-space", ""): polygon for polygon in group(root, "spaces")}
    assert set(shown) == set(lattice.SPACES) | set(game.board.starts) | set(game.board.ends)
    for space, polygon in shown.items():
        expected = [pixel(corner, unit) for corner in lattice.corners(space)]
        assert all(close(a, b) for a, b in zip(corners(polygon), expected, strict=True))


def test_tunnels_lie_in_their_space_along_their_edge(drawn: tuple[Element, Game, float]) -> None:
    root, game, unit = drawn
    shown = [line for line in group(root, "tunnels") if line.tag == f"{SVG}line"]
    dug = [(str(line), tunnel) for line in game.lines for tunnel in line.tunnels]
    assert [(line.get("data-line"), line.get("data-space")) for line in shown] == [
        (name, tunnel.space) for name, tunnel in dug
    ]
    for line, (name, tunnel) in zip(shown, dug, strict=True):
        triangle = [pixel(corner, unit) for corner in lattice.corners(tunnel.space)]
        start, end = ends(line)
        assert inside(start, triangle)
        assert inside(end, triangle)
        assert math.dist(start, pixel(tunnel.tail, unit)) < 0.1 * unit
        assert math.dist(end, pixel(tunnel.head, unit)) < 0.1 * unit
        assert (line.get("stroke-dasharray") is None) == name.endswith("a")


def test_stations_heads_and_markers_lie_on_their_places(drawn: tuple[Element, Game, float]) -> None:
    root, game, unit = drawn
    stations = {circle.get("data-vertex", ""): circle for circle in group(root, "stations")}
    assert set(stations) == set(game.stations)
    heads = {c.get("data-line"): c for c in group(root, "ends") if c.get("class") == "head"}
    going_on = [line for line in game.lines if line.started and not line.complete]
    assert set(heads) == {str(line) for line in going_on}
    placed = [(circle, vertex) for vertex, circle in stations.items()]
    placed += [(heads[str(line)], line.head) for line in going_on if line.head]
    assert all(close(centre(circle), pixel(vertex, unit)) for circle, vertex in placed)
    markers = {circle.get("data-marker"): circle for circle in group(root, "markers")}
    assert set(markers) == {marker.name for marker in game.markers}
    for marker in game.markers:
        triangle = [pixel(corner, unit) for corner in lattice.corners(marker.space)]
        assert inside(centre(markers[marker.name]), triangle)


def test_names_and_route_move_nothing() -> None:
    game = with_a_route()
    route = next(trip.routes[0] for trip in game.trips() if trip.routes)
    bare = shapes(svg.picture(game))
    assert bare == shapes(svg.picture(game, names=True, route=route))
    named = ElementTree.fromstring(svg.picture(game, names=True))
    assert [text.text for text in group(named, "names")] == list(lattice.VERTICES)


def shapes(picture: str) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
    root = ElementTree.fromstring(picture)
    groups = [group for group in root.iter(f"{SVG}g") if group.get("class") not in ("names", "route")]
    return [(element.tag, tuple(sorted(element.attrib.items()))) for group in groups for element in group]


def test_a_scale_scales() -> None:
    game = with_a_route()
    small, large = (ElementTree.fromstring(svg.picture(game, unit=unit)) for unit in (10, 1000))
    for a, b in zip(small.iter(f"{SVG}polygon"), large.iter(f"{SVG}polygon"), strict=True):
        assert all(
            close((100 * p[0], 100 * p[1]), q, 1) for p, q in zip(corners(a), corners(b), strict=True)
        )


def test_the_route_runs_from_its_first_station_to_its_last() -> None:
    game = with_a_route()
    for trip in game.trips(all_routes=True):
        for route in trip.routes:
            root = ElementTree.fromstring(svg.picture(game, unit=100, route=route))
            marked = [ends(line) for line in group(root, "route")]
            rides = [step for step in route.steps if isinstance(step, Ride)]
            stops = {stop for ride in rides for stop in ride.stations}
            points = [point for line in marked for point in line]
            assert all(any(close(pixel(stop, 100), point) for point in points) for stop in stops)


def test_a_route_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="route"):
        svg.picture(Game.new(seed=1), route=Route((Ride("0a", ("f6", "f7")),)))


@pytest.mark.parametrize("unit", [0, -1, 10_000, math.inf, math.nan])
def test_a_unit_out_of_range_is_refused(unit: float) -> None:
    with pytest.raises(ValueError, match="unit"):
        svg.picture(Game.new(seed=1), unit=unit)


def test_the_lattice_picture_names_everything() -> None:
    root = ElementTree.fromstring(svg.lattice_picture(unit=100))
    placed = {text.text: centre(text) for text in group(root, "names")}
    assert set(placed) == set(lattice.VERTICES)
    assert all(close(at, pixel(name or "", 100)) for name, at in placed.items())
    assert {text.text for text in group(root, "frame")} == set(lattice.OUTER_SPACES)


def test_the_same_game_the_same_picture() -> None:
    draw = random.Random(1)
    game = Game.new(3, variant="unfair", seed=4)
    for _ in range(60):
        game.push(draw.choice(game.legal_actions.ids))
    assert svg.picture(game) == svg.picture(game.copy(stack=False))
    assert svg.picture(game) == svg.picture(Game.from_position(game.position()))
