"""Run every benchmark in one run and write the tables of docs/performance.md: `python -m benches.run [--rounds N] [--quick]`."""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import sysconfig
from datetime import UTC, datetime
from pathlib import Path

import numpy

from benches.ours import KINDS
from benches.peers import __main__ as peers
from benches.slices import Measure, compare

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
PLOT = PAGE.with_name("performance.svg")
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"


def machine() -> str:
    """Processor, compiler, flags, versions, date: what every figure depends on."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text("utf-8").splitlines() if told.exists() else []
    model = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.processor())
    compiler = subprocess.run(["cc", "--version"], capture_output=True, text=True, check=False).stdout.split("\n")[0]
    return (
        f"{model}, {os.cpu_count()} cores; {platform.system()}, Python {platform.python_version()}, NumPy {numpy.__version__}; "
        f"{compiler}, `{sysconfig.get_config_var('OPT') or ''} -O3 -g0`; {datetime.now(UTC):%Y-%m-%d}."
    )


def table(kind: str, measures: dict[str, Measure]) -> list[str]:
    """A row a workload: nanoseconds a unit (median and quartiles of the slices), units a second, and how it stands to the first."""
    first = next(iter(measures.values()))
    rows = [f"### {kind}", "", "| workload | unit | ns, median | quartiles | a second | of the first |"]
    rows.append("|---|---|---:|---|---:|---:|")
    for name, measure in measures.items():
        low, high = measure.quartiles()
        ns = measure.median()
        rows.append(
            f"| {name} | {measure.unit} | {ns:,.1f} | {low:,.1f} to {high:,.1f} | {1e9 / ns:,.0f} "
            f"| {measure.median() / first.median():.2f} |"
        )
    return [*rows, ""]


def plot(measured: dict[str, dict[str, Measure]]) -> None:
    """Nanoseconds a unit of everything, on a logarithmic axis."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "metromania"
    from matplotlib import pyplot

    bars = [(f"{kind}: {name}", m.median()) for kind, found in measured.items() for name, m in found.items()][::-1]
    figure, axes = pyplot.subplots(figsize=(8, 0.3 * len(bars) + 1), layout="constrained")
    axes.barh([name for name, _ in bars], [ns for _, ns in bars])
    axes.set_xscale("log")
    axes.set_xlabel("nanoseconds a unit, median")
    figure.savefig(PLOT, metadata={"Date": None})


def main() -> int:
    """Measure, print, and write page and plot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="slices of each workload (default 15)")
    parser.add_argument("--quick", action="store_true", help="our own benchmarks alone, nothing written")
    parser.add_argument("--kinds", nargs="*", choices=list(KINDS), default=list(KINDS))
    arguments = parser.parse_args()
    measured = {kind: compare(KINDS[kind](), rounds=arguments.rounds) for kind in arguments.kinds}
    lines = [machine(), ""] + [line for kind, found in measured.items() for line in table(kind, found)]
    print("\n".join(lines))
    if arguments.quick:
        return 0
    beside = subprocess.run([sys.executable, "-m", peers.__name__.removesuffix(".__main__"), "--rounds", str(arguments.rounds)],
                            capture_output=True, text=True, check=True).stdout
    print(beside)
    page = PAGE.read_text("utf-8")
    head, tail = page.split(BEGIN)[0], page.split(END)[1]
    PAGE.write_text(head + "\n".join([BEGIN, "", *lines, "## Beside other libraries", "", beside.strip(), "", END]) + tail, "utf-8")
    try:
        plot(measured)
    except ImportError:
        print("no plot: matplotlib is not installed", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
