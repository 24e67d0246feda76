"""Holds single games: asks the bots at the table, each a process of its own, and lets who breaks the rules lose."""

from __future__ import annotations

import os
import sys
from dataclasses import asdict, dataclass
from typing import Any

from metromania.bots import BotError, BotSpec, Budget, make_bot
from metromania.game import Game
from metromania.protocol import PeerFault, Player, ProgramBot

from .tournament import Job, Tournament

RESULT, PLAYERS, ARENA = "x_result", "x_players", "x_arena"  # keys of the records
_BUDGET_OPTIONS = ("time", "simulations", "nodes")


@dataclass(frozen=True, slots=True)
class Fault:
    """What a bot lost a game by: its seat, the kind of ``PeerFault``, and words."""

    seat: int
    kind: str
    words: str


class Referee:
    """Plays games of one tournament; the bots' processes live on from game to game. ``close`` ends them."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self._players: dict[tuple[int, int], Player] = {}  # by bot and how many of it sit before it at the table

    @property
    def pids(self) -> list[int]:
        """The processes that run."""
        return [pid for player in self._players.values() for pid in player.pids]

    def play(self, job: Job) -> dict[str, Any]:
        """Play a game; returns its record, with ``x_players``, ``x_arena``, and ``x_result`` if it was played out."""
        game = self.tournament.game(job.board)
        seats = [self._player(bot, job.seats[:seat].count(bot)) for seat, bot in enumerate(job.seats)]
        seconds, actions = [0.0] * len(seats), [0] * len(seats)
        faults = self._begin(job, seats)
        while not faults and (seat := game.current_player) is not None:
            try:
                answer = seats[seat].answer(game)
            except PeerFault as e:
                faults.append(Fault(seat, e.kind, e.words))
                break
            seconds[seat] += answer.seconds
            actions[seat] += 1
            game.push(answer.action)
        return self._record(job, game, faults, seconds, actions)

    def close(self) -> None:
        """End the bots' processes."""
        for player in self._players.values():
            player.close()

    def _player(self, bot: int, copy: int) -> Player:
        if (bot, copy) not in self._players:
            self._players[bot, copy] = player_of(self.tournament.bots[bot], self.tournament)
        return self._players[bot, copy]

    def _begin(self, job: Job, seats: list[Player]) -> list[Fault]:
        faults = []
        for seat, player in enumerate(seats):
            try:
                player.begin(self.tournament.draw("bot", job.index, seat))
            except PeerFault as e:
                faults.append(Fault(seat, e.kind, e.words))
        return faults

    def _record(
        self, job: Job, game: Game, faults: list[Fault], seconds: list[float], actions: list[int]
    ) -> dict[str, Any]:
        if faults:
            lost = {fault.seat for fault in faults}
            ranks = [len(job.seats) if seat in lost else 1 for seat in range(len(job.seats))]
            winners = [seat for seat in range(len(job.seats)) if seat not in lost]
            result = {}
        else:
            report = game.report()
            ranks, winners = list(report.ranks), list(report.winners)
            result = {RESULT: {"totals": list(report.totals), "ranks": ranks, "winners": winners}}
        arena = {
            "tournament": self.tournament.key,
            "game": job.index,
            "board": job.board,
            "ranks": ranks,
            "winners": winners,
            "faults": [asdict(fault) for fault in faults],
            "seconds": [round(second, 6) for second in seconds],
            "actions": actions,
        }
        labels = [self.tournament.bots[bot].label for bot in job.seats]
        return game.to_record(extras={PLAYERS: labels, **result, ARENA: arena})


def player_of(spec: BotSpec, tournament: Tournament) -> Player:
    """A bot in a process of its own, under the tournament's limits. Raises ``BotError``."""
    own_budget = any(name in dict(spec.options) for name in _BUDGET_OPTIONS)
    command = [sys.executable, "-m", "metromania", "engine", "--bot", str(spec)]
    budget = Budget() if own_budget else tournament.budget
    if spec.name == "engine":
        bot = make_bot(spec)
        assert isinstance(bot, ProgramBot)  # that is what the name stands for
        command, budget = bot.command, bot.budget if own_budget else tournament.budget
    env = {"PYTHONPATH": os.pathsep.join(path or "." for path in sys.path)}
    return Player(command, budget=budget, limit=tournament.limit, memory=tournament.memory, env=env)


def check_bots(tournament: Tournament) -> None:
    """Start each bot once, to see that it can play in this tournament. Raises ``BotError``."""
    for spec in tournament.bots:
        player = player_of(spec, tournament)
        try:
            can = player.abilities()
            if str(tournament.players) not in can.players or tournament.variant not in can.variants:
                raise BotError(f"it can't play with {tournament.players} players, {tournament.variant}", spec.label)
        except PeerFault as e:
            raise BotError(str(e), spec.label) from None
        finally:
            player.close()
