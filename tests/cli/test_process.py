"""The command as a process: start-up, exit codes, pipes that close, what is loaded and what is not."""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import sys
from pathlib import Path

import pytest

import metromania
from metromania.cli import COMMANDS

from .conftest import Run

COMMAND = [sys.executable, "-m", "metromania"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
OPTIONAL = ("rich", "shtab", "xml.etree.ElementTree", "metromania.draw", "metromania.cli", "hypothesis")


def test_the_package_loads_nothing_optional() -> None:
    script = "import sys, metromania; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=ENVIRONMENT)
    assert not set(OPTIONAL) & set(done.stdout.split())


def test_a_command_loads_its_own_module_only() -> None:
    script = "import sys; from metromania.cli import main; main(['new', '--seed', '1']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=ENVIRONMENT)
    loaded = {name for name in done.stdout.split() if name.startswith("metromania.cli.")}
    assert loaded & {f"metromania.cli.{name}" for name in COMMANDS} == {"metromania.cli.new"}
    assert not {"rich", "shtab", "metromania.draw.svg"} & set(done.stdout.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(run: Run, name: str) -> None:
    told = run(name, "--help")
    assert told.code == 0
    assert ("--json" in told.out) == (name != "engine")  # which speaks the protocol alone


@pytest.mark.parametrize("words", ["", "nothing", "show", "perft x y", "show x --colo never"])
def test_wrong_usage(run: Run, words: str) -> None:
    result = run(*words.split())
    assert result.code == 2
    assert "usage:" in result.err


def test_version(run: Run) -> None:
    assert run("--version").out == f"metromania {metromania.__version__}\n"
    assert importlib.metadata.version("metromania") == metromania.__version__


def test_a_reader_that_has_had_enough() -> None:
    words = ["play", "--seed", "1", "--games", "3", "--json"]
    with subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_no_terminal_no_bar_no_colour(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    done = subprocess.run(
        [*COMMAND, "play", "--seed", "1", "--games", "2", "--output", str(path)],
        capture_output=True, text=True, check=True, env=ENVIRONMENT,
    )  # fmt: skip
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
