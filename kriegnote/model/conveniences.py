"""What a record offers of itself that rooms above the model do: games of python-chess, rows, boards in a notebook.

The model knows no board and imports nothing from above.  It only says here what such a room has to offer
(:class:`Conveniences`); the public face (:mod:`kriegnote`) names the one that does (:func:`provide`).
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
    """What is offered; the methods of :class:`~kriegnote.model.record.Record` of these names say what each does."""

    def to_chess(self, record: Record) -> chess.pgn.Game: ...

    def from_chess(self, game: chess.pgn.Game) -> Record: ...

    def plies(self, record: Record, rules: RuleSet | str | None = None, *, chances: bool = False) -> list[Ply]: ...

    def html(self, record: Record) -> str: ...

    def svg(self, record: Record) -> str: ...


def _nobody() -> Conveniences:
    raise RuntimeError("nothing is provided here: import kriegnote")


_provider: Callable[[], Conveniences] = _nobody


def provide(provider: Callable[[], Conveniences]) -> None:
    """Names what offers the conveniences; it is called when the first of them is used."""
    global _provider
    _provider = provider


def conveniences() -> Conveniences:
    """What offers the conveniences."""
    return _provider()
