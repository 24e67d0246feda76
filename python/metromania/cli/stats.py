"""`metromania stats`: what many records have in common: ends, points, lines, stations, trips, by number of players."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from metromania.game import Game
from metromania.report import TRIPS

from ._inputs import read_items
from ._output import add_json, print_json, progress


@dataclass
class Group:
    """Sums over the finished games of one number of players."""

    games: int = 0
    actions: int = 0
    stations: int = 0
    complete_lines: int = 0
    causes: Counter[str] = field(default_factory=Counter)
    totals: list[int] = field(default_factory=list)
    wins: Counter[int] = field(default_factory=Counter)
    possible: Counter[str] = field(default_factory=Counter)
    minutes: Counter[str] = field(default_factory=Counter)

    def add(self, game: Game) -> None:
        report = game.report()
        self.games += 1
        self.actions += len(game.actions)
        self.stations += report.stations
        self.complete_lines += sum(player.complete_lines for player in report.players)
        self.causes[report.end_cause] += 1
        self.totals += report.totals
        self.wins.update(report.winners)
        for trip in report.trips:
            if trip.minutes is not None:
                self.possible[trip.name] += 1
                self.minutes[trip.name] += trip.minutes

    def to_dict(self, players: int) -> dict[str, Any]:
        """Means over the games, rounded to hundredths; a shared win counts for each winner."""
        return {
            "players": players,
            "games": self.games,
            "actions": _mean(self.actions, self.games),
            "stations": _mean(self.stations, self.games),
            "complete_lines": _mean(self.complete_lines, self.games),
            "end_causes": {cause: self.causes[cause] for cause in ("lines", "stations", "blocked")},
            "totals": {
                "mean": _mean(sum(self.totals), len(self.totals)),
                "least": min(self.totals),
                "most": max(self.totals),
            },
            "wins": [self.wins[player] for player in range(players)],
            "trips": {
                name: {
                    "possible": self.possible[name],
                    "minutes": _mean(self.minutes[name], self.possible[name]) if self.possible[name] else None,
                }
                for name in TRIPS
            },
        }


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sources", nargs="+", metavar="SOURCE", help="file of records, or - for standard input")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    games = (item.game() for source in arguments.sources for item in read_items(source))
    unfinished, groups = gather(progress(games, None, "stats"))
    made = [groups[players].to_dict(players) for players in sorted(groups)]
    if arguments.json:
        print_json({"unfinished": unfinished, "groups": made})
        return 0
    for group in made:
        _print_group(group)
    if unfinished:
        print(f"{unfinished} not finished, and not counted")
    return 0


def gather(games: Iterable[Game]) -> tuple[int, dict[int, Group]]:
    """How many games are not finished; and by number of players, the sums over those that are."""
    unfinished, groups = 0, dict[int, Group]()
    for game in games:
        if game.is_over:
            groups.setdefault(game.players, Group()).add(game)
        else:
            unfinished += 1
    return unfinished, groups


def _mean(total: int, count: int) -> float:
    return round(total / count, 2)


def _print_group(group: dict[str, Any]) -> None:
    totals = group["totals"]
    print(f"games of {group['players']} players: {group['games']}")
    print(f"  actions {group['actions']}, stations {group['stations']}, complete lines {group['complete_lines']}")
    print("  ended by " + ", ".join(f"{cause} {count}" for cause, count in group["end_causes"].items()))
    print(f"  totals: mean {totals['mean']}, from {totals['least']} to {totals['most']}")
    print("  wins by seat: " + " ".join(map(str, group["wins"])))
    for name, trip in group["trips"].items():
        minutes = "" if trip["minutes"] is None else f", {trip['minutes']} minutes"
        print(f"  trip {name}: possible in {trip['possible']}{minutes}")
