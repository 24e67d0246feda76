"""Run as a script: every entry point is called with what no caller should pass; exits 0 if each call is answered.

A call is answered when it returns or raises a ``MetromaniaError``, or ``OSError`` where a path is taken; what the
passed object itself raises when asked may come through. After each, the game is what it was, byte for byte.
"""

import faulthandler
import io
import itertools
import json
import operator
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from metrocore.setup import Setup
from metromania import Action, Board, City, Game, MetromaniaError, Rules, files, lattice, records

EntryPoint = tuple[str, Callable[[Any], object]]

faulthandler.enable()

CYCLE: list[Any] = []
CYCLE.append(CYCLE)
DEEP: Any = []
for _ in range(100_000):
    DEEP = [DEEP]
WIDE: Any = "x"
for _ in range(60):
    WIDE = [WIDE, WIDE]  # 2**60 values, all shared


class Liar(dict[str, Any]):
    """A dict that breaks whoever asks it."""

    def __getitem__(self, key: str) -> Any:
        raise ZeroDivisionError

    def __iter__(self) -> Any:
        raise ZeroDivisionError


class Indexed:
    """Claims to be an integer, and is none."""

    def __index__(self) -> Any:
        return TEXTS[0]


NUMBERS = [-1, 0, 1, 7, 12, 90, 91, 120, 150, 319, 320, 2**31, -(2**31), 2**63, 2**64, -(2**63) - 1, 10**5000]
NUMPY = [np.int8(-1), np.uint8(255), np.int64(319), np.uint64(2**64 - 1), np.bool_(True), np.float64(1), np.arange(2)]
TEXTS = [
    "", " ", "pass", "a>f6l", "NE3>h9", "+f6", "a>f6l=G", "\0", "é" * 50, "\ud800", "f" * 10_000, "mm1 ", "[", "{}",
    "1", np.str_("pass"),
]  # fmt: skip
OTHERS = [
    None, True, False, 1.0, float("nan"), 1j, b"pass", bytearray(150), bytes(150), object(), int, len, [], [1, 2], (),
    {}, set(), {"format": "metromania-game/1"}, CYCLE, DEEP, WIDE, Liar(format="metromania-game/1"), Indexed(),
    range(6), io.StringIO("x"), Path("/nowhere/at/all"), Path("/"), Action(0), Action(152, "f7"), itertools.count(),
]  # fmt: skip
BAG: list[Any] = [*NUMBERS, *NUMPY, *TEXTS, *OTHERS]
LIGHT = [value for value in BAG if value is not WIDE]  # what takes no time to refuse


def shallow(value: Any) -> Any:
    """No depth beyond 1, which would take for ever and be right to."""
    try:
        return min(operator.index(value), 1)
    except TypeError:
        return value


def keywords(name: str, call: Callable[..., object], given: dict[str, Any]) -> Iterator[EntryPoint]:
    """The call with one of its keyword arguments after the other replaced."""
    for key in given:
        yield f"{name} {key}", partial(lambda key, x: call(**{**given, key: x}), key)


def members(name: str, call: Callable[[Any], object], given: dict[str, Any]) -> Iterator[EntryPoint]:
    """The call with one member of the object that it takes after the other replaced, also by lists."""
    for key in given:
        yield f"{name} {key}", partial(lambda key, x: call({**given, key: x}), key)
        yield f"{name} [{key}]", partial(lambda key, x: call({**given, key: [x] * 6}), key)


