"""Bots by name, import path and entry point; their options; bad ones; and how they play."""

from __future__ import annotations

import importlib.metadata
import itertools
import sys
from pathlib import Path
from typing import Any

import pytest

from metromania import Game
from metromania.bots import Bot, BotError, BotSpec, Budget, make_bot, names, options_of, registry, split_specs
from metromania.errors import WrongTypeError

LADDER = ["random", "greedy", "pathfinder"]

MODULE = '''
"""Bots as a user would write them."""

class Last:
    def __init__(self, *, depth: int | None = 2, rate: float = 0.5, loud: bool = False, seed: int = 3, data: list = ()):
        self.options = depth, rate, loud, seed

    def __call__(self, game):
        return game.legal_actions[-1]

class Picky:
    def __init__(self, *, depth: int):
        if depth > 3:
            raise ValueError("too deep")

    def __call__(self, game):
        return game.legal_actions[0]

class Silent:
    pass

def first(game, *, skip: int = 0):
    return game.legal_actions[skip % len(game.legal_actions)]

number = 7
'''


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "users_bots.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    monkeypatch.delitem(sys.modules, "users_bots", raising=False)
    return "users_bots"


def play(game: Game, bots: list[Bot]) -> Game:
    while game.current_player is not None:
        game.push(bots[game.current_player](game.view(game.current_player)))
    return game


@pytest.mark.parametrize(
    ("text", "name", "options", "label"),
    [
        ("random", "random", {}, "random"),
        ("mcts-guided:time=0.1,threads=1", "mcts-guided", {"time": "0.1", "threads": "1"}, None),
        (" a.b:C.d:x=1 ", "a.b:C.d", {"x": "1"}, "a.b:C.d:x=1"),
        ("a.b:C", "a.b:C", {}, None),
        ("greedy:name=Grit,seed=4", "greedy", {"seed": "4"}, "Grit"),
        ("engine:command='./a --b=c,d',limit=3", "engine", {"command": "./a --b=c,d", "limit": "3"}, None),
        ("engine:command=./it's", "engine", {"command": "./it's"}, None),
        ("random:", "random", {}, "random:"),
    ],
)
def test_specs(text: str, name: str, options: dict[str, str], label: str | None) -> None:
    spec = BotSpec.parse(text)
    assert (spec.name, dict(spec.options)) == (name, options)
    assert spec.label == (text.strip() if label is None else label)
    again = BotSpec.parse(str(spec))
    assert (again.name, again.options) == (spec.name, spec.options)


@pytest.mark.parametrize(
    "text", ["", ":", "=", "a b", "random:x", "random:a=1,b", "x:a=1,a=2", "x:a='1", "../x", "a:b:c"]
)
def test_specs_at_fault(text: str) -> None:
    with pytest.raises(BotError):
        make_bot(text)


def test_lists() -> None:
    text = "pathfinder,mcts:time=0.1,threads=2, human ,engine:command='a,b',limit=2,,x.y:Z:q=1"
    expected = ["pathfinder", "mcts:time=0.1,threads=2", "human", "engine:command='a,b',limit=2", "x.y:Z:q=1"]
    assert split_specs(text) == expected
    assert split_specs("") == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nobody", "no such bot; known are random, greedy, pathfinder"),
        ("nobody:x=1", "no such bot"),
        ("random:depth=3", "no such option as depth; it has seed"),
        ("random:seed=many", "seed is int, not 'many'"),
        ("users_bots:Nobody", "can't be imported"),
        ("users_bots.sub:X", "can't be imported"),
        ("nowhere.at.all:X", "can't be imported"),
        ("users_bots:number", "can't be called"),
        ("users_bots:Silent", "can't be called with a game"),
        ("users_bots:Picky", "TypeError"),
        ("users_bots:Picky:depth=4", "ValueError: too deep"),
        ("users_bots:Last:loud=maybe", "loud is bool"),
        ("users_bots:Last:data=1", "no such option as data"),
        ("users_bots:first:jump=1", "it has skip"),
    ],
)
def test_bots_that_can_not_be_made(module: str, text: str, words: str) -> None:
    with pytest.raises(BotError, match=words) as error:
        make_bot(text)
    assert error.value.place == text
    assert isinstance(error.value, ValueError)


