"""Builds the tables of the grammars before the package is built, of which they are a part."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithTables(build_py):
    """Everything as usual, with the tables."""

    def run(self) -> None:
        subprocess.run([sys.executable, "-m", "kriegnote.built_tables"], cwd=Path(__file__).parent, check=True)
        super().run()


setup(cmdclass={"build_py": BuildWithTables})
