"""Who can sit at a seat in `metromania play`: a bot of any kind, or a human; each chooses actions of the host's game."""

from __future__ import annotations

import hashlib
import random
from typing import Protocol

from metrocore.action import Action
from metromania.bots import BotSpec, make_bot
from metromania.errors import ActionError, ActionTypeError
from metromania.game import Game
from metromania.protocol import PeerFault, ProgramBot

from ._human import Human
from ._inputs import InputError
from ._screen import Screen

HUMAN = "human"


class Player(Protocol):
    """Who sits at a seat."""

    def __call__(self, game: Game) -> Action:
        """An action of the host's game."""


def make_player(name: str, seed: str, screen: Screen) -> Player:
    """The player of a seat, from a name as of ``make_bot`` or ``human``, and a seed's text. Raises ``BotError``."""
    if name == HUMAN:
        return Human(screen)
    spec = BotSpec.parse(name)
    return RandomSeat(seed) if spec.name == "random" and not spec.options else BotSeat(spec, seed)


def explained(player: Player) -> str:
    """What a player says about its last action; empty if nothing."""
    return str(getattr(getattr(player, "bot", None), "explain", str)())


class BotSeat:
    """A bot, whose faults are named."""

    def __init__(self, spec: BotSpec, seed: str) -> None:
        self._label = spec.label
        number = int.from_bytes(hashlib.blake2b(seed.encode(), digest_size=7).digest(), "big")
        self.bot = make_bot(spec, seed=number)

    def __call__(self, game: Game) -> Action:
        """The bot's action. Raises ``InputError`` if that is none that it may do."""
        assert game.current_player is not None  # nobody is asked when the game is over
        bot = self.bot
        try:
            action = bot.answer(game) if isinstance(bot, ProgramBot) else bot(game.view(game.current_player))
            after = game.copy(stack=False)
            after.push(action)
        except (ActionError, ActionTypeError, PeerFault) as e:
            raise InputError(str(e), self._label) from None
        return after.peek()


class RandomSeat:
    """Any legal action, each as likely. The same seed chooses alike everywhere."""

    def __init__(self, seed: str) -> None:
        self._draw = random.Random(seed)

    def __call__(self, game: Game) -> Action:
        legal = game.legal_actions
        return legal[int(self._draw.random() * len(legal))]
