"""Notations that other packages offer: each is tried before it is used, and one that is broken is passed over."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from kriegnote.lexicon import filled
from kriegnote.notations.notation import Notation
from kriegnote.plugin import GROUP, VERSION

_FUNCTIONS: Final = ("chunks", "read", "write")


def load(known: Mapping[str, Notation]) -> Mapping[str, Notation]:
    """The notations by id, those of other packages behind those that are known.

    One that cannot be used, or whose id is taken, is passed over with a RuntimeWarning that names its entry point.
    """
    table = dict(known)
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        try:
            row = _load(point)
            if row.id in table:
                raise ValueError(f"the id {row.id!r} is taken by {table[row.id].package}")
        except Exception as error:  # whatever another package's import may raise
            warnings.warn(
                f"the entry point {point.name} = {point.value} ({GROUP}) is passed over: {_said(error)}",
                RuntimeWarning,
                stacklevel=2,
            )
        else:
            table[row.id] = row
    return table


def _load(point: EntryPoint) -> Notation:
    """The notation of an entry point.

    :raises Exception: it cannot be imported, or does not keep the contract.
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
