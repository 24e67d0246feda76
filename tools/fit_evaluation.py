"""Fit the static evaluation to guided play: writes metrocore/search/evaluation_data.py.

Run from the repository's root:  PYTHONPATH=.:python python tools/fit_evaluation.py [games for each number of players]
"""

from __future__ import annotations

import math
import random
import sys
from pathlib import Path
from typing import Any

from metrocore.search.evaluate import outlook_of
from metrocore.search.guided import play_guided
from metromania import Game

TARGET = Path("metrocore/search/evaluation_data.py")
LINES, TRIPS, PAIRS, TIMES = 152, 22, 6, 5
EVERY = 7  # positions: one in so many actions
PRIOR = 4.0  # a class counts so many games of its neighbours' average besides its own


class Table:
    """Averages by class, each drawn towards the average of its row."""

    def __init__(self, rows: int, columns: int) -> None:
        self.sums = [[0.0] * columns for _ in range(rows)]
        self.counts = [[0] * columns for _ in range(rows)]

    def add(self, row: int, column: int, value: float) -> None:
        self.sums[row][column] += value
        self.counts[row][column] += 1

    def averages(self) -> list[list[float]]:
        whole = sum(map(sum, self.sums)) / max(1, sum(map(sum, self.counts)))
        rows = []
        for sums, counts in zip(self.sums, self.counts, strict=True):
            row = (sum(sums) + PRIOR * whole) / (sum(counts) + PRIOR)
            rows.append([round((s + PRIOR * row) / (c + PRIOR), 3) for s, c in zip(sums, counts, strict=True)])
        return rows


def group_of(line: int) -> tuple[int, int]:
    """Row and column of a line's class: by margin, by time without a way, by margin if not started."""
    if line < 140:
        return divmod(line, 20)
    return (7, line - 140) if line < 145 else (8, line - 145)


def fit(players: int, games: int) -> dict[str, list[Any]]:
    """The tables for a number of players."""
    lines, points, pairs, to_come = Table(9, 20), Table(TRIPS, TIMES), Table(PAIRS, TIMES), Table(1, TIMES)
    seen = []
    for seed in range(games):
        game = Game.new(players=players, seed=seed)
        first = random.Random(seed).randrange(EVERY)
        play_guided(game, seed)
        report, total = game.report_data(), game.ply
        complete = [game.complete(line) for line in range(2 * players)]
        game_points = report["station_points"]
        while game.ply:
            game.pop()
            if game.ply % EVERY != first or game.ply == total:
                continue
            look = outlook_of(game)
            for line, kind in enumerate(look["line"]):
                if kind is not None:
                    lines.add(*group_of(kind), complete[line])
            for p in range(players):
                to_come.add(0, look["time"][p], game_points[p] - game.station_points[p])
                for trip in range(7):
                    points.add(look["trip"][trip][p], look["time"][p], report["trips"][trip]["points"][p])
            for trip, pair in enumerate(look["pair"]):
                if pair is not None:
                    for p in range(players):
                        pairs.add(pair, look["time"][p], report["trips"][trip]["minutes"] is None)
            seen.append((look, game.station_points, report["totals"], report["winners"]))
    chances = lines.averages()
    chance = [chances[row][column] for row, column in map(group_of, range(LINES))]
    made: dict[str, list[Any]] = {"CHANCE": chance, "TO_COME": to_come.averages()[0], "POINTS": points.averages()}
    made["IMPOSSIBLE"] = pairs.averages()
    made["SPREAD"] = [spread_of([case for case in seen if max(case[0]["time"]) == t], made) for t in range(TIMES)]
    return made


def expected(look: dict[str, list[Any]], now: tuple[int, ...], made: dict[str, list[Any]]) -> list[float]:
    """What `expected_scores` will say with these tables."""
    scores = []
    for p, station_points in enumerate(now):
        a, b = (1.0 if kind is None else made["CHANCE"][kind] for kind in look["line"][2 * p : 2 * p + 2])
        t = look["time"][p]
        whole = station_points + made["TO_COME"][t]
        score = a * b * whole + (a + b - 2 * a * b) * (0.5 * whole + 0.25)
        scores.append(score + sum(made["POINTS"][look["trip"][trip][p]][t] for trip in range(7)))
    return scores


def spread_of(cases: list[Any], made: dict[str, list[Any]]) -> float:
    """The scale with which expected scores foretell the winner best (log loss), in half points."""
    best, least = 8.0, math.inf
    predictions = [(expected(look, now, made), winners) for look, now, _, winners in cases]
    for spread in (half / 2 for half in range(2, 33)):
        loss = 0.0
        for scores, winners in predictions:
            top = max(scores)
            weights = [math.exp((score - top) / spread) for score in scores]
            loss -= sum(math.log(max(weights[p] / sum(weights), 1e-9)) for p in winners) / len(winners)
        if predictions and loss < least:
            best, least = spread, loss
    return best


def main() -> None:
    """Fit for two, three and four players, and write the tables."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 6000
    fitted = [fit(players, games) for players in (2, 3, 4)]
    text = (
        '"""What classes of positions came to in guided play, by players: see tools/fit_evaluation.py."""\n'
    )
    for name in ("CHANCE", "TO_COME", "SPREAD", "IMPOSSIBLE", "POINTS"):
        text += f"\n# fmt: off\n{name} = [\n"
        for made in fitted:
            values = made[name]
            nested = isinstance(values[0], list)
            rows = values if nested else [values[i : i + 14] for i in range(0, len(values), 14)]
            lines = [f"{row}," if nested else f"{str(row)[1:-1]}," for row in rows]
            text += "    [\n" + "".join(f"        {line}\n" for line in lines) + "    ],\n"
        text += "]\n# fmt: on\n"
    TARGET.write_text(text)


if __name__ == "__main__":
    main()
