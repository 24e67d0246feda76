"""The layout of the structs that other extensions cimport: pinned, since a change breaks them silently.

If this test fails because a struct was changed on purpose, raise ABI in metrocore/types.pxd and write layout.txt anew:
`python -m tests.core.layout`.
"""

import re
from pathlib import Path

import pytest

from metrocore import _probe
from metromania import Game
from tests.core import layout

TYPES = Path(__file__).parents[2] / "metrocore" / "types.pxd"


def fields_of(struct: str) -> list[str]:
    """The fields that types.pxd gives a struct, in order."""
    text = TYPES.read_text(encoding="utf-8")
    found = re.search(rf"^cdef struct {struct}:\n((?:    .*\n|\n(?=    ))+)", text, re.MULTILINE)
    assert found is not None
    return re.findall(r"^    (?:const )?\w+ \*?(\w+)", found[1], re.MULTILINE)


def test_layout_is_as_written_down() -> None:
    assert layout.describe() == layout.FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("struct", "places"),
    [("State", _probe.state_layout()), ("City", _probe.city_layout()), ("Undo", _probe.undo_layout())],
)
def test_every_field_is_there(struct: str, places: dict[str, tuple[int, int]]) -> None:
    assert list(places) == fields_of(struct)


def test_state_has_no_byte_between_fields() -> None:
    """States are compared and hashed as memory, so no byte of theirs may be left to chance."""
    end = 0
    for offset, size in _probe.state_layout().values():
        assert offset == end
        end = offset + size
    assert _probe.sizes()["State"] - end < 8  # at the end, zeroed by start_state


def test_undo_keeps_all_before_the_ring() -> None:
    assert _probe.state_layout()["ring"][0] == _probe.sizes()["TOP_BYTES"] == _probe.undo_layout()["top"][1]


def test_size_of_a_state() -> None:
    assert _probe.sizes()["State"] == Game.new(seed=1).state_size == len(Game.new(seed=1).state_bytes()) == 496