def test_import_paths_and_options(module: str) -> None:
    made = make_bot(f"{module}:Last:depth=5,rate=1e-3,loud=yes", seed=9)
    assert made.options == (5, 0.001, True, 9)  # type: ignore[attr-defined]
    assert make_bot(f"{module}:Last:seed=1", seed=9).options[3] == 1  # type: ignore[attr-defined]
    assert options_of(f"{module}:Last") == {
        "depth": ("int", 2),
        "rate": ("float", 0.5),
        "loud": ("bool", False),
        "seed": ("int", 3),
    }
    game = Game.new(2, seed=1)
    assert make_bot(f"{module}:first")(game) == game.legal_actions[0]
    assert make_bot(f"{module}:first:skip=3")(game) == game.legal_actions[3]
    assert make_bot(f"{module}:Last")(game) == game.legal_actions[-1]


def test_entry_points(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def found(group: str) -> list[importlib.metadata.EntryPoint]:
        assert group == "metromania.bots"
        return [importlib.metadata.EntryPoint(name, f"{module}:Last", group) for name in ("lasting", "random")]

    monkeypatch.setattr(registry, "entry_points", found)
    monkeypatch.syspath_prepend(Path.cwd())
    registry._entry_points.cache_clear()
    try:
        assert names()[-1] == "lasting"
        assert names().count("random") == 1  # a built-in name stays what it is
        game = Game.new(2, seed=1)
        assert make_bot("lasting:depth=1")(game) == game.legal_actions[-1]
    finally:
        registry._entry_points.cache_clear()


@pytest.mark.parametrize("name", [name for name in names() if name != "engine"])
def test_every_bot_plays_alike_for_a_seed(name: str) -> None:
    games = []
    spec = name if "time" not in options_of(name) else f"{name}:simulations=20"
    for players, variant in ((2, "open"), (4, "unfair"), (3, "no_corruption")):
        for seed in (1, 1, 2):
            bots = [make_bot(spec, seed=seed * 10 + seat) for seat in range(players)]
            games.append(play(Game.new(players, variant=variant, seed=5), bots))
    for once, again, other in zip(games[::3], games[1::3], games[2::3], strict=True):
        assert once.history == again.history
        assert once.history != other.history


@pytest.mark.parametrize("players", [2, 4])
def test_the_ladder_leads_upwards(players: int) -> None:
    """Over a few games only: docs/strength.md has the long runs."""
    for lower, higher in itertools.pairwise(LADDER):
        share = 0.0
        for seed in range(10 * players):
            bots = [make_bot(lower, seed=100 * seed + seat) for seat in range(players)]
            bots[seed % players] = make_bot(higher, seed=seed)
            winners = play(Game.new(players, seed=seed // players), bots).report().winners
            share += (seed % players in winners) / len(winners)
        assert share / 10 / players > 1.3 / players, (lower, higher)


def test_greedy_takes_what_is_there() -> None:
    """When there are station points to be had, it mostly takes the most; and it says what it gains."""
    game = Game.new(2, seed=3)
    bot = make_bot("greedy")
    chances = taken = 0
    while game.current_player is not None:
        points = {action: game.preview(action).points for action in game.legal_actions}
        action = game.parse(str(bot(game.view(game.current_player))))
        assert "gains" in bot.explain()  # type: ignore[attr-defined]
        chances += max(points.values()) > 0
        taken += points[action] == max(points.values()) > 0
        game.push(action)
    assert taken >= chances / 2 > 1


@pytest.mark.parametrize("given", [{"time": 0}, {"time": -1.0}, {"simulations": 0}, {"nodes": float("nan")}])
def test_budgets_above_zero(given: dict[str, float]) -> None:
    with pytest.raises(BotError, match=next(iter(given))):
        Budget(**given)  # type: ignore[arg-type]


def test_budget_in_words() -> None:
    assert Budget(time=0.05, simulations=300).words() == ["time", "0.05", "simulations", "300"]
    assert not Budget()
    assert Budget(nodes=1)


@pytest.mark.parametrize("made", [make_bot, options_of])
def test_what_is_no_name_of_a_bot(made: Any) -> None:
    for value in (None, 3, ["greedy"]):
        with pytest.raises(WrongTypeError, match="spec: expected a text or a BotSpec"):
            made(value)
