"""The list of mutants fits the core and the tests as they are. `python -m tests.mutants` builds and runs them."""

import re
from collections import Counter

import pytest

from tests.mutants.mutants import MUTANTS, ROOT, Mutant


def test_enough_of_them() -> None:
    assert len(MUTANTS) >= 30
    assert max(Counter(mutant.name for mutant in MUTANTS).values()) == 1


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.name for mutant in MUTANTS])
def test_mutant_fits(mutant: Mutant) -> None:
    text = (ROOT / "metrocore" / mutant.file).read_text(encoding="utf-8")
    assert text.count(mutant.old) == 1
    assert mutant.old != mutant.new
    file, function = mutant.killer.split("::")
    assert re.search(rf"^def {function}\(", (ROOT / "tests" / file).read_text(encoding="utf-8"), re.MULTILINE)
