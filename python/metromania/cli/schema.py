"""`metromania schema`: the JSON schemas of what the commands write with --json, and of records and reports."""

from __future__ import annotations

import argparse
import importlib.resources
import json
from typing import Any

from ._output import add_json, print_json

SCHEMAS = (
    "record", "board", "report", "trip", "preview",
    "new", "play", "replay", "show", "legal", "perft", "bench", "check", "stats", "arena", "completion",
)  # fmt: skip


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", choices=SCHEMAS, metavar="NAME", help=", ".join(SCHEMAS))
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    schema = read_schema(arguments.name)
    if arguments.json:
        print_json(schema)
    else:
        print(json.dumps(schema, indent=2))
    return 0


def read_schema(name: str) -> dict[str, Any]:
    """One of ``SCHEMAS``, with all that it refers to."""
    text = (importlib.resources.files("metromania") / "data/schemas.json").read_text("utf-8")
    kept: dict[str, Any] = json.loads(text)
    return {"$schema": kept["$schema"], "$ref": f"#/$defs/{name}", "$defs": kept["$defs"]}
