"""The one family of errors: every fault that the core or the API finds in what a caller passes."""

from __future__ import annotations

from typing import NamedTuple


class Fault(NamedTuple):
    """One thing that is wrong, and where: ``place`` is a path such as ``hands[1][2]``, or ``""`` for the whole."""

    place: str
    reason: str

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}" if self.place else self.reason


class MetromaniaError(Exception):
    """The base of all. ``reason`` says what is wrong, ``place`` where (``""`` where there is no place to name).

    Whatever raises one of these leaves the object that it was called on as it was.
    """

    def __init__(self, reason: str = "", place: str = "") -> None:
        super().__init__(reason, place)
        self.reason = reason
        self.place = place

    def __str__(self) -> str:
        return str(Fault(self.place, self.reason))


class WrongTypeError(MetromaniaError, TypeError):
    """An argument is of a type that the call does not take."""


class ArgumentError(MetromaniaError, ValueError):
    """An argument of the right type whose value the call does not take."""


class ActionTypeError(WrongTypeError):
    """What was given as an action is neither an ``Action``, nor text, nor an integer (``bool`` and floats are none)."""


class ActionError(MetromaniaError, ValueError):
    """A text or a number that is no action at all, in any position."""


class IllegalActionError(ActionError):
    """An action, but not one that is legal in this position."""


class GameOverError(IllegalActionError):
    """The game is over: there is nothing to play."""


class HistoryError(MetromaniaError, IndexError):
    """There is no action to take back or to look at."""


class SeatError(MetromaniaError, IndexError):
    """There is no such player in this game."""


class UnknownNameError(MetromaniaError, ValueError):
    """A name that no vertex, space or side of the lattice has."""


class NotOverError(MetromaniaError, RuntimeError):
    """The game is not over: there is no outcome yet."""


class SetupError(MetromaniaError, ValueError):
    """Players, variant, rules, city or hands that don't fit together."""


class SearchError(MetromaniaError, ValueError):
    """A budget, an option or an evaluator's answer that a search can't use, or a call that it can't take now."""


class GameIndexError(MetromaniaError, IndexError):
    """There is no such game in this batch."""


class HiddenError(MetromaniaError, ValueError):
    """The answer depends on letters that this game does not know."""


class ArrayError(MetromaniaError, ValueError):
    """An array of the wrong shape or layout, or one that cannot be written."""


class DataError(MetromaniaError, ValueError):
    """Data from outside that does not fit its format. ``faults`` are all that were found, the first at ``place``."""

    def __init__(self, reason: str = "", place: str = "", faults: tuple[Fault, ...] = ()) -> None:
        super().__init__(reason, place)
        self.faults = faults or (Fault(place, reason),)
        self.args = (reason, place, self.faults)


class BoardError(DataError):
    """A board that does not fit section 9 of the rules."""


class RecordError(DataError):
    """A record that does not fit section 9 of the rules, or holds a game that breaks them."""


class PositionError(DataError):
    """A position text that does not fit its format, or whose parts don't agree; the place is a column, from 1."""
