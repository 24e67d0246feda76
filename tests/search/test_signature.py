"""A fixed set of searches comes to what `signature.json` says; see signature.py for when that may change."""

from __future__ import annotations

import json

from tests.search.signature import FILE, SEARCHES, measure


def test_signature() -> None:
    assert [measure(entry) for entry in SEARCHES] == json.loads(FILE.read_text())
