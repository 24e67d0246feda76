"""Seeded choosers of actions: at random, eager for exits, markers and stations, or curious for rare clauses."""

from collections import Counter
from collections.abc import Callable
from random import Random

from .digs import open_ends
from .lattice import BASE_CORNERS, CITY_VERTICES, CORNERS, NAME_AT, SPACES_AT
from .play import RefGame
from .state import Line
from .stations import joins, splits

Chooser = Callable[[RefGame], str]

POINT_OF = {name: point for point, name in NAME_AT.items()}

# What random games hardly ever reach: a curious player takes an action that gets there.
RARE = frozenset({
    "split takes the last",
    "split without stations",
    "no bonus without stations",
    "no bonus without vertices",
    "end by lines not stations",
    "last station by bonus",
    "last station by dig",
    "end all taken",
    "blocked by a hidden letter",
    "unblocked by a station",
    "unblocked by the last end",
    "stays called",
    "turn finished after call",
})  # fmt: skip


def distance(one: str, other: str) -> int:
    """Edges between two vertices if nothing were in the way."""
    q, r = (a - b for a, b in zip(POINT_OF[one], POINT_OF[other], strict=True))
    return max(abs(q), abs(r), abs(q + r))


def uniform(rng: Random) -> Chooser:
    """Any legal action, each as likely."""
    return lambda game: rng.choice(game.legal())


class Eager:
    """Takes the action with the greatest worth under some weights, and now and then any."""

    TASTES = ("exit", "marker", "alongside", "station", "join start", "near marker", "start", "build", "water", "room")

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.weights = {taste: rng.choice((0.0, 0.5, 1.0, 2.0)) for taste in self.TASTES}
        self.weights["alongside"] *= rng.choice((-1, 1, 1))
        self.weights["build"] *= rng.choice((-4, -1, 1, 4))
        self.noise = rng.choice((0.2, 1.0, 2.0))
        self.whim = rng.choice((0.0, 0.05, 0.2))

    def __call__(self, game: RefGame) -> str:
        legal = game.legal()
        if len(legal) == 1 or self.rng.random() < self.whim:
            return self.rng.choice(legal)
        return max(legal, key=lambda text: self.worth(game, text) + self.rng.random() * self.noise)

    def worth(self, game: RefGame, text: str) -> float:
        """How much an action is to this player's taste."""
        if text == "pass":
            return 0.0
        if text.startswith("+"):
            return self.weights["build"] + self.place_worth(game, text[1:])
        front, target = text.split(">")
        marker, target = "=" in target, target.split("=")[0]
        pair = game.state.lines[game.current_player or 0]
        if front in BASE_CORNERS:
            joined = any(target in line.vertices for line in game.state.all_lines())
            return self.weights["start"] + self.weights["join start"] * 2 * joined
        line = pair["ab".index(front)]
        vertex = target if target in BASE_CORNERS else target[:-1]
        return 4 * self.weights["marker"] * marker + self.dig_worth(game, line, vertex)

    def dig_worth(self, game: RefGame, line: Line, vertex: str) -> float:
        """An exit reached or nearer, company, and stations."""
        state = game.state
        if vertex not in CITY_VERTICES:
            return 10 * self.weights["exit"]
        corners = [corner for end in open_ends(state, line) for corner in BASE_CORNERS[end]]
        worth = -self.weights["exit"] * min((distance(vertex, corner) for corner in corners), default=0)
        if any(line.head in other.beside(vertex) for other in state.others(line)):
            worth += self.weights["alongside"]
        worth += self.weights["room"] * sum(space not in state.tunnels for space in SPACES_AT[vertex])
        if splits(state, line, line.vertices[-2], line.head, vertex):
            worth += self.weights["station"] + self.place_worth(game, line.head)
        if joins(state, line, line.head, vertex):
            worth += self.weights["station"] + self.place_worth(game, vertex)
        return worth

    def place_worth(self, game: RefGame, vertex: str) -> float:
        """What a station at a vertex is worth: areas, markers, water."""
        state = game.state
        if vertex in state.stations:
            return 0.0
        at = SPACES_AT[vertex]
        unserved = [
            space
            for space in at & state.markers.keys()
            if not any(corner in state.stations for corner in CORNERS[space])
        ]
        worth = self.weights["station"] * state.city.worth[vertex] / 2 + self.weights["near marker"] * 2 * len(unserved)
        return worth + self.weights["water"] * bool(at & state.city.water)


class Curious:
    """Takes an action that reaches a rare clause, if one does; keeps the last stations for that; else is eager."""

    def __init__(self, rng: Random, rare: frozenset[str] = RARE, depth: int = 1) -> None:
        self.rare = rare
        self.depth = depth  # how many more actions of the turn are tried, when the end is near
        self.eager = Eager(rng)
        self.thrifty = rng.random() < 0.8
        self.hoards = rng.random() < 0.5  # builds stations early, so that they run out while lines are short
        if self.hoards:
            self.eager.weights["exit"] += 1.0
            self.eager.weights["room"] += 1.0

    def __call__(self, game: RefGame) -> str:
        far = game.state.stations_left <= 1 or game.end_cause == "blocked"
        found, saving = [], []
        for text in game.legal():
            trial = game.copy(Counter())
            trial.apply(text)
            if self.reaches(trial, game.current_player, self.depth if far else 0):
                found.append(text)
            if trial.state.stations_left or not game.state.stations_left:
                saving.append(text)
        if found:
            return self.eager.rng.choice(found)
        choice = self.eager(game)
        stations = [text for text in saving if text.startswith("+")]
        if self.hoards and stations and self.eager.rng.random() < 0.7:
            return self.eager.rng.choice(stations)
        if self.thrifty and choice not in saving and saving:
            return self.eager.rng.choice(saving)
        return choice

    def reaches(self, trial: RefGame, player: int | None, more: int) -> bool:
        """Has a game that counts into a tally of its own reached a rare clause, or can it by some more actions?"""
        if trial.state.tally and self.rare & trial.state.tally.keys():
            return True
        if not more or trial.current_player != player:
            return False
        for text in trial.legal():
            further = trial.copy(Counter())
            further.apply(text)
            if self.reaches(further, player, more - 1):
                return True
        return False


def make_players(seed: int, players: int) -> list[Chooser]:
    """Choosers for a game: all random, all eager, some of both, or all curious."""
    rng = Random(seed)
    kind = rng.choice(("random", "eager", "eager", "mixed", "curious", "curious"))
    if kind == "random":
        return [uniform(rng)] * players
    if kind == "mixed":
        return [rng.choice((uniform(rng), Eager(rng))) for _ in range(players)]
    if kind == "curious":
        return [Curious(rng) for _ in range(players)]
    return [Eager(rng) for _ in range(players)]
