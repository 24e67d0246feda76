"""Golden playthroughs: whole games as a person would tell them, action by action.

`python -m tests.golden.playthrough` writes the files anew; look at what changed in them before keeping it.
"""

import json
from pathlib import Path
from typing import Any

from metromania import Game
from metromania.report import Report

HERE = Path(__file__).parent

# Name of the file: the case game that it tells, and what is to be seen in it.
GAMES = {
    "two_players": ("game-192", "two players complete both lines"),
    "three_players": ("game-115", "the last of thirty stations"),
    "four_players": ("game-26", "five trips with routes"),
    "odd_board": ("board-game-42", "many starts and ends, no line complete"),
}


def record_of(name: str) -> dict[str, Any]:
    """The record of a case game."""
    for file in ("games.jsonl", "boards.jsonl"):
        for line in (HERE.parent / "cases" / file).read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            if case["name"] == name:
                record: dict[str, Any] = case["record"]
                return record
    raise KeyError(name)


def _set_up(game: Game, about: str) -> list[str]:
    rules = game.rules
    return [
        f"# {about}: {game.players} players, {game.variant}, {rules.impossible}, {rules.two_player_trips}",
        f"board: {game.board.name}; starts {' '.join(game.board.starts)}; ends {' '.join(game.board.ends)}",
        f"city: {game.city.quarters} turned {game.city.turns}",
        *(f"hand of {seat}: {' '.join(hand)}" for seat, hand in enumerate(game.hands)),
        f"position: {game.position()}",
    ]


def _told(game: Game, action: object) -> str:
    """What one action does: who, what, and what comes of it."""
    preview = game.preview(action)
    parts = [f"{preview.player}: {action}"]
    for station in preview.stations:
        lines = " ".join(station.lines)
        parts.append(f"{station.cause} {station.vertex} ({lines}) {station.points} point{'s' * (station.points != 1)}")
    if preview.completes:
        parts.append(f"completes {preview.completes}")
    if preview.calls_end:
        parts.append(f"calls the end ({preview.calls_end})")
    return ", ".join(parts)


def _outcome(report: Report) -> list[str]:
    rows = [f"end: {report.end_cause}, called by {report.end_called_by}; {report.stations} stations"]
    for trip in report.trips:
        if trip.minutes is None:
            guilty = f", guilty {' '.join(map(str, trip.guilty))}" if trip.guilty else ""
            rows.append(f"trip {trip.name}: no route{guilty}; points {trip.points}")
        else:
            rows.append(f"trip {trip.name}: {trip.minutes} minutes, {trip.route_count} routes; points {trip.points}")
            rows += [f"    {route}" for route in trip.routes]
    for player in report.players:
        rows.append(
            f"player {player.player}: stations {player.station_points}, after lines {player.line_scored_points}, "
            f"total {player.total}, rank {player.rank}; complete {player.complete_lines}, tunnels {player.tunnels}"
        )
    return rows


def tell(name: str) -> str:
    """A whole game as text: set-up, each action with the number of legal ones, and the outcome."""
    case, about = GAMES[name]
    record = record_of(case)
    game = Game.from_record(record | {"actions": []})
    rows = _set_up(game, f"{case}: {about}")
    for action in record["actions"]:
        if game.tunnels_dug == 0 and game.bonus_line is None:
            rows.append("")
        rows.append(f"{_told(game, action)}  [of {len(game.legal_actions)}]")
        game.push(action)
    rows += ["", f"position: {game.position()}", *_outcome(game.report(all_routes=True))]
    return "\n".join(rows) + "\n"


def main() -> None:
    for name in GAMES:
        (HERE / f"{name}.txt").write_text(tell(name), encoding="utf-8")


if __name__ == "__main__":
    main()
