"""Records: games as JSON data in the form of RULES 9, read strictly and written whole.

A view's record (see ``Game.view``) has the format ``metromania-view/1`` and two more keys: ``viewer``, the seat, and
``position``, the position text. In its ``hands`` a marker whose letter the viewer does not know is ``?R``, ``?C`` or
``?E``. A reader takes the state from the position, as the host's word; the actions are kept as history and not played.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from metrocore.arguments import shown
from metrocore.setup import Setup

from ._plain import extras, plain, read
from ._record_checks import FORMAT, VIEW_FORMAT, check_record
from .board import Board
from .city import City
from .errors import ActionError, Fault, PositionError, RecordError, WrongTypeError
from .info import GameInfo, info_of, make_setup
from .rules import MARKERS, Rules, hand_order

if TYPE_CHECKING:
    from .game import Game

    G = TypeVar("G", bound=Game)

_PARTS = ("", "rules", "city")  # the objects whose x_ keys a game carries; a board carries its own


def record_faults(source: object) -> list[Fault]:
    """Every fault of a record given as to ``Game.from_record``, each with its place; ``[]`` if it is one.

    The actions are played only if all else is well, up to the first that is not legal. Of a text that is no JSON only
    the first fault is told. Raises ``WrongTypeError`` and ``OSError`` as ``Game.from_record`` does.
    """
    from .game import Game

    try:
        Game.from_record(source)
    except RecordError as e:
        return list(e.faults)
    return []


def game_of_record(cls: type[G], source: object) -> G:
    """The game of ``Game.from_record``."""
    data = read(source, RecordError)
    check_record(data).refuse(RecordError)
    setup, info = _setup_of(data)
    if data["format"] == VIEW_FORMAT:
        return _game_of_view(cls, data, setup, info)
    game = cls(setup, owners_of(data["hands"]), info)
    for i, text in enumerate(data["actions"]):
        try:
            game.push(text)
        except ActionError as e:
            raise RecordError(e.reason, f"actions[{i}]") from None
    return game


def _game_of_view(cls: type[G], data: dict[str, Any], setup: Setup, info: GameInfo) -> G:
    try:
        game = cls.from_position(data["position"])
    except PositionError as e:
        raise RecordError(str(e), "position") from None
    if game.setup != setup:
        raise RecordError("a position of another set-up", "position")
    if tuple(tuple(sorted(hand, key=hand_order)) for hand in data["hands"]) != game.dealt:
        raise RecordError("other hands than in the position", "hands")
    if any(game.unknown_counts[data["viewer"]]):
        raise RecordError("the position does not know this player's letters", "viewer")
    info = replace(info, viewer=data["viewer"], history=tuple(data["actions"]))
    return cls.from_parts(setup, game.parts(), info, from_start=True)


def record_of_game(game: Game, added: Mapping[str, Any] | None) -> dict[str, Any]:
    """The record of ``Game.to_record``."""
    if not game.from_start:
        raise RecordError("this game began at a position, or is a copy without its history: it has no record")
    own = {part: info_of(game).extras_of(part) for part in _PARTS}
    view = {} if game.viewer is None else {"viewer": game.viewer, "position": game.position()}
    return {
        "format": VIEW_FORMAT if view else FORMAT,
        **view,
        "players": game.players,
        "variant": game.variant,
        "rules": {**game.rules.to_dict(), **own["rules"]},
        "board": "standard" if game.board == Board.standard() else game.board.to_dict(),
        "city": {**game.city.to_dict(), **own["city"]},
        "hands": [list(hand) for hand in game.dealt],
        "actions": list(game.history),
        **own[""],
        **_checked_extras(added),
    }


def owners_of(hands: Sequence[Sequence[str]]) -> list[int]:
    """Who has each of the twelve markers, given a valid deal."""
    return [next(seat for seat, hand in enumerate(hands) if name in hand) for name in MARKERS]


def _setup_of(data: dict[str, Any]) -> tuple[Setup, GameInfo]:
    """The core's set-up, and what the game carries, of a record that is in order."""
    rules = data.get("rules", {})
    board = Board.standard() if data["board"] == "standard" else Board(data["board"])
    city = City(tuple(data["city"]["quarters"]), tuple(data["city"]["turns"]))
    played_by = Rules.of({key: value for key, value in rules.items() if not key.startswith("x_")})
    own = {"": extras(data), "rules": extras(rules), "city": extras(data["city"])}
    setup = make_setup(data["players"], data["variant"], played_by, board.starts, board.ends, city.areas(board))
    return setup, GameInfo(board, city, json.dumps({part: keys for part, keys in own.items() if keys}))


def _checked_extras(added: Mapping[str, Any] | None) -> dict[str, Any]:
    if added is None:
        return {}
    if not isinstance(added, Mapping):
        raise WrongTypeError(f"expected a mapping, not {shown(added)}", "extras")
    made: dict[str, Any] = plain(dict(added), RecordError)
    for key in made:
        if not key.startswith("x_"):
            raise RecordError("a key that does not begin with x_", f"extras[{shown(key)}]")
    return made
