"""Tournaments played: misbehaviour loses and leaves nothing behind; results files go on, whole and without doubles."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from metromania.arena import ArenaError, Results, Tournament, run
from metromania.bots import BotError, BotSpec
from metromania.files import read_games

ROOT = Path(__file__).resolve().parents[2]


def tournament(*bots: str, players: int = 2, limit: float = 30.0, memory: int = 1 << 30, seed: int = 1) -> Tournament:
    return Tournament(tuple(map(BotSpec.parse, bots)), players=players, seed=seed, limit=limit, memory=memory)


def running(words: str, folder: Path | None = None) -> list[int]:
    """The processes whose command line holds these words, in any or in that working directory."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
                elsewhere = folder is not None and (entry / "cwd").readlink() != folder
            except OSError:  # it has ended meanwhile
                continue
            if words in command and not elsewhere:
                found.append(int(entry.name))
    return found


def without_times(path: Path) -> dict[int, object]:
    records = {}
    for line in path.read_text().splitlines():
        record = json.loads(line)
        del record["x_arena"]["seconds"]
        assert record["x_arena"]["game"] not in records
        records[record["x_arena"]["game"]] = record
    return records


def test_a_tournament(folder: Path) -> None:
    held = tournament("greedy", "random", "pathfinder", players=3)
    path = folder / "results.jsonl"
    seen: list[tuple[int, int]] = []
    summary = run(held, 2, path=path, progress=lambda outcomes, total: seen.append((len(outcomes), total)))
    assert seen == [(done, 6) for done in range(7)]
    games = list(read_games(path))
    assert len(games) == len(summary.outcomes) == 6
    for game in games:
        report = game.report()
        outcome = summary.outcomes[game.extras["x_arena"]["game"]]
        assert game.extras["x_players"] == [held.bots[bot].label for bot in outcome.job.seats]
        assert (outcome.totals, outcome.ranks, outcome.winners) == (report.totals, report.ranks, report.winners)
        assert sum(outcome.actions) == len(game.actions)
        assert all(seconds > 0 for seconds in outcome.seconds)
    assert [standing.name for standing in summary.standings][-1] == "random"
    assert all(standing.games == 6 and not standing.faults for standing in summary.standings)
    assert sum(standing.win_share for standing in summary.standings) == pytest.approx(1)
    again = run(held, 2, path=folder / "again.jsonl", processes=1)
    assert without_times(folder / "again.jsonl") == without_times(path)
    assert [standing.rating for standing in again.standings] == [standing.rating for standing in summary.standings]


@pytest.mark.parametrize(
    ("bot", "kind"),
    [
        ("bad_bots:illegal", "illegal"),
        ("bad_bots:crash", "crash"),
        ("bad_bots:raising", "crash"),
        ("bad_bots:hang", "hang"),
        ("bad_bots:hog", "memory"),
        ("engine:command='sh -c \"while read -r l; do echo ok; done\"'", "garbage"),
    ],
)
def test_misbehaviour_loses(folder: Path, bot: str, kind: str) -> None:
    held = tournament(
        "random", f"{bot},name=bad" if "engine" in bot else f"{bot}:name=bad", limit=1.5, memory=300 << 20
    )
    path = folder / "results.jsonl"
    summary = run(held, 1, path=path)
    good, bad = summary.standings
    assert (good.name, bad.name) == ("random", "bad")
    assert (good.win_share, good.rank, bad.win_share, bad.rank) == (1, 1, 0, 2)
    assert good.rating > bad.rating
    assert bad.score is None
    ((found, count),) = bad.faults.items()
    # A process may be refused the memory before it is seen to hold too much: then it says MemoryError, and crashes.
    assert found == kind or (kind == "memory" and found == "crash")
    assert count == 2
    for game in read_games(path):  # the record tells how far it went
        assert not game.is_over
        (fault,) = game.extras["x_arena"]["faults"]
        assert game.extras["x_players"][fault["seat"]] == "bad"
    assert running(str(folder)) == []


def test_nothing_is_left_running(folder: Path) -> None:
    run(tournament("bad_bots:litter", "random"), 1, path=None)
    assert running("sleep 86471") == []


