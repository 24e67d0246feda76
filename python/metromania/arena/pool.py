"""Workers on this machine: processes that are handed games, replaced when they die, and ended with all below them."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import subprocess
import sys
from collections import Counter, deque
from collections.abc import Iterator
from typing import Any

from metromania.protocol.process import end

from .tournament import ArenaError, Tournament

_PARTING = 10.0  # seconds for a worker to end all that it has started
_TRIES = 3  # a game whose worker has died so often is given up


class LocalPool:
    """``processes`` workers for one tournament; use it in a ``with`` block."""

    def __init__(self, tournament: Tournament, processes: int) -> None:
        if processes < 1:
            raise ArenaError("at least one process", "processes")
        self._settings = json.dumps(tournament.to_dict())
        self._processes = processes
        self._workers: dict[int, _Worker] = {}  # by the descriptor of their output

    def __enter__(self) -> LocalPool:
        return self

    def __exit__(self, *_: object) -> None:
        processes = [worker.process for worker in self._workers.values()]
        self._workers.clear()
        for process in processes:
            process.terminate()
        for process in processes:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_PARTING)
            end(process)

    def play(self, games: Iterator[int]) -> Iterator[dict[str, Any]]:
        """Play games by number; their records as they come. A game whose worker dies is played again, by another.

        Raises ``ArenaError`` for a game at which workers die again and again.
        """
        again: deque[int] = deque()
        deaths: Counter[int] = Counter()
        with selectors.DefaultSelector() as selector:
            while True:
                idle = [worker for worker in self._workers.values() if worker.game is None]
                while idle or len(self._workers) < self._processes:
                    game = again.popleft() if again else next(games, None)
                    if game is None:
                        break
                    worker = idle.pop() if idle else self._hire(selector)
                    worker.give(game)
                if all(worker.game is None for worker in self._workers.values()):
                    return
                for key, _ in selector.select():
                    worker = self._workers[key.fd]
                    try:
                        yield from worker.records()
                    except EOFError:
                        selector.unregister(key.fd)
                        del self._workers[key.fd]
                        end(worker.process)
                        if worker.game is not None:
                            deaths[worker.game] += 1
                            if deaths[worker.game] == _TRIES:
                                raise ArenaError(f"{_TRIES} workers died at it", f"game {worker.game}") from None
                            again.append(worker.game)

    def _hire(self, selector: selectors.BaseSelector) -> _Worker:
        worker = _Worker(self._settings)
        self._workers[worker.output] = worker
        selector.register(worker.output, selectors.EVENT_READ)
        return worker


class _Worker:
    """A process of ``metromania.arena.worker`` and the game that it is at."""

    def __init__(self, settings: str) -> None:
        paths = os.pathsep.join(path or "." for path in sys.path)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "metromania.arena.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": paths},
        )
        assert self.process.stdout is not None  # it is a pipe
        self.output = self.process.stdout.fileno()
        self.game: int | None = None
        self._read = b""
        self._send(settings)

    def give(self, game: int) -> None:
        """Have it play a game."""
        self.game = game
        self._send(str(game))

    def records(self) -> Iterator[dict[str, Any]]:
        """The records that can be read now. Raises ``EOFError`` when it has died."""
        read = os.read(self.output, 1 << 16)
        if not read:
            raise EOFError
        *lines, self._read = (self._read + read).split(b"\n")
        for line in lines:
            self.game = None
            yield json.loads(line)

    def _send(self, line: str) -> None:
        assert self.process.stdin is not None  # it is a pipe
        with contextlib.suppress(BrokenPipeError):  # if it has died, reading from it will tell
            self.process.stdin.write(line.encode() + b"\n")
