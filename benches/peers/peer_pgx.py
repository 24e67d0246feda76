"""pgx, board games as JAX programs, on the CPU: hex stepped 1,024 boards at a time."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import jax
import numpy as np
import pgx

from benches.slices import Workload

UNLIKE = (
    "Hex on 11 x 11 compiled by XLA for the CPU and held to one thread: a move is a stone and a union of groups; made "
    "for accelerators, where thousands of boards cost as much as one. Masks are bools."
)
BATCH = 1024
BEFORE, STEPS = 40, 8

# Read when JAX first looks at its devices: one thread, as the others are given.
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
if jax.default_backend() != "cpu":
    raise ImportError(f"JAX runs on {jax.default_backend()} here: set JAX_PLATFORMS=cpu")


def batch() -> dict[str, Workload]:
    """Step mid-game boards; every board fills its cells in an order of its own, so all actions are legal."""
    env = pgx.make("hex")
    step = jax.jit(jax.vmap(env.step))
    rng = np.random.default_rng(0)
    orders = rng.permuted(np.tile(np.arange(121, dtype=np.int32), (BATCH, 1)), axis=1)
    actions = [jax.numpy.asarray(orders[:, i]) for i in range(BEFORE + STEPS)]
    start: Any = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), BATCH))
    for action in actions[:BEFORE]:
        start = step(start, action)
    assert not bool(start.terminated.any())

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            state = start
            for action in actions[BEFORE:]:
                state = step(state, action)
            total += int(state._step_count.sum() - start._step_count.sum())
        return total

    return {"hex(11) x 1024": Workload(run, {"step": BATCH * STEPS}, BATCH * STEPS)}


WORKLOADS: dict[str, Callable[[], dict[str, Workload]]] = {"batch": batch}
