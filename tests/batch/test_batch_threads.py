"""The threads of a batch: they come when needed, go with the batch, survive a fork, and leave the interpreter free."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from metromania.batch import Batch

TASKS = Path("/proc/self/task")


def native_threads() -> int:
    return len(list(TASKS.iterdir()))


def play(batch: Batch, steps: int) -> list[int]:
    for _ in range(steps):
        batch.step(batch.random_actions())
    return [int(key) for key in batch.keys]


def test_no_thread_is_left_behind() -> None:
    before = native_threads()
    batch = Batch(500, seed=1, threads=4)
    play(batch, 3)
    assert native_threads() == before + 3
    batch.close()
    assert native_threads() == before
    play(batch, 3)
    assert native_threads() == before + 3
    del batch
    assert native_threads() == before
    with Batch(500, seed=1, threads=2) as batch:
        play(batch, 3)
        assert native_threads() == before + 1
    assert native_threads() == before
    for seed in range(50):
        play(Batch(130, seed=seed, threads=3), 2)
    assert native_threads() == before


def test_few_games_need_no_thread() -> None:
    before = native_threads()
    batch = Batch(32, seed=1, threads=8)
    play(batch, 5)
    assert native_threads() == before


def test_a_closed_batch_plays_on() -> None:
    batch, twin = Batch(300, seed=2, threads=3), Batch(300, seed=2)
    for _ in range(5):
        assert play(batch, 7) == play(twin, 7)
        batch.close()
        batch.close()


def test_many_more_threads_than_chunks() -> None:
    assert play(Batch(70, seed=3, threads=256), 40) == play(Batch(70, seed=3), 40)


def _child(batch: Batch, answers: multiprocessing.SimpleQueue[list[int]]) -> None:
    answers.put(play(batch, 10))


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_child_starts_threads_of_its_own() -> None:
    """Threads don't follow into a child: a crew that waited for them would wait for ever."""
    batch, twin = Batch(1000, seed=4, threads=3), Batch(1000, seed=4)
    play(batch, 5)
    play(twin, 5)
    context = multiprocessing.get_context("fork")
    answers: multiprocessing.SimpleQueue[list[int]] = context.SimpleQueue()
    child = context.Process(target=_child, args=(batch, answers))
    child.start()
    expected = play(twin, 10)
    assert answers.get() == expected
    child.join()
    assert child.exitcode == 0
    assert play(batch, 10) == expected


def test_the_interpreter_is_free_meanwhile() -> None:
    """Another thread runs Python code while one long call is under way."""
    batch = Batch(30_000, seed=5)
    ticks: list[int] = []
    begun, done = threading.Event(), threading.Event()

    def tick() -> None:
        begun.set()
        while not done.is_set():
            ticks.append(len(ticks))

    thread = threading.Thread(target=tick)
    thread.start()
    begun.wait()
    seen = []
    for _ in range(20):
        before = len(ticks)
        batch.reset()
        seen.append(len(ticks) - before)
    done.set()
    thread.join()
    assert sum(count > 0 for count in seen) > 10


def test_calls_from_several_threads_wait_for_each_other() -> None:
    """However they interleave, each call is whole: the games are at a step, not between two."""
    batch = Batch(400, seed=6, threads=2)
    steps = 30
    failures: list[BaseException] = []

    def work(number: int) -> None:
        out = batch.outputs()
        rng = np.random.default_rng(number)
        try:
            for _ in range(steps):
                batch.look(out)
                batch.reset(where=rng.random(400) < 0.3)
                batch.game(int(rng.integers(400))).check()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    expected = np.zeros(400, int)
    for number in range(4):
        rng = np.random.default_rng(number)
        for _ in range(steps):
            expected += rng.random(400) < 0.3
            rng.integers(400)
    assert (batch.episodes == expected).all()


def test_a_program_may_end_with_a_batch_alive() -> None:
    code = (
        "import sys; from metromania.batch import Batch\n"
        "batch = Batch(1000, seed=1, threads=4)\n"
        "for _ in range(5): batch.step(batch.random_actions())\n"
        "sys.modules['kept'] = batch\n"
        "print('done')"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert (ran.stdout, ran.stderr, ran.returncode) == ("done\n", "", 0)
