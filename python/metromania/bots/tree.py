"""Bots that search a tree: with uniform rollouts, with guided ones, with an evaluator."""

from __future__ import annotations

import threading
from typing import Any, ClassVar

from metrocore.action import Action
from metromania.game import Game
from metromania.search import Evaluator, Result, Search

from .base import BotError, Budget
from .imports import imported

DEFAULT_TIME = 0.1


class TreeBot:
    """A tree search for each action, kept from one to the next (``reuse``).

    The budget of an action is ``time`` in seconds, ``simulations`` or ``nodes``, whichever is used up first; a tenth
    of a second if none is given. ``c`` is the weight of exploration, ``rollout`` what leaves are worth, ``priors`` where
    those come from, each by default the bot's own, and ``utility`` what it maximises, all as in ``Search``. An
    ``evaluator`` (``package.module:attribute``, a function as of ``metromania.search.Evaluator``) takes the place of
    rollouts and priors, for ``in_flight`` leaves at a time. In *unfair* it searches ``samples`` positions that fit what
    it sees. Where there is nothing to choose it does not search. Alike for the same seed, unless time ends it, or
    several ``threads`` share the tree.
    """

    options: ClassVar[dict[str, Any]] = {}
    for_two: ClassVar[dict[str, Any]] = {}  # besides, with two players

    def __init__(
        self,
        *,
        seed: int = 0,
        time: float | None = None,
        simulations: int | None = None,
        nodes: int | None = None,
        threads: int = 1,
        utility: str = "win_share",
        c: float | None = None,
        rollout: str | None = None,
        priors: str | None = None,
        evaluator: str | None = None,
        in_flight: int = 32,
        max_nodes: int = 1_000_000,
        samples: int = 8,
        reuse: bool = True,
    ) -> None:
        self.budget = Budget(time, simulations, nodes) or Budget(time=DEFAULT_TIME)
        self._given: dict[str, Any] = {
            "seed": seed % 2**64,
            "threads": threads,
            "utility": utility,
            "max_nodes": max_nodes,
            "samples": samples,
            **{name: value for name, value in (("c", c), ("rollout", rollout), ("priors", priors)) if value is not None},
        }
        if evaluator is not None:
            self._given |= {"evaluator": _evaluator(evaluator), "in_flight": in_flight}
        self._reuse = reuse
        self._search: Search | None = None
        self._stopped = False
        self._lock = threading.Lock()  # between what a stop and a call tell the search
        self._result: Result | None = None
        Search(Game.new(2, seed=0), **self._settings(2))  # raises what is wrong with the options

    def __call__(self, game: Game) -> Action:
        self._result = None
        legal = game.legal_actions
        if len(legal) == 1:
            self._stopped = False
            return legal[0]
        with self._lock:
            search = self._at(game)
            if self._stopped:
                search.stop()
        budget = self.budget or Budget(time=DEFAULT_TIME)
        try:
            nodes = budget.nodes and min(budget.nodes, self._given["max_nodes"])
            self._result = search.run(budget.simulations, nodes=nodes, seconds=budget.time)
        finally:
            self._stopped = False
        return self._result.best if self._result.visits else legal[0]

    def explain(self) -> str:
        return "there was nothing to choose" if self._result is None else str(self._result)

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            if self._search is not None:
                self._search.stop()

    def _settings(self, players: int) -> dict[str, Any]:
        """The options of a search: the bot's own, and what was given."""
        own = {**self.options, **(self.for_two if players == 2 else {})}
        if "evaluator" in self._given:
            own = {"policy": own["policy"]}
        return {**own, **self._given}

    def _at(self, game: Game) -> Search:
        """A search at the game's position: the last one moved on, if it is of this game."""
        search = self._search
        if search is None or not self._reuse or search.game.setup != game.setup or search.game.viewer != game.viewer:
            self._search = search = Search(game, **self._settings(game.players))
        else:
            search.move_to(game)
        return search


class MctsBot(TreeBot):
    """UCT with uniform random rollouts: no knowledge of the game."""

    options: ClassVar[dict[str, Any]] = {"policy": "uct", "rollout": "uniform"}


class GuidedMctsBot(TreeBot):
    """UCT with rollouts that know the ways to the exits, markers and stations."""

    options: ClassVar[dict[str, Any]] = {"policy": "uct", "rollout": "guided", "c": 0.35}


class PuctBot(TreeBot):
    """PUCT with softened priors from guided play and guided rollouts, with two players blended with the evaluation.

    The evaluation helped two players, made no difference to three, and took wins from four (docs/strength.md);
    ``rollout=static`` takes it alone.
    """

    options: ClassVar[dict[str, Any]] = {"policy": "puct", "rollout": "guided", "priors": "softened", "c": 0.6}
    for_two: ClassVar[dict[str, Any]] = {"rollout": "blended"}


def _evaluator(path: str) -> Evaluator:
    try:
        found: Evaluator = imported(path)
    except Exception as e:  # what importing somebody's module may raise
        raise BotError(f"it can't be imported: {type(e).__name__}: {e}", f"evaluator {path}") from e
    return found
