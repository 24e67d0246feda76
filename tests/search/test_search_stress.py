"""Searches under stress: threads on one tree, signals, thousands of searches, free-for-all use from several threads."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from metrocore.playout import play_random
from metromania import Game
from metromania.errors import SearchError
from metromania.search import Search, search

ROOT = Path(__file__).parents[2]


def middle(seed: int, plies: int, players: int = 4) -> Game:
    game = Game.new(players, seed=seed)
    play_random(game, seed)
    while game.ply > plies:
        game.pop()
    return game


@pytest.mark.parametrize("policy", ["uct", "puct"])
@pytest.mark.parametrize("transpositions", [False, True])
def test_threads_on_one_tree_leave_it_sound(policy: str, transpositions: bool) -> None:
    """Also where the tree is tiny and the threads meet all the time, and where the arena is full."""
    for plies, max_nodes in ((10, 100_000), (60, 100_000), (30, 50)):
        game = middle(1, plies)
        trees = Search(game, threads=8, policy=policy, transpositions=transpositions, max_nodes=max_nodes)
        for simulations in (1, 7, 3000):
            result = trees.run(simulations)
            assert result.simulations == simulations
            trees._searcher.check()
        assert result.visits == 3008
        for row in result.actions:
            assert row.action in game.legal_actions
        trees.advance(result.best)
        trees.run(500)
        trees._searcher.check()


@pytest.mark.parametrize(
    "options", [{}, {"threads": 3}, {"threads": 3, "parallel": "root"}], ids=["one", "tree", "root"]
)
def test_interrupt_leaves_the_search_usable(options: dict[str, Any]) -> None:
    trees = Search(middle(1, 20), **options)
    threads = threading.active_count()
    for _ in range(3):
        timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            trees.run(seconds=60)
        timer.join()
        assert threading.active_count() == threads
        trees._searcher.check()
        result = trees.result()
        assert result.ended_by == "interrupted"
        assert result.simulations > 0
        assert trees.run(20).visits == result.visits + 20


def test_interrupt_of_a_program() -> None:
    """A program that says nothing of signals ends with KeyboardInterrupt, and its helping threads don't keep it."""
    program = (
        "import os, signal, threading\n"
        "from metromania import Game\n"
        "from metromania.search import search\n"
        "threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "search(Game.new(4, seed=1), seconds=60, threads=2)\n"
    )
    environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'python'}"}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=30, env=environment, check=False
    )
    assert done.returncode != 0
    assert "KeyboardInterrupt" in done.stderr


def test_one_search_used_from_many_threads() -> None:
    """What comes while it is busy is refused or answered, and nothing breaks."""
    game = middle(1, 20)
    trees = Search(game, threads=2)
    refused: list[str] = []
    broken: list[BaseException] = []

    def use() -> None:
        for i in range(30):
            try:
                trees.run(40)
                trees.move_to(game if i % 2 else middle(1, 21))
            except SearchError as error:
                refused.append(str(error))
            except BaseException as error:
                broken.append(error)

    users = [threading.Thread(target=use) for _ in range(6)]
    for user in users:
        user.start()
    for user in users:
        user.join()
    assert broken == []
    assert all("running" in text for text in refused)
    trees._searcher.check()
    assert trees.run(10).simulations == 10


def test_searches_side_by_side_do_not_touch() -> None:
    games = [middle(seed, 20) for seed in range(6)]
    alone = [search(game, 600, seed=9) for game in games]
    together: dict[int, Any] = {}

    def one(i: int) -> None:
        together[i] = search(games[i], 600, seed=9)

    users = [threading.Thread(target=one, args=(i,)) for i in range(len(games))]
    for user in users:
        user.start()
    for user in users:
        user.join()
    for i, result in enumerate(alone):
        assert together[i].actions == result.actions


def resident() -> int:
    """Kilobytes of memory that this process has."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise AssertionError("no VmRSS")


def test_memory_is_flat_over_many_searches() -> None:
    """Ten thousand searches, and a tree kept through thousands of moves, take no more than the first few."""
    games = [middle(seed, 40) for seed in range(8)]

    def use(searches: int) -> None:
        for i in range(searches):
            trees = Search(games[i % 8], seed=i, max_nodes=1000)
            trees.advance(trees.run(8).best)

    kept = Search(games[0])

    def move(times: int) -> None:
        for i in range(times):
            kept.move_to(games[0])
            kept.run(300)
            kept.advance(games[0].legal_ids()[i % 2])

    use(500)
    move(50)
    before = resident()
    use(9500)
    move(300)
    assert resident() - before < 1500
