"""The adapter to OpenSpiel, with stand-ins for what it needs of that library: the suite does not need it installed."""

from __future__ import annotations

import importlib
import random
import sys
import time
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from metromania import Game


class Node:
    """A node of their trees, as far as the adapter reads it."""

    def __init__(self, action: int = -1) -> None:
        self.action, self.explore_count, self.children = action, 0, []  # type: ignore[var-annotated]

    def best_child(self) -> Any:
        return max(self.children, key=lambda child: child.explore_count)


class MCTSBot:
    """Their Python bot in small: one level of a tree, rollouts below."""

    def __init__(self, game: Any, c: float, simulations: int, evaluator: Any, random_state: Any) -> None:
        self.simulations, self.evaluator = simulations, evaluator

    def mcts_search(self, state: Any) -> Any:
        root = Node()
        for _ in range(self.simulations):
            child, below = self._apply_tree_policy(root, state)
            self.evaluator.evaluate(below)
            child.explore_count += 1
            root.explore_count += 1
        return root

    def _apply_tree_policy(self, root: Any, state: Any) -> Any:
        if not root.children:
            root.children = [Node(action) for action in state.legal_actions(state.current_player())]
        child = min(root.children, key=lambda child: child.explore_count)
        below = state.clone()
        below.apply_action(child.action)
        return child, below


class RandomRolloutEvaluator:
    """Plays to the end; keeps the returns."""

    def __init__(self, rollouts: int, seed: Any = None) -> None:
        self.returns: list[list[float]] = []

    def evaluate(self, state: Any) -> list[float]:
        draw = random.Random(len(self.returns))
        while not state.is_terminal():
            state.apply_action(draw.choice(state.legal_actions()))
        self.returns.append(state.returns())
        return self.returns[-1]


class CppBot(MCTSBot):
    """Their C++ bot takes its arguments in another order."""

    def __init__(self, game: Any, evaluator: Any, c: float, simulations: int, *rest: object) -> None:
        super().__init__(game, c, simulations, evaluator, None)


@pytest.fixture
def bots(monkeypatch: pytest.MonkeyPatch) -> Any:
    """`benches.openspiel_bots` on the stand-ins."""
    spiel: Any = ModuleType("pyspiel")
    kinds = SimpleNamespace(SEQUENTIAL=0, DETERMINISTIC=0, PERFECT_INFORMATION=0, CONSTANT_SUM=0, TERMINAL=0)
    names = ("Dynamics", "ChanceMode", "Information", "Utility", "RewardModel")
    spiel.GameType = type("GameType", (SimpleNamespace,), dict.fromkeys(names, kinds))
    spiel.GameInfo = SimpleNamespace
    spiel.Game = type("Game", (), {"__init__": lambda *_: None})
    spiel.State = type("State", (), {"__init__": lambda *_: None})
    spiel.PlayerId = SimpleNamespace(TERMINAL=-4)
    spiel.register_game = lambda *_: None
    spiel.MCTSBot, spiel.RandomRolloutEvaluator = CppBot, RandomRolloutEvaluator
    algorithms: Any = ModuleType("open_spiel.python.algorithms")
    algorithms.mcts = SimpleNamespace(MCTSBot=MCTSBot, RandomRolloutEvaluator=RandomRolloutEvaluator)
    for name in ("open_spiel", "open_spiel.python"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, "open_spiel.python.algorithms", algorithms)
    monkeypatch.setitem(sys.modules, "pyspiel", spiel)
    monkeypatch.delitem(sys.modules, "benches.openspiel_bots", raising=False)
    yield importlib.import_module("benches.openspiel_bots")
    sys.modules.pop("benches.openspiel_bots", None)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_state_is_the_game(bots: Any, players: int) -> None:
    game = Game.new(players, seed=players)
    state = bots.SpielState(bots.SpielGame({"players": players}), game.copy(stack=False))
    draw = random.Random(1)
    while not game.is_over:
        assert not state.is_terminal()
        assert state.current_player() == game.current_player
        assert state.legal_actions() == game.legal_ids()
        assert state.returns() == [0.0] * players
        action = draw.choice(game.legal_ids())
        twin = state.clone()
        state.apply_action(action)
        assert str(twin) == game.position()  # a clone stays where it was
        game.push(action)
    assert state.is_terminal()
    assert state.current_player() == -4
    assert sum(state.returns()) == pytest.approx(1)
    assert [share > 0 for share in state.returns()] == [seat in game.report().winners for seat in range(players)]


@pytest.mark.parametrize("name", ["PythonMcts", "CppMcts"])
def test_so_many_simulations(bots: Any, name: str) -> None:
    game = Game.new(2, seed=1)
    before = game.position()
    bot = getattr(bots, name)(seed=3, simulations=30)
    assert bot(game) in game.legal_actions
    assert bot.explain() == "30 simulations"
    assert game.position() == before


def test_their_python_bot_heeds_a_clock(bots: Any) -> None:
    game = Game.new(2, seed=1)
    for seconds in (1e-9, 0.05):
        bot = bots.PythonMcts(seed=3, time=seconds)
        begun = time.monotonic()
        assert bot(game) in game.legal_actions
        assert time.monotonic() - begun >= seconds
        assert int(bot.explain().split()[0]) >= 1


def test_their_cpp_bot_gets_what_the_last_search_did_in_the_time(bots: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter([0.0, 0.5, 10.0, 11.0])
    monkeypatch.setattr(bots, "clock", SimpleNamespace(perf_counter=lambda: next(ticks)))
    bot = bots.CppMcts(seed=3, time=0.1)
    bot(Game.new(2, seed=1))
    assert bot.explain() == "10 simulations"  # of 100 a second, to begin with
    bot(Game.new(2, seed=1))
    assert bot.explain() == "2 simulations"  # 10 took half a second
