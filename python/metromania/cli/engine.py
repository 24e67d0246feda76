"""`metromania engine`: a bot behind the line protocol, on standard input and output (docs/protocol.md)."""

from __future__ import annotations

import argparse
import os
import sys

from metromania.bots import BotSpec
from metromania.protocol import serve

DEFAULT = "greedy"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bot", default=DEFAULT, metavar="BOT", help=f"who thinks, with options (default {DEFAULT})")


def run(arguments: argparse.Namespace) -> int:
    spec = BotSpec.parse(arguments.bot)
    # The line to the host is kept for the protocol: whatever a bot prints goes to standard error.
    target = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.stdout = sys.stderr
    serve(spec, sys.stdin.buffer, target)
    return 0
