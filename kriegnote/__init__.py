"""kriegnote: the notations of Kriegspiel, one grammar each, one event model, one umpire.

>>> import kriegnote
>>> one = next(kriegnote.read("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0", "san"))
>>> one.record.events[0].text
'e4'
>>> [event.san for event in kriegnote.resolve(one.record).record.events][-1]
'Qxf7#'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kriegnote.api import check, convert, read, resolve
    from kriegnote.conversion import Converted, InputError, ViewError
    from kriegnote.events import (
        Answer,
        AnyEvent,
        Ask,
        Capture,
        Check,
        Comment,
        End,
        Event,
        Junk,
        Move,
        Nag,
        PawnTries,
        Promotion,
        Reveal,
        Try,
        Variation,
    )
    from kriegnote.findings import Finding
    from kriegnote.record import Record
    from kriegnote.rules import RULES, RuleSet
    from kriegnote.views import view

_HOME = {
    "api": ("check", "convert", "read", "resolve"),
    "conversion": ("Converted", "InputError", "ViewError"),
    "events": (
        "Answer", "AnyEvent", "Ask", "Capture", "Check", "Comment", "End", "Event", "Junk", "Move", "Nag", "PawnTries",
        "Promotion", "Reveal", "Try", "Variation",
    ),
    "findings": ("Finding",),
    "record": ("Record",),
    "rules": ("RULES", "RuleSet"),
    "views": ("view",),
}  # fmt: skip
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "RULES", "Answer", "AnyEvent", "Ask", "Capture", "Check", "Comment", "Converted", "End", "Event", "Finding",
    "InputError", "Junk", "Move", "Nag", "PawnTries", "Promotion", "Record", "Reveal", "RuleSet", "Try", "Variation",
    "ViewError", "check", "convert", "read", "resolve", "view",
]  # fmt: skip


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def __getattr__(name: str) -> Any:
    """Imports a public name from its home when it is first used, so that ``--help`` stays quick."""
    if name == "__version__":
        from importlib.metadata import version

        return version("kriegnote")
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'kriegnote' has no attribute {name!r}")
    value = getattr(import_module(f"kriegnote.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value
