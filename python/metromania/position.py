"""Positions as one line of text: everything that matters to play from here, canonical and versioned.

Ten fields with one space between them; ``docs`` describes them as for a reader of FEN::

    mm1 4ops 305142/021102 NE3>h9:0l5r/-/-/-/-/-/-/- f6,g7 0,1,2@f7u,...  - 3/0/0/0 0.1m -
    |   |    |             |                         |     |              | |       |    the end: cause:caller
    |   |    |             |                         |     |              | |       player.tunnels dug, flags
    |   |    |             |                         |     |              | station points
    |   |    |             |                         |     |              letters unknown, per player R C E
    |   |    |             |                         |     markers AR AC BC .. : owner, @space
    |   |    |             |                         stations
    |   |    |             lines 0a/0b/1a/.. : start, and each dig's direction and side
    |   |    city: quarters/turns of the standard board, or starts:ends:spaces
    |   players, variant, impossible trips, two-player trips
    version
"""

from __future__ import annotations

import functools
import itertools
from typing import Any

from metrocore.game import GameCore
from metrocore.lattice import TRIANGLE_NAMES, VERTEX_NAMES, outer_base
from metrocore.setup import Setup

from .board import OUTER_SPACES, Board
from .info import info_of_setup
from .rules import IMPOSSIBLE, VARIANTS

VERSION = "mm1"
AREA_LETTERS = ".RCELP"  # by what the core calls the kinds of space; runs of "." are written as their length


def position_text(game: GameCore) -> str:
    """The position in text; equal for equal states, and only for them."""
    parts: dict[str, Any] = game.parts()
    lines = "/".join(map(_line_text, parts["lines"]))
    stations = ",".join(VERTEX_NAMES[v] for v in parts["stations"]) or "-"
    markers = ",".join(
        ("?" if owner < 0 else str(owner)) + (f"@{TRIANGLE_NAMES[space]}" if space >= 0 else "")
        for owner, space in zip(parts["owners"], parts["places"], strict=True)
    )
    counts = ["".join(map(str, hand)) for hand in parts["unknown"]]
    unknown = "/".join(counts) if any(count != "000" for count in counts) else "-"
    points = "/".join(map(str, parts["points"]))
    end = f"{parts['cause']}:{parts['caller']}" if parts["cause"] else "-"
    turn = _turn_text(parts)
    return " ".join([VERSION, _setup_text(game.setup), lines, stations, markers, unknown, points, turn, end])


def _line_text(line: Any) -> str:
    if line is None:
        return "-"
    start, base, digs = line
    steps = "".join(f"{direction}{'lr'[side]}" for direction, side in digs)
    return f"{OUTER_SPACES[start]}>{VERTEX_NAMES[outer_base[start][base]]}{':' if steps else ''}{steps}"


def _turn_text(parts: dict[str, Any]) -> str:
    if parts["over"]:
        return "over"
    flags = "m" * parts["marked"] + "f" * parts["first"]
    bonus = "" if parts["bonus"] is None else "+" + "ab"[parts["bonus"] % 2]
    return f"{parts['player']}.{parts['dug']}{flags}{bonus}"


@functools.lru_cache(maxsize=256)
def _setup_text(setup: Setup) -> str:
    rules = f"{setup.players}{VARIANTS[setup.variant][0]}{IMPOSSIBLE[setup.impossible][0]}{'sm'[setup.majority]}"
    info = info_of_setup(setup)
    if info.board is Board.standard():
        return f"{rules} {''.join(map(str, info.city.quarters))}/{''.join(map(str, info.city.turns))}"
    runs = itertools.groupby(setup.areas)
    spaces = "".join(AREA_LETTERS[kind] * len(list(run)) if kind else str(len(list(run))) for kind, run in runs)
    return f"{rules} {','.join(info.board.starts)}:{','.join(info.board.ends)}:{spaces}"
