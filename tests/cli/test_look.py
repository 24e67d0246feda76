"""`show`, `legal`, `perft`, `check`, `stats`, `schema`, `completion`: text, JSON that fits its schema, exit codes."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import jsonschema
import pytest

from metromania import Game
from metromania.cli.schema import SCHEMAS, read_schema

from .conftest import Run


def test_show_draws_and_tells(run: Run, record: Path) -> None:
    game = Game.from_record(record)
    text = run("show", record).out
    assert "NW1+--" in text
    assert "the game is over" in text
    assert "\x1b" not in text
    assert "\x1b[" in run("show", record, "--colour", "always").out
    assert "─" in run("show", record, "--unicode").out
    value = run("show", record, "--json").json("show")
    assert value["position"] == game.position()
    assert value["stations"] == list(game.stations)
    assert value["report"] == game.report().to_dict()


def test_show_at_a_ply(run: Run, record: Path) -> None:
    value = run("show", record, "--ply", 5, "--json").json("show")
    assert len(value["actions"]) == 5
    assert value["report"] is None
    assert all(trip["guilty"] is None for trip in value["trips"])
    assert "trip A: no route" in run("show", record, "--ply", 5, "--trips").out


def test_show_writes_svg(run: Run, record: Path, tmp_path: Path) -> None:
    target = tmp_path / "game.svg"
    name = next(trip.name for trip in Game.from_record(record).trips() if trip.routes)
    assert run("show", record, "--svg", target, "--names", "--unit", 40, "--trip", name).code == 0
    assert 'class="route"' in target.read_text()
    assert run("show", record, "--svg", "-").out.startswith("<svg")
    assert run("show", record, "--svg", "-", "--unit", 0).code == 3
    assert run("show", record, "--svg", "-", "--trip", "G").code == 3
    assert run("show", record, "--ply", 0, "--svg", "-", "--trip", "A").code == 3


def test_legal_lists(run: Run, record: Path) -> None:
    game = Game.from_record(record)
    while game.ply > 10:
        game.pop()
    assert run("legal", record, "--ply", 10).out.split() == [str(action) for action in game.legal_actions]
    value = run("legal", record, "--ply", 10, "--json").json("legal")
    assert [action["id"] for action in value["actions"]] == game.legal_actions.ids
    assert value["player"] == game.current_player
    over = run("legal", record, "--json").json("legal")
    assert (over["player"], over["count"]) == (None, 0)


def test_legal_answers_for_one_action(run: Run, record: Path) -> None:
    action = json.loads(record.read_text())["actions"][10]
    yes = run("legal", record, "--ply", 10, "--is", action)
    assert (yes.code, yes.out) == (0, f"{action} is legal\n")
    no = run("legal", record, "--ply", 10, "--is", "pass")
    assert no.code == 1
    assert no.out.startswith("pass is not legal: rule 5: ")
    assert run("legal", record, "--ply", 10, "--is", action, "--json").json("legal")["preview"]["action"] == action
    assert run("legal", record, "--ply", 10, "--is", "pass", "--json").json("legal")["rule"] == "5"
    nonsense = run("legal", record, "--ply", 10, "--is", "x>y")
    assert nonsense.code == 3
    assert "x>y" in nonsense.err


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_perft_counts(run: Run, record: Path, depth: int) -> None:
    game = Game.new(seed=1)
    position = game.position()
    expected = [1, 16, 72][depth] if depth < 2 else sum(len(_after(game, a).legal_actions) for a in game.legal_actions)
    assert run("perft", "-", depth, stdin=position).out == f"{expected}\n"
    divided = run("perft", "-", depth, "--divide", "--json", stdin=position).json("perft")
    assert divided["nodes"] == expected
    if depth:
        assert sum(divided["divide"].values()) == expected
        assert list(divided["divide"]) == [str(action) for action in game.legal_actions]
    else:
        assert divided["divide"] is None
    assert run("perft", "-", -1, stdin=position).code == 2


def _after(game: Game, action: object) -> Game:
    after = game.copy()
    after.push(action)
    return after


def test_check_finds_every_fault(run: Run, record: Path, records: Path, tmp_path: Path) -> None:
    sound = run("check", record, records)
    assert (sound.code, sound.out) == (0, "4 checked, 0 faulty\n")
    data = json.loads(record.read_text())
    faulty = tmp_path / "faulty.jsonl"
    board = {"name": "x", "frame": {"starts": ["Q1"], "ends": []}, "quarters": []}
    lines = [json.dumps({**data, "players": 9, "city": 1}), json.dumps(data), json.dumps(board), "mm1 nonsense"]
    faulty.write_text("\n".join(lines) + "\n")
    result = run("check", faulty)
    assert result.code == 1
    assert f"{faulty}:1: players: " in result.out
    assert f"{faulty}:1: city: " in result.out
    assert f"{faulty}:3: frame.starts[0]: " in result.out
    assert f"{faulty}:4: column 5: " in result.out
    assert result.out.endswith("4 checked, 3 faulty\n")
    value = run("check", faulty, "--json").json("check")
    assert [(entry["line"], entry["kind"]) for entry in value["faulty"]] == [
        (1, "record"), (3, "board"), (4, "position"),
    ]  # fmt: skip
    quiet = run("check", faulty, "--quiet")
    assert (quiet.code, quiet.out) == (1, "")


def test_stats_sum_up(run: Run, records: Path, record: Path, tmp_path: Path) -> None:
    data = json.loads(record.read_text())
    begun = tmp_path / "begun.json"
    begun.write_text(json.dumps({**data, "actions": []}, indent=1))
    value = run("stats", records, record, begun, "--json").json("stats")
    assert value["unfinished"] == 1
    assert [(group["players"], group["games"]) for group in value["groups"]] == [(3, 3), (4, 1)]
    reports = [json.loads(line)["x_report"] for line in records.read_text().splitlines()]
    totals = [total for report in reports for total in report["totals"]]
    assert value["groups"][0]["totals"] == {
        "mean": round(sum(totals) / 9, 2), "least": min(totals), "most": max(totals),
    }  # fmt: skip
    assert sum(value["groups"][0]["end_causes"].values()) == 3
    possible = sum(trip["minutes"] is not None for report in reports for trip in report["trips"])
    assert sum(trip["possible"] for trip in value["groups"][0]["trips"].values()) == possible
    text = run("stats", records, begun).out
    assert "games of 3 players: 3" in text
    assert "1 not finished" in text


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_schemas(run: Run, name: str) -> None:
    schema = json.loads(run("schema", name).out)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema == json.loads(run("schema", name, "--json").out) == read_schema(name)
    assert name in schema["$defs"]


def test_a_schema_refuses_what_does_not_fit() -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"depth": 1, "nodes": -1, "divide": None}, read_schema("perft"))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"depth": 1}, read_schema("perft"))


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_completion(run: Run, shell: str) -> None:
    script = run("completion", shell)
    assert script.code == 0
    assert "two-player-trips" in script.out or shell == "tcsh"
    assert run("completion", shell, "--json").json("completion")["shell"] == shell
    if program := shutil.which(shell):
        subprocess.run([program, "-n"], input=script.out, text=True, check=True)
