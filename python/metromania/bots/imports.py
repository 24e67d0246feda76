"""Finds by import path what users have written."""

from __future__ import annotations

import functools
import importlib
import os
import sys
from typing import Any


def imported(path: str) -> Any:
    """What stands at ``package.module:attribute``, in the current directory too. Raises what importing it raises."""
    module, _, attribute = path.partition(":")
    here = os.getcwd()  # noqa: PTH109
    if here not in sys.path:  # as for ``python -m``: a bot in the current directory is found by the console script too
        sys.path.insert(0, here)
    return functools.reduce(getattr, attribute.split("."), importlib.import_module(module))
