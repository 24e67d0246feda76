"""A game as text: the board on its lattice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metromania import lattice

from .scene import Scene, scene_of

if TYPE_CHECKING:
    from metromania.game import Game
    from metromania.pieces import Line

# One step east is six columns and one row of vertices is three lines of text, so that each triangle has room inside for
# three characters beside its level side and for one above or below them.
STEP = 6
ROW = 3

ASCII = {"vertex": "+", "station": "O", "head": "*", "both": "@", "-": "-", "=": "=", "/": "/", "\\": "\\"}
UNICODE = {"vertex": "·", "station": "◉", "head": "◆", "both": "◈", "-": "─", "=": "━", "/": "╱", "\\": "╲"}

# ANSI codes by player and by what is drawn.
PLAYER_STYLES = ("31;1", "34;1", "32;1", "33;1")
STYLES = {"R": "35", "C": "36", "E": "93", "lake": "94", "park": "92", "station": "7;1", "dim": "2"}
WATER_AND_GRASS = {"lake": "~~~", "park": "^^^"}
TUNNEL_FILL = {"a": "=", "b": ":"}
OUTER_SIGNS = {"start": "in", "end": "out"}


class _Canvas:
    """Characters with styles at any place, written out as lines of text."""

    def __init__(self, colour: bool) -> None:
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}
        self._colour = colour

    def put(self, row: int, column: int, text: str, style: str = "") -> None:
        for i, sign in enumerate(text):
            self._cells[row, column + i] = (sign, style)

    def __str__(self) -> str:
        rows = [row for row, _ in self._cells]
        left = min(column for _, column in self._cells)
        return "\n".join(self._line(row, left) for row in range(min(rows), max(rows) + 1))

    def _line(self, row: int, left: int) -> str:
        width = max((column for at, column in self._cells if at == row), default=left - 1)
        signs, last = [], ""
        for column in range(left, width + 1):
            sign, style = self._cells.get((row, column), (" ", ""))
            if self._colour and style != last:
                signs.append(f"\x1b[0;{style}m" if style else "\x1b[0m")
                last = style
            signs.append(sign)
        return "".join(signs) + ("\x1b[0m" if last else "")


def board(game: Game, *, unicode: bool = False, colour: bool = False) -> str:
    """The board with lines, stations and markers, as text of at most 80 columns; ``legend`` says how to read it.

    ``unicode`` draws with signs beyond ASCII, ``colour`` with ANSI colours: nothing moves by either.
    """
    scene = scene_of(game)
    canvas = _Canvas(colour)
    signs = UNICODE if unicode else ASCII
    for space in scene.spaces:
        corners = lattice.corners(space)
        for i in range(3):
            _draw_edge(canvas, scene, (corners[i], corners[i - 1]), signs)
        _draw_space(canvas, scene, space)
    for vertex in scene.vertices:
        _draw_vertex(canvas, scene, vertex, signs)
    _draw_names(canvas, scene)
    return str(canvas)


def legend(*, unicode: bool = False) -> str:
    """How to read ``board``, in four lines."""
    signs = UNICODE if unicode else ASCII
    line = signs["="]
    return (
        f"{signs['vertex']} vertex, {signs['station']} station, {signs['head']} head of a line, {signs['both']} both; "
        "in, out: start and end spaces\n"
        "R C E: areas; ~ lake, ^ park; A..F beside an area's R, C or E: a marker\n"
        f"{line}{line}0a{line}: line a of player 0 on an edge; 01 on an edge: lines of players 0 and 1 side by side\n"
        "=0= in a space: a tunnel of line a of player 0; :0: of line b"
    )


def _at(vertex: str) -> tuple[int, int]:
    """Row and column of a vertex."""
    q, r = lattice.axial(vertex)
    return -ROW * r, STEP * q + STEP // 2 * r


def _style(line: Line) -> str:
    return PLAYER_STYLES[line.player]


def _draw_edge(canvas: _Canvas, scene: Scene, edge: tuple[str, str], signs: dict[str, str]) -> None:
    carried = scene.on_edge.get(frozenset(edge), [])
    names = str(carried[0]) if len(carried) == 1 else "".join(str(line.player) for line in carried)
    styles = [_style(line) for line in carried] or [STYLES["dim"]]
    (top, column), (bottom, below) = sorted(_at(vertex) for vertex in edge)
    if top == bottom:
        canvas.put(top, column + 1, (signs["="] if carried else signs["-"]) * (STEP - 1), styles[0])
        for i, sign in enumerate(names):
            canvas.put(top, column + STEP // 2 + i, sign, styles[min(i, len(styles) - 1)])
        return
    slope = 1 if below > column else -1
    for i in range(1, ROW):
        sign = names[i - 1] if names else signs["\\" if slope > 0 else "/"]
        canvas.put(top + i, column + slope * i, sign, styles[min(i, len(styles)) - 1])


def _draw_space(canvas: _Canvas, scene: Scene, space: str) -> None:
    corners = [_at(vertex) for vertex in lattice.corners(space)]
    rows = sorted(row for row, _ in corners)
    centre = sum(column for _, column in corners) // 3
    points_up = rows[1] == rows[2]
    wide, narrow = (rows[2] - 1, rows[2] - 2) if points_up else (rows[0] + 1, rows[0] + 2)
    area, line, marker = scene.areas.get(space, ""), scene.in_space.get(space), scene.markers.get(space)
    if line:
        fill = TUNNEL_FILL[line.name]
        canvas.put(wide, centre - 1, f"{fill}{line.player}{fill}", _style(line))
        canvas.put(wide, centre + 1, area, STYLES.get(area, ""))
    elif area in WATER_AND_GRASS:
        canvas.put(wide, centre - 1, WATER_AND_GRASS[area], STYLES[area])
        canvas.put(narrow, centre, WATER_AND_GRASS[area][0], STYLES[area])
    elif area:
        canvas.put(wide, centre, area, STYLES[area])
    elif space in scene.outer:
        canvas.put(wide, centre - 1, OUTER_SIGNS[scene.outer[space]], STYLES["dim"])
    if marker:
        canvas.put(narrow, centre, marker.letter, PLAYER_STYLES[marker.player])


def _draw_vertex(canvas: _Canvas, scene: Scene, vertex: str, signs: dict[str, str]) -> None:
    row, column = _at(vertex)
    station = vertex in scene.stations
    if vertex in scene.heads:
        canvas.put(row, column, signs["both" if station else "head"], _style(scene.heads[vertex]))
    elif station:
        canvas.put(row, column, signs["station"], STYLES["station"])
    else:
        canvas.put(row, column, signs["vertex"], STYLES["dim"])


def _draw_names(canvas: _Canvas, scene: Scene) -> None:
    """The outer spaces' names beside their apexes; in the margins the names of each row's first and last vertex."""
    for space in scene.outer:
        (row, column), side = _at(space), lattice.side_of(space)
        if len(side) == 1:
            canvas.put(row + (-1 if side == "N" else 1), column - 1, space)
        else:
            canvas.put(row, column + 1 if side[1] == "E" else column - len(space), space)
    margin = 5 * STEP + STEP // 2
    by_row: dict[int, list[str]] = {}
    for vertex in lattice.VERTICES:
        by_row.setdefault(_at(vertex)[0], []).append(vertex)
    for row, vertices in by_row.items():
        canvas.put(row, -margin - 6, vertices[0], STYLES["dim"])
        canvas.put(row, margin + 5, vertices[-1], STYLES["dim"])
