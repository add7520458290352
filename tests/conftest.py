"""What all tests share: kept grammars; property tests are not hurried, since a machine may be busy."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from kriegnote.kept import FOLDER

settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


@pytest.hookimpl(wrapper=True)
def pytest_cmdline_main() -> Generator[None, object, object]:
    """The processes of one run, those that tests start too, build each grammar once and keep it for one another."""
    if "PYTEST_XDIST_WORKER" in os.environ:  # it has the folder of the process that started it
        return (yield)
    with tempfile.TemporaryDirectory() as folder:
        os.environ[FOLDER] = folder
        return (yield)
