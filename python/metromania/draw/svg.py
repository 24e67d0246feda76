"""A game as an SVG picture: board, lines, stations, markers, and a route on demand.

Elements carry what they show: ``data-space``, ``data-vertex``, ``data-line`` (``0a``), ``data-marker``; groups have the
classes ``spaces``, ``frame``, ``route``, ``tunnels``, ``ends``, ``stations``, ``markers``, ``names``. Style sheets and
scripts of a page can hold on to these.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from metromania import lattice

from .canvas import Sheet, midpoint, towards
from .scene import Scene, scene_of

if TYPE_CHECKING:
    from metromania.game import Game
    from metromania.pieces import Line, Tunnel
    from metromania.report import Route

# Colours that stay apart for readers who don't see all of them.
PLAYER_COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7")
AREA_COLOURS = {"R": "#f6dfb8", "C": "#cfe5f2", "E": "#e7d6ee", "lake": "#79b8e3", "park": "#a3d18c"}
GROUND = "#fbfaf6"
GRID = "#c9c5ba"
INK = "#222222"
ROUTE = "#f0c800"


def picture(game: Game, *, unit: float = 56, names: bool = False, route: Route | None = None) -> str:
    """The board as the text of an SVG file.

    ``unit``: pixels of an edge, more than 0 and less than 10000. ``names``: whether every vertex shows its name.
    ``route``: one of this game's routes, to be marked. Neither ``names`` nor ``route`` moves anything.
    Raises ``ValueError`` for a unit out of range, and for a route that rides a line not of this game.
    """
    scene = scene_of(game)
    sheet = Sheet(unit, f"Metromania, {game.players} players")
    _draw_spaces(sheet, scene)
    _draw_frame(sheet, scene)
    if route:
        _draw_route(sheet, scene, route)
    _draw_tunnels(sheet, scene)
    _draw_ends(sheet, scene)
    _draw_stations(sheet, scene)
    _draw_markers(sheet, scene)
    if names:
        _draw_names(sheet)
    return str(sheet)


def lattice_picture(*, unit: float = 56) -> str:
    """The bare lattice with the names of all its vertices and outer spaces, as the text of an SVG file."""
    sheet = Sheet(unit, "The lattice and its names")
    group = sheet.group("spaces", stroke=GRID, fill=GROUND)
    for space in lattice.SPACES + lattice.OUTER_SPACES:
        _draw_space(sheet, group, space)
    group = sheet.group("frame", fill=INK)
    for space in lattice.OUTER_SPACES:
        sheet.text(group, lattice.centre(space), space, 0.2)
    _draw_names(sheet)
    group = sheet.group("spaces-names", fill="#8a8578")
    for space in lattice.SPACES:
        sheet.text(group, lattice.centre(space), space[-1], 0.17)
    return str(sheet)


def _draw_space(sheet: Sheet, group: Element, space: str, **attributes: str) -> None:
    sheet.polygon(group, map(lattice.xy, lattice.corners(space)), **{"data_space": space, **attributes})


def _draw_spaces(sheet: Sheet, scene: Scene) -> None:
    group = sheet.group("spaces", stroke=GRID, fill=GROUND, stroke_linejoin="round")
    letters = sheet.group("areas", fill="#6b6557", font_weight="bold")
    for space in scene.spaces:
        area = scene.areas.get(space)
        _draw_space(sheet, group, space, **({"fill": AREA_COLOURS[area], "class_": area} if area else {}))
        if area and len(area) == 1:
            sheet.text(letters, lattice.centre(space), area, 0.24)


def _draw_frame(sheet: Sheet, scene: Scene) -> None:
    """A white arrow into the city in each start space, a black one out of it in each end space; their names outside."""
    group = sheet.group("frame", stroke=INK)
    names = sheet.group("frame-names", fill=INK)
    for space, use in scene.outer.items():
        first, second, apex = map(lattice.xy, lattice.corners(space))
        base, centre = midpoint((first, second)), lattice.centre(space)
        tip, tail = (base, apex) if use == "start" else (apex, base)
        wings = [towards(centre, corner, 0.25) for corner in (first, second)]
        point, notch = towards(centre, tip, 0.45), towards(centre, tail, 0.05)
        fill = "white" if use == "start" else INK
        sheet.polygon(group, (point, wings[0], notch, wings[1]), fill=fill, class_=use, data_space=space)
        sheet.text(names, towards(base, apex, 1.5), space, 0.22)


def _draw_route(sheet: Sheet, scene: Scene, route: Route) -> None:
    group = sheet.group(
        "route", stroke=ROUTE, stroke_width=sheet.number(0.42 * sheet.unit), stroke_linecap="round", opacity="0.6"
    )
    lines = {str(line): line for line in scene.lines}
    for step in route.steps:
        stops = getattr(step, "stations", ())
        if stops and (step.line not in lines or not set(stops) <= set(lines[step.line].vertices)):
            raise ValueError(f"route: line {step.line} of this game does not run over {'-'.join(stops)}")
        for start, end in pairwise(stops):
            vertices = lines[step.line].vertices
            near, far = sorted((vertices.index(start), vertices.index(end)))
            for edge in pairwise(vertices[near : far + 1]):
                sheet.line(group, *map(lattice.xy, edge))


def _draw_tunnels(sheet: Sheet, scene: Scene) -> None:
    group = sheet.group("tunnels", stroke_width=sheet.number(0.13 * sheet.unit))
    for line in scene.lines:
        for tunnel in line.tunnels:
            _draw_tunnel(sheet, group, line, tunnel)


def _draw_tunnel(sheet: Sheet, group: Element, line: Line, tunnel: Tunnel) -> None:
    """The tile, tinted, and the line along its edge, a little inside the space in which it lies."""
    colour, centre = PLAYER_COLOURS[line.player], lattice.centre(tunnel.space)
    tile = [towards(lattice.xy(corner), centre, 0.06) for corner in lattice.corners(tunnel.space)]
    sheet.polygon(group, tile, fill=colour, fill_opacity="0.22", stroke="none", data_line=str(line))
    start, end = (towards(lattice.xy(vertex), centre, 0.14) for vertex in (tunnel.tail, tunnel.head))
    dashes = {} if line.name == "a" else {"stroke_dasharray": sheet.number(0.15 * sheet.unit)}
    sheet.line(group, start, end, stroke=colour, data_line=str(line), data_space=tunnel.space, **dashes)


def _draw_ends(sheet: Sheet, scene: Scene) -> None:
    """The start markers (squares), the end markers (rings) and the heads that go on (points)."""
    group = sheet.group("ends", stroke="white")
    for line in scene.lines:
        colour, start = PLAYER_COLOURS[line.player], lattice.xy(line.vertices[0])
        half = 0.16
        square = [(start[0] + dx * half, start[1] + dy * half) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        sheet.polygon(group, square, fill=colour, class_="start-marker", data_line=str(line))
        head, name = line.vertices[-1], str(line)
        if line.complete:
            ring = {"fill": "white", "stroke": colour, "stroke_width": sheet.number(0.08 * sheet.unit)}
            sheet.circle(group, lattice.xy(head), 0.15, class_="end-marker", data_line=name, **ring)
        else:
            sheet.circle(group, lattice.xy(head), 0.13, fill=colour, class_="head", data_line=name, data_vertex=head)


def _draw_stations(sheet: Sheet, scene: Scene) -> None:
    group = sheet.group("stations", fill="white", stroke=INK, stroke_width=sheet.number(0.06 * sheet.unit))
    for vertex in sorted(scene.stations):
        sheet.circle(group, lattice.xy(vertex), 0.17 if vertex not in scene.heads else 0.09, data_vertex=vertex)


def _draw_markers(sheet: Sheet, scene: Scene) -> None:
    group = sheet.group("markers", fill="white", stroke_width=sheet.number(0.05 * sheet.unit))
    letters = sheet.group("letters", fill=INK, font_weight="bold")
    for space, marker in scene.markers.items():
        centre = lattice.centre(space)
        colour = PLAYER_COLOURS[marker.player]
        sheet.circle(group, centre, 0.2, stroke=colour, data_marker=marker.name, data_space=space)
        sheet.text(letters, centre, marker.letter, 0.26)


def _draw_names(sheet: Sheet) -> None:
    halo = {"stroke": "white", "stroke_width": sheet.number(0.06 * sheet.unit), "paint_order": "stroke"}
    group = sheet.group("names", fill=INK, **halo)
    for vertex in lattice.VERTICES:
        sheet.text(group, lattice.xy(vertex), vertex, 0.2, data_vertex=vertex)
