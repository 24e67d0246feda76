"""The words of the line protocol that both sides share; what they mean is in docs/protocol.md."""

from __future__ import annotations

PROTOCOL = "metromania/1"
MAX_LINE = 1 << 20  # bytes of one line, either way
MAX_REPLY = 1 << 22  # bytes of one whole reply

COMMANDS = (
    "capabilities", "options", "newgame", "position", "play", "turn", "called", "over",
    "undo", "validactions", "go", "stop", "report", "quit",
)  # fmt: skip

ERRORS = (
    "unknown-command", "bad-arguments", "bad-record", "bad-position", "unknown-option", "bad-value", "no-game",
    "illegal-action", "disagree", "no-history", "game-over", "not-over", "not-your-turn", "too-long", "failed",
)  # fmt: skip


class ProtocolError(Exception):
    """A command that can't be carried out: ``name`` is one of ``ERRORS``."""

    def __init__(self, name: str, words: str) -> None:
        super().__init__(name, words)
        self.name, self.words = name, words
