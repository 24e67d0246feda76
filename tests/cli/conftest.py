"""A fixture that runs the command line in this process, and some files for it to read."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from metromania.cli import main
from metromania.cli.schema import read_schema


@dataclass(frozen=True)
class Result:
    """What a command line came to."""

    code: int
    out: str
    err: str

    def json(self, schema: str) -> Any:
        """The JSON value that was written, which must fit the schema of that name."""
        assert self.code in (0, 1), self.err
        value = json.loads(self.out)
        jsonschema.validate(value, read_schema(schema))
        return value


Run = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def run_it(*words: object, stdin: str | bytes = b"") -> Result:
        raw = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), "utf-8"))
        capsys.readouterr()
        code = main([str(word) for word in words])
        out, err = capsys.readouterr()
        return Result(code, out, err)

    return run_it


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    """The file of a whole game of four."""
    path = tmp_path / "game.json"
    assert run("play", "--seed", 2, "--quiet", "--output", path).code == 0
    return path


@pytest.fixture
def records(run: Run, tmp_path: Path) -> Path:
    """The file of three whole games of three, a line each."""
    path = tmp_path / "games.jsonl"
    assert run("play", "--seed", 2, "--players", 3, "--games", 3, "--quiet", "--output", path).code == 0
    return path
