"""A program at a seat: started, kept up with the host's game, asked for its actions."""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from metrocore.action import Action
from metromania.bots import BotError, Budget
from metromania.errors import ActionError
from metromania.game import Game

from .peer import Peer, PeerFault
from .words import PROTOCOL

START = 60.0  # seconds for a program to start and say what it can do
PATIENCE = 10.0  # seconds for an answer that needs no thought


@dataclass(frozen=True, slots=True)
class Answer:
    """An action, the seconds from asking to having it, and what the program said about it."""

    action: Action
    seconds: float
    info: tuple[str, ...]


@dataclass(slots=True)
class Abilities:
    """What a program says that it can do; it can do everything that it does not mention."""

    name: str = ""
    players: tuple[str, ...] = ("2", "3", "4")
    variants: tuple[str, ...] = ("open", "unfair", "no_corruption")
    needs_actions: bool = False
    options: set[str] = field(default_factory=set)


class Player:
    """A program that plays; it is started when it is first needed, and again after a fault.

    ``budget`` goes with every question; ``limit`` is how many seconds it may take, whatever the budget; ``memory`` how
    many bytes it may hold. All that it does wrong raises ``PeerFault``, and ends it.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        budget: Budget | None = None,
        limit: float = 60.0,
        memory: int | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._command, self._limit, self._memory, self._env = command, limit, memory, env
        self._budget = budget or Budget()
        self._peer: Peer | None = None
        self._abilities = Abilities()
        self._told: tuple[object, int, list[str]] | None = None  # the game's set-up, the seat, the actions

    @property
    def pids(self) -> list[int]:
        """The process, if it runs."""
        return [] if self._peer is None or self._peer.closed else [self._peer.pid]

    def abilities(self) -> Abilities:
        """What the program says it can do; starts it if need be."""
        self._running()
        return self._abilities

    def begin(self, seed: int) -> None:
        """A new game is to come; a program with an option ``seed`` gets this one."""
        self._running()
        self._told = None
        if "seed" in self._abilities.options:
            self._ask(f"options set seed {seed}")

    def answer(self, game: Game) -> Answer:
        """What the program plays in the host's game, for the player whose action is next; it is told what is new."""
        seat = game.current_player
        assert seat is not None  # nobody is asked when the game is over
        self._running()
        self._catch_up(game, seat)
        question = ["go", *self._budget.words()]
        if self._abilities.needs_actions:
            question += ["actions", *map(str, game.legal_actions)]
        asked = time.perf_counter()
        lines = self._ask(" ".join(question), self._limit)
        seconds = time.perf_counter() - asked
        if not lines or not lines[-1].startswith("bestaction "):
            raise self._fault("garbage", f"no bestaction: {lines[-1:]}"[:200])
        text = lines[-1].split(maxsplit=1)[1].strip()
        try:
            action = game.parse(text)
            if not game.is_legal(action):
                raise self._fault("illegal", f"{text[:80]} is not legal")
        except ActionError as e:
            raise self._fault("illegal", str(e)[:200]) from None
        return Answer(action, seconds, tuple(line[5:] for line in lines[:-1] if line.startswith("info ")))

    def close(self) -> None:
        """End the program."""
        if self._peer is not None:
            self._peer.close()

    # -- talking ------------------------------------------------------------------------------------------------------

    def _running(self) -> None:
        if self._peer is not None and not self._peer.closed:
            return
        self._told, self._abilities = None, Abilities()
        self._peer = Peer(self._command, memory=self._memory, env=self._env)
        for line in self._ask("capabilities", START):
            match line.split():
                case ["protocol", spoken] if spoken != PROTOCOL:
                    raise self._fault("garbage", f"it speaks {spoken}, not {PROTOCOL}"[:200])
                case ["name", *words]:
                    self._abilities.name = " ".join(words)
                case ["can", "players", *numbers]:
                    self._abilities.players = tuple(numbers)
                case ["can", "variants", *variants]:
                    self._abilities.variants = tuple(variants)
                case ["needs", "actions"]:
                    self._abilities.needs_actions = True
        for line in self._ask("options", may_refuse=True):
            match line.split():
                case ["option", name, *_]:
                    self._abilities.options.add(name)

    def _ask(self, line: str, seconds: float = PATIENCE, *, may_refuse: bool = False) -> list[str]:
        assert self._peer is not None  # it has been started
        lines = self._peer.ask(line, seconds)
        if lines and lines[-1].startswith("error ") and not may_refuse:
            _, name, *_ = [*lines[-1].split(), "?"]
            kind = {"illegal-action": "illegal", "failed": "crash"}.get(name, "refused")
            raise self._fault(kind, f"{line.split()[0]}: {lines[-1]}"[:300])
        return lines

    def _fault(self, kind: str, words: str) -> PeerFault:
        self.close()
        return PeerFault(kind, words)

    def _catch_up(self, game: Game, seat: int) -> None:
        actions = list(map(str, game.actions))
        known = len(self._told[2]) if self._told else 0
        if self._told is None or self._told[:2] != (_origin(game), seat) or self._told[2] != actions[:known]:
            if str(game.players) not in self._abilities.players or game.variant not in self._abilities.variants:
                raise self._fault("refused", f"it can't play with {game.players} players, {game.variant}")
            self._ask(opening(game, seat))
        else:
            for line in news(game, known):
                self._ask(line)
        self._told = (_origin(game), seat, actions)


