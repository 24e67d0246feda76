"""Searches whose leaves a user's function values: many leaves, of many trees or games, in one call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from metrocore.search import batching
from metrocore.search.searcher import Searcher
from metromania.errors import SearchError
from metromania.observation import SIZE

from .options import Budget
from .result import ACTIONS

Evaluator: TypeAlias = Callable[..., tuple[Any, Any]]
"""``evaluate(observations, masks) -> (priors, values)``, or ``evaluate(observations, masks, estimates)``.

``observations``: (n, 17113) float32 or uint8, each from the seat of the player to act there. ``masks``: (n, 320)
bool, the legal actions. ``estimates``, with the option of that name: (n, players, 4) float32, what the static evaluation
says of the player to act, then of the seat after it, and so on round the table: the final score expected and the score
as it stands, in points, and the chances that line a and line b get complete, 0..1. ``priors``: (n, 320) floats, finite
and not negative; those of legal actions are made to sum to one (all zero: equal ones), others passed over. ``values``:
(n, players) finite floats: the expected utility of the player to act, and so on round the table. n is 1 or more and may
differ from call to call. The arrays are the evaluator's to keep.
"""


def checked_answer(answer: object, rows: int, players: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Priors and values as float32. Raises ``SearchError`` naming which of them does not fit, and how."""
    if not isinstance(answer, tuple) or len(answer) != 2:
        raise SearchError("a tuple of priors and values wanted", "evaluator")
    priors = _floats(answer[0], (rows, ACTIONS), "priors")
    if (priors < 0).any():
        raise SearchError("negative", "evaluator.priors")
    return priors, _floats(answer[1], (rows, players), "values")


def _floats(given: object, shape: tuple[int, int], name: str) -> NDArray[np.float32]:
    array = np.asarray(given)
    if array.dtype.kind != "f":
        raise SearchError(f"floats wanted, not {array.dtype}", f"evaluator.{name}")
    if array.shape != shape:
        raise SearchError(f"shape {shape} wanted, not {array.shape}", f"evaluator.{name}")
    with np.errstate(over="ignore"):  # a double too large for a float32 becomes infinite
        array = np.ascontiguousarray(array, np.float32)
    if not np.isfinite(array).all():
        raise SearchError("NaN or infinite", f"evaluator.{name}")
    return array


def run_evaluated(
    searchers: Sequence[Searcher],
    evaluate: Evaluator,
    budgets: Sequence[Budget],
    in_flight: int,
    dtype: str,
    estimated: bool,
    after_answers: Sequence[Callable[[], None]],
) -> list[str]:
    """Run searches side by side, their leaves in common batches; why each ended.

    Whatever the evaluator raises is raised, when the walks that waited for it are taken back.
    """
    players = searchers[0].setup.players
    room = [in_flight * searcher.tree_count for searcher in searchers]
    with ExitStack() as held:
        for searcher, budget in zip(searchers, budgets, strict=True):
            batching.begin(searcher, budget.simulations, budget.nodes, budget.seconds)
            held.callback(batching.finish, searcher)
            held.callback(batching.call_off, searcher)
        while True:
            observations = np.empty((sum(room), SIZE), dtype)
            masks = np.empty((sum(room), ACTIONS), np.bool_)
            estimates = np.empty((sum(room), players, 4), np.float32)
            counts = []
            rows = 0
            for searcher, most in zip(searchers, room, strict=True):
                part = slice(rows, rows + most)
                arrays = observations[part], masks[part].view(np.uint8), estimates[part] if estimated else None
                counts.append(batching.collect(searcher, in_flight, *arrays))
                rows += counts[-1]
            if rows:
                told = (estimates[:rows],) if estimated else ()
                answer = evaluate(observations[:rows], masks[:rows], *told)
                priors, values = checked_answer(answer, rows, players)
            elif all(batching.ended(searcher) for searcher in searchers):
                break
            rows = 0
            for searcher, count in zip(searchers, counts, strict=True):
                if count:
                    part = slice(rows, rows + count)
                    batching.answer(searcher, priors[part], values[part])
                    rows += count
            for call in after_answers:
                call()
        return [batching.why(searcher) for searcher in searchers]
