"""Tournaments of quick bots, and bots that misbehave."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

BAD_BOTS = '''
"""Bots that break the rules, each in a way of its own."""

import os
import sys
import time

def illegal(game):
    return "a>SW1" if game.ply > 2 else game.legal_actions[0]

def crash(game):
    os._exit(7)

def raising(game):
    raise RuntimeError("on purpose")

def hang(game):
    while True:
        pass

def hog(game):
    kept = []
    while True:
        kept.append(bytearray(8 << 20))

def litter(game):
    """Starts a process that would outlive it, and plays on."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execvp("sleep", ["sleep", "86471"])
        os._exit(0)
    return game.legal_actions[0]

def first(game):
    return game.legal_actions[0]
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, from which ``bad_bots`` can be imported, here and in other processes."""
    (tmp_path / "bad_bots.py").write_text(BAD_BOTS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *(os.path.abspath(path) for path in sys.path)])  # noqa: PTH100
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    return tmp_path
