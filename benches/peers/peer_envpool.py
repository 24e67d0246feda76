"""EnvPool, C++ environments stepped in batches: its simplest games, 1,024 at a time on one thread."""

from __future__ import annotations

from collections.abc import Callable

import envpool
import numpy as np

from benches.slices import Workload

UNLIKE = (
    "Single-player toys with two to six actions, always legal, so no masks; the observation is a few numbers (Catch: a "
    "10 x 5 picture). The cost is nearly all in handing the batch over."
)
BATCH = 1024
STEPS = 8
GAMES = ("CartPole-v1", "Catch-v0", "Taxi-v3")


def batch() -> dict[str, Workload]:
    """Step with actions drawn once; games that end reset themselves."""

    def make(name: str) -> Workload:
        env = envpool.make_gymnasium(name, num_envs=BATCH, num_threads=1, seed=0)
        env.reset()
        rng = np.random.default_rng(0)
        actions = [rng.integers(0, env.action_space.n, BATCH).astype(np.int32) for _ in range(STEPS)]

        def run(n: int) -> int:
            total = 0
            for _ in range(n):
                for action in actions:
                    _, rewards, _, _, _ = env.step(action)
                    total += len(rewards)
            return total

        return Workload(run, {"step": BATCH * STEPS}, BATCH * STEPS)

    return {f"{name} x 1024": make(name) for name in GAMES}


WORKLOADS: dict[str, Callable[[], dict[str, Workload]]] = {"batch": batch}
