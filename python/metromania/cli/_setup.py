"""The options that say how a new game is set up, shared by the commands that make one."""

from __future__ import annotations

import argparse
import secrets

from metromania.game import Game
from metromania.rules import IMPOSSIBLE, TWO_PLAYER_TRIPS, VARIANTS, Rules

from ._inputs import read_board


def add_setup(parser: argparse.ArgumentParser) -> None:
    """Players, variant, rules, board and seed."""
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=4, help="number of players (default 4)")
    parser.add_argument("--variant", choices=VARIANTS, default="open", help="default open")
    parser.add_argument("--impossible", choices=IMPOSSIBLE, default="penalty", help="rule for impossible trips")
    parser.add_argument("--two-player-trips", choices=TWO_PLAYER_TRIPS, default="shared", help="rule for two players")
    parser.add_argument("--board", default="standard", help="standard (default), random, a file, or -")
    parser.add_argument("--seed", type=seed, help="0 to 2**64 - 1; without one, a fresh one is drawn")


def seed(text: str) -> int:
    """The type of a seed on the command line."""
    value = int(text)
    if not 0 <= value < 2**64:
        raise argparse.ArgumentTypeError(f"{text} is not in 0 .. 2**64 - 1")
    return value


def fresh_seed() -> int:
    """A seed that is short to write down."""
    return secrets.randbelow(2**32)


def make_game(arguments: argparse.Namespace, seed: int) -> Game:
    """A new game by the options of ``add_setup``. Raises ``InputError``, ``SetupError``."""
    return Game.new(
        arguments.players,
        variant=arguments.variant,
        rules=Rules(arguments.impossible, arguments.two_player_trips),
        board=read_board(arguments.board, seed),
        seed=seed,
    )
