"""Write the pictures of the documentation from the tables of the lattice: `python docs/make_pictures.py`."""

from pathlib import Path

from metromania.draw.svg import lattice_picture

PICTURES = {"lattice.svg": lattice_picture}


def main() -> None:
    """Write every picture beside this script."""
    for name, draw in PICTURES.items():
        (Path(__file__).parent / name).write_text(draw(), "utf-8")


if __name__ == "__main__":
    main()
