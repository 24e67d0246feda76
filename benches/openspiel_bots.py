"""OpenSpiel's own tree searches as bots of the arena: this game as a Python game of theirs, and a clock for their bot.

    metromania arena --bots mcts-guided:time=0.05,benches.openspiel_bots:PythonMcts:time=0.05

Their Python bot and their C++ bot search with random rollouts; what they maximise is the share of the win, as ours do.
Needs `open-spiel` (benches/requirements-peers.txt); run from the repository's root.
"""

from __future__ import annotations

import time as clock
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from metromania import Action, Game

UCT_C = 1.0  # their examples take 2 for utilities in -1..1; ours lie in 0..1
ENDLESS = 1 << 30
LONGEST = 1024

_TYPE = pyspiel.GameType(
    short_name="metromania",
    long_name="Metromania",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={"players": 2},
)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """The game for a number of players; positions are put into its states, not drawn."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        players = int((params or {}).get("players", 2))
        info = pyspiel.GameInfo(
            num_distinct_actions=320,
            max_chance_outcomes=0,
            num_players=players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(_TYPE, info, params or {"players": players})
        self.players = players

    def new_initial_state(self) -> SpielState:
        return SpielState(self, Game.new(self.players, seed=0))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position. Their searches clone it, list and apply actions, and read the returns."""

    def __init__(self, game: SpielGame, position: Game) -> None:
        super().__init__(game)
        self._game = game
        self.position = position

    def clone(self) -> SpielState:
        return SpielState(self._game, self.position.copy(stack=False))

    def __deepcopy__(self, memo: object) -> SpielState:
        return self.clone()

    def current_player(self) -> int:
        player = self.position.current_player
        return int(pyspiel.PlayerId.TERMINAL) if player is None else player

    def legal_actions(self, player: int | None = None) -> list[int]:
        return self.position.legal_ids()

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_ids()

    def apply_action(self, action: int) -> None:
        self.position.push_unchecked(int(action))

    def _apply_action(self, action: int) -> None:
        self.position.push_unchecked(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action)

    def is_terminal(self) -> bool:
        return self.position.is_over

    def returns(self) -> list[float]:
        if not self.position.is_over:
            return [0.0] * self.position.players
        winners = self.position.report_data()["winners"]
        return [(seat in winners) / len(winners) for seat in range(self.position.players)]

    def __str__(self) -> str:
        return self.position.position()


pyspiel.register_game(_TYPE, SpielGame)


class _OutOfTimeError(Exception):
    pass


class ClockedMcts(mcts.MCTSBot):  # type: ignore[misc]
    """Their Python bot, ended by a clock: looked at before each simulation."""

    seconds: float | None = None
    _deadline = float("inf")
    _root: Any = None

    def mcts_search(self, state: SpielState) -> Any:
        self._deadline = float("inf") if self.seconds is None else clock.perf_counter() + self.seconds
        try:
            return super().mcts_search(state)
        except _OutOfTimeError:
            return self._root

    def _apply_tree_policy(self, root: Any, state: SpielState) -> Any:
        self._root = root
        if root.explore_count > 0 and root.children and clock.perf_counter() >= self._deadline:
            raise _OutOfTimeError
        return super()._apply_tree_policy(root, state)


class PythonMcts:
    """``open_spiel.python.algorithms.mcts.MCTSBot`` with random rollouts, by a clock or a number of simulations."""

    def __init__(
        self, *, seed: int = 0, time: float | None = None, simulations: int | None = None, c: float = UCT_C
    ) -> None:
        self._seed, self._time, self._simulations, self._c = seed, time, simulations, c
        self._bot: Any = None
        self._searched = 0

    def __call__(self, game: Game) -> Action:
        spiel = SpielGame({"players": game.players})
        if self._bot is None:
            draw = np.random.RandomState(self._seed % 2**32)
            evaluator = mcts.RandomRolloutEvaluator(1, draw)
            self._bot = ClockedMcts(spiel, self._c, self._simulations or ENDLESS, evaluator, random_state=draw)
            self._bot.seconds = self._time if self._time or self._simulations else 0.1
        root = self._bot.mcts_search(SpielState(spiel, game.copy(stack=False)))
        self._searched = root.explore_count
        return game.legal_actions[game.legal_ids().index(root.best_child().action)]

    def explain(self) -> str:
        return f"{self._searched} simulations"


class CppMcts:
    """``pyspiel.MCTSBot`` (C++) with random rollouts. It has no clock: it gets as many simulations as it did in ``time``.

    The rate is taken from its own last search, beginning with a few simulations; the arena's table tells what it took.
    """

    def __init__(
        self, *, seed: int = 0, time: float | None = None, simulations: int | None = None, c: float = UCT_C
    ) -> None:
        self._seed, self._time, self._simulations, self._c = seed, time, simulations, c
        self._rate = 100.0  # simulations a second
        self._count = 0

    def __call__(self, game: Game) -> Action:
        spiel = SpielGame({"players": game.players})
        self._count = self._simulations or max(2, int(self._rate * (self._time or 0.1)))
        evaluator = pyspiel.RandomRolloutEvaluator(1, self._seed % 2**31)
        bot = pyspiel.MCTSBot(spiel, evaluator, self._c, self._count, 1000, True, self._seed % 2**31, False)
        begun = clock.perf_counter()
        root = bot.mcts_search(SpielState(spiel, game.copy(stack=False)))
        self._rate = root.explore_count / (clock.perf_counter() - begun)
        return game.legal_actions[game.legal_ids().index(root.best_child().action)]

    def explain(self) -> str:
        return f"{self._count} simulations"
