"""What all tests share: kept grammars, a collector that leaves alone what is loaded, property tests without hurry."""

from __future__ import annotations

import atexit
import gc
import os
import subprocess
import sys
import tempfile
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from kriegnote.cache import FOLDER

settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


@pytest.hookimpl(wrapper=True)
def pytest_cmdline_main() -> Generator[None, object, object]:
    """The processes of one run, those that tests start too, build each grammar once and keep it for one another, and
    what Python compiles: without that a command takes three times as long to start."""
    if "PYTEST_XDIST_WORKER" in os.environ:  # it has the environment of the process that started it
        return (yield)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run([sys.executable, "-m", "kriegnote.built_tables"], check=True)  # grammars may have been edited
    with tempfile.TemporaryDirectory() as folder:
        os.environ[FOLDER] = folder
        return (yield)


def pytest_collection_finish() -> None:
    """What is loaded stays to the end: to look through it all for what is no longer used took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)


def pytest_unconfigure() -> None:
    """What is not thawed at the very end some libraries report as leaked."""
    atexit.register(gc.unfreeze)
