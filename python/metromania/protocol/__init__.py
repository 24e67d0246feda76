"""The line protocol: engines and players in any language, on standard input and output (docs/protocol.md)."""

from .peer import Peer, PeerFault
from .player import Abilities, Answer, Player, ProgramBot
from .server import serve
from .words import COMMANDS, ERRORS, PROTOCOL

__all__ = [
    "COMMANDS",
    "ERRORS",
    "PROTOCOL",
    "Abilities",
    "Answer",
    "Peer",
    "PeerFault",
    "Player",
    "ProgramBot",
    "serve",
]
