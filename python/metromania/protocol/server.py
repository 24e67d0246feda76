"""The engine's side of the line protocol: reads commands, lets a bot think, writes replies."""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import traceback
from collections.abc import Iterator
from dataclasses import replace
from typing import IO, Any

import metromania
from metromania.bots import Bot, BotError, BotSpec, Budget, make_bot, options_of
from metromania.errors import DataError, MetromaniaError, NotOverError
from metromania.game import Game

from .mirror import Mirror
from .words import COMMANDS, MAX_LINE, PROTOCOL, ProtocolError

_TOO_LONG = b"\0too long"


class Server:
    """One bot behind the protocol. ``run`` returns on ``quit``, and ends the process when the host has gone."""

    def __init__(self, spec: BotSpec, source: IO[bytes], target: IO[bytes]) -> None:
        self._source, self._target = source, target
        self._spec = spec
        self._kinds = options_of(spec)
        self._options = {name: _text(default) for name, (_, default) in self._kinds.items()}
        self._options.update(spec.options)
        self._bot: Bot = make_bot(spec)
        self._budget: Budget | None = None  # the bot's own, for what a `go` does not say
        self._mirror: Mirror | None = None
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._stops = 0  # `stop` commands read and not yet answered
        self._lock = threading.Lock()
        self._thinking = False

    def run(self) -> None:
        threading.Thread(target=self._read, daemon=True).start()
        while True:
            line = self._lines.get()
            try:
                words = line.decode("utf-8").split()
            except UnicodeDecodeError:
                words = ["?"]
            try:
                if line == _TOO_LONG:
                    raise ProtocolError("too-long", f"a line has {MAX_LINE} bytes at most")
                for answer in self._answers(words[0], words[1:]):
                    self._write(answer)
            except ProtocolError as e:
                self._write(f"error {e.name} {_one_line(e.words)}")
            except Exception as e:  # a bot's, or our own: the host is told, and we go on
                traceback.print_exc(file=sys.stderr)
                self._write(f"error failed {_one_line(f'{type(e).__name__}: {e}')}")
            self._write("ok")
            if words[:1] == ["quit"]:
                return

    # -- reading and writing ------------------------------------------------------------------------------------------

    def _read(self) -> None:
        """In a thread of its own: queue the commands, and stop the bot at once when told to."""
        while line := self._source.readline(MAX_LINE + 1):
            if len(line) > MAX_LINE and not line.endswith(b"\n"):
                while (rest := self._source.readline(MAX_LINE)) and not rest.endswith(b"\n"):
                    pass
                line = _TOO_LONG
            if line.split()[:1] == [b"stop"]:
                with self._lock:
                    self._stops += 1
                    if self._thinking:
                        getattr(self._bot, "stop", _nothing)()
            if line.strip():
                self._lines.put(line)
            if line.split()[:1] == [b"quit"]:
                return
        os._exit(0)  # the host has gone; whatever the bot is at, nobody waits for it

    def _write(self, line: str) -> None:
        try:
            self._target.write(line.encode() + b"\n")
            if line == "ok" or line.startswith("info"):
                self._target.flush()
        except OSError:
            os._exit(0)

    # -- commands -----------------------------------------------------------------------------------------------------

    def _answers(self, command: str, words: list[str]) -> Iterator[str]:
        match command, words:
            case "capabilities", []:
                yield from self._capabilities()
            case "options", ["set", name, *value]:
                self._set_option(name, " ".join(value))
            case "options", []:
                for name, (kind, _) in self._kinds.items():
                    yield f"option {name} {kind} {self._options[name]}"
            case "newgame", [seat, *record]:
                self._begin(seat, "bad-record", Game.from_record, " ".join(record))
            case "position", [seat, *position]:
                self._begin(seat, "bad-position", Game.from_position, " ".join(position))
            case "play", [_, *_]:
                self._play(words)
            case "turn", [seat]:
                self._game.turn(self._seat(seat, self._game.game))
            case "called", [cause, seat]:
                self._game.called(cause, self._seat(seat, self._game.game))
            case "over", []:
                self._game.over()
            case "undo", [] | [_]:
                self._game.undo(_number(words[0]) if words else 1)
            case "validactions", []:
                yield " ".join(["validactions", *map(str, self._game.game.legal_actions)])
            case "go", _:
                yield from self._go(words)
            case "report", []:
                yield f"report {json.dumps(self._report(), separators=(',', ':'))}"
            case "stop", []:
                with self._lock:
                    self._stops -= 1
            case "quit", []:
                getattr(self._bot, "close", _nothing)()
            case _:
                fault = "bad-arguments" if command in COMMANDS else "unknown-command"
                raise ProtocolError(fault, " ".join([command, *words])[:80])

    def _capabilities(self) -> Iterator[str]:
        yield f"protocol {PROTOCOL}"
        yield f"name {self._spec.label}"
        yield f"version metromania {metromania.__version__}"
        yield "can players 2 3 4"
        yield "can variants open unfair no_corruption"
        yield "can boards"
        yield "can commands position undo validactions report"
        if hasattr(self._bot, "budget"):
            yield "can budgets time simulations nodes"

    def _set_option(self, name: str, value: str) -> None:
        if name not in self._kinds:
            raise ProtocolError("unknown-option", name)
        options = {**dict(self._spec.options), name: value}
        spec = replace(self._spec, options=tuple(options.items()))
        try:
            make_bot(spec)
        except BotError as e:
            raise ProtocolError("bad-value", str(e)) from None
        self._spec, self._options[name] = spec, value

    def _begin(self, seat: str, fault: str, read: Any, text: str) -> None:
        try:
            game: Game = read(text)
        except DataError as e:
            raise ProtocolError(fault, str(e)) from None
        self._mirror = Mirror(game, None if seat == "-" else self._seat(seat, game))
        getattr(self._bot, "close", _nothing)()
        self._bot = make_bot(self._spec)
        self._budget = getattr(self._bot, "budget", None)

    def _play(self, words: list[str]) -> None:
        mirror = self._game
        for done, word in enumerate(words):
            try:
                mirror.play(word)
            except ProtocolError:
                if done:
                    mirror.undo(done)  # all of a command or nothing
                raise

    def _go(self, words: list[str]) -> Iterator[str]:
        budget = self._asked(words)
        mirror = self._game
        game = mirror.game
        if game.is_over:
            raise ProtocolError("game-over", "there is nothing to play")
        if mirror.seat not in (None, game.current_player):
            raise ProtocolError("not-your-turn", f"player {game.current_player} is next")
        with self._lock:
            self._thinking = True
            if self._stops:  # told to stop before it has begun
                budget = Budget(simulations=1)
        try:
            if hasattr(self._bot, "budget"):
                self._bot.budget = budget or self._budget or Budget()
            action = self._bot(game.copy())
        finally:
            self._thinking = False
        try:
            legal = game.is_legal(action)
        except MetromaniaError as e:
            raise ProtocolError("illegal-action", str(e)) from None
        if not legal:
            raise ProtocolError("illegal-action", f"the bot answered {action!r}"[:200])
        for line in getattr(self._bot, "explain", str)().splitlines():
            yield f"info {line}"
        game = game.copy(stack=False)
        game.push(action)
        yield f"bestaction {game.peek()}"

    def _asked(self, words: list[str]) -> Budget:
        """What `go` allows to spend; a list of actions at its end is for peers that don't know the rules."""
        end = words.index("actions") if "actions" in words else len(words)
        given: dict[str, Any] = {}
        for name, value in zip(words[:end:2], [*words[1:end:2], ""], strict=False):
            try:
                given[name] = float(value) if name == "time" else int(value)
            except ValueError:
                raise ProtocolError("bad-arguments", f"{name} {value}"[:80]) from None
        try:
            return Budget(**given)
        except (TypeError, BotError) as e:
            raise ProtocolError("bad-arguments", str(e)) from None

    def _report(self) -> dict[str, Any]:
        try:
            return self._game.game.report().to_dict()
        except NotOverError as e:
            raise ProtocolError("not-over", str(e)) from None

    @property
    def _game(self) -> Mirror:
        if self._mirror is None:
            raise ProtocolError("no-game", "newgame or position comes first")
        return self._mirror

    @staticmethod
    def _seat(text: str, game: Game) -> int:
        seat = _number(text)
        if not 0 <= seat < game.players:
            raise ProtocolError("bad-arguments", f"no seat {seat} in a game of {game.players}")
        return seat


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ProtocolError("bad-arguments", f"no number: {text[:80]}")
    return int(text)


def _text(value: object) -> str:
    """An option's value; ``-`` if it has none."""
    if value is None or value == "":
        return "-"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _one_line(text: str) -> str:
    return " ".join(text.split())[:500]


def _nothing() -> None:
    pass


def serve(spec: BotSpec, source: IO[bytes], target: IO[bytes]) -> None:
    """Speak the protocol for a bot on two binary streams, until ``quit``; at the end of ``source`` the process exits.

    Raises ``BotError`` for a bot that can't be made.
    """
    Server(spec, source, target).run()
