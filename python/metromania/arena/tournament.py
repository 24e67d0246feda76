"""What a tournament is: bots, tables, boards, seats; and from its settings alone, every game that it may ask for."""

from __future__ import annotations

import hashlib
import itertools
import json
from dataclasses import asdict, dataclass, field
from typing import Any

from metromania.board import Board
from metromania.bots import BotSpec, Budget
from metromania.errors import MetromaniaError
from metromania.game import Game
from metromania.rules import Rules


class ArenaError(MetromaniaError, ValueError):
    """A tournament that can't be held, or a results file that does not belong to it."""


@dataclass(frozen=True, slots=True)
class Job:
    """One game to play: its number in the tournament, the number of its board, and the bot (by number) of each seat."""

    index: int
    board: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Tournament:
    """The settings that decide what is played.

    ``bots``: all different labels. ``players``: seats at a table. ``board``: ``standard``, ``random`` (drawn for each
    game's board number) or a board object's data; the city and the hands are drawn in any case. ``gauntlet``: the first
    bot alone against each other one in all other seats; without it everybody meets everybody. ``budget`` holds for the
    bots whose own options name none. ``limit`` seconds an action and ``memory`` bytes a bot may take; more loses the
    game. Raises ``ArenaError``.
    """

    bots: tuple[BotSpec, ...]
    players: int = 2
    variant: str = "open"
    rules: Rules = field(default_factory=Rules)
    board: str | dict[str, Any] = "standard"
    seed: int = 1
    gauntlet: bool = False
    budget: Budget = field(default_factory=Budget)
    limit: float = 60.0
    memory: int | None = 4 << 30

    def __post_init__(self) -> None:
        labels = [bot.label for bot in self.bots]
        if not labels:
            raise ArenaError("no bots")
        for label in labels:
            if labels.count(label) > 1:
                raise ArenaError("two bots are called so; give one an option name=", label)
        if self.gauntlet and len(labels) < 2:
            raise ArenaError("a gauntlet needs two bots or more")
        if self.players > len(labels) and len(labels) > 3 and not self.gauntlet:
            raise ArenaError("too few bots for the seats")
        self.game(0)  # raises what is wrong with players, variant, rules and board

    def tables(self) -> list[tuple[int, ...]]:
        """Which bots sit together, by number: each table is seated in all rotations on each board.

        All sets of ``players`` bots; with fewer bots than seats, all ways to fill the seats in which each bot has one.
        """
        everybody, seats = range(len(self.bots)), self.players
        if self.gauntlet:
            return [(0, *[other] * (seats - 1)) for other in everybody[1:]]
        if len(self.bots) >= seats:
            return list(itertools.combinations(everybody, seats))
        filled = itertools.combinations_with_replacement(everybody, seats)
        return [table for table in filled if len(set(table)) == len(self.bots)]

    def seatings(self) -> list[tuple[int, ...]]:
        """The games of one board: who sits where."""
        turned = [table[-turn:] + table[:-turn] for table in self.tables() for turn in range(self.players)]
        return list(dict.fromkeys(turned))

    def job(self, index: int) -> Job:
        """The game of a number; boards count up when all seatings of one are through."""
        seatings = self.seatings()
        board, seating = divmod(index, len(seatings))
        return Job(index, board, seatings[seating])

    def game(self, board: int) -> Game:
        """The game of a board number before its first action. Raises ``SetupError``, ``BoardError``."""
        seed = self.draw("board", board)
        if self.board == "random":
            played_on: Any = Board.random(seed)
        else:
            played_on = self.board if self.board == "standard" else Board(self.board)
        return Game.new(self.players, variant=self.variant, rules=self.rules, board=played_on, seed=seed)

    def draw(self, what: str, *numbers: int) -> int:
        """A number 0 .. 2**63 - 1 that depends on the seed and on nothing else than what it is for."""
        text = ":".join(map(str, (self.seed, what, *numbers)))
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") >> 1

    @property
    def key(self) -> str:
        """Names the tournament: equal where the same games are to be played. Limits don't count."""
        data = {name: value for name, value in self.to_dict().items() if name not in ("limit", "memory")}
        return hashlib.blake2b(json.dumps(data, sort_keys=True).encode(), digest_size=8).hexdigest()

    def to_dict(self) -> dict[str, Any]:
        """The settings as JSON data."""
        return {
            "bots": [[bot.label, str(bot)] for bot in self.bots],
            "players": self.players,
            "variant": self.variant,
            "rules": self.rules.to_dict(),
            "board": self.board,
            "seed": self.seed,
            "gauntlet": self.gauntlet,
            "budget": asdict(self.budget),
            "limit": self.limit,
            "memory": self.memory,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Tournament:
        """The tournament of ``to_dict``."""
        bots = []
        for label, text in data["bots"]:
            spec = BotSpec.parse(text)
            bots.append(BotSpec(spec.name, spec.options, label))
        given = {**data, "bots": tuple(bots), "rules": Rules.of(data["rules"]), "budget": Budget(**data["budget"])}
        return cls(**given)
