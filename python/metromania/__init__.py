"""An engine for the board game Metromania: games, boards, records, positions, reports.

``Game`` is where to begin: ``Game.new()``, ``game.legal_actions``, ``game.push("NE3>h9")``, ``game.report()``.
"""

from metrocore.action import Action, LegalActions

from .board import Board
from .city import City
from .errors import MetromaniaError
from .game import Game
from .rules import Rules

__version__ = "0.1.0"

__all__ = ["Action", "Board", "City", "Game", "LegalActions", "MetromaniaError", "Rules", "__version__"]
