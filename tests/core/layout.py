"""The layout of the shared structs as text. `python -m tests.core.layout` writes layout.txt."""

from pathlib import Path

from metrocore import _probe
from metrocore.game import ABI

FILE = Path(__file__).parent / "layout.txt"


def describe() -> str:
    """ABI number, sizes, and the offset and size of each field."""
    lines = [f"ABI {ABI}"]
    lines += [f"{name} {size}" for name, size in _probe.sizes().items()]
    structs = {"State": _probe.state_layout(), "City": _probe.city_layout(), "Undo": _probe.undo_layout()}
    for struct, places in structs.items():
        lines += [f"{struct}.{field} {offset} {size}" for field, (offset, size) in places.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(describe(), encoding="utf-8")
