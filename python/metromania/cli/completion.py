"""`metromania completion`: a completion script for a shell, to be sourced or put where the shell looks for it."""

from __future__ import annotations

import argparse

from ._output import MissingExtra, add_json, print_json


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=("bash", "zsh", "tcsh"))
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    try:
        import shtab
    except ImportError:
        raise MissingExtra("shtab") from None
    from . import COMMANDS, make_parser

    script = shtab.complete(make_parser(list(COMMANDS)), arguments.shell)
    if arguments.json:
        print_json({"shell": arguments.shell, "script": script})
    else:
        print(script)
    return 0
