"""Methods of a record that are implemented in higher rooms: games of python-chess, rows, boards in a notebook.

The model imports nothing from higher rooms. It only declares the interface here (:class:`Conveniences`); the package
itself (:mod:`kriegnote`) registers the implementation (:func:`provide`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import chess.pgn

    from kriegnote.feeds.plies import Ply
    from kriegnote.model.record import Record
    from kriegnote.rules import RuleSet


class Conveniences(Protocol):
    """The interface of the implementation.

    :class:`~kriegnote.model.record.Record` has methods of the same names, except for ``html`` and ``svg``: a notebook
    shows these.
    """

    def to_chess(self, record: Record) -> chess.pgn.Game: ...

    def from_chess(self, game: chess.pgn.Game) -> Record: ...

    def plies(self, record: Record, rules: RuleSet | str | None = None, *, chances: bool = False) -> list[Ply]: ...

    def html(self, record: Record) -> str: ...

    def svg(self, record: Record) -> str: ...


def _nobody() -> Conveniences:
    raise RuntimeError("nothing is provided here: import kriegnote")


_provider: Callable[[], Conveniences] = _nobody


def provide(provider: Callable[[], Conveniences]) -> None:
    """Registers the function that returns the implementation; it is called on each use."""
    global _provider
    _provider = provider


def conveniences() -> Conveniences:
    """The registered implementation.

    :raises RuntimeError: if none is registered.
    """
    return _provider()
