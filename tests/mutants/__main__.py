"""Build each mutant in a copy of the tree and run the test that must kill it: `python -m tests.mutants [WORD...]`.

Only the extensions that the change reaches are built anew, without optimisation; the others are those of the in-place
build, which must be up to date. With words, only mutants whose names have one of them. The exit code tells whether any
survived.
"""

import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

from .mutants import MUTANTS, ROOT, Mutant

SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
DIRECTIVES = "boundscheck=False,wraparound=False,cdivision=True,initializedcheck=False,embedsignature=True"


def copy_tree(work: Path) -> None:
    """What tests need: packages with their extensions, tests, settings."""
    ignore = shutil.ignore_patterns("*.c", "__pycache__")
    for name in ("metrocore", "python", "tests"):
        shutil.copytree(ROOT / name, work / name, ignore=ignore)
    shutil.copy(ROOT / "pyproject.toml", work)


def cimports(path: Path) -> set[str]:
    """The rooms that a file cimports from."""
    return set(re.findall(r"^from \.?\.?(?:metrocore\.)?(\w+) cimport", path.read_text(encoding="utf-8"), re.MULTILINE))


def reached(work: Path, file: str) -> list[Path]:
    """The sources of the top rooms' extensions that must be built anew when a file changes: inline functions travel."""
    core = work / "metrocore"
    if file.endswith(".pyx"):
        return [core / file]
    changed = {Path(file).stem}
    inline = [header for header in core.glob("*.pxd") if "cdef inline" in header.read_text(encoding="utf-8")]
    while more := {header.stem for header in inline if cimports(header) & changed} - changed:
        changed |= more
    sources = [source for source in sorted(core.glob("*.pyx")) if ({source.stem} | cimports(source)) & changed]
    return [source for source in sources if library_of(source).exists()]


def library_of(source: Path) -> Path:
    """The extension module that a source is built into."""
    return source.with_name(source.stem + SUFFIX)


def build(work: Path, source: Path) -> None:
    """One extension, quickly."""
    include = sysconfig.get_path("include")
    c_file = source.with_suffix(".c")
    made = work / "made.so"
    cython = [sys.executable, "-m", "cython", "-3", "-X", DIRECTIVES, "-o", str(c_file), str(source)]
    subprocess.run(cython, cwd=work, check=True, capture_output=True)
    compiler = [*shlex.split(sysconfig.get_config_var("CC")), "-O0", "-w", "-fPIC", "-shared", "-fno-strict-aliasing"]
    subprocess.run([*compiler, f"-I{include}", str(c_file), "-o", str(made)], cwd=work, check=True, capture_output=True)
    made.rename(library_of(source))


def run_test(work: Path, name: str) -> tuple[int, str]:
    """The named test there: pytest's exit code, and the last line that it prints."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", f"tests/{name}"]
    done = subprocess.run(command, cwd=work, capture_output=True, text=True, timeout=600, check=False)
    lines = done.stdout.strip().splitlines()
    return done.returncode, lines[-1] if lines else ""


def judge(work: Path, mutant: Mutant) -> str:
    """`killed`, or what happened instead. The tree is as before afterwards."""
    path = work / "metrocore" / mutant.file
    text = path.read_text(encoding="utf-8")
    if text.count(mutant.old) != 1:
        return "does not fit"
    sources = reached(work, mutant.file)
    sound = {library_of(source): library_of(source).read_bytes() for source in sources}
    try:
        path.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
        for source in sources:
            build(work, source)
        code, last = run_test(work, mutant.killer)
    except subprocess.CalledProcessError as error:
        return f"does not build: {error.stderr.decode()[-300:]}"
    finally:
        path.write_text(text, encoding="utf-8")
        for library, content in sound.items():
            library.unlink()
            library.write_bytes(content)
    if code == 1 or code < 0:  # tests failed, or the process was stopped by a signal
        return "killed"
    return "SURVIVED" if code == 0 else f"no test was run: {last}"


def main(words: list[str]) -> int:
    """Print a table; 1 if any mutant was not killed."""
    chosen = [mutant for mutant in MUTANTS if not words or any(word in mutant.name for word in words)]
    alive = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        work = Path(name)
        copy_tree(work)
        for test in sorted({mutant.killer for mutant in chosen}):
            code, last = run_test(work, test)
            if code:
                print(f"fails without a mutant: {test}: {last}")
                return 1
        for mutant in chosen:
            begun = time.monotonic()
            verdict = judge(work, mutant)
            alive += verdict != "killed"
            seconds = time.monotonic() - begun
            print(f"{verdict:10} {mutant.section:16} {mutant.name:50} {seconds:5.0f} s  {mutant.killer}", flush=True)
    print(f"{len(chosen) - alive} of {len(chosen)} mutants killed")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
