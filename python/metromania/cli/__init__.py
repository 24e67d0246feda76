"""The command line `metromania`: finds the command's module, parses, runs, and turns errors into exit codes.

To add a command, name it in ``COMMANDS`` and write the module ``metromania.cli.NAME`` with two functions:
``configure(parser)`` adds its arguments, ``run(arguments)`` does the work and returns an exit code.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from metromania import __version__
from metromania.errors import MetromaniaError

from ._output import MissingExtra

COMMANDS = {
    "new": "draw a set-up and write it as a record",
    "play": "play games by bots, or yourself, and write their records",
    "replay": "play a record again, action by action, to its report",
    "show": "draw a game: board, players, report",
    "legal": "list the legal actions of a game, or say why one is not",
    "perft": "count action sequences",
    "bench": "time the core on this machine",
    "check": "find all faults of records, positions and boards",
    "stats": "sum up many records",
    "arena": "hold tournaments between bots",
    "engine": "let a bot speak the line protocol on standard input and output",
    "schema": "write the JSON schema of what --json writes",
    "completion": "write a completion script for a shell",
}

DONE, NO, USAGE, BAD_INPUT, MISSING, INTERRUPTED = 0, 1, 2, 3, 4, 130
EXIT_CODES = """exit codes:
  0    done
  1    done, and the answer is no: faults were found, an action is not legal, a report differs
  2    wrong usage
  3    bad input: a file, record, position, board or action
  4    an optional package is missing
  130  interrupted"""


def make_parser(configured: Sequence[str]) -> argparse.ArgumentParser:
    """The parser, with the arguments of the named commands; of the others it knows no more than the name."""
    parser = argparse.ArgumentParser(
        prog="metromania",
        description="Play, replay, draw and examine games of Metromania.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"metromania {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        description = summary[0].upper() + summary[1:] + "."
        command = commands.add_parser(name, help=summary, description=description, allow_abbrev=False)
        if name in configured:
            module = importlib.import_module(f"metromania.cli.{name}")
            module.configure(command)
            command.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line (that of the process by default) and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        arguments = make_parser(words[:1]).parse_args(words)
    except SystemExit as e:
        return e.code if isinstance(e.code, int) else USAGE
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except MissingExtra as e:
        return _fail(str(e), MISSING)
    except MetromaniaError as e:
        return _fail(str(e), BAD_INPUT)
    except BrokenPipeError:  # the reader of our output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except OSError as e:
        return _fail(f"{e.filename}: {e.strerror}" if e.filename else str(e), BAD_INPUT)
    except MemoryError:
        return _fail("not enough memory", BAD_INPUT)
    except KeyboardInterrupt:
        return _fail("interrupted", INTERRUPTED)
    return code


def _fail(words: str, code: int) -> int:
    print(f"metromania: {words}", file=sys.stderr)
    return code
