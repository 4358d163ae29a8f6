"""Rules for every test: no display, no stray warnings, logs or Qt messages, seeded randomness."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("repeatable")


@pytest.fixture(autouse=True)
def no_unexpected_logs(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Whatever logs a warning or worse fails its test, unless the test takes the record out of ``caplog``."""
    yield
    records = [record for record in caplog.get_records("call") if record.levelno >= logging.WARNING]
    assert not records, f"unexpected logs: {[record.getMessage() for record in records]}"
