"""What the commands read: every form of source, and one clear error for every kind of bad one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from metromania import Game

from .conftest import Run


def test_a_record_over_many_lines_is_one(run: Run, record: Path, tmp_path: Path) -> None:
    spread = tmp_path / "spread.json"
    spread.write_text("\n" + json.dumps(json.loads(record.read_text()), indent=2))
    assert run("show", spread, "--json").out == run("show", record, "--json").out
    assert run("check", spread).out == "1 checked, 0 faulty\n"


def test_standard_input(run: Run, record: Path) -> None:
    assert run("show", "-", stdin=record.read_bytes()).out == run("show", record).out
    assert run("stats", "-", stdin=record.read_bytes()).out == run("stats", record).out


def test_a_game_by_its_number(run: Run, records: Path) -> None:
    third = Game.from_record(records.read_text().splitlines()[2])
    assert run("show", records, "--number", 3, "--json").json("show")["position"] == third.position()
    for number in (0, 4, -1):
        result = run("show", records, "--number", number)
        assert result.code == 3
        assert f"there is no game {number}" in result.err


def test_positions_a_line_each(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "positions"
    path.write_text("\n".join(Game.new(seed=seed).position() for seed in range(3)) + "\n\n")
    assert run("check", path).out == "3 checked, 0 faulty\n"
    shown = run("show", path, "--number", 2, "--json").json("show")
    assert shown["position"] == Game.new(seed=1).position()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "nothing in it"),
        (b"\n \n", "nothing in it"),
        (b"\xff\xfe", "not UTF-8"),
        (b"{", "not JSON"),
        (b"{}\n", "format"),
        (b'{"a": 1, "a": 2}', "twice"),
        (b"[]", "column 1"),
        (b"hello", "column 1"),
        (b"{" * 100_000, "not JSON"),
        (b'{"format":' * 2000, ""),
    ],
)
def test_bad_input_is_named(run: Run, tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "bad"
    path.write_bytes(content)
    result = run("show", path)
    assert (result.code, result.out) == (3, "")
    assert result.err.startswith(f"metromania: {path}")
    assert words in result.err
    assert result.err.count("\n") == 1


def test_faults_of_a_line_name_it(run: Run, records: Path, tmp_path: Path) -> None:
    lines = records.read_text().splitlines()
    data = json.loads(lines[1])
    data["actions"][17] = "pass"
    path = tmp_path / "bad.jsonl"
    path.write_text("\n".join([lines[0], json.dumps(data), lines[2]]))
    result = run("stats", path)
    assert result.code == 3
    assert result.err.startswith(f"metromania: {path}:2: actions[17]: ")
    assert run("show", path, "--number", 3).code == 0


def test_files_that_cannot_be_read_or_written(run: Run, record: Path, tmp_path: Path) -> None:
    for words in (["show", tmp_path / "none"], ["show", tmp_path], ["new", "--output", tmp_path / "no" / "file"]):
        result = run(*words)
        assert result.code == 3
        assert str(tmp_path) in result.err
    assert run("new", "--board", tmp_path / "none").code == 3
    assert run("new", "--board", record).code == 3


@pytest.mark.parametrize("ply", [-1, 10_000])
def test_a_ply_that_is_not_there(run: Run, record: Path, ply: int) -> None:
    result = run("show", record, "--ply", ply)
    assert result.code == 3
    assert f"not {ply}" in result.err
