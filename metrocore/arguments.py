"""What a caller passes, as what is needed, or an error of the family; nothing passed is ever printed at length."""

from __future__ import annotations

import json
import operator

from metrocore.errors import ArgumentError, WrongTypeError


def shown(value: object) -> str:
    """A value in a message, at most some fifty characters of it."""
    kind = type(value)
    if kind is str:
        return json.dumps(value if len(value) <= 40 else value[:40] + "...")  # type: ignore[arg-type, index]
    if value is None or kind is bool:
        return repr(value)
    if kind is int:
        return str(value) if -(2**64) < value < 2**64 else "a huge integer"  # type: ignore[operator]
    if kind is float:
        return repr(value)
    if kind is list:
        return f"a list of {len(value)}"  # type: ignore[arg-type]
    return "an object" if kind is dict else f"something of type {kind.__name__[:40]}"


def shown_json(value: object) -> str:
    """As ``shown``, in the words of JSON."""
    return json.dumps(value) if value is None or type(value) is bool else shown(value)


def integer(value: object, place: str = "", least: int | None = None, most: int | None = None) -> int:
    """An integer (NumPy's too, ``bool`` is none), ``least`` to ``most``. ``WrongTypeError``, ``ArgumentError``."""
    if isinstance(value, bool):
        raise WrongTypeError("expected an integer, not bool", place)
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise WrongTypeError(f"expected an integer, not {shown(value)}", place) from None
    if (least is not None and number < least) or (most is not None and number > most):
        wanted = f"{least} or more" if most is None else f"{least}..{most}"
        raise ArgumentError(f"expected {wanted}, not {shown(number)}", place)
    return number
