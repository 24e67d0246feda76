"""Nothing that a caller passes breaks anything: hostile values on every entry point, and garbage in linear time."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from metromania import Board, Game
from metromania.errors import BoardError, MetromaniaError, PositionError, RecordError
from metromania.files import scan_games
from metromania.records import record_faults

MEGABYTE = 10**6


def test_every_entry_point_in_a_process_of_its_own() -> None:
    script = Path(__file__).parent / "hostile.py"
    path = "import sys; sys.path[:0] = {!r}; import runpy; runpy.run_path({!r}, run_name='__main__')"
    command = [sys.executable, "-X", "faulthandler", "-c", path.format([p for p in sys.path if p], str(script))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert json.loads(done.stdout) == {"faults": 0}


GARBAGE: dict[str, Callable[[int], str]] = {
    "letters": lambda n: "x" * n,
    "brackets": lambda n: "[" * n,
    "objects": lambda n: '{"a":' * (n // 5),
    "list": lambda n: "[" + "0," * (n // 2 - 1) + "0]",
    "lists": lambda n: "[" + "[]," * (n // 3 - 1) + "[]]",
    "keys": lambda n: "{" + ",".join(f'"{i:07}":0' for i in range(n // 12)) + "}",
    "same keys": lambda n: "{" + '"a":0,' * (n // 6) + '"a":0}',
    "text": lambda n: '"' + "\\u00e9" * (n // 6) + '"',
    "digits": lambda n: "9" * n,
    "quotes": lambda n: '"' * n,
    "blank": lambda n: " " * n,
    "actions": lambda n: '{"format":"metromania-game/1","actions":[' + '"pass",' * (n // 7) + '"pass"]}',
    "long action": lambda n: '{"format":"metromania-game/1","actions":["a>' + "f6" * (n // 2) + '"]}',
    "position": lambda n: "mm1 4ops 012345/000000 " + "NE3>h9:" + "0l" * (n // 2),
    "version": lambda n: "mm" + "1" * n,
}


def refused(read: Callable[[str], object], text: str, error: type[MetromaniaError]) -> float:
    """Seconds of processor time that it takes to refuse a text."""
    begun = time.process_time()
    with pytest.raises(error) as e:
        read(text)
    assert len(str(e.value)) < 300
    return time.process_time() - begun


@pytest.mark.parametrize("kind", GARBAGE)
@pytest.mark.parametrize(
    ("read", "error"),
    [(Game.from_record, RecordError), (Game.from_position, PositionError), (Board, BoardError)],
    ids=["record", "position", "board"],
)
def test_ten_megabytes_in_linear_time(read: Callable[[str], object], error: type[MetromaniaError], kind: str) -> None:
    make = GARBAGE[kind]
    small, large = (min(refused(read, make(n), error) for _ in range(2)) for n in (MEGABYTE, 10 * MEGABYTE))
    assert large < 40 * small + 1, (small, large)  # ten times is linear, a hundred quadratic


def test_all_faults_of_much_garbage() -> None:
    text = GARBAGE["actions"](100_000)
    faults = record_faults(text.replace('"pass"', '"fail"'))
    assert len(faults) > 10_000
    assert faults[-1].place.startswith("actions[")


def test_a_file_of_garbage_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "garbage.jsonl"
    good = json.dumps(Game.new(2, seed=1).to_record()).encode()
    path.write_bytes(b"\xff\n" + b"[" * MEGABYTE + b"\n\n" + good + b"\nnull\n\0\n" + good)
    found = list(scan_games(path))
    assert [number for number, _ in found] == [1, 2, 4, 5, 6, 7]
    assert [isinstance(game, Game) for _, game in found] == [False, False, True, False, False, True]
    assert [str(game).split(":")[0] for _, game in found if isinstance(game, RecordError)] == [
        "line 1", "line 2", "line 5", "line 6",
    ]  # fmt: skip
