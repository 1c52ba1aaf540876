"""What holds for all tests: a skipped test is a failure in CI, where all that it could want is installed."""

from __future__ import annotations

import os

import pytest

collect_ignore = ["benchmarks"]  # run by hand; they compare with packages that the tests do not need


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter is not None else []
    if skipped and os.environ.get("CI"):
        reporter.write_line(f"\n{len(skipped)} tests were skipped, which in CI is a failure.")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
