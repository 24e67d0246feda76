"""A search with its trees: made on a game, run by budgets, moved on with the game."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, SupportsIndex

import numpy as np

from metrocore.search import batching, reading
from metrocore.search.searcher import PRIORS, ROLLOUTS, Searcher
from metrocore.search.utility import UTILITY_NAMES
from metromania.errors import GameOverError, SearchError, WrongTypeError
from metromania.game import Game

from .evaluators import Evaluator, run_evaluated
from .options import MAX_IN_FLIGHT, MAX_NODES, MAX_SAMPLES, MAX_THREADS, Budget, budget, one_of, real, whole
from .result import ACTIONS, ActionStats, Result, rounded, rounded_by_seat
from .roots import Move, root_of, viewer_of

POLICIES = ("uct", "puct")
BACKUPS = ("max_n", "paranoid")
PARALLEL = ("tree", "root")
EXPLORATION = {"uct": 0.7, "puct": 1.5}
SPREAD = {"win_share": 1.0, "rank": 0.85, "margin": 0.2, "score": 0.15}
"""How far a utility's values lie apart from game to game, measured against those of win shares."""

_COMMON = {
    "_evaluator": "evaluator",
    "_in_flight": "in_flight",
    "_dtype": "observations",
    "_estimated": "estimates",
}  # what searches run together have in common, and the option's name


