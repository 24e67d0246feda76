"""The errors of the package, all of them a ``MetromaniaError`` and each also the built-in error one expects."""

from metrocore.errors import (
    ActionError,
    ActionTypeError,
    BoardError,
    DataError,
    Fault,
    GameOverError,
    HiddenError,
    HistoryError,
    IllegalActionError,
    MetromaniaError,
    PositionError,
    RecordError,
    SeatError,
    SetupError,
    UnknownNameError,
    WrongTypeError,
)

__all__ = [
    "ActionError",
    "ActionTypeError",
    "BoardError",
    "DataError",
    "Fault",
    "GameOverError",
    "HiddenError",
    "HistoryError",
    "IllegalActionError",
    "MetromaniaError",
    "PositionError",
    "RecordError",
    "SeatError",
    "SetupError",
    "UnknownNameError",
    "WrongTypeError",
]
