"""Bots as text: ``mcts-guided:time=0.1,threads=1``, ``package.module:Class:depth=2``, and lists of them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass

from .base import BotError

_NAME = re.compile(r"[A-Za-z_][\w.-]*")
_OPTION = re.compile(r"\s*[A-Za-z_]\w*\s*=")
_LABEL = "name"  # the option that every bot has: how it is called in tables and records


@dataclass(frozen=True, slots=True)
class BotSpec:
    """One bot as text: ``name`` is a known name or an import path ``package.module:attribute``; values are text yet.

    ``label`` is how the bot is called in tables and records: the option ``name=``, or the whole text.
    """

    name: str
    options: tuple[tuple[str, str], ...]
    label: str

    @classmethod
    def parse(cls, text: str) -> BotSpec:
        """Read ``NAME[:OPTION=VALUE,...]``; a value with a comma stands in quotes. Raises ``BotError``."""
        name, _, rest = text.strip().partition(":")
        if rest and not _OPTION.match(rest):
            attribute, _, rest = rest.partition(":")
            name = f"{name}:{attribute}"
        if not all(_NAME.fullmatch(part) for part in name.split(":")):
            raise BotError("expected NAME or NAME:OPTION=VALUE,..", text)
        options = dict(_options(rest, text))
        label = options.pop(_LABEL, text.strip())
        return cls(name, tuple(options.items()), label)

    def __str__(self) -> str:
        """The text that is read as this bot, without the label."""
        options = ",".join(f"{key}={_quoted(value)}" for key, value in self.options)
        return f"{self.name}:{options}" if options else self.name


def split_specs(text: str) -> list[str]:
    """The bots of a list with commas: ``random,mcts:time=0.1,threads=2,greedy`` is three.

    A piece between commas that begins with ``OPTION=`` belongs to the bot before it.
    """
    pieces: list[str] = []
    for piece in _split(text):
        if pieces and _OPTION.match(piece):
            pieces[-1] += f",{piece}"
        elif piece.strip():
            pieces.append(piece.strip())
    return pieces


def _options(text: str, whole: str) -> Iterator[tuple[str, str]]:
    seen = set()
    for piece in _split(text):
        if not piece.strip():
            continue
        if not _OPTION.match(piece):
            raise BotError(f"expected OPTION=VALUE, not {piece.strip()!r}", whole)
        key, _, value = piece.partition("=")
        key = key.strip()
        if key in seen:
            raise BotError(f"the option {key} is there twice", whole)
        seen.add(key)
        try:
            yield key, "".join(shlex.split(value)) if value.strip()[:1] in ("'", '"') else value.strip()
        except ValueError:
            raise BotError("a quote that is not closed", whole) from None


def _split(text: str) -> list[str]:
    """The text cut at its commas, but not at those in quotes."""
    pieces, quote = [""], ""
    for sign in text:
        if sign == "," and not quote:
            pieces.append("")
            continue
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"" and pieces[-1].endswith("="):
            quote = sign
        pieces[-1] += sign
    return pieces


def _quoted(value: str) -> str:
    return shlex.quote(value) if "," in value or value[:1] in ("'", '"') or value != value.strip() else value