class Search:
    """A tree search on behalf of the player to act in a game, kept as the game goes on.

    It works on a copy: what becomes of the game afterwards does not touch it. ``move_to`` and ``advance`` take it
    along.

    ``policy``: ``uct`` or ``puct``. ``rollout``: what a leaf is worth, one of ``ROLLOUTS``; or ``evaluator``, a
    function that values leaves in batches (see ``Evaluator``), ``in_flight`` of each tree at a time. ``priors``:
    ``equal``; ``guided``: an action's weight in guided play; or ``softened``: the square root of that. ``uct`` takes
    them as the order in which actions are first tried. ``utility``: what each player is taken to maximise, one of
    ``UTILITY_NAMES``. ``backup``: ``max_n``, or ``paranoid``: all others lessen the utility of the player for whom is
    searched. ``c``: the weight of exploration. ``fpu``: with ``puct``, how far below its node's value an action not
    yet tried is taken to be. ``virtual_loss``: what a simulation under way takes off. All three are of a utility that
    lies as far apart as win shares do; for another they are lessened by its ``SPREAD``. ``transpositions``: whether a
    position reached in several orders is one node. ``seed``: 0..2**64-1. ``threads``: with ``parallel="tree"`` all
    work on one tree, and what they find depends on chance; with ``parallel="root"`` each has a tree of its own, and
    they find the same whenever there are as many. ``max_nodes``: of all trees together. ``noise``: ``(alpha,
    fraction)`` of Dirichlet noise mixed into the root's priors, with an evaluator. ``observations``: ``float32`` or
    ``uint8``. ``estimates``: whether the evaluator is told the static evaluation too.

    In *unfair*, ``samples`` trees stand on positions drawn evenly from all that fit what ``viewer`` (the player to act,
    or whose view the game is) may know; the letters in other hands are never read. ``parallel`` then says nothing.

    Raises ``SearchError`` or ``WrongTypeError`` naming the option, ``HiddenError`` if the game does not know its
    viewer's letters.
    """

    def __init__(
        self,
        game: Game,
        *,
        policy: str = "uct",
        rollout: str = "uniform",
        priors: str = "equal",
        evaluator: Evaluator | None = None,
        in_flight: int = 32,
        utility: str = "win_share",
        backup: str = "max_n",
        c: float | None = None,
        fpu: float = 0.1,
        virtual_loss: float = 1.0,
        transpositions: bool = True,
        seed: int = 0,
        threads: int = 1,
        parallel: str = "tree",
        max_nodes: int = 1_000_000,
        noise: tuple[float, float] | None = None,
        observations: str = "float32",
        estimates: bool = False,
        samples: int = 8,
        viewer: int | None = None,
    ) -> None:
        if not isinstance(game, Game):
            raise WrongTypeError(f"expected a Game, not {type(game).__name__}", "game")
        if evaluator is not None and not callable(evaluator):
            raise WrongTypeError(f"expected a function, not {type(evaluator).__name__}", "evaluator")
        policy = one_of(policy, POLICIES, "policy")
        leaf = ROLLOUTS.index(one_of(rollout, ROLLOUTS, "rollout"))
        threads = whole(threads, 1, MAX_THREADS, "threads")
        if evaluator is not None and threads > 1:
            raise SearchError("an evaluator is called from one thread", "threads")
        self._seed = whole(seed, 0, 2**64 - 1, "seed")
        self._max_nodes = whole(max_nodes, 1, MAX_NODES, "max_nodes")
        self._utility = one_of(utility, UTILITY_NAMES, "utility")
        self._evaluator = evaluator
        self._in_flight = whole(in_flight, 1, MAX_IN_FLIGHT, "in_flight")
        self._dtype = one_of(observations, ("float32", "uint8"), "observations")
        self._estimated = bool(estimates)
        if self._estimated and evaluator is None:
            raise SearchError("estimates are told to an evaluator", "estimates")
        self._noise = _checked_noise(noise, evaluator)
        kind = PRIORS.index(one_of(priors, PRIORS, "priors"))
        if kind and evaluator is not None:
            raise SearchError("an evaluator has priors of its own", "priors")
        shared = one_of(parallel, PARALLEL, "parallel") == "tree"
        samples = whole(samples, 1, MAX_SAMPLES, "samples")
        self._root = root_of(game, 1 if shared else threads, samples, viewer_of(game, viewer), self._seed)
        trees = len(self._root.games)
        spread = SPREAD[self._utility]
        if trees > self._max_nodes:
            raise SearchError(f"{self._max_nodes} nodes for {trees} trees", "max_nodes")
        self._searcher = Searcher(
            self._root.games,
            utility=UTILITY_NAMES.index(self._utility),
            leaf=leaf if evaluator is None else -1,
            puct=policy == "puct",
            priors=kind,
            paranoid=one_of(backup, BACKUPS, "backup") == "paranoid",
            transpositions=transpositions,
            c=spread * real(EXPLORATION[policy] if c is None else c, 0.0, 1e6, "c"),
            fpu=spread * real(fpu, -1e6, 1e6, "fpu"),
            virtual_loss=spread * real(virtual_loss, 0.0, 1e6, "virtual_loss"),
            seed=self._seed,
            threads=threads,
            shared=shared and trees == 1,
            max_nodes=self._max_nodes // trees,
        )
        self._noised: list[bool] = [False] * trees
        self._draws = 0
        self._last = (0, 0.0, "not run")

    # -- running ------------------------------------------------------------------------------------------------------

    def run(
        self,
        simulations: SupportsIndex | None = None,
        *,
        nodes: SupportsIndex | None = None,
        seconds: float | None = None,
    ) -> Result:
        """Search until the first of the budgets is used up, and say what was found.

        ``simulations``: of this run. ``nodes``: in the trees, so 0 simulations if they have as many. ``seconds``: of
        wall time. A result of earlier runs is built upon. Ctrl-C raises ``KeyboardInterrupt`` within 50 ms, if the
        evaluator allows; the search is then as it was after its last simulation, and ``result()`` says what it had
        found.

        Raises ``SearchError`` naming the budget, or if a run goes on in another thread; ``WrongTypeError``,
        ``GameOverError``.
        """
        return _run([self], [budget(simulations, nodes, seconds, self._max_nodes)])[0]

    def _run_alone(self, limits: Budget) -> str:
        return self._searcher.run(limits.simulations, limits.nodes, limits.seconds)

    def stop(self) -> None:
        """End the run that goes on in another thread, within some milliseconds; its result says ``stopped``.

        If none goes on, the next one from this root ends before its first simulation: so a stop that comes just before
        its run is not lost. ``advance`` and ``move_to`` forget it.
        """
        self._searcher.stop()

    def _mix_noise(self) -> None:
        """Give each root its noise, once it has been answered for."""
        if self._noise is None:
            return
        alpha, fraction = self._noise
        for tree, done in enumerate(self._noised):
            if not done:
                legal = self._root.games[tree].legal_ids()
                weights = np.zeros(ACTIONS, np.float32)
                generator = np.random.default_rng([self._seed, self._draws, tree])
                weights[legal] = generator.dirichlet([alpha] * len(legal))
                self._noised[tree] = batching.mix_priors(self._searcher, tree, weights, fraction)

    # -- the root -----------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The position at the root, as a game of its own; where letters are hidden, its viewer's view."""
        return self._root.game.copy()

    def advance(self, action: Move) -> int:
        """Go on to the position after an action, and keep what was searched below it; how many nodes were kept.

        Raises as ``Game.push`` does, and ``SearchError`` while a run goes on.
        """
        return self._move(self._root.after(action))

    def move_to(self, game: Game) -> int:
        """Go to the position of a game, and keep what was searched below it; how many nodes were kept, 0 for none.

        The game may be any number of actions later, or elsewhere: then the search begins anew. Raises ``SearchError``
        if it is of another set-up, or while a run goes on.
        """
        if not isinstance(game, Game):
            raise WrongTypeError(f"expected a Game, not {type(game).__name__}", "game")
        if game.setup != self._root.game.setup:
            raise SearchError("the game is of another set-up", "game")
        return self._move(self._root.at(game))

    def _move(self, root: Any) -> int:
        kept = 0
        for tree, game in enumerate(root.games):
            kept += self._searcher.move_to(tree, game)
        self._root = root
        self._noised = [False] * len(self._noised)
        self._draws += 1
        self._last = (0, 0.0, "not run")
        return kept

    # -- reading ------------------------------------------------------------------------------------------------------

    def result(self) -> Result:
        """What has been found at this root so far. Raises ``GameOverError`` if the game is over there."""
        game = self._root.game
        if game.current_player is None:
            raise GameOverError("the game is over: there is nothing to search")
        found = reading.totals(self._searcher)
        player = game.current_player
        rows = [
            ActionStats(action, visits, rounded_by_seat(value), rounded(prior))
            for action, visits, value, prior in reading.root_rows(self._searcher)
        ]
        if found["proven"]:
            rows.sort(key=lambda row: (-_own(row, player), row.action.id))
        else:
            rows.sort(key=lambda row: (-row.visits, -_own(row, player), row.action.id))
        simulations, seconds, ended_by = self._last
        del found["transpositions"]
        found["value"] = rounded_by_seat(found["value"])
        return Result(
            player=player,
            utility=self._utility,
            actions=tuple(rows),
            line=tuple(reading.best_line(self._searcher, rows[0].action.id)) if found["visits"] else (),
            trees=self._searcher.tree_count,
            ended_by=ended_by,
            **found | {"simulations": simulations, "seconds": seconds},
        )

    def __repr__(self) -> str:
        found = reading.totals(self._searcher)
        return f"<Search of {found['visits']} visits, {found['nodes']} nodes, at {self._root.game!r}>"


