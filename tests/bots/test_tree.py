"""The searching bots: their budgets, their own settings, being stopped, what they keep and what they say."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from metromania import Game
from metromania.bots import BotError, Budget, make_bot
from metromania.search import search

NAMES = ["mcts", "mcts-guided", "puct"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("given", [{}, {"c": 2.0}, {"utility": "margin"}, {"rollout": "static", "priors": "guided"}], ids=str)
def test_searches_as_it_says(name: str, players: int, given: dict[str, Any]) -> None:
    """The bot's first action is that of a search with its settings; an option replaces one of them."""
    game = Game.new(players, seed=4)
    words = ",".join(f"{option}={value}" for option, value in given.items())
    bot: Any = make_bot(f"{name}:simulations=60,{words}", seed=5)
    settings = {**type(bot).options, **(type(bot).for_two if players == 2 else {}), **given}
    found = search(game, 60, seed=5, **settings)
    assert bot(game) == found.best
    assert bot.explain().splitlines()[:-1] == str(found).splitlines()[:-1]  # the last line has the time that it took


def test_keeps_its_tree_unless_told_not_to() -> None:
    game = Game.new(2, seed=1)
    keeps: Any = make_bot("mcts:simulations=200", seed=1)
    forgets: Any = make_bot("mcts:simulations=200,reuse=no", seed=1)
    first = keeps(game)
    assert first == forgets(game)
    game.push(first)
    assert keeps(game) in game.legal_actions
    assert forgets(game) in game.legal_actions
    visits = [int(bot.explain().splitlines()[-3].split()[1]) for bot in (keeps, forgets)]
    assert visits[0] > visits[1] == 200


def test_stops_when_told() -> None:
    """Told at any time, also before it has begun, it answers soon; and the next search is not cut short."""
    bot: Any = make_bot("mcts:time=100", seed=1)
    game = Game.new(2, seed=1)
    for wait in (0.0, 0.001, 0.05):
        answers: list[Any] = []
        thread = threading.Thread(target=lambda: answers.append(bot(game.copy())))  # noqa: B023 - joined below
        thread.start()
        time.sleep(wait)
        bot.stop()
        thread.join(30)
        assert not thread.is_alive()
        assert answers[0] in game.legal_actions
    bot.budget = Budget(simulations=50)
    bot(Game.new(2, seed=2))
    assert "50 simulations" in bot.explain()


def test_without_a_budget_it_takes_its_own() -> None:
    """A host may write an empty budget: no limit of the host's, so the bot's own."""
    bot: Any = make_bot("puct", seed=1)
    bot.budget = Budget()
    assert bot(Game.new(2, seed=1)) in Game.new(2, seed=1).legal_actions


def test_where_there_is_nothing_to_choose_it_does_not_search() -> None:
    game = Game.new(2, seed=3)
    while len(game.legal_actions) != 1:
        game.push(game.legal_actions[-1])
    bot: Any = make_bot("mcts-guided:simulations=10")
    assert bot(game) == game.legal_actions[0]
    assert bot.explain() == "there was nothing to choose"


NETWORK = """
import numpy as np

batches = []

def evaluate(observations, masks):
    batches.append(len(observations))
    priors = np.zeros(masks.shape, np.float32)
    priors[np.arange(len(masks)), masks.argmax(1)] = 1     # all for the first legal action
    return priors, np.full((len(masks), 2), 0.5, np.float32)
"""


def test_a_network_takes_the_place_of_rollouts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "users_network.py").write_text(NETWORK)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    bot: Any = make_bot("puct:simulations=64,evaluator=users_network:evaluate,in_flight=4", seed=1)
    game = Game.new(2, seed=1)
    assert bot(game) == game.legal_actions[0]
    assert max(sys.modules.pop("users_network").batches) == 4
    evaluators = ["users_network:nothing", "no_such_module:x", "sys:path"]
    for wrong in (*(f"evaluator={path}" for path in evaluators), "rollout=lucky", "priors=old"):
        with pytest.raises(BotError, match=wrong.partition("=")[0]):
            make_bot(f"puct:{wrong}")
    sys.modules.pop("users_network")


@pytest.mark.parametrize("option", ["time=0", "simulations=-1", "nodes=0", "c=-1", "utility=joy", "threads=0", "samples=0"])
def test_options_out_of_range(option: str) -> None:
    for name in NAMES:
        with pytest.raises(BotError, match=option.partition("=")[0]):
            make_bot(f"{name}:{option}")
