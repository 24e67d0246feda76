"""Strict reading of JSON: plain values only, no key twice, bounded depth and size, each fault with its place."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Iterable
from typing import Any, NoReturn

from metrocore.arguments import shown, shown_json

from .errors import DataError, Fault, WrongTypeError

MAX_DEPTH = 64  # objects and lists inside each other; a record without x_ keys needs 5
MAX_VALUES = 200_000  # in one record or board, its x_ keys included
_MAX_BITS = 14_000  # of an integer: below the 4300 digits that Python turns into text
_SIMPLE_KEY = re.compile(r"\w{1,40}")


class _Twice(dict[str, Any]):
    """A JSON object in which a key was given more than once; ``key`` is the first such."""

    key: str


def read(source: object, error: type[DataError]) -> Any:
    """The plain value in a dict or list, a JSON text (str or UTF-8 bytes) or a file (``os.PathLike``), freshly copied.

    Text is never taken for a path. Raises ``error`` with the place of the first fault, ``WrongTypeError``, or
    ``OSError`` from the file.
    """
    if isinstance(source, os.PathLike):
        from pathlib import Path  # here, since importing it takes long

        source = Path(source).read_bytes()
    if isinstance(source, (bytes, bytearray)):
        try:
            source = source.decode()
        except UnicodeDecodeError as e:
            raise error("not UTF-8", f"byte {e.start}") from None
    if isinstance(source, str):
        return plain(_parse(source, error), error)
    if isinstance(source, (dict, list, tuple)):
        return plain(source, error)
    raise WrongTypeError(f"expected a dict, JSON text or an os.PathLike, not {shown(source)}")


def _parse(text: str, error: type[DataError]) -> Any:
    def constant(name: str) -> NoReturn:
        raise error(f"{name} is no JSON")

    try:
        return json.loads(text, object_pairs_hook=_pairs, parse_constant=constant)
    except json.JSONDecodeError as e:
        a_path = text.endswith((".json", ".jsonl")) and "\n" not in text
        hint = "; text is never taken for a path: for a file pass a pathlib.Path" if a_path else ""
        raise error(f"not JSON: {e.msg}{hint}", f"line {e.lineno} column {e.colno}") from None
    except RecursionError:
        raise error(f"nested deeper than {MAX_DEPTH}") from None
    except DataError:
        raise
    except ValueError:  # Python's own limit on the digits of an integer
        raise error("an integer of too many digits") from None


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    twice, seen = _Twice(made), set()
    for key, _ in pairs:
        if key in seen:
            twice.key = key
            break
        seen.add(key)
    return twice


def plain(value: object, error: type[DataError]) -> Any:
    """A copy of ``value`` made of dicts, lists, text, finite numbers, booleans and None; or ``error`` is raised."""
    root: list[Any] = [None]
    # Each item: a value, where its copy goes, and its trail: (trail of the container, key) from the root.
    todo: list[tuple[Any, Any, Any, _Trail, int]] = [(value, root, 0, None, 0)]
    count = 0
    while todo:
        item, target, slot, trail, depth = todo.pop()
        count += 1
        if count + len(todo) > MAX_VALUES:
            raise error(f"more than {MAX_VALUES} values")
        kind = type(item)
        if kind is str or item is None or kind is bool:
            target[slot] = item
        elif kind is int:
            if item.bit_length() > _MAX_BITS:
                raise error("an integer of too many digits", _place(trail))
            target[slot] = item
        elif kind is float:
            if not math.isfinite(item):
                raise error(f"{item} is no JSON number", _place(trail))
            target[slot] = item
        elif not isinstance(item, (dict, list, tuple)):
            raise error(f"a value of type {kind.__name__} is no JSON", _place(trail))
        elif depth == MAX_DEPTH:
            raise error(f"nested deeper than {MAX_DEPTH}", _place(trail))
        elif len(item) > MAX_VALUES:
            raise error(f"more than {MAX_VALUES} values", _place(trail))
        elif isinstance(item, dict):
            if isinstance(item, _Twice):
                raise error("this key is given twice", _place((trail, item.key)))
            pairs = list(dict.items(item))
            if bad := [key for key, _ in pairs if type(key) is not str]:
                raise error(f"a key of type {type(bad[0]).__name__} is no JSON", _place(trail))
            target[slot] = dict.fromkeys([key for key, _ in pairs])
            todo.extend((part, target[slot], key, (trail, key), depth + 1) for key, part in reversed(pairs))
        else:
            parts = list(item)
            target[slot] = [None] * len(parts)
            todo.extend((parts[i], target[slot], i, (trail, i), depth + 1) for i in reversed(range(len(parts))))
    return root[0]


_Trail = tuple[Any, str | int] | None


def _place(trail: _Trail) -> str:
    steps = []
    while trail is not None:
        trail, step = trail
        steps.append(step)
    place = ""
    for step in reversed(steps):
        place = f"{place}[{step}]" if isinstance(step, int) else inside(place, step)
    return place


def inside(place: str, key: str) -> str:
    """The place of ``key`` in the object at ``place``: ``city.turns``."""
    shown_key = key if _SIMPLE_KEY.fullmatch(key) else shown(key)
    return f"{place}.{shown_key}" if place else shown_key


class Faults(list[Fault]):
    """All that is wrong with a value, collected check by check."""

    def add(self, place: str, reason: str) -> None:
        self.append(Fault(place, reason))

    def members(
        self, data: object, place: str, required: Iterable[str], optional: Iterable[str] = ()
    ) -> dict[str, Any]:
        """``data`` if it is an object, else ``{}``; a missing key, and an unknown one without ``x_``, is noted."""
        if not isinstance(data, dict):
            self.add(place, f"expected an object, not {shown_json(data)}")
            return {}
        required = list(required)
        known = {*required, *optional}
        for key in required:
            if key not in data:
                self.add(inside(place, key), "this key is missing")
        for key in data:
            if key not in known and not key.startswith("x_"):
                self.add(inside(place, key), "an unknown key (only keys beginning with x_ are free)")
        return data

    def list_of(self, data: object, place: str, length: int | None = None) -> list[Any]:
        """``data`` if it is a list (of that length), else noted and ``[]``."""
        if not isinstance(data, list):
            self.add(place, f"expected a list, not {shown_json(data)}")
            return []
        if length is not None and len(data) != length:
            self.add(place, f"expected a list of {length}, not of {len(data)}")
            return []
        return data

    def one_of(self, data: object, place: str, allowed: Iterable[str | int]) -> bool:
        """Whether ``data`` is one of ``allowed``, and of the same type (``true`` is no 1); noted if not."""
        allowed = list(allowed)
        if any(type(data) is type(value) and data == value for value in allowed):
            return True
        self.add(place, f"expected {' or '.join(shown_json(value) for value in allowed)}, not {shown_json(data)}")
        return False

    def refuse(self, error: type[DataError]) -> None:
        """Raise ``error`` with all the faults, the first in front, if there are any."""
        if self:
            raise error(self[0].reason, self[0].place, tuple(self))


def extras(data: dict[str, Any]) -> dict[str, Any]:
    """The keys of an object that begin with ``x_``, sorted."""
    return {key: data[key] for key in sorted(data) if key.startswith("x_")}
