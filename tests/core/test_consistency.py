"""The consistency check itself: whatever cached byte is wrong, it says so."""

from metrocore import _probe
from tests.core.walks import walk

# Fields of State that derive() computes from the others (types.pxd); a flip in any bit of them must be found.
CACHED = ("board_key", "starts_free", "ends_free", "at", "head", "heading", "ways", "hand", "live", "complete",
          "stations_left", "ring", "lines")  # fmt: skip


def test_a_sound_state_has_no_fault() -> None:
    for game in walk(3):
        assert _probe.fault_after_flip(game, 0, 0) is None


def test_any_wrong_cached_bit_is_found() -> None:
    layout = _probe.state_layout()
    for seed in (1, 4):
        for step, game in enumerate(walk(seed, "standard")):
            if step % 30 != 29:
                continue
            for field in CACHED:
                offset, size = layout[field]
                for i in range(offset, offset + size):
                    for bit in range(8):
                        assert _probe.fault_after_flip(game, i, 1 << bit), f"{field}[{i - offset}] bit {bit}"


def test_wrong_facts_that_the_key_holds_are_found() -> None:
    layout = _probe.state_layout()
    *_, game = walk(3, "standard")
    for field, size in (("stations", 11), ("place", 12), ("owner", 12)):
        offset = layout[field][0]
        for i in range(size):
            if field == "place" and game.places[i] < 0:
                continue
            assert _probe.fault_after_flip(game, offset + i, 1), f"{field}[{i}]"
