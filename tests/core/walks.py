"""Games to look into: seeded set-ups on standard and odd boards, played at random or eagerly."""

from collections.abc import Iterator
from random import Random

from metrocore.lattice import outer_base, vertex_axial, vertex_id
from metromania import Action, Game
from tests.reference.boards import random_record

APEX0 = 91


def edges_apart(v: int, w: int) -> int:
    """The least number of edges between two vertices."""
    q, r = (a - b for a, b in zip(vertex_axial[v], vertex_axial[w], strict=True))
    return max(abs(q), abs(r), abs(q + r))


class Eager:
    """Chooses what leads to an end space, places a marker or keeps company with other lines; now and then anything."""

    def __init__(self, game: Game, rng: Random) -> None:
        self.rng = rng
        self.company = rng.choice((-1.0, 0.0, 2.0))
        self.build = rng.choice((-3.0, 0.0, 3.0))
        self.whim = rng.choice((0.02, 0.2))
        self.ways_out = [self._ways_out(game, side) for side in range(6)]

    @staticmethod
    def _ways_out(game: Game, side: int) -> list[int]:
        """For a line that starts on a side: edges from each city vertex to the nearest end space that it may take."""
        ends = [end for end in game.setup.ends if (end // 5 - side) % 6 in (2, 3, 4)] or list(game.setup.ends)
        return [min((edges_apart(v, corner) for end in ends for corner in outer_base[end]), default=0) for v in range(APEX0)]

    def choose(self, game: Game) -> Action:
        if self.rng.random() < self.whim:
            return self.rng.choice(list(game.legal_actions))
        return max(game.legal_actions, key=lambda action: self.worth(game, action) + self.rng.random())

    def worth(self, game: Game, action: Action) -> float:
        if action.kind in ("pass", "start"):
            return 0.0
        if action.kind == "station":
            return self.build
        line = 2 * (game.current_player or 0) + (action.line == "b")
        target = vertex_id(action.vertex or "")
        if target >= APEX0:
            return 20.0
        crowd = any(target in game.path(other) for other in range(2 * game.players) if other != line)
        side = (game.path(line)[0] - APEX0) // 5
        return 4 * (action.letter is not None) + self.company * crowd - self.ways_out[side][target]


def new_game(seed: int, shape: str | None = None) -> Game:
    """A seeded set-up: players, variant, rules and board of any kind, or of one shape."""
    return Game.from_record(random_record(seed, shape))


def walk(seed: int, shape: str | None = None) -> Iterator[Game]:
    """One game, yielded before its first action and after each: even seeds play at random, odd ones eagerly."""
    game, rng = new_game(seed, shape), Random(seed)
    eager = Eager(game, rng) if seed % 2 else None
    yield game
    while not game.is_over:
        game.push(eager.choose(game) if eager else rng.choice(game.legal_ids()))
        yield game


def played(seed: int, shape: str | None = None) -> Game:
    """Such a game at its end."""
    *_, game = walk(seed, shape)
    return game
