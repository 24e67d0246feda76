"""Players: a bot is anything that is called with a game and returns an action; found by name, import path, entry point.

>>> from metromania import Game
>>> from metromania.bots import make_bot
>>> bot = make_bot("random", seed=1)
>>> game = Game.new(2, seed=1)
>>> game.push(bot(game.view(0)))
"""

from .base import Bot, BotError, Budget
from .registry import BUILT_IN, ENTRY_POINTS, make_bot, names, options_of
from .spec import BotSpec, split_specs

__all__ = [
    "BUILT_IN",
    "ENTRY_POINTS",
    "Bot",
    "BotError",
    "BotSpec",
    "Budget",
    "make_bot",
    "names",
    "options_of",
    "split_specs",
]
