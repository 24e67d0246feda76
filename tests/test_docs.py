"""Every code block of the README and of docs/ runs, page by page, and every link leads somewhere.

`python` blocks are executed and `pycon` blocks are doctests, in one namespace a page. `console` blocks are commands
(`$ metromania ...`) with their output, in which `...` stands for anything. All of a page happens in one empty folder.
`sh` blocks hold scripts of this repository and nothing else; `json` blocks must be JSON; `cython` blocks are a file in
docs/examples, which tools/check_wheel builds.
"""

from __future__ import annotations

import builtins
import doctest
import inspect
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import metromania
from metromania import errors, files, lattice, pieces, preview, why_not
from metromania import report as reports
from metromania.draw import report as report_text
from metromania.draw import svg, text

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
KINDS = {"python", "pycon", "console", "sh", "json", "cython", "text"}
FENCE = re.compile(r"^```(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True)
class Block:
    """One fenced block of a page."""

    kind: str
    text: str
    line: int


def blocks(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    found = [Block(m[1], m[2], text.count("\n", 0, m.start()) + 2) for m in FENCE.finditer(text)]
    assert len(found) * 2 == len(re.findall("^```", text, re.MULTILINE)), "a fence is not closed"
    return found


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with `metromania` on the path."""
    programs = tmp_path / "bin"
    programs.mkdir()
    command = programs / "metromania"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m metromania "$@"\n')
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    monkeypatch.setenv("COLUMNS", "100")
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return work


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_code_runs(page: Path, folder: Path) -> None:
    namespace: dict[str, Any] = {"__name__": "page"}
    for block in blocks(page):
        assert block.kind in KINDS, f"{name(page)}:{block.line}: {block.kind or 'a block without a kind'}"
        place = f"{name(page)}:{block.line}"
        if block.kind == "python":
            padded = "\n" * (block.line - 1) + block.text
            exec(compile(padded, str(page), "exec"), namespace)
        elif block.kind == "pycon":
            run_examples(block, place, namespace)
        elif block.kind == "console":
            run_commands(block.text, place)
        elif block.kind == "cython":
            assert block.text in {file.read_text() for file in (ROOT / "docs/examples").glob("*.pyx")}, place
        elif block.kind == "json":
            json.loads(block.text)
        elif block.kind == "sh":
            check_scripts(block.text, place)


def run_examples(block: Block, place: str, namespace: dict[str, Any]) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, namespace, place, place, block.line - 1)
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    runner.run(test, out=told.append, clear_globs=False)
    namespace.update(test.globs)
    assert runner.failures == 0, "".join(told)


def run_commands(text: str, place: str) -> None:
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False, timeout=120
        )
        shown = done.stdout + done.stderr
        assert doctest.OutputChecker().check_output(expected, shown, doctest.ELLIPSIS), f"{place}: $ {command}\n{shown}"


def check_scripts(text: str, place: str) -> None:
    """README's commands are what CI runs; here they must be there, and be run by it."""
    ci = (ROOT / ".ci/run").read_text().splitlines()
    for line in text.splitlines():
        script = ROOT / line
        assert line.startswith("./"), f"{place}: {line}"
        assert os.access(script, os.X_OK), f"{place}: {line}"
        assert line in ci, f"{place}: {line} is not run by .ci/run"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    text = FENCE.sub("", page.read_text("utf-8"))
    for link in LINK.findall(text):
        if "://" in link:
            continue
        target, _, anchor = link.partition("#")
        linked = (page.parent / target).resolve() if target else page
        assert linked.exists(), f"{name(page)}: {link}"
        if anchor:
            assert anchor in anchors(linked), f"{name(page)}: {link}"


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", page.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_examples_are_typed(tmp_path: Path) -> None:
    for page in PAGES:
        lines = []
        for block in blocks(page):
            if block.kind == "python":
                lines.append(block.text)
            elif block.kind == "pycon":
                lines += [example.source for example in doctest.DocTestParser().get_examples(block.text)]
        (tmp_path / f"{name(page)[:-3].replace('/', '_').replace('-', '_')}.py").write_text("".join(lines))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--follow-imports", "silent",
         "--disable-error-code", "no-redef", *map(str, sorted(tmp_path.glob("*.py")))],
        capture_output=True, text=True, check=False, env={**os.environ, "MYPYPATH": f"{ROOT}:{ROOT / 'python'}"},
    )  # fmt: skip
    assert done.stdout + done.stderr == ""


def test_the_table_of_errors_is_right() -> None:
    table = (ROOT / "docs/reference/errors.md").read_text("utf-8")
    told = set()
    for names, base in re.findall(r"^\| (`\w+Error`[^|]*) \| `(\w+)` \|", table, re.MULTILINE):
        for error in re.findall(r"\w+", names):
            told.add(error)
            cls = getattr(errors, error)
            assert issubclass(cls, getattr(builtins, base, None) or getattr(errors, base)), error
    assert told == {name for name in errors.__all__ if name.endswith("Error")}


def test_pictures_are_up_to_date() -> None:
    namespace: dict[str, Any] = {"__name__": "pictures", "__file__": ""}
    exec((ROOT / "docs/make_pictures.py").read_text(), namespace)
    for file, draw in namespace["PICTURES"].items():
        assert (ROOT / "docs" / file).read_text("utf-8") == draw()


def public_names() -> list[str]:
    """What a caller may use: every name of the package's public modules, and every attribute of their classes."""
    found = set(metromania.__all__)
    for module in (errors, files, lattice, svg, text, report_text):
        found |= {
            name
            for name, value in vars(module).items()
            if not name.startswith("_") and inspect.isfunction(value) and value.__module__ == module.__name__
        }
    found |= set(errors.__all__) | {name for name in vars(lattice) if name.isupper()}
    classes: list[type] = [getattr(metromania, name) for name in metromania.__all__]
    classes = [cls for cls in classes if inspect.isclass(cls) and not issubclass(cls, Exception)]
    classes += [pieces.Line, pieces.Tunnel, pieces.Marker, preview.Preview, preview.StationPreview, why_not.Reason]
    classes += [reports.Report, reports.PlayerReport, reports.Trip, reports.Route, reports.Ride, reports.Change]
    for cls in classes:
        found |= {cls.__name__} | {name for name in dir(cls) if not name.startswith("_")}
    return sorted(found)


@pytest.mark.parametrize("public", public_names())
def test_the_reference_has_every_public_name(public: str) -> None:
    pages = [page.read_text("utf-8") for page in (ROOT / "docs/reference").glob("*.md")]
    code = " ".join(span for page in pages for span in re.findall(r"`[^`\n]+`", page))
    assert re.search(rf"\b{public}\b", code)
