"""Options of the test suite, and what it prints at the end."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--twin-games", type=int, default=300, help="seeded games to compare with the reference twin")
    parser.addoption("--perft-leaves", type=int, default=300_000, help="perft up to so many leaves; 0 for all on file")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the table of clauses that test_twin.py made (in whichever process)."""
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.getreports(kind)]
    tables = [value for report in reports for key, value in report.user_properties if key == "clauses"]
    for title, *rows in tables:
        terminalreporter.section(title)
        for row in rows:
            terminalreporter.write_line(row)