def test_four_at_a_table_of_whom_one_crashes(folder: Path) -> None:
    held = Tournament(tuple(map(BotSpec.parse, ("bad_bots:crash", "random"))), players=4, gauntlet=True)
    summary = run(held, 1)
    crash, good = sorted(summary.standings, key=lambda standing: standing.win_share)
    assert (crash.win_share, crash.rank) == (0, 4)
    assert good.win_share == pytest.approx(1 / 3)
    assert (good.rank, good.seats) == (1, 12)


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("nobody", "no such bot"),
        ("random:depth=1", "no such option"),
        ("bad_bots:nobody", "can't be imported"),
        ("engine:limit=1", "command"),
        ("engine:command=/nonexistent", "can't be started"),
        ("engine:command=false", "exit code 1"),
    ],
)
def test_bots_that_can_not_start(folder: Path, bot: str, words: str) -> None:
    with pytest.raises(BotError, match=words):
        run(tournament("random", bot), 1, path=folder / "results.jsonl")
    assert not (folder / "results.jsonl").exists()


def test_goes_on_after_a_kill(folder: Path) -> None:
    """Killed without warning in the middle, the run goes on: nothing is lost, nothing there twice, nobody left."""
    words = ["arena", "--bots", "greedy", "random", "--boards", "24", "--output", "results.jsonl", "--processes", "2"]
    command = [sys.executable, "-m", "metromania", *words]
    path = folder / "results.jsonl"
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
    for _ in range(6000):
        if path.exists() and path.read_bytes().count(b"\n") >= 5:
            break
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = path.read_bytes()
    assert 5 <= kept.count(b"\n") < 48
    for _ in range(200):
        if not running("-m metromania", folder):
            break
        time.sleep(0.05)
    else:
        raise AssertionError("a worker or a bot is left running")
    held = tournament("greedy", "random")
    path.write_bytes(kept[:-40])  # and as if the last line had been cut short
    run(held, 24, path=path)
    assert path.read_bytes().startswith(kept[:-40].rpartition(b"\n")[0])
    run(held, 24, path=folder / "whole.jsonl")
    assert sorted(without_times(path)) == list(range(48))
    assert without_times(path) == without_times(folder / "whole.jsonl")


def test_more_boards_add_to_the_file(folder: Path) -> None:
    held = tournament("greedy", "random")
    path = folder / "results.jsonl"
    run(held, 2, path=path)
    first = path.read_bytes()
    assert len(run(held, 3, path=path).outcomes) == 6
    assert path.read_bytes().startswith(first)
    assert len(run(held, 1, path=path).outcomes) == 2  # fewer: those beyond stay, and don't count
    assert path.read_bytes().count(b"\n") == 6


def test_files_of_others_are_refused(folder: Path) -> None:
    path = folder / "results.jsonl"
    run(tournament("greedy", "random"), 1, path=path)
    lines = path.read_bytes()
    with pytest.raises(ArenaError, match=r"results\.jsonl:1: .*another tournament"):
        run(tournament("greedy", "random", seed=2), 1, path=path)
    record = json.loads(lines.splitlines()[0])
    for broken, words in [
        (lines[:200] + b"\n" + lines, "results.jsonl:1"),
        (lines.replace(b'"x_arena"', b'"x_other"'), "no record of an arena"),
        (json.dumps({**record, "actions": record["actions"][:-1]}).encode() + b"\n", "not that of its actions"),
        (b"{}\n", "results.jsonl:1"),
    ]:
        path.write_bytes(broken)
        with pytest.raises(ArenaError, match=words):
            run(tournament("greedy", "random"), 1, path=path)
        assert path.read_bytes() == broken


def test_one_arena_a_file(folder: Path) -> None:
    held = tournament("greedy", "random")
    with Results(held, folder / "results.jsonl"), pytest.raises(ArenaError, match="another arena is writing"):
        run(held, 1, path=folder / "results.jsonl")


def test_a_program_in_c(folder: Path) -> None:
    """The example of docs/protocol.md, compiled, beats bots that do not look where they dig."""
    source = ROOT / "examples" / "bots" / "homeward.c"
    subprocess.run(["cc", "-O1", "-Wall", "-Wextra", "-Werror", "-o", "homeward", str(source)], check=True, cwd=folder)
    shell = f"engine:command='sh {ROOT / 'examples' / 'bots' / 'first.sh'}',name=first"
    held = Tournament(
        tuple(map(BotSpec.parse, ("engine:command=./homeward,name=homeward", shell))), players=3, variant="unfair"
    )
    best, worst = run(held, 3).standings
    assert (best.name, worst.name) == ("homeward", "first")
    assert not best.faults
    assert not worst.faults