def entry_points(game: Game) -> Iterator[EntryPoint]:
    """Name and call of everything that takes something."""
    for name in (
        "push", "is_legal", "key_after", "parse", "preview", "why_not", "view", "push_unchecked",
        "path", "sides", "triangles", "complete", "blocked",
    ):  # fmt: skip
        yield f"Game.{name}", getattr(game, name)
    yield "copy", lambda x: game.copy(stack=x)
    yield "perft", lambda x: game.perft(shallow(x))
    yield "==", lambda x: game == x
    yield "report", lambda x: game.report(all_routes=x)
    yield "trips", lambda x: game.trips(all_routes=x)
    yield "to_record", lambda x: game.to_record(extras=x)
    yield "to_record x_", lambda x: game.to_record(extras={"x_": x})
    yield "in", lambda x: x in game.legal_actions
    yield "Game owners", lambda x: Game(game.setup, x)
    yield "Game owner", lambda x: Game(game.setup, [x] * 12)
    yield "Game unknown", lambda x: Game(game.setup, [0] * 12, None, x)
    yield "Game unknown counts", lambda x: Game(game.setup, [0] * 12, None, [[x] * 3] * 3)
    yield "Game setup", lambda x: Game(x, [0] * 12)
    content = {"players": 3, "variant": 0, "impossible": 0, "majority": False, "starts": [1], "ends": [2]}
    content["areas"] = bytes(150)
    yield from keywords("Setup", Setup, content)
    yield "Setup starts[0]", lambda x: Setup(3, 0, 0, False, [x], (), bytes(150))
    yield "from_parts", lambda x: Game.from_parts(game.setup, x)
    yield from members("from_parts", partial(Game.from_parts, game.setup), game.parts())
    yield "from_parts setup", lambda x: Game.from_parts(x, game.parts())
    for name in ("players", "variant", "rules", "board", "city", "hands", "seed"):
        yield from keywords("new", Game.new, {name: None})
    yield "new rules impossible", lambda x: Game.new(rules={"impossible": x})
    yield "new hands[0]", lambda x: Game.new(hands=[x, x, x, x])
    yield "from_position", Game.from_position
    yield "from_record", Game.from_record
    record = game.to_record()
    yield from members("from_record", Game.from_record, {**record, "x_": None})
    yield "from_record key", lambda x: Game.from_record({**record, x: 1} if x.__hash__ else x)
    yield "record_faults", records.record_faults
    yield "Board", Board
    yield "Board.faults", Board.faults
    yield from members("Board", Board, Board.standard().to_dict())
    yield from members("Board", lambda x: Board({**Board.standard().to_dict(), "frame": x}), {"starts": 0, "ends": 0})
    yield "Board.random", Board.random
    for name in ("starts", "ends", "areas", "lake", "park", "name"):
        yield from keywords("Board.random", partial(Board.random, 1), {name: None})
    yield "turned", Board.standard().turned
    yield "City", City
    yield "City turns", lambda x: City(turns=x)
    yield "City [0]", lambda x: City((x, 1, 2, 3, 4, 5))
    yield "City.turned", City().turned
    yield "City.areas", City().areas
    yield "Rules", Rules
    yield "Rules.of", Rules.of
    yield "Action", Action
    yield "Action vertex", lambda x: Action(152, x)
    yield "scan_games", lambda x: list(itertools.islice(files.scan_games(x), 5))
    yield "read_games", lambda x: list(itertools.islice(files.read_games(x), 5))
    yield "write_games target", lambda x: files.write_games(x, [])
    yield "write_games", lambda x: files.write_games(io.StringIO(), [x])
    for name in ("axial", "xy", "centre", "neighbours", "corners", "spaces_at", "touching", "adjoining", "opposite",
                 "side_of", "sector"):  # fmt: skip
        yield f"lattice.{name}", getattr(lattice, name)
    for name in ("direction", "sides", "distance"):
        yield from keywords(f"lattice.{name}", getattr(lattice, name), {"start": "f6", "end": "f7"})


def games() -> Iterator[Game]:
    """A game before its first action, one in mid-turn, one that is over, a view."""
    game = Game.new(3, variant="unfair", seed=5)
    yield game.copy()
    for _ in range(4):
        game.push(game.legal_actions[-1])
    yield game
    yield game.view(1)
    while not game.is_over:
        game.push(game.legal_actions[0])
    yield game


def check(name: str, call: Callable[[Any], object], value: Any, game: Game) -> str | None:
    """What is wrong with the answer, if anything."""
    may_play = name in ("Game.push", "Game.push_unchecked")
    target = game.copy() if may_play else game
    if may_play:
        call = getattr(target, name.removeprefix("Game."))
    before = target.state_bytes(), target.ply, target.info
    try:
        call(value)
    except MetromaniaError as e:
        if len(str(e)) > 400:
            return f"a message of {len(str(e))} characters"
    except OSError:
        if not isinstance(value, Path):
            return "an OSError without a path"
    except Exception as e:
        if isinstance(value, Liar) and isinstance(e, ZeroDivisionError):
            return None
        if isinstance(value, np.ndarray) and "truth value" in str(e):
            return None
        return f"{type(e).__name__}: {str(e)[:100]}"
    else:
        if may_play:
            return None
    if (target.state_bytes(), target.ply, target.info) != before:
        return "the game was changed"
    return None


def main() -> int:
    broken = set()
    for number, game in enumerate(games()):
        for name, call in entry_points(game):
            for value in BAG if number == 0 else LIGHT:
                if wrong := check(name, call, value, game):
                    broken.add((name, number, type(value).__name__, wrong))
    for fault in sorted(broken):
        print(*fault, sep=" | ")
    json.dump({"faults": len(broken)}, sys.stdout)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
