"""The package as a whole: exports, a light import, the family of errors, typing."""

import importlib
import inspect
import os
import pickle
import pkgutil
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

import metrocore.errors
import metromania
from metromania import errors
from metromania.errors import Fault, MetromaniaError

ROOT = Path(__file__).parents[2]
BUILT_IN = {
    "ActionTypeError": TypeError, "WrongTypeError": TypeError, "ActionError": ValueError, "ArgumentError": ValueError,
    "IllegalActionError": ValueError, "GameOverError": ValueError, "HistoryError": IndexError, "SeatError": IndexError,
    "UnknownNameError": ValueError, "NotOverError": RuntimeError, "SetupError": ValueError, "HiddenError": ValueError,
    "BoardError": ValueError, "RecordError": ValueError, "PositionError": ValueError,
}  # fmt: skip


def test_all_that_is_exported_is_there() -> None:
    for module in (metromania, errors):
        assert sorted(module.__all__) == sorted(set(module.__all__))
        for name in module.__all__:
            assert getattr(module, name) is not None
    defined = {name for name, value in vars(metrocore.errors).items() if inspect.isclass(value) and name[0] != "N"}
    assert defined | {"NotOverError"} == set(errors.__all__)


def test_one_family_of_errors() -> None:
    for name in errors.__all__:
        error = getattr(errors, name)
        if name == "Fault":
            continue
        assert issubclass(error, MetromaniaError)
        assert issubclass(error, BUILT_IN.get(name, Exception))
        assert error.__doc__
    assert str(MetromaniaError("why", "where")) == "where: why"
    assert str(MetromaniaError("why")) == "why"


@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_errors_survive_pickling(name: str) -> None:
    made = getattr(errors, name)("why", "where")
    again = pickle.loads(pickle.dumps(made))
    assert (type(again), again.reason, again.place, str(again)) == (type(made), "why", "where", "where: why")


def test_faults_survive_pickling() -> None:
    made = errors.RecordError("why", "where", (Fault("where", "why"), Fault("there", "also")))
    assert pickle.loads(pickle.dumps(made)).faults == made.faults
    assert errors.BoardError("why", "where").faults == (("where", "why"),)


def test_import_is_light() -> None:
    """No optional dependency, and not NumPy either until an array is asked for."""
    code = "import sys; sys.path[:0] = {!r}; import metromania; print(*{{m.split('.')[0] for m in sys.modules}})"
    command = [sys.executable, "-c", code.format([path for path in sys.path if path])]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    heavy = {"numpy", "rich", "typer", "gymnasium", "pettingzoo", "torch", "asyncio", "inspect_heavy", "hypothesis"}
    assert heavy.isdisjoint(loaded)
    assert "metromania" in loaded


def test_every_module_says_its_purpose_in_its_first_line() -> None:
    for package in (metromania, importlib.import_module("metromania.draw")):
        for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
            if not module.name.endswith("__main__"):
                doc = importlib.import_module(module.name).__doc__
                assert doc
                assert doc.splitlines()[0].endswith((".", ":"))


def test_typed_and_with_its_data() -> None:
    files = resources.files("metromania")
    assert files.joinpath("py.typed").is_file()
    assert files.joinpath("data/standard.json").is_file()
    assert metromania.__version__.count(".") == 2


@pytest.mark.parametrize("value", ["yes", "make", "used:/tmp"])
def test_an_unknown_build_switch_is_explained(value: str) -> None:
    done = subprocess.run(
        [sys.executable, "setup.py", "--version"],
        cwd=ROOT, env={**os.environ, "METROCORE_PGO": value}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode != 0
    assert done.stderr == f"METROCORE_PGO: expected make:DIR or use:DIR, not '{value}'\n"
