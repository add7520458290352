"""Builds what Lark makes of the grammars before the program is installed, so that nobody waits for it.

This is the build backend that ``pyproject.toml`` names: setuptools, with the tables built first, which are part of the
package. ``python -m kriegnote.built_tables`` builds them in a checkout; if its grammars have changed since then, tables
are built on first use, as those of plug-ins are.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from importlib.resources import files
from typing import Any, Final

from kriegnote.cache import FOLDER, INSTALLED
from kriegnote.lexicon import lexicon
from kriegnote.parser_tables import table_of
from kriegnote.parsing import terminals

PARSERS: Final = (
    ("problem", "start", False),
    ("dialogue", "start", False),
    ("tries", "start", False),
    ("tries", "group", False),
    ("descriptive", "start", False),
    ("descriptive", "group", False),
    ("icc", "start", True),
    ("magari", "start", True),
    ("nost", "start", True),
    ("nost", "unopened_list", True),
    ("darkchess", "start", True),
    ("progressive", "start", True),
    ("facts", "start", False),
    ("san", "start", False),
    ("move", "start", False),
    ("krieg", "words", False),
    ("krieg", "own", True),
    ("krieg", "maryland", True),
    ("krieg", "darkboard", True),
    ("announcements", "announcement", False),
    ("announcements", "nost", False),
    ("announcements", "ways", False),
    ("descriptive_move", "start", False),
    ("descriptive_move", "continental", False),
    ("heading", "title", False),
    ("heading", "plain", False),
    ("icc", "ending", False),
    ("shown", "start", False),
)
"""What :func:`kriegnote.parser_tables.table_of` is asked for: a grammar, its first rule, whether all words are kept.

The slowest two stand first: all are built side by side.
"""


def build() -> None:
    """Builds what is missing or out of date; nothing else is changed.

    :raises OSError: if the files cannot be written.
    """
    INSTALLED.mkdir(exist_ok=True)
    os.environ[FOLDER] = str(INSTALLED)
    names = [file.name for file in files("kriegnote.grammars").iterdir() if file.name.endswith(".lark")]
    assert lexicon().phrases  # the other processes find them
    with ProcessPoolExecutor() as pool:
        tables = [pool.submit(_build_table, *parser) for parser in PARSERS]
        words = [pool.submit(_build_terminals, name.removesuffix(".lark")) for name in sorted(names)]
        for one in (*tables, *words):
            one.result()


def build_wheel(*arguments: Any, **options: Any) -> Any:
    """Builds the wheel (PEP 517), with the tables."""
    build()
    return __getattr__("build_wheel")(*arguments, **options)


def build_editable(*arguments: Any, **options: Any) -> Any:
    """Builds the wheel of a checkout that stays where it is (PEP 660), with the tables."""
    build()
    return __getattr__("build_editable")(*arguments, **options)


def __getattr__(hook: str) -> Any:
    """A hook of setuptools; it is imported only here, since whoever runs the program need not have it."""
    return getattr(import_module("setuptools.build_meta"), hook)


# What a process builds is read from its file, not sent back.
def _build_table(name: str, start: str, keep_all_tokens: bool) -> None:
    table_of(name, start, keep_all_tokens=keep_all_tokens)


def _build_terminals(name: str) -> None:
    terminals(name)


if __name__ == "__main__":
    build()
