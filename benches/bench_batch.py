"""Benchmarks of batches: `pytest benches/bench_batch.py`; each asserts its answer."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benches.ours import KINDS
from benches.slices import Workload

WORKLOADS = {f"{kind}: {name}": workload for kind in ("batch",) for name, workload in KINDS[kind]().items()}


@pytest.mark.parametrize("workload", WORKLOADS.values(), ids=WORKLOADS.keys())
def test_speed(benchmark: BenchmarkFixture, workload: Workload) -> None:
    workload.check("benchmark", 1, benchmark(workload.run, 1))
