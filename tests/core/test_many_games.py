"""Many games, and perft, over threads: equal answers for any number of them, clear errors, an end by Ctrl-C."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from metrocore.playout import playouts, random_games
from metrocore.search.guided import guided_playouts
from metromania import Game
from metromania.batch import core_board
from metromania.errors import ArgumentError, MetromaniaError, WrongTypeError

ROOT = Path(__file__).parents[2]
GAME = Game.new(4, seed=3)
WAYS: dict[str, Callable[..., dict[str, Any]]] = {
    "random_games": lambda games, seed=5, threads=1: random_games(core_board(GAME.board), 4, games, seed, threads),
    "playouts": lambda games, seed=5, threads=1: playouts(GAME, games, seed, threads),
    "guided_playouts": lambda games, seed=5, threads=1: guided_playouts(GAME, games, seed, threads),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("games", [0, 1, 7, 15, 16, 129])
def test_equal_for_any_number_of_threads(way: str, games: int) -> None:
    one = WAYS[way](games)
    assert one["games"] == games
    for threads in (2, 3, 64, 256, 10**6):
        assert WAYS[way](games, threads=threads) == one


def test_rounds_go_on_with_the_next_game() -> None:
    """More games than are played between two looks at signals, shared out in unlike rounds."""
    one = playouts(GAME, 9000, 5)
    assert one["games"] == 9000
    assert playouts(GAME, 9000, 5, 2) == playouts(GAME, 9000, 5, 3) == one


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("arguments", "error", "place"),
    [
        ({"games": -1}, ArgumentError, "games"),
        ({"games": 2**64}, ArgumentError, "games"),
        ({"games": 1.5}, WrongTypeError, "games"),
        ({"games": 1, "threads": 0}, ArgumentError, "threads"),
        ({"games": 1, "threads": -1}, ArgumentError, "threads"),
        ({"games": 1, "threads": None}, WrongTypeError, "threads"),
        ({"games": 1, "seed": -1}, ArgumentError, "seed"),
        ({"games": 1, "seed": "1"}, WrongTypeError, "seed"),
    ],
)
def test_bad_arguments(way: str, arguments: dict[str, Any], error: type[MetromaniaError], place: str) -> None:
    with pytest.raises(error) as caught:
        WAYS[way](**arguments)
    assert caught.value.place == place


def test_no_such_number_of_players() -> None:
    for players in (1, 5, 2**40):
        with pytest.raises(ArgumentError, match="players"):
            random_games(core_board(GAME.board), players, 1)


def test_perft_beyond_the_looks_at_signals() -> None:
    """A depth counted in parts is the sum over the first actions, on one thread and more."""
    game = GAME.copy()
    while not game.is_over:
        game.push(game.legal_actions[0])
    while game.perft(9) < 1000:
        game.pop()
    leaves = 0
    for action in game.legal_actions:
        game.push(action)
        leaves += game.perft(8)
        game.pop()
    assert game.perft(9) == game.perft(9, 3) == leaves


@pytest.mark.parametrize("work", ["playouts(game, 2**50, 1, {})", "guided_playouts(game, 2**50, 1, {})", "game.perft(40, {})"])
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_it(work: str, threads: int) -> None:
    program = (
        "import os, signal, threading\n"
        "from metromania import Game\n"
        "from metrocore.playout import playouts\n"
        "from metrocore.search.guided import guided_playouts\n"
        "game = Game.new(4, seed=1)\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # ignored where the tests run in the background
        "try:\n    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        f"    {work.format(threads)}\n"
        "except KeyboardInterrupt:\n    print('stopped', game.ply, playouts(game, 20)['games'])\n"
    )
    environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'python'}"}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, env=environment, check=False
    )
    assert done.stdout == "stopped 0 20\n", done.stderr


def test_many_callers_at_once() -> None:
    """Each call has a crew of its own."""
    expected = {way: WAYS[way](60) for way in WAYS}
    leaves = GAME.perft(3)
    wrong: list[str] = []

    def work(number: int) -> None:
        wrong.extend(way for way in WAYS if WAYS[way](60, threads=number) != expected[way])
        if GAME.perft(3, number) != leaves:
            wrong.append("perft")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(1, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
