"""A game as one player sees it: the letters in the other hands are taken out of the state itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from metrocore.arguments import integer, shown
from metrocore.hidden import sample_letters

from .errors import HiddenError, SeatError
from .info import info_of
from .rules import MARKERS, TYPES

if TYPE_CHECKING:
    from .game import Game

    G = TypeVar("G", bound=Game)


def seat_of(game: Game, player: object) -> int:
    """A player as a seat 0..players-1. Raises ``WrongTypeError`` (``bool`` is none), ``SeatError``."""
    seat = integer(player, "player")
    if not 0 <= seat < game.players:
        raise SeatError(f"no such player in a game of {game.players}: {shown(player)} is not in 0..{game.players - 1}", "player")
    return seat


def view_of(game: G, player: object) -> G:
    """The view of ``Game.view``."""
    seat = seat_of(game, player)
    if game.variant != "unfair" or game.is_over:
        return game.copy()
    if any(game.unknown_counts[seat]):
        raise HiddenError(f"this game does not know the letters of player {seat}", "player")
    parts: dict[str, Any] = game.parts()
    for marker, (owner, space) in enumerate(zip(game.owners, game.places, strict=True)):
        if space < 0 and owner not in (seat, -1):
            parts["owners"][marker] = -1
            parts["unknown"][owner][TYPES.index(MARKERS[marker][1])] += 1
    # The x_ keys of a record may tell what the viewer must not know.
    info = replace(info_of(game), extras="{}", viewer=seat, history=game.history)
    return type(game).from_parts(game.setup, parts, info, from_start=game.from_start)


def sample_of(game: G, player: object, seed: object) -> G:
    """The sample of ``Game.sample_hidden``."""
    seat = seat_of(game, player)
    if game.variant == "unfair" and not game.is_over and any(game.unknown_counts[seat]):
        raise HiddenError(f"this game does not know the letters of player {seat}", "player")
    sample = sample_letters(game, seat, integer(seed, "seed", 0, 2**64 - 1))
    sample.info = replace(info_of(game), extras="{}", viewer=None, history=game.history)
    return sample
