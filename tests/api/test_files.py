"""Files of many games: streamed, with the line of a fault, from paths, files and lists of lines."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from metromania import Game
from metromania.errors import RecordError, WrongTypeError
from metromania.files import read_games, scan_games, write_games
from tests.api.play import case_records


def test_written_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    records = case_records(20)
    games = [Game.from_record(record) for record in records]
    assert write_games(path, games[:5]) == 5
    assert write_games(path, records[5:], append=True) == len(records) - 5
    expected = [game.to_record() for game in games]
    with path.open() as text, path.open("rb") as binary:
        for source in (path, text, binary, path.read_text().splitlines(), path.read_bytes().split(b"\n")):
            assert [game.to_record() for game in read_games(source)] == expected
    assert write_games(path, games[:1]) == 1
    assert len(list(read_games(path))) == 1


def test_extras_are_written(tmp_path: Path) -> None:
    record = Game.new(2, seed=1).to_record(extras={"x_players": ["Änne", "{\n}"], "x_note": "line one\nline two"})
    file = io.StringIO()
    write_games(file, [record])
    assert file.getvalue().count("\n") == 1
    assert [json.loads(line) for line in file.getvalue().splitlines()] == [record]


def test_the_line_of_a_fault() -> None:
    good = json.dumps(Game.new(2, seed=1).to_record())
    bad = json.dumps({**Game.new(2, seed=1).to_record(), "actions": ["NE3>h9", "+f6"], "players": 7})
    lines = [good, "", "  \n", bad, good, good[:-5]]
    found = list(scan_games(lines))
    assert [number for number, _ in found] == [1, 4, 5, 6]
    assert [str(error.faults[0]) for _, error in found if isinstance(error, RecordError)] == [
        "line 4: players: expected 2 or 3 or 4, not 7",
        str(found[-1][1]),
    ]
    reading = read_games(lines)
    next(reading)
    with pytest.raises(RecordError, match="line 4: players"):
        next(reading)


def test_it_streams() -> None:
    taken = []

    def lines() -> Iterator[str]:
        for seed in range(1000):
            taken.append(seed)
            yield json.dumps(Game.new(2, seed=seed).to_record())

    games = read_games(lines())
    for expected in range(3):
        next(games)
        assert len(taken) == expected + 1


def test_text_is_never_a_path(tmp_path: Path) -> None:
    for source in (str(tmp_path), b"games.jsonl", 7, None):
        with pytest.raises(WrongTypeError):
            scan_games(source)  # type: ignore[arg-type]
    with pytest.raises(WrongTypeError):
        write_games(str(tmp_path / "games.jsonl"), [])  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        list(scan_games(tmp_path / "none"))
    assert list(tmp_path.iterdir()) == []


def test_what_has_no_record_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    game = Game.new(2, seed=1)
    with pytest.raises(RecordError):
        write_games(path, [game, Game.from_position(game.position())])
    assert [again.to_record() for again in read_games(path)] == [game.to_record()]
