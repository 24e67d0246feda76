"""Small boards and positions by hand, in the game's own notation, for the tests of single rules."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest

from metrocore.lattice import TRIANGLE_NAMES, quarter_spaces, quarter_triangles
from metromania import Board, City, Game, lattice
from metromania.errors import IllegalActionError
from metromania.rules import MARKERS

STARTS = "NE3 N1 N5 NW3 SW3 S1 S5 SE3"  # of the standard frame
ENDS = "NE1 NE5 N3 NW1 NW5 SW1 SW5 S3 SE1 SE5"
KINDS = ("R", "C", "E", "lake", "park")

# Where each city space is printed when the quarters lie in order and unturned.
_PRINTED = {
    TRIANGLE_NAMES[quarter_triangles[sector][0][i]]: (sector, local)
    for sector in range(6)
    for i, local in enumerate(quarter_spaces)
}


def board(starts: str = STARTS, ends: str = ENDS, **spaces: str) -> Board:
    """A board with these outer spaces, and city spaces by kind: R="f6u f6d", lake="a6u"."""
    quarters: list[dict[str, list[str]]] = [{kind: [] for kind in KINDS} for _ in range(6)]
    for kind, names in spaces.items():
        for name in names.split():
            sector, local = _PRINTED[name]
            quarters[sector][kind].append(local)
    frame = {"starts": starts.split(), "ends": ends.split()}
    return Board({"name": "by hand", "frame": frame, "quarters": quarters})


def table(players: int = 2, *, seed: int = 1, starts: str = STARTS, ends: str = ENDS, **options: Any) -> Game:
    """A new game on such a board; further options are kinds of spaces, or those of Game.new."""
    spaces = {kind: options.pop(kind) for kind in KINDS if kind in options}
    return Game.new(players, seed=seed, board=board(starts, ends, **spaces), city=City(), **options)


def _line_text(walk: str) -> str:
    """ "SW3>c4 c5l c6r NE1" as a position writes it: start, then directions and sides."""
    start, *digs = walk.split()
    head, steps = start.split(">")[1], []
    for dig in digs:
        target = dig.split("=")[0]
        end = target in lattice.OUTER_SPACES
        vertex = target if end else target[:-1]
        way = lattice.direction(head, vertex)
        assert way is not None, f"{vertex} is not beside {head}"
        left, _ = lattice.sides(head, vertex)
        side = ("l" if left == target else "r") if end else target[-1]
        steps.append(f"{way}{side}")
        head = vertex
    return start + (":" + "".join(steps) if steps else "")


def _markers_on(walk: str) -> dict[str, str]:
    """Letter by space, for digs such as "c5l=A"."""
    found = {}
    path = walk.replace(">", " ").split()
    for before, dig in pairwise(path[1:]):
        if "=" in dig:
            target, letter = dig.split("=")
            head = before.split("=")[0]
            head = head[:-1] if head[-1] in "lr" else head
            space = lattice.sides(head, target[:-1])["lr".index(target[-1])]
            assert space is not None
            found[space] = letter
    return found


def laid(
    game: Game,
    lines: Mapping[str, str],
    *,
    stations: str = "",
    turn: str = "0.0",
    end: str = "-",
) -> Game:
    """The position of a new game's set-up in which these lines are dug, whatever the order was.

    ``lines``: by name, "0a": "SW3>c4 c5l c6r=A"; ``turn`` and ``end`` as a position writes them. What the stations
    are worth is player 0's.
    """
    version, rules, city, *_, unknown, _, _, _ = game.position().split()
    walks = [lines.get(f"{player}{name}", "-") for player in range(game.players) for name in "ab"]
    owners: list[str] = game.position().split()[5].split(",")
    for i, walk in enumerate(walks):
        for space, letter in _markers_on(walk).items():
            kind = "RCE"[game.setup.areas[lattice.SPACES.index(space)] - 1]
            marker = MARKERS.index(letter + kind)
            assert owners[marker] == str(i // 2), f"{letter}{kind} is not player {i // 2}'s"
            owners[marker] += f"@{space}"
    areas = {name for name, kind in zip(lattice.SPACES, game.setup.areas, strict=True) if kind in (1, 2, 3)}
    worth = sum(len(areas & set(lattice.spaces_at(station))) for station in stations.split())
    return Game.from_position(
        " ".join(
            [
                version,
                rules,
                city,
                "/".join(_line_text(walk) if walk != "-" else "-" for walk in walks),
                ",".join(sorted(stations.split(), key=lattice.VERTICES.index)) or "-",
                ",".join(owners),
                unknown,
                "/".join([str(worth), *["0"] * (game.players - 1)]),
                turn,
                end,
            ]
        )
    )


def play(game: Game, actions: str) -> Game:
    """Push actions written with spaces between them; the game itself is returned."""
    for action in actions.split():
        game.push(action)
        game.check()
    return game


def legal(game: Game, beginning: str = "") -> set[str]:
    """The legal actions whose notation begins so."""
    return {str(action) for action in game.legal_actions if str(action).startswith(beginning)}


def assert_legal(game: Game, *actions: str) -> None:
    for action in actions:
        assert action in game.legal_actions, f"{action}: {game.why_not(action)}"
        assert game.is_legal(action)


def assert_refused(game: Game, rule: str, *actions: str) -> None:
    """These are illegal by that rule, and pushing them changes nothing."""
    for action in actions:
        before = game.state_bytes()
        assert not game.is_legal(action), action
        assert action not in map(str, game.legal_actions), action
        with pytest.raises(IllegalActionError):
            game.push(action)
        assert game.state_bytes() == before
        reason = game.why_not(action)
        assert reason is not None
        assert reason.rule == rule, f"{action}: {reason}"