def _origin(game: Game) -> object:
    return game.setup, game.dealt, game.from_start, len(game.history) - game.ply


def opening(game: Game, seat: int) -> str:
    """The command that sets up the game as it stands, as a seat sees it."""
    view = game.view(seat)
    if not view.from_start:
        return f"position {seat} {view.position()}"
    import json

    return f"newgame {seat} {json.dumps(view.to_record(), separators=(',', ':'))}"


def news(game: Game, known: int) -> Iterator[str]:
    """The commands that tell what happened after the first ``known`` actions of this side's history.

    In *unfair* that is the turns and the calls too, as the other side may not be able to work them out.
    """
    actions = game.actions[known:]
    if game.variant != "unfair":
        if actions:
            yield " ".join(["play", *map(str, actions)])
        return
    past = game.copy()
    for _ in actions:
        past.pop()
    for action in actions:
        player, cause = past.current_player, past.end_cause
        past.push(action)
        yield f"play {action}"
        if past.end_cause != cause:
            yield f"called {past.end_cause} {past.end_called_by}"
        if past.is_over:
            yield "over"
        elif past.current_player != player:
            yield f"turn {past.current_player}"


class ProgramBot:
    """A program that speaks the line protocol, as a bot: ``command`` is split as a shell does.

    In *unfair* it can be asked only by ``answer``, with the host's game: a view does not know whose turn ended when.
    """

    def __init__(
        self,
        *,
        command: str,
        time: float | None = None,
        simulations: int | None = None,
        nodes: int | None = None,
        limit: float = 60.0,
        memory_mb: int = 0,
    ) -> None:
        self.command = shlex.split(command)
        if not self.command:
            raise BotError("the command is empty", "command")
        self.budget = Budget(time, simulations, nodes)
        self._player = Player(self.command, budget=self.budget, limit=limit, memory=memory_mb << 20 or None)
        self._said: tuple[str, ...] = ()

    def __call__(self, game: Game) -> Action:
        if game.viewer is not None and any(map(any, game.unknown_counts)):
            raise BotError("a program needs the host's game where letters are hidden", "engine")
        return self.answer(game)

    def answer(self, game: Game) -> Action:
        """The action for the player who is next in a host's game."""
        given = self._player.answer(game)
        self._said = given.info
        return given.action

    def explain(self) -> str:
        return "\n".join(self._said)

    def close(self) -> None:
        self._player.close()
