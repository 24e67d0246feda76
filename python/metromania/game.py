"""A game: what a bot writer, a site builder and a teacher hold in hand."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, Self

from metrocore.arguments import integer, shown
from metrocore.deals import random_city, random_deal
from metrocore.game import GameCore
from metrocore.lattice import VERTEX_NAMES

from . import pieces, records, view
from ._read_position import parse_position
from .board import Board
from .city import City
from .errors import HiddenError, IllegalActionError, NotOverError, SetupError, WrongTypeError
from .info import GameInfo, info_of, make_setup
from .pieces import Line, Marker
from .position import position_text
from .rules import IMPOSSIBLE, NO_CORRUPTION, TWO_PLAYER_TRIPS, VARIANTS, Rules, combination_faults, deal_faults

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

    from .preview import Preview
    from .report import Report, Trip
    from .why_not import Reason

# What only some programs need (reports, previews, reasons, observations) is imported where it is asked for: it would
# make up a third of the time that it takes to import this package.

_SEEDS = 2**64


class Game(GameCore):
    """A game of Metromania, from set-up to the final report.

    Made by ``Game.new``, ``Game.from_record`` or ``Game.from_position``. Playing, legal actions, history and copying
    come from ``metrocore.game.GameCore``: ``legal_actions``, ``push``, ``pop``, ``peek``, ``is_legal``, ``parse``,
    ``copy``, ``current_player``, ``is_over``, ``key``, ``key_after``, ``actions``.

    Two games are equal when set-up and state are: what was played before does not count, nor do names and ``x_`` keys.
    """

    __slots__ = ()

    # -- making games -------------------------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        players: int = 4,
        *,
        variant: str = "open",
        rules: Rules | Mapping[str, str] | None = None,
        board: Board | str = "standard",
        city: City | None = None,
        hands: Iterable[Iterable[str]] | None = None,
        seed: int | None = None,
    ) -> Self:
        """A game before its first action.

        ``players``: 2..4. ``variant``: ``open``, ``unfair`` or ``no_corruption``; with two players only ``open``.
        ``board``: a ``Board`` or ``"standard"``. ``city`` and ``hands`` (by seat, names such as ``AR``), where they
        are not given, are drawn with ``seed`` (0 .. 2**64 - 1), evenly from all (RULES 1 and 2); without a seed, with
        a fresh one.

        Raises ``SetupError`` naming the place, ``ArgumentError`` for a seed out of range, ``WrongTypeError``.
        """
        players, variant, rules = _checked(players, variant, rules)
        if isinstance(board, str) and board == "standard":
            board = Board.standard()
        if not isinstance(board, Board):
            raise WrongTypeError(f'expected a Board or "standard", not {shown(board)}', "board")
        if seed is None:
            seed = int.from_bytes(os.urandom(8), "big")
        seed = integer(seed, "seed", 0, _SEEDS - 1)
        if city is None:
            quarters, turns = random_city(seed)
            city = City(tuple(quarters), tuple(turns))
        elif not isinstance(city, City):
            raise WrongTypeError(f"expected a City, not {shown(city)}", "city")
        if hands is not None:
            owners = _owners(players, variant, hands)
        elif variant == "no_corruption":
            owners = records.owners_of(NO_CORRUPTION[players])
        else:
            owners = list(random_deal(players, seed))
        setup = make_setup(players, variant, rules, board.starts, board.ends, city.areas(board))
        return cls(setup, owners, GameInfo(board, city))

    @classmethod
    def from_record(cls, source: object) -> Self:
        """The game of a record: a dict, its JSON text (``str`` or ``bytes``), or an ``os.PathLike`` to a file of it.

        Text is never taken for a path. Raises ``RecordError`` naming the place (``hands[1][2]``, ``actions[17]``; its
        ``faults`` are all that were found), ``WrongTypeError``, or ``OSError`` from the file.
        """
        return records.game_of_record(cls, source)

    @classmethod
    def from_position(cls, text: str) -> Self:
        """The game at a position written by ``position``. It has no earlier actions and no record.

        Raises ``PositionError`` naming the column, ``WrongTypeError``.
        """
        return parse_position(cls, text)

    # -- what it is ---------------------------------------------------------------------------------------------------

    @property
    def variant(self) -> str:
        """``open``, ``unfair`` or ``no_corruption``."""
        return VARIANTS[self.setup.variant]

    @property
    def rules(self) -> Rules:
        """The optional rules in force."""
        return Rules(IMPOSSIBLE[self.setup.impossible], TWO_PLAYER_TRIPS[self.setup.majority])

    @property
    def board(self) -> Board:
        """The board. Of a game from a position on another than the standard one, it is put together from the city."""
        return info_of(self).board

    @property
    def city(self) -> City:
        """How the quarters lie."""
        return info_of(self).city

    @property
    def extras(self) -> dict[str, Any]:
        """The ``x_`` keys of the record that this game was read from; a fresh dict each time."""
        return info_of(self).extras_of("")

    @property
    def viewer(self) -> int | None:
        """The seat whose view this is (see ``view``), or None."""
        return info_of(self).viewer

    @property
    def history(self) -> tuple[str, ...]:
        """All actions since the beginning in notation, also those of the host's game before this view was made."""
        return (*info_of(self).history, *map(str, self.actions))

    # -- what lies on the board ---------------------------------------------------------------------------------------

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines ``0a``, ``0b``, ``1a``, ..: two by player, snapshots."""
        return tuple(pieces.line_of(self, line) for line in range(2 * self.players))

    @property
    def stations(self) -> tuple[str, ...]:
        """The vertices with a station, in the order of their names' rows."""
        return tuple(VERTEX_NAMES[v] for v in self.station_vertices)

    @property
    def markers(self) -> tuple[Marker, ...]:
        """The destination markers on the board, in the order of the summary (``AR`` ``AC`` ``BC`` ..)."""
        return pieces.markers_of(self)

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """By seat, the markers in hand, sorted by type and letter; ``?R`` is one of type R, letter not known."""
        return pieces.hands_of(self, dealt=False)

    @property
    def dealt(self) -> tuple[tuple[str, ...], ...]:
        """By seat, the markers as dealt, in the form of ``hands``."""
        return pieces.hands_of(self, dealt=True)

    # -- the outcome --------------------------------------------------------------------------------------------------

    def report(self, *, all_routes: bool = False) -> Report:
        """The outcome of a finished game, each trip with one of its fastest routes, or with all.

        Raises ``NotOverError`` while it is not over, ``HiddenError`` where the letters needed are not known.
        """
        if not self.is_over:
            raise NotOverError("the game is not over; trips() tells how things stand")
        if any(map(any, self.unknown_counts)):
            raise HiddenError("who is guilty depends on letters that are not known here")
        from .report import make_report

        return make_report(self.report_data(all_routes), len(self.station_vertices))

    def trips(self, *, all_routes: bool = False) -> tuple[Trip, ...]:
        """The seven trips as they stand, those without a route for no points.

        When the game is over and all letters are known they are those of the report; else ``guilty`` is None.
        """
        from .report import make_trips

        settled = self.is_over and not any(map(any, self.unknown_counts))
        return make_trips(self.trips_data(all_routes), settled=settled)

    # -- looking ahead ------------------------------------------------------------------------------------------------

    def preview(self, action: object) -> Preview:
        """What an action (``Action``, notation or id) brings about; the game stays as it is. Raises like ``push``."""
        from .preview import preview_of

        return preview_of(self, action)

    def why_not(self, action: object) -> Reason | None:
        """The rule that forbids an action, in words; None if it is legal. Raises as ``is_legal``."""
        from .why_not import reason_against

        return reason_against(self, action)

    def _refusal(self, action: object) -> IllegalActionError:
        """The error that the core raises for an action that is not legal: it names the rule."""
        from .why_not import refusal

        return refusal(self, action)

    # -- handing it on ------------------------------------------------------------------------------------------------

    def view(self, player: int) -> Self:
        """This game as a player sees it: in *unfair*, a game that holds no other's hidden letter.

        While the game is played, its ``hands``, ``position``, ``to_record``, ``key``, ``repr``, pickle and legal
        actions do not depend on the hidden letters. It begins here: ``pop`` does not go back further, ``history``
        tells what was played. What a player cannot work out (whether a turn had to end, whether lines are blocked for
        hidden letters) it takes from this game; what is played on in the view goes by what the viewer knows. In the
        other variants, and when the game is over, it is a copy.

        Raises ``SeatError``, ``WrongTypeError``, and ``HiddenError`` if this game does not know the player's letters.
        """
        return view.view_of(self, player)

    def sample_hidden(self, player: int, seed: int) -> Self:
        """A game that a player may take this one for: in *unfair*, the letters unknown to them drawn with ``seed``.

        Each deal that fits the player's own hand, the open types and the markers placed is as likely; nothing is
        inferred from what was played or left, and the letters that this game holds have no influence: a ``view`` gives
        the same. It begins here and has no record. A turn in which the drawn letters leave nothing to dig is over. In
        the other variants, and when the game is over, the letters are the true ones.

        ``seed``: 0 .. 2**64 - 1. Raises ``SeatError``, ``WrongTypeError``, ``ArgumentError``, and ``HiddenError`` if
        this game does not know the player's letters, or no deal fits.
        """
        return view.sample_of(self, player, seed)

    def observation(
        self, player: int, out: NDArray[Any] | None = None, dtype: DTypeLike = "float32"
    ) -> NDArray[Any]:
        """The position as a player sees it, as an array of 17113 numbers; see ``metromania.observation``.

        A fresh array of ``dtype`` (``float32`` or ``uint8``), or ``out``, filled and returned: a writable array of
        either type, shape ``(17113,)``, in one piece. In *unfair* it holds no other's hidden letter until the game is
        over.

        Raises ``SeatError``, ``WrongTypeError``, ``ArrayError``, and ``HiddenError`` as ``view`` does.
        """
        from .observation import observe

        return observe(self, player, out, dtype)

    def position(self) -> str:
        """The position as one line of text: equal for equal states, and only for them."""
        return position_text(self)

    def to_record(self, *, extras: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The record (RULES 9) as a fresh dict; ``extras`` are ``x_`` keys to add to those it was read with.

        Of a view, a record of the format ``metromania-view/1``. Raises ``RecordError`` for a game that began at a
        position, and for extras that are no ``x_`` keys or no JSON.
        """
        return records.record_of_game(self, extras)

    def __repr__(self) -> str:
        seen = "" if self.viewer is None else f".view({self.viewer})"
        return f"Game.from_position({self.position()!r}){seen}"


def _checked(players: object, variant: object, rules: Any) -> tuple[int, str, Rules]:
    players = integer(players, "players")
    if not 2 <= players <= 4:
        raise SetupError(f"expected 2, 3 or 4 players, not {shown(players)}", "players")
    if not isinstance(variant, str):
        raise WrongTypeError(f"expected a text, not {shown(variant)}", "variant")
    if variant not in VARIANTS:
        raise SetupError(f"expected {', '.join(VARIANTS)}, not {shown(variant)}", "variant")
    rules = Rules.of(rules)
    for fault in combination_faults(players, variant, rules.to_dict()):
        raise SetupError(fault.reason, fault.place)
    return players, variant, rules


def _owners(players: int, variant: str, hands: Iterable[Iterable[str]]) -> list[int]:
    try:
        dealt = [list(islice(hand, 13)) for hand in islice(hands, 5)]  # one more than there can be
    except TypeError:
        raise WrongTypeError("expected a sequence of hands, each a sequence of names", "hands") from None
    for fault in deal_faults(players, variant, dealt):
        raise SetupError(fault.reason, fault.place)
    return records.owners_of(dealt)