def _own(row: ActionStats, player: int) -> float:
    return -1.0 if row.value is None else row.value[player]


def _checked_noise(noise: object, evaluator: Evaluator | None) -> tuple[float, float] | None:
    if noise is None:
        return None
    if evaluator is None:
        raise SearchError("noise goes with an evaluator's priors", "noise")
    if not isinstance(noise, tuple) or len(noise) != 2:
        raise WrongTypeError("expected (alpha, fraction)", "noise")
    alpha = real(noise[0], 0.0, 1e6, "noise[0]")
    if alpha == 0.0:
        raise SearchError("expected more than 0", "noise[0]")
    return alpha, real(noise[1], 0.0, 1.0, "noise[1]")


def _run(searches: Sequence[Search], budgets: Sequence[Budget]) -> list[Result]:
    """Run one search, or several of one evaluator, and keep what each has to say about its run."""
    before = [reading.totals(search._searcher)["simulations"] for search in searches]
    begun = time.perf_counter()
    ends = ["interrupted"] * len(searches)
    first = searches[0]
    try:
        if first._evaluator is None:
            ends = [first._run_alone(budgets[0])]
        else:
            ends = run_evaluated(
                [search._searcher for search in searches],
                first._evaluator,
                budgets,
                first._in_flight,
                first._dtype,
                first._estimated,
                [search._mix_noise for search in searches],
            )
    finally:
        seconds = time.perf_counter() - begun
        for search, already, end in zip(searches, before, ends, strict=True):
            done = reading.totals(search._searcher)["simulations"] - already
            search._last = (done, seconds, end)
    return [search.result() for search in searches]


def run_together(
    searches: Sequence[Search],
    simulations: SupportsIndex | None = None,
    *,
    nodes: SupportsIndex | None = None,
    seconds: float | None = None,
) -> list[Result]:
    """Run searches of several games side by side, the leaves of all in common batches; a result each.

    All must have the same evaluator, ``in_flight``, ``observations``, ``estimates`` and number of players. The budgets are each
    search's own. Raises ``SearchError`` naming the search that does not fit, and as ``Search.run`` does.
    """
    if not searches:
        return []
    first = searches[0]
    for i, search in enumerate(searches):
        if search._evaluator is None:
            raise SearchError("it has no evaluator", f"searches[{i}]")
        for name, option in _COMMON.items():
            if getattr(search, name) != getattr(first, name):
                raise SearchError(f"another {option}", f"searches[{i}]")
        if search._root.game.players != first._root.game.players:
            raise SearchError("another number of players", f"searches[{i}]")
        if search in searches[:i]:
            raise SearchError("twice the same search", f"searches[{i}]")
    return _run(searches, [budget(simulations, nodes, seconds, search._max_nodes) for search in searches])
