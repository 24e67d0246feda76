"""What somebody who plays or watches sees: boards, numbered actions, words; on standard error, with Rich if it is there."""

from __future__ import annotations

import sys
from typing import Any

from metrocore.action import Action
from metromania.draw import report, text
from metromania.game import Game


class Screen:
    """Draws with colours where standard error is a terminal and Rich is installed, else as plain text."""

    def __init__(self) -> None:
        self._console = _console()

    def say(self, words: str) -> None:
        """Lines of text."""
        print(words, file=sys.stderr)

    def ask(self, prompt: str) -> str | None:
        """A line from standard input, without the spaces around it; None at its end."""
        print(prompt, end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        return line.strip() if line else None

    def game(self, view: Game) -> None:
        """The board, and what each player has."""
        if self._console is None:
            self.say(f"\n{text.board(view)}\n\n{report.status(view)}")
            return
        from rich.columns import Columns
        from rich.panel import Panel
        from rich.text import Text

        board = Text.from_ansi(text.board(view, unicode=True, colour=True))
        self._console.print(Columns([Panel.fit(board), Panel.fit(Text(report.status(view)))]))

    def actions(self, view: Game) -> None:
        """The legal actions, numbered from 1, each with what it brings about at once."""
        numbered = enumerate(view.legal_actions, 1)
        rows = [f"{number:>3} {action!s:<9} {_effect(view, action)}".rstrip() for number, action in numbered]
        if self._console is None:
            self.say("\n".join(rows))
            return
        from rich.columns import Columns
        from rich.text import Text

        self._console.print(Columns(map(Text, rows), column_first=True, padding=(0, 3)))


def _effect(view: Game, action: Action) -> str:
    seen = view.preview(action)
    words = [f"station {station.vertex} +{station.points}" for station in seen.stations]
    words += [f"completes {seen.completes}"] if seen.completes else []
    words += [f"calls the end ({seen.calls_end})"] if seen.calls_end else []
    return ", ".join(words)


def _console() -> Any:
    """A Rich console on standard error, if that is a terminal and Rich is installed."""
    if not sys.stderr.isatty():
        return None
    try:
        from rich.console import Console
    except ImportError:
        return None
    return Console(stderr=True, highlight=False)
