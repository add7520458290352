"""What a player could know: joining two records of a game, the positions and the games that fit a record.

The entry points are :func:`join`, :func:`know` and :func:`complete`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from kriegnote.knowledge.belief import know
    from kriegnote.knowledge.completion import complete
    from kriegnote.knowledge.joining import join
    from kriegnote.knowledge.results import Completed, Joined, Known, PlyKnowledge

_HOME: Final = {
    "complete": "completion",
    "join": "joining",
    "know": "belief",
    "Completed": "results",
    "Joined": "results",
    "Known": "results",
    "PlyKnowledge": "results",
}

__all__ = ["Completed", "Joined", "Known", "PlyKnowledge", "complete", "join", "know"]


def __getattr__(name: str) -> Any:
    """Imports a public name from its module on first use, so that the command line starts quickly."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value
