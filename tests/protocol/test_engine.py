"""`metromania engine` as docs/protocol.md has it: each command, each error, stopping, ends of input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from metromania import Game
from metromania.protocol import COMMANDS, ERRORS, PROTOCOL, Peer

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")
ENGINE = [sys.executable, "-m", "metromania", "engine"]
PATHS = os.pathsep.join(filter(None, sys.path))

BOTS = '''
import threading

class Patient:
    """Thinks until it is told to stop."""

    def __init__(self, *, fast: bool = False, word: str = ""):
        self.stopped, self.budget, self.fast = threading.Event(), None, fast

    def __call__(self, game):
        print("not for the host")
        if not self.fast and self.budget.simulations != 1:
            self.stopped.wait(100)
        return game.legal_actions[0]

    def stop(self):
        self.stopped.set()

    def explain(self):
        return "line one\\nline two"

def illegal(game):
    return "a>SW1"

def nothing(game):
    return None

def broken(game):
    raise RuntimeError("broken\\non purpose")
'''


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bots")
    (folder / "odd_bots.py").write_text(BOTS)
    return folder


def engine(folder: Path, bot: str) -> Peer:
    return Peer([*ENGINE, "--bot", bot], env={"PYTHONPATH": f"{folder}{os.pathsep}{PATHS}"})


@pytest.fixture(scope="module")
def peer(folder: Path) -> Iterator[Peer]:
    peer = engine(folder, "greedy")
    yield peer
    peer.close()


def run(command: list[str], text: str = "") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": PATHS}
    return subprocess.run(command, input=text, env=env, capture_output=True, text=True, timeout=60, check=False)


@contextmanager
def limit(process: subprocess.Popen[str], seconds: float = 50) -> Iterator[None]:
    """End the process after so long, so that nobody waits for its next line for ever."""
    timer = threading.Timer(seconds, process.kill)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        process.kill()


def newgame(game: Game, seat: str = "-") -> str:
    return f"newgame {seat} {json.dumps(game.to_record())}"


def test_says_what_it_is(peer: Peer) -> None:
    lines = peer.ask("capabilities", 30)
    assert lines[:2] == [f"protocol {PROTOCOL}", "name greedy"]
    assert "can players 2 3 4" in lines
    assert peer.ask("options", 5) == ["option seed int 0"]


def test_plays_a_game_against_itself(peer: Peer) -> None:
    game = Game.new(2, seed=5)
    assert peer.ask("options set seed 7", 5) == []
    assert peer.ask(newgame(game), 5) == []
    while not game.is_over:
        assert peer.ask("validactions", 5) == [" ".join(["validactions", *map(str, game.legal_actions)])]
        *info, best = peer.ask("go", 5)
        assert [line.split()[0] for line in info] == ["info"]
        action = best.removeprefix("bestaction ")
        game.push(action)
        assert peer.ask(f"play {action}", 5) == []
    assert peer.ask("validactions", 5) == ["validactions"]
    assert peer.ask("go", 5) == ["error game-over there is nothing to play"]
    (report,) = peer.ask("report", 5)
    assert json.loads(report.removeprefix("report ")) == game.report().to_dict()


def test_takes_back(peer: Peer) -> None:
    game = Game.new(3, seed=1)
    peer.ask(newgame(game), 5)
    start = peer.ask("validactions", 5)
    actions = []
    for _ in range(5):
        actions.append(str(game.legal_actions[0]))
        game.push(actions[-1])
    assert peer.ask("play " + " ".join(actions), 5) == []
    assert peer.ask("undo", 5) == []
    assert peer.ask("undo 5", 5) == ["error no-history only 4 actions to take back"]
    assert peer.ask("undo 4", 5) == []
    assert peer.ask("validactions", 5) == start


def test_a_position(peer: Peer) -> None:
    game = Game.new(4, seed=2)
    for _ in range(20):
        game.push(game.legal_actions[-1])
    seat = game.current_player
    assert peer.ask(f"position {seat} {game.position()}", 5) == []
    assert peer.ask("validactions", 5)[0].split()[1:] == list(map(str, game.legal_actions))
    assert peer.ask(f"position {(seat or 0) ^ 1} {game.position()}", 5) == []
    assert peer.ask("go", 5) == [f"error not-your-turn player {seat} is next"]
    assert peer.ask("report", 5)[0].startswith("error not-over")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("dance", "unknown-command"),
        ("\xff", "unknown-command"),
        ("capabilities now", "bad-arguments"),
        ("play", "bad-arguments"),
        ("undo -1", "bad-arguments"),
        ("undo 99999999999999999999", "bad-arguments"),
        ("go time", "bad-arguments"),
        ("go time -1", "bad-arguments"),
        ("go time nan", "bad-arguments"),
        ("go simulations 1.5", "bad-arguments"),
        ("go plies 3", "bad-arguments"),
        ("turn 2", "bad-arguments"),
        ("turn 0 1", "bad-arguments"),
        ("turn 1", "disagree"),
        ("called blocked 0", "disagree"),
        ("over", "disagree"),
        ("newgame 0 {}", "bad-record"),
        ("newgame 0 " + "[" * 100_000, "bad-record"),
        ("newgame 5 {}", "bad-record"),
        ("position 0 mm1", "bad-position"),
        ("options set colour red", "unknown-option"),
        ("options set seed red", "bad-value"),
        ("play nonsense", "illegal-action"),
        ("play a>f7l", "illegal-action"),
        ("undo", "no-history"),
        ("validactions " + "x" * (1 << 20), "too-long"),
    ],
)
def test_errors_have_names_and_change_nothing(peer: Peer, line: str, error: str) -> None:
    peer.ask(newgame(Game.new(2, seed=1)), 5)
    before = peer.ask("validactions", 5)
    (answer,) = peer.ask(line, 5)
    assert answer.split()[:2] == ["error", error]
    assert peer.ask("validactions", 5) == before


def test_play_is_all_or_nothing(peer: Peer) -> None:
    game = Game.new(2, seed=1)
    peer.ask(newgame(game), 5)
    before = peer.ask("validactions", 5)
    assert peer.ask(f"play {game.legal_actions[0]} nonsense", 5)[0].startswith("error illegal-action")
    assert peer.ask("validactions", 5) == before


def test_needs_a_game(folder: Path) -> None:
    peer = engine(folder, "random")
    for line in ("play pass", "turn 0", "called blocked 0", "over", "undo", "validactions", "go", "report"):
        assert peer.ask(line, 30)[0].startswith("error no-game")
    assert peer.ask("stop", 5) == []
    assert peer.ask("quit", 5) == []
    peer.close()


@pytest.mark.parametrize(
    ("bot", "error"), [("illegal", "illegal-action"), ("nothing", "illegal-action"), ("broken", "failed")]
)
def test_bots_at_fault(folder: Path, bot: str, error: str) -> None:
    peer = engine(folder, f"odd_bots:{bot}")
    peer.ask(newgame(Game.new(2, seed=1)), 30)
    for _ in range(2):  # it goes on after a fault
        (answer,) = peer.ask("go", 5)
        assert answer.split()[:2] == ["error", error]
    peer.close()


def test_prints_of_a_bot_are_kept_off_the_line(folder: Path) -> None:
    peer = engine(folder, "odd_bots:Patient:fast=yes")
    assert peer.ask("options", 30) == ["option fast bool yes", "option word str -"]
    game = Game.new(2, seed=1)
    peer.ask(newgame(game), 5)
    assert peer.ask("go time 1", 5) == ["info line one", "info line two", f"bestaction {game.legal_actions[0]}"]
    peer.close()


def test_stops_when_told(folder: Path) -> None:
    game = Game.new(2, seed=1)
    process = subprocess.Popen(
        [*ENGINE, "--bot", "odd_bots:Patient"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{PATHS}"},
        text=True,
    )
    answer = f"info line one\ninfo line two\nbestaction {game.legal_actions[0]}\nok\n"
    with process, limit(process):
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        for early in (True, False):  # sent together, or while it thinks
            process.stdin.write(newgame(game) + "\n" + ("go\nstop\n" if early else "go\n"))
            process.stdin.flush()
            assert process.stdout.readline() == "ok\n"
            assert process.stderr.readline() == "not for the host\n"  # it thinks
            if not early:
                process.stdin.write("stop\n")
                process.stdin.flush()
            read = "".join(process.stdout.readline() for _ in range(5))
            assert read == answer + "ok\n"
        process.stdin.write("go\n")
        process.stdin.flush()
        assert process.stderr.readline() == "not for the host\n"
        process.stdin.close()  # when the host goes away, it does not think on
        assert process.wait() == 0


def test_quits_cleanly() -> None:
    done = run(ENGINE, "\n  \r\ncapabilities\r\nquit\n")
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == f"protocol {PROTOCOL}"
    assert done.stdout.endswith("ok\nok\n")
    assert done.stderr == ""


def test_unknown_bot() -> None:
    done = run([*ENGINE, "--bot", "nobody"])
    assert done.returncode == 3
    assert "no such bot" in done.stderr


def test_the_page_has_every_word() -> None:
    for word in (*COMMANDS, *ERRORS):
        assert f"`{word}" in PAGE, word


def test_the_page_shows_the_example() -> None:
    assert (ROOT / "examples" / "bots" / "first.sh").read_text() in PAGE
