"""The board as text: every sign stands where the lattice says, whatever the options, and tells what lies there."""

from __future__ import annotations

import random
import re
from itertools import pairwise, product

import pytest

from metromania import Board, City, Game, lattice
from metromania.draw import report, text

SAMPLES = 12


def sample(seed: int, players: int = 4) -> Game:
    """A game of random play, stopped anywhere."""
    draw = random.Random(seed)
    game = Game.new(players, seed=seed)
    for _ in range(draw.randrange(150)):
        if game.is_over:
            break
        game.push(draw.choice(game.legal_actions.ids))
    return game


def plain(drawn: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", drawn)


class Grid:
    """A drawn board, read back by names: the place of the vertex k1 in it fixes that of all others."""

    def __init__(self, drawn: str) -> None:
        self.rows = plain(drawn).splitlines()
        self.top = next(i for i, row in enumerate(self.rows) if row.startswith("k1 "))
        self.left = 24  # k1 is three steps east of the apexes of NW5 and SW1, whose names fill the columns 3 to 5

    def place(self, vertex: str) -> tuple[float, float]:
        """Row and column of a vertex, k1 having q = -5 and r = 5."""
        q, r = lattice.axial(vertex)
        return self.top + 3 * (5 - r), self.left + 6 * (q + 5) + 3 * (r - 5)

    def at(self, row: float, column: float) -> str:
        line = self.rows[round(row)]
        return line[round(column)] if round(column) < len(line) else " "

    def between(self, start: str, end: str) -> str:
        """The signs on an edge, from the upper or left end on."""
        (top, left), (bottom, right) = sorted((self.place(start), self.place(end)))
        if top == bottom:
            return "".join(self.at(top, left + i) for i in range(1, 6))
        slope = 1 if right > left else -1
        return "".join(self.at(top + i, left + slope * i) for i in (1, 2))

    def inside(self, space: str) -> tuple[str, str]:
        """The three signs beside the level side of a space, and the one above or below them."""
        places = [self.place(corner) for corner in lattice.corners(space)]
        rows = sorted(row for row, _ in places)
        centre = sum(column for _, column in places) / 3
        wide, narrow = (rows[2] - 1, rows[0] + 1) if rows[1] == rows[2] else (rows[0] + 1, rows[2] - 1)
        return "".join(self.at(wide, centre + i) for i in (-1, 0, 1)), self.at(narrow, centre)


@pytest.mark.parametrize(("unicode", "colour"), list(product((False, True), repeat=2)))
@pytest.mark.parametrize("seed", range(SAMPLES))
def test_options_move_nothing(seed: int, unicode: bool, colour: bool) -> None:
    game = sample(seed)
    first = text.board(game).splitlines()
    other = plain(text.board(game, unicode=unicode, colour=colour)).splitlines()
    assert [len(row) for row in first] == [len(row) for row in other]
    assert max(map(len, first)) <= 80
    table = str.maketrans({text.UNICODE[key]: sign for key, sign in text.ASCII.items()})
    assert [row.translate(table) for row in other] == first
    assert all(row.isascii() for row in first)


def test_colour_is_put_out_at_each_line_end() -> None:
    for row in text.board(sample(3), colour=True).splitlines():
        codes = re.findall(r"\x1b\[[0-9;]*m", row)
        assert not codes or codes[-1] == "\x1b[0m"


@pytest.mark.parametrize("seed", range(SAMPLES))
def test_vertices_show_stations_and_heads(seed: int) -> None:
    game = sample(seed)
    grid = Grid(text.board(game))
    heads = {line.head for line in game.lines if line.started and not line.complete}
    for vertex in lattice.VERTICES:
        expected = {(0, 0): "+", (1, 0): "O", (0, 1): "*", (1, 1): "@"}[vertex in game.stations, vertex in heads]
        assert grid.at(*grid.place(vertex)) == expected, vertex


@pytest.mark.parametrize("seed", range(SAMPLES))
def test_edges_show_their_lines(seed: int) -> None:
    game = sample(seed)
    grid = Grid(text.board(game))
    carried: dict[frozenset[str], list[str]] = {}
    for line in game.lines:
        for edge in pairwise(line.vertices):
            carried.setdefault(frozenset(edge), []).append(str(line))
    for vertex in lattice.VERTICES:
        for k, other in enumerate(lattice.neighbours(vertex)[:3]):
            if other not in lattice.VERTICES:
                continue
            names = carried.get(frozenset((vertex, other)), [])
            shown = grid.between(vertex, other)
            if not names:
                assert shown == ("-----", "//", "\\\\")[k]
            else:
                letters = names[0] if len(names) == 1 else names[0][0] + names[1][0]
                assert shown == (f"=={letters}=" if k == 0 else letters)


@pytest.mark.parametrize("seed", range(SAMPLES))
def test_spaces_show_tunnels_areas_and_markers(seed: int) -> None:
    game = sample(seed)
    grid = Grid(text.board(game))
    areas = dict(zip(lattice.SPACES, game.city.areas(game.board), strict=True))
    tunnels = {tunnel.space: line for line in game.lines for tunnel in line.tunnels}
    markers = {marker.space: marker.letter for marker in game.markers}
    for space in lattice.SPACES:
        wide, narrow = grid.inside(space)
        sign = " RCE~^"[areas[space]]
        if space in tunnels:
            line = tunnels[space]
            fill = "=" if line.name == "a" else ":"
            assert wide == f"{fill}{line.player}{sign if sign != ' ' else fill}"
        elif areas[space] >= 4:
            assert wide == sign * 3
        else:
            assert wide == f" {sign} "
        assert narrow == markers.get(space, sign if areas[space] >= 4 else " ")


def test_the_frame_is_named() -> None:
    game = Game.new(seed=1)
    grid = Grid(text.board(game))
    drawn = text.board(game)
    for space in lattice.OUTER_SPACES:
        used = space in game.board.starts + game.board.ends
        assert (space in drawn) == used
        if used:
            assert grid.at(*grid.place(space)) == "+"
            assert grid.inside(space)[0].strip() == ("in" if space in game.board.starts else "out")


def test_a_board_without_a_frame_or_with_all_of_it() -> None:
    bare = Board.standard().to_dict()
    for starts, ends in (([], []), (list(lattice.OUTER_SPACES), []), ([], list(lattice.OUTER_SPACES))):
        bare["frame"] = {"starts": starts, "ends": ends}
        game = Game.new(board=Board(bare), city=City(), seed=1)
        drawn = text.board(game)
        assert max(map(len, drawn.splitlines())) <= 80
        assert all((space in drawn) == (space in starts + ends) for space in lattice.OUTER_SPACES)


def test_status_tells_what_each_player_has() -> None:
    game = sample(3)
    told = report.status(game)
    for line in game.lines:
        if line.started:
            assert f"line {line.name}: from {line.start}, {len(line.tunnels)} tunnel" in told
    for hand in game.hands:
        assert f"in hand {' '.join(hand) or 'no marker'}" in told
    assert f"{len(game.stations)} placed, {game.stations_left} left" in told


def test_status_of_a_bonus_decision() -> None:
    game = next(game for seed in range(1000) if (game := _at_a_bonus(seed)))
    assert "a bonus station to place or decline" in report.status(game)


def _at_a_bonus(seed: int) -> Game | None:
    draw = random.Random(seed)
    game = Game.new(2, seed=seed)
    while not game.is_over:
        ends = [action for action in game.legal_actions if action.kind == "dig" and action.space]
        game.push(ends[0] if ends else draw.choice(game.legal_actions.ids))
        if game.bonus_line is not None:
            return game
    return None


def test_the_report_tells_every_trip_and_total() -> None:
    for seed in range(SAMPLES):
        game = Game.new(seed=seed)
        draw = random.Random(seed)
        while not game.is_over:
            game.push(draw.choice(game.legal_actions.ids))
        made = game.report()
        told = report.report_text(made)
        assert told.endswith(f"\n\n{made}")
        for trip in made.trips:
            minutes = "no route" if trip.minutes is None else f"{trip.minutes} minutes"
            assert f"trip {trip.name}: {minutes}" in told
            if trip.routes:
                assert str(trip.routes[0]) in told
        row = next(line for line in told.splitlines() if line.startswith("total"))
        assert tuple(map(int, row.split()[1:])) == made.totals
        assert told.splitlines()[-1].startswith(f"player {made.winners[0]}")
