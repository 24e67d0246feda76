"""Every recorded case game through the public API: legal actions at every step, and the whole report."""

import json
from pathlib import Path
from typing import Any

import pytest

from metromania import Game

CASES = Path(__file__).parents[1] / "cases"


def read_cases(name: str) -> dict[str, dict[str, Any]]:
    """The games of a file, one JSON object a line, by name."""
    cases = map(json.loads, (CASES / name).read_text(encoding="utf-8").splitlines())
    return {case["name"]: case for case in cases}


ALL_CASES = read_cases("games.jsonl") | read_cases("boards.jsonl")


def in_case_form(report: dict[str, Any]) -> dict[str, Any]:
    """A report's `to_dict()` under the keys of the cases, which name trips and count routes."""
    trips = {}
    for trip in report["trips"]:
        trips[trip["name"]] = {
            key: value for key, value in trip.items() if key not in ("name", "routes", "route_count")
        }
        trips[trip["name"]]["routes"] = trip["route_count"]
    return {key: report[key] for key in report if key not in ("trips", "totals", "ranks")} | {"trips": trips}


@pytest.mark.parametrize("name", ALL_CASES)
def test_case_game(name: str) -> None:
    case = ALL_CASES[name]
    game = Game.from_record(case["record"] | {"actions": []})
    turns = 0
    for number, (action, legal) in enumerate(zip(case["record"]["actions"], case["legal"], strict=True)):
        assert sorted(map(str, game.legal_actions)) == legal, f"legal actions before actions[{number}]"
        player = game.current_player
        game.push(action)
        turns += game.current_player != player or (game.tunnels_dug == 0 and game.bonus_line is None)
    assert game.is_over
    assert not game.legal_actions
    report = game.report(all_routes=True).to_dict()
    assert in_case_form(report) | {"turns": turns} == case["report"]
    assert report["totals"] == [player["total"] for player in case["report"]["players"]]
    assert report["ranks"] == [player["rank"] for player in case["report"]["players"]]
    for trip in report["trips"]:
        assert len(trip["routes"]) == trip["route_count"]
        assert {route["minutes"] for route in trip["routes"]} <= {trip["minutes"]}


@pytest.mark.parametrize("name", list(ALL_CASES)[::20])
def test_case_record_is_read_whole_and_written_back(name: str) -> None:
    record = ALL_CASES[name]["record"]
    game = Game.from_record(record)
    assert game.is_over
    assert game.to_record()["actions"] == record["actions"]
    assert Game.from_record(game.to_record()) == game
