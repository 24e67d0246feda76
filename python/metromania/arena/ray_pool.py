"""Workers on a Ray cluster (the extra ``ray``), in the place of ``LocalPool``: the same games, wherever played."""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections import Counter, deque
from collections.abc import Iterator
from typing import Any

from .referee import Referee
from .tournament import ArenaError, Tournament

ray: Any = importlib.import_module("ray")  # untyped; its absence is the caller's to tell

_TRIES = 3  # a game that is lost with its worker so often, after Ray's own tries, is given up
_AHEAD = 2  # games handed out for each processor, so that none waits


class RayPool:
    """A Ray cluster for one tournament: ``address`` of a running one, ``auto`` to find it, ``local`` to start one here.

    Every node needs this package, and the bots' programs at the same paths. In a ``with`` block; a cluster that it
    started, or a connection that it made, ends with it.
    """

    def __init__(self, tournament: Tournament, address: str = "auto") -> None:
        self._settings = json.dumps(tournament.to_dict())
        self._address = None if address == "local" else address
        self._connected = False

    def __enter__(self) -> RayPool:
        if not ray.is_initialized():
            paths = os.pathsep.join(path or "." for path in sys.path)
            try:
                ray.init(
                    address=self._address,
                    runtime_env={"env_vars": {"PYTHONPATH": paths}},
                    include_dashboard=None if self._address else False,
                    log_to_driver=False,
                )
            except ConnectionError as e:
                raise ArenaError(f"no Ray cluster: {e}", str(self._address)) from None
            self._connected = True
        return self

    def __exit__(self, *_: object) -> None:
        if self._connected:
            ray.shutdown()
            self._connected = False

    def play(self, games: Iterator[int]) -> Iterator[dict[str, Any]]:
        """Play games by number; their records as they come, each once. A game that is lost with a node is played again.

        Raises ``ArenaError`` for a game that is lost again and again.
        """
        task = ray.remote(num_cpus=1, max_retries=_TRIES)(_play)
        settings = ray.put(self._settings)
        running: dict[Any, int] = {}
        again: deque[int] = deque()
        losses: Counter[int] = Counter()
        while True:
            while len(running) < _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1))):
                game = again.popleft() if again else next(games, None)
                if game is None:
                    break
                running[task.remote(settings, game)] = game
            if not running:
                return
            (done, *_), _ = ray.wait(list(running))
            game = running.pop(done)
            try:
                record = ray.get(done)
            except ray.exceptions.RaySystemError as e:
                raise ArenaError(f"the cluster failed: {e}") from None
            except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.ObjectLostError):
                losses[game] += 1
                if losses[game] == _TRIES:
                    raise ArenaError(f"lost {_TRIES} times with its worker", f"game {game}") from None
                again.append(game)
                continue
            yield json.loads(record)


_referees: dict[str, Referee] = {}  # of this worker process: its bots live on from game to game


def _play(settings: str, game: int) -> str:
    if settings not in _referees:
        for referee in _referees.values():
            referee.close()
        _referees.clear()
        _referees[settings] = Referee(Tournament.from_dict(json.loads(settings)))
    referee = _referees[settings]
    return json.dumps(referee.play(referee.tournament.job(game)))
