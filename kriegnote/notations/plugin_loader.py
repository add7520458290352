"""Loads the notations of other packages; each is checked before it is used, and a broken one is ignored."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib import import_module
from importlib.machinery import PathFinder
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kriegnote.lexicon import filled
from kriegnote.notations.notation import Notation
from kriegnote.plugin import GROUP, VERSION

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_FUNCTIONS: Final = ("chunks", "read", "write")


def load(known: Mapping[str, Notation]) -> Mapping[str, Notation]:
    """The notations by id: those that are known, then those of other packages.

    One that cannot be used, or whose id is taken, is ignored with a RuntimeWarning that names its entry point.
    """
    table = dict(known)
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        try:
            row = _load(point)
            if row.id in table:
                raise ValueError(f"the id {row.id!r} is taken by {table[row.id].package}")
        except Exception as error:  # whatever another package's import may raise
            warnings.warn(
                f"the entry point {point.name} = {point.value} ({GROUP}) is ignored: {_said(error)}",
                RuntimeWarning,
                stacklevel=2,
            )
        else:
            table[row.id] = row
    return table


def entry_points(group: str) -> Iterable[EntryPoint]:
    """The entry points of installed packages in a group.

    Importing and asking the standard library takes a tenth of the time of a short command. Therefore the packages'
    lists are searched first, and the library is asked only if one names the group or packages may be outside of
    folders.
    """
    elsewhere = any(hasattr(finder, "find_distributions") for finder in sys.meta_path if finder is not PathFinder)
    if not elsewhere and not any(_is_offered_in(Path(folder), group.encode()) for folder in sys.path):
        return ()
    from importlib import metadata

    return metadata.entry_points(group=group)


def _is_offered_in(folder: Path, group: bytes) -> bool:
    """Whether the list of a package in a folder names a group; True also for a file or an unreadable folder."""
    try:
        lists = chain(folder.glob("*-info/entry_points.txt"), folder.glob("EGG-INFO/entry_points.txt"))
        return folder.is_file() or any(group in one.read_bytes() for one in lists)
    except OSError:
        return True


def _load(point: EntryPoint) -> Notation:
    """The notation of an entry point.

    :raises Exception: if it cannot be imported or does not fulfil the contract.
    """
    row = point.load()
    if not isinstance(row, Notation):
        raise TypeError(f"it is of type {type(row).__name__}, not a kriegnote.plugin.Notation")
    if row.contract != VERSION:
        raise ValueError(f"it was written for version {row.contract} of the contract; this is version {VERSION}")
    module = import_module(row.module)
    lacking = [name for name in _FUNCTIONS if not callable(getattr(module, name, None))]
    if lacking:
        raise TypeError(f"the module {row.module} has no {', '.join(lacking)}")
    for pattern, weight in row.recognise:
        re.compile(filled(pattern, ""))
        float(weight)
    return replace(row, package=row.module.partition(".")[0])


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
