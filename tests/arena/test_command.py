"""`metromania arena` and `metromania engine` on the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import jsonschema
import pytest

from metromania.cli import main
from metromania.cli.schema import read_schema


def arena(*words: object) -> int:
    return main(["arena", *map(str, words)])


def test_table_and_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--bots", "greedy,random:name=chance", "--games", 3, "--output", "results.jsonl")
    assert arena(*words) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == "2 players, 4 games on 2 boards"
    assert out.splitlines()[1].split() == [
        "bot", "win", "share", "95%", "rank", "95%", "score", "95%", "rating", "games", "s/action", "faults"
    ]  # fmt: skip
    assert {line.split()[0] for line in out.splitlines()[2:]} == {"greedy", "chance"}
    assert "results.jsonl" in err
    before = (folder / "results.jsonl").read_bytes()
    assert arena(*words, "--json") == 0  # nothing is left to play
    assert (folder / "results.jsonl").read_bytes() == before
    table = json.loads(capsys.readouterr().out)
    jsonschema.validate(table, read_schema("arena"))
    assert [bot["games"] for bot in table["bots"]] == [4, 4]
    assert all({"name", "win_share", "rating", "games"} <= bot.keys() for bot in table["bots"])


def test_sequential_test(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--bots", "greedy", "bad_bots:raising", "--boards", 40, "--sprt", "0.3,0.7", "--processes", 1)
    assert arena(*words, "--json", "--output", "x.jsonl") == 0
    found = json.loads(capsys.readouterr().out)
    jsonschema.validate(found, read_schema("arena"))
    assert found["sprt"]["decision"] == "high"
    assert found["sprt"]["mean"] == 1
    assert found["games"] < 80
    assert arena(*words, "--output", "x.jsonl") == 0
    assert "clear: 0.7 rather than 0.3" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--bots", "nobody", "random"], 3, "no such bot"),
        (["--bots", "random", "random"], 3, "two bots are called so"),
        (["--bots", "random,greedy", "--time", "0"], 3, "time: expected a number above zero"),
        (["--bots", "random,greedy", "--sprt", "x"], 3, "--sprt: expected LOW,HIGH"),
        (["--bots", "random,greedy", "--sprt", "0.7,0.5"], 3, "low < high"),
        (["--bots", "random,greedy,pathfinder", "--sprt"], 3, "between two bots"),
        (["--bots", "random,greedy", "--variant", "unfair"], 3, "variant"),
        (["--bots", "random,greedy", "--board", "missing.json"], 3, "missing.json"),
        (["--bots", "random,greedy", "--boards", "0"], 2, "not 1 or more"),
        (["--bots", "random,greedy", "--boards", "1", "--games", "1"], 2, "not allowed with"),
        (["--boards", "1"], 2, "--bots"),
        (["--bots", "random,greedy", "--output", "."], 3, "directory"),
    ],
)
def test_bad_input(folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int, message: str) -> None:
    assert arena(*words) == code
    assert message in capsys.readouterr().err
    assert not list(folder.glob("arena-*"))


@pytest.mark.parametrize("package", ["openskill", "scipy"])
def test_missing_extra(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    assert arena("--bots", "random,greedy", "--boards", 2) == 4
    told = capsys.readouterr().err
    assert f"package {package}" in told
    assert "results" not in told


def test_missing_ray(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert arena("--bots", "random,greedy", "--boards", 1, "--ray") == 4
    assert "metromania[ray]" in capsys.readouterr().err
