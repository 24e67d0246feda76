"""`metromania play` with somebody at a seat: numbers, taking back, hints, leaving; on a terminal, and for who only watches."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from metromania import Game
from metromania.cli import _human

from .conftest import Run

BOTS = "pathfinder,mcts-guided:simulations=4,human,greedy"


@pytest.fixture(autouse=True)
def _quick_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_human, "HINTS_BY", "mcts-guided:simulations=30")


def begun(run: Run, path: Path, actions: int, bot: str = "random") -> Game:
    """A game of four of which the last so many actions are to be played; its file, and the whole game."""
    assert run("play", "--seed", 2, "--bot", bot, "--quiet", "--output", path).code == 0
    whole = Game.from_record(path)
    start = whole.copy()
    while start.ply > len(whole.actions) - actions:
        start.pop()
    path.write_text(json.dumps(start.to_record()))
    return whole


def test_numbers_play(run: Run, tmp_path: Path) -> None:
    whole = begun(run, tmp_path / "game.json", 12)
    game, typed = Game.from_record(tmp_path / "game.json"), []
    for action in whole.actions[-12:]:
        typed.append(str(1 + list(game.legal_actions).index(action)))
        game.push(action)
    played = run("play", "--from", tmp_path / "game.json", "--bots", "human", "--json", stdin="\n".join(typed)).json("play")
    assert played["record"]["actions"] == [str(action) for action in whole.actions]
    assert played["report"] == whole.report().to_dict()


def test_takes_back_within_a_turn(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "left.json"
    typed = ["u", "1", "u", "2", "1", "u", "u", "u", "3", "0", "999", "q"]
    result = run("play", "--players", 2, "--seed", 3, "--bots", "human,random", "--output", path, stdin="\n".join(typed))
    assert result.code == 0
    first = Game.new(2, seed=3).legal_actions[2]
    assert json.loads(path.read_text())["actions"] == [str(first)]  # what was left, to go on from
    assert result.err.count("nothing of this turn to take back") == 2
    assert "there is no action 0" in result.err
    assert "there is no action 999" in result.err
    again = run("play", "--from", path, "--seed", 1, "--json").json("play")["record"]
    assert again["actions"][0] == str(first)
    assert run("play", "--bots", "human", "--json", stdin="q\n").json("play")["report"] is None


def test_hints_give_reasons(run: Run) -> None:
    result = run("play", "--seed", 3, "--bots", BOTS, stdin="h\nq\n")
    hint = re.search(r"^player 2> action +visits.*?^hint: (\S+)$", result.err, re.MULTILINE | re.DOTALL)
    assert hint
    assert "line: " + hint[1] in hint[0]
    for line in ("player 0, pathfinder: ", "player 1, mcts-guided:simulations=4: "):
        assert result.err.count(line) == 3


def test_what_an_action_brings_is_told(run: Run, tmp_path: Path) -> None:
    """Stations with their points, completed lines and calls of the end stand beside the numbers."""
    walk = begun(run, tmp_path / "game.json", 0, "greedy")
    wanted = {"stations", "completes", "calls_end"}
    while walk.ply and wanted:
        action = walk.pop()
        seen = walk.preview(action)
        words = [f"station {station.vertex} +{station.points}" for station in seen.stations]
        words += [f"completes {seen.completes}"] if seen.completes else []
        words += [f"calls the end ({seen.calls_end})"] if seen.calls_end else []
        brought = {name for name in wanted if getattr(seen, name)}
        if brought:
            wanted -= brought
            path = tmp_path / "begun.json"
            path.write_text(json.dumps(walk.to_record()))
            shown = run("play", "--from", path, "--bots", "human", stdin="q\n").err
            number = 1 + list(walk.legal_actions).index(action)
            row = re.search(rf"^ *{number} {re.escape(str(action))} +(.*)$", shown, re.MULTILINE)
            assert row
            assert row[1] == ", ".join(words)
    assert not wanted


def test_who_watches_sees_each_turn_and_the_reasons(run: Run) -> None:
    words = ["play", "--players", 2, "--seed", 4, "--bots", "pathfinder,mcts-guided:simulations=4"]
    plain = run(*words)
    watched = run(*words, "--watch", "--explain")
    assert watched.out == plain.out
    assert plain.err == ""
    turns = run("replay", "-", stdin=run(*words, "--output", "-").out).out.partition("\n\n")[0].splitlines()
    assert watched.err.count("stations: ") == len(turns)
    assert "prospects worth" in watched.err
    assert "4 simulations in" in watched.err


def read_until(terminal: int, words: str, seconds: float = 60) -> str:
    """What comes out of a terminal, until these words have."""
    seen, end = "", time.monotonic() + seconds
    while words not in seen:
        ready, _, _ = select.select([terminal], [], [], max(0.0, end - time.monotonic()))
        assert ready, f"{words!r} did not come after {seen[-2000:]!r}"
        try:
            seen += os.read(terminal, 1 << 16).decode("utf-8", "replace")
        except OSError:  # so Linux tells that the other side has closed
            raise AssertionError(f"ended before {words!r}, after {seen[-2000:]!r}") from None
    return seen


def test_on_a_terminal(tmp_path: Path) -> None:
    """The board is drawn, a turn's last action can still be taken back, and Ctrl-C ends it."""
    host, guest = pty.openpty()
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "COLUMNS": "180", "TERM": "xterm"}
    words = ["play", "--players", "2", "--seed", "3", "--bots", "human,pathfinder"]
    process = subprocess.Popen(
        [sys.executable, "-m", "metromania", *words],
        stdin=guest, stdout=guest, stderr=guest, env=env, cwd=tmp_path, start_new_session=True,
    )  # fmt: skip
    os.close(guest)
    try:
        first = read_until(host, "player 0> ")
        assert "1 " + str(Game.new(2, seed=3).legal_actions[0]) in first
        for _ in range(2):
            os.write(host, b"1\n")
            read_until(host, "player 0> ")
        os.write(host, b"1\n")
        read_until(host, "take the last action back> ")
        os.write(host, b"u\n")
        read_until(host, "player 0> ")
        os.write(host, b"1\n")
        read_until(host, "take the last action back> ")
        os.write(host, b"\n")
        assert read_until(host, "player 0> ").count("player 1, pathfinder: ") == 3
        process.send_signal(2)
        read_until(host, "interrupted")
        assert process.wait(30) == 130
    finally:
        process.kill()
        process.wait(30)
        os.close(host)
