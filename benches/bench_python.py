"""Benchmarks of play from Python: `pytest benches/bench_python.py`; each asserts its answer."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benches.peers.ours import clone, play, push_pop
from benches.slices import Workload

WORKLOADS = {**play(), **clone(), **push_pop()}


@pytest.mark.parametrize("workload", WORKLOADS.values(), ids=WORKLOADS.keys())
def test_speed(benchmark: BenchmarkFixture, workload: Workload) -> None:
    workload.check("benchmark", 1, benchmark(workload.run, 1))
