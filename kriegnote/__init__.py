"""kriegnote reads, checks, repairs and converts records of Kriegspiel games.

>>> import kriegnote
>>> [game] = kriegnote.read("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0", "san")
>>> game.record.events[0].text
'e4'
>>> [event.san for event in kriegnote.resolve(game.record).record.events][-1]
'Qxf7#'

All public names are here; :mod:`kriegnote.plugin` has what a plug-in for a notation needs. No module has the name of a
public function, so importing a module never replaces a function.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kriegnote.model.conveniences import Conveniences, provide

if TYPE_CHECKING:
    from kriegnote.api import Source, check, convert, detect, prove, read, repair, resolve, view
    from kriegnote.chess.position import Position
    from kriegnote.diagnostics.findings import Finding, Fix
    from kriegnote.errors import KriegnoteError
    from kriegnote.feeds.plies import Ply
    from kriegnote.model.events import (
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
        Option,
        PawnTries,
        Promotion,
        Reveal,
        Try,
        Unknown,
        Variation,
    )
    from kriegnote.model.printed_moves import Parts
    from kriegnote.model.record import Record
    from kriegnote.notations.accounting import Account
    from kriegnote.notations.notation import Notation
    from kriegnote.operations.conversion import Converted, InputError
    from kriegnote.problems.policy import Problem
    from kriegnote.problems.prove import Verdict
    from kriegnote.restoration.restorer import Repaired
    from kriegnote.rules import RULES, RuleSet
    from kriegnote.rules import RULES as rulebooks  # noqa: N811
    from kriegnote.text.source import Chunk, Read
    from kriegnote.text.writing import Style
    from kriegnote.umpire.views import ViewError

_HOME = {
    "api": ("Source", "check", "convert", "detect", "prove", "read", "repair", "resolve", "view"),
    "chess.position": ("Position",),
    "notations.accounting": ("Account",),
    "operations.conversion": ("Converted", "InputError"),
    "model.events": (
        "Answer", "AnyEvent", "Ask", "Capture", "Check", "Comment", "End", "Event", "Junk", "Move", "Nag", "Option",
        "PawnTries", "Promotion", "Reveal", "Try", "Unknown", "Variation",
    ),
    "diagnostics.findings": ("Finding", "Fix"),
    "errors": ("KriegnoteError",),
    "feeds.plies": ("Ply",),
    "model.printed_moves": ("Parts",),
    "notations.notation": ("Notation",),
    "problems.policy": ("Problem",),
    "problems.prove": ("Verdict",),
    "model.record": ("Record",),
    "restoration.restorer": ("Repaired",),
    "rules": ("RULES", "RuleSet"),
    "text.source": ("Chunk", "Read"),
    "text.writing": ("Style",),
    "umpire.views": ("ViewError",),
}  # fmt: skip
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "RULES", "Account", "Answer", "AnyEvent", "Ask", "Capture", "Check", "Chunk", "Comment", "Converted", "End",
    "Event", "Finding", "Fix", "InputError", "Junk", "KriegnoteError", "Move", "Nag", "Notation", "Option", "Parts",
    "PawnTries", "Ply", "Position", "Problem", "Promotion", "Read", "Record", "Repaired", "Reveal", "RuleSet", "Source",
    "Style", "Try", "Unknown", "Variation", "Verdict", "ViewError", "check", "convert", "detect", "prove", "read",
    "repair", "resolve", "rulebooks", "view",
]  # fmt: skip


def _conveniences() -> Conveniences:
    from kriegnote.feeds import offered

    return offered


provide(_conveniences)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def __getattr__(name: str) -> Any:
    """Imports a public name from its module on first use, so that ``--help`` stays fast."""
    if name == "__version__":
        from importlib.metadata import version

        return version("kriegnote")
    if name == "rulebooks":
        from kriegnote.rules import RULES

        return RULES
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'kriegnote' has no attribute {name!r}")
    value = getattr(import_module(f"kriegnote.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value
