"""From a name to a bot: the built-in ones, those of other distributions (entry points), and import paths."""

from __future__ import annotations

import functools
import inspect
import types
import typing
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from metrocore.arguments import shown
from metromania.errors import WrongTypeError

from .base import Bot, BotError
from .imports import imported
from .spec import BotSpec

ENTRY_POINTS = "metromania.bots"
"""The entry-point group in which other distributions name their bots."""

BUILT_IN = {
    "random": "metromania.bots.simple:RandomBot",
    "greedy": "metromania.bots.simple:GreedyBot",
    "pathfinder": "metromania.bots.pathfinder:PathfinderBot",
    "mcts": "metromania.bots.tree:MctsBot",
    "mcts-guided": "metromania.bots.tree:GuidedMctsBot",
    "puct": "metromania.bots.tree:PuctBot",
    "engine": "metromania.protocol:ProgramBot",
}

_SEED = "seed"
_NONE = inspect.Parameter.empty


def names() -> list[str]:
    """The names that ``make_bot`` knows, the built-in ones first."""
    return [*BUILT_IN, *sorted(set(_entry_points()) - set(BUILT_IN))]


def make_bot(spec: BotSpec | str, *, seed: int = 0) -> Bot:
    """A bot by ``NAME[:OPTION=VALUE,...]``, or by import path ``package.module:attribute[:OPTION=VALUE,...]``.

    What is found is a class, called with the options, or a function of the game, whose keyword-only parameters are the
    options. One that has a parameter ``seed`` gets the seed, unless an option gives it. Values are converted by the
    parameters' annotations: int, float, str, bool.
    Raises ``BotError`` for unknown names, options and values, and when the bot's own code refuses them.
    """
    spec = _spec_of(spec)
    found = _find(spec)
    known = _parameters(found, spec)
    keywords = {key: _converted(value, key, known, spec) for key, value in spec.options}
    if _SEED in known:
        keywords.setdefault(_SEED, seed)
    if not isinstance(found, type):
        made: Bot = functools.partial(found, **keywords) if keywords else found
        return made
    try:
        bot = found(**keywords)
    except BotError as e:
        raise BotError(str(e), str(spec)) from e
    except (TypeError, ValueError) as e:
        raise BotError(f"{type(e).__name__}: {e}", str(spec)) from e
    if not callable(bot):
        raise BotError("what it makes can't be called with a game", str(spec))
    return typing.cast(Bot, bot)


def options_of(spec: BotSpec | str) -> dict[str, tuple[str, Any]]:
    """The options of a bot by name: the type's name and the default (None if it has none). Raises ``BotError``."""
    spec = _spec_of(spec)
    return {
        name: ("|".join(kind.__name__ for kind in _kinds(hint)), None if default is _NONE else default)
        for name, (hint, default) in _parameters(_find(spec), spec).items()
    }


def _spec_of(spec: object) -> BotSpec:
    if isinstance(spec, BotSpec):
        return spec
    if not isinstance(spec, str):
        raise WrongTypeError(f"expected a text or a BotSpec, not {shown(spec)}", "spec")
    return BotSpec.parse(spec)


@functools.cache
def _entry_points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


def _find(spec: BotSpec) -> Callable[..., Any]:
    try:
        if spec.name.partition(":")[0] in BUILT_IN:
            if ":" in spec.name:
                raise BotError("expected OPTION=VALUE after the name", str(spec))
            found = imported(BUILT_IN[spec.name])
        elif ":" in spec.name:
            found = imported(spec.name)
        elif spec.name in _entry_points():
            found = _entry_points()[spec.name].load()
        else:
            raise BotError(f"no such bot; known are {', '.join(names())}, and package.module:attribute", str(spec))
    except BotError:
        raise
    except Exception as e:  # what importing somebody's module may raise
        raise BotError(f"it can't be imported: {type(e).__name__}: {e}", str(spec)) from e
    if not callable(found):
        raise BotError("it can't be called", str(spec))
    return typing.cast("Callable[..., Any]", found)


def _parameters(found: Callable[..., Any], spec: BotSpec) -> dict[str, tuple[Any, Any]]:
    """The options that can be set: annotation and default by name."""
    by_keyword, by_either = inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
    maker: Any = found
    settable = (by_keyword, by_either) if isinstance(found, type) else (by_keyword,)
    try:
        hints = typing.get_type_hints(maker.__init__ if isinstance(found, type) else found)
        parameters = inspect.signature(found).parameters.values()
    except (NameError, TypeError, ValueError) as e:
        raise BotError(f"its parameters can't be read: {e}", str(spec)) from e
    return {
        parameter.name: (hints.get(parameter.name, str), parameter.default)
        for parameter in parameters
        if parameter.kind in settable and _kinds(hints.get(parameter.name, str))
    }


def _kinds(hint: Any) -> tuple[type, ...]:
    """The plain types in an annotation, without None: ``int | None`` is int."""
    is_union = isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union
    parts = typing.get_args(hint) if is_union else (hint,)
    return tuple(part for part in parts if part in (bool, int, float, str))


def _converted(text: str, key: str, known: dict[str, tuple[Any, Any]], spec: BotSpec) -> Any:
    if key not in known:
        has = f"it has {', '.join(known)}" if known else "it has none"
        raise BotError(f"no such option as {key}; {has}", str(spec))
    kinds = _kinds(known[key][0])
    for kind in kinds:
        if kind is bool:
            if text.lower() in ("true", "false", "yes", "no", "1", "0"):
                return text.lower() in ("true", "yes", "1")
            continue
        try:
            return kind(text)
        except ValueError:
            continue
    raise BotError(f"{key} is {' or '.join(kind.__name__ for kind in kinds)}, not {text!r}", str(spec))
