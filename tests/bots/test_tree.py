"""The searching bots: their budgets, their own settings, being stopped, what they keep and what they say."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from metromania import Game
from metromania.bots import BotError, Budget, make_bot
from metromania.search import search

NAMES = ["mcts", "mcts-guided", "puct"]


@pytest.mark.parametrize("name", NAMES)
def test_searches_as_it_says(name: str) -> None:
    """The bot's first action is that of a search with its settings; an option replaces one of them."""
    game = Game.new(3, seed=4)
    for given in ({}, {"c": 2.0}, {"utility": "margin"}):
        words = ",".join(f"{option}={value}" for option, value in given.items())
        bot: Any = make_bot(f"{name}:simulations=60,{words}", seed=5)
        settings = {**type(bot).options, **given}
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
    """Told at any time after it was called, it answers soon; and the next search is not cut short."""
    bot: Any = make_bot("mcts:time=100", seed=1)
    game = Game.new(2, seed=1)
    for wait in (0.0, 0.001, 0.05):
        answers: list[Any] = []
        thread = threading.Thread(target=lambda: answers.append(bot(game.copy())))  # noqa: B023 - joined below
        thread.start()
        while not bot._running:
            time.sleep(0.0001)
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


@pytest.mark.parametrize("option", ["time=0", "simulations=-1", "nodes=0", "c=-1", "utility=joy", "threads=0", "samples=0"])
def test_options_out_of_range(option: str) -> None:
    for name in NAMES:
        with pytest.raises(BotError, match=option.partition("=")[0]):
            make_bot(f"{name}:{option}")
