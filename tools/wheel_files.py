"""Compare the files of a wheel with the tree it was built from: nothing missing, nothing that does not belong."""

import sys
import zipfile
from pathlib import Path, PurePosixPath

SHIPPED = {".py", ".pyi", ".pxd", ".json"}


def expected(tree: Path) -> set[str]:
    """The package files of the tree that a wheel must hold, by their path in the wheel."""
    found = set()
    for root, package in ((tree, "metrocore"), (tree / "python", "metromania")):
        for path in (root / package).rglob("*"):
            if path.suffix in SHIPPED or path.name == "py.typed":
                found.add(path.relative_to(root).as_posix())
    return found


def modules(tree: Path) -> set[str]:
    """The compiled modules that a wheel must hold, by their path without the platform's suffix."""
    return {path.relative_to(tree).with_suffix("").as_posix() for path in (tree / "metrocore").rglob("*.pyx")}


def main(wheel: str, tree: str) -> int:
    """Print each difference; the number of differences is the exit code's truth."""
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    compiled = {str(PurePosixPath(name).parent / PurePosixPath(name).name.split(".")[0]) for name in names
                if name.endswith((".so", ".pyd"))}
    plain = {name for name in names if not name.endswith((".so", ".pyd"))}
    root = Path(tree)
    faults = [f"missing: {name}" for name in sorted((expected(root) - plain) | (modules(root) - compiled))]
    faults += [f"does not belong: {name}" for name in sorted((plain - expected(root)) | (compiled - modules(root)))]
    print("\n".join(faults) or f"wheel: {len(names)} files, {len(compiled)} of them compiled")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
