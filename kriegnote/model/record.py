"""A record: the dialogue of one game, with who hears it, under which rules, from which position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias

import msgspec

from kriegnote.model.conveniences import conveniences
from kriegnote.model.events import AnyEvent, Comment, Result, View

if TYPE_CHECKING:
    import chess.pgn

    from kriegnote.feeds.plies import Ply
    from kriegnote.rules import RuleSet

SCHEMA: Final = "kriegnote/1"
RulesId = str
"""A rulebook: its name, or its name and the fields that differ (``rand; doubles=no``)."""


FIELDS_WITH_SOURCES: Final = ("rules", "start", "silence", "result")
"""The fields of a record of which it may be said where they come from; of its headers, ``header NAME``."""
FieldSource: TypeAlias = Literal["recorded", "derived", "inferred", "assumed", "page"]
"""Where a field comes from: the record itself; the umpire's board and the rulebook; a search; who asked for it
(``--rules``); the page around the record (a heading, the sentence before it)."""
FieldName: TypeAlias = Annotated[str, msgspec.Meta(pattern="^(rules|start|silence|result|header .+)$")]


class Origin(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where a record was read: the file, its number there and its first line (both from 1), the page of a book."""

    file: str | None = None
    number: int | None = None
    line: int | None = None
    page: str | None = None


ROLES: Final = ("White", "Black", "Umpire", "WhitePartner", "BlackPartner")
"""The headers that name persons; several names have ``:`` between them, as in PGN."""


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who took part in a game: the header that names him is his role."""

    name: str
    role: str
    team: str | None = None


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """One game as a flat dialogue.

    ``silence`` lists the kinds of event whose absence means *no* here; of every other kind absence is *unsaid*.
    ``start`` is the FEN of the first position, None when the source does not say; ``result`` the printed token;
    ``origin`` the place that the record was read from, unset where it has none; ``witnesses`` the places of the other
    records of the same game; ``extra`` what a record says beside (as that of an event); ``sources`` where those of
    ``rules``, ``start``, ``silence``, ``result`` and the headers (``header White``) come from that the record itself
    does not say: ``derived`` from the board and the rulebook, ``inferred`` by a search, ``assumed`` by who asked for
    it, taken from the ``page`` around the record. A derived ``result`` is the last end's too, where that says none.
    """

    schema: Literal["kriegnote/1"] = SCHEMA
    headers: tuple[tuple[str, str], ...] = ()
    rules: RulesId | None = None
    view: View = "umpire"
    start: str | None = None
    silence: tuple[str, ...] = ()
    events: tuple[AnyEvent, ...] = ()
    result: Result | None = None
    origin: Origin | msgspec.UnsetType = msgspec.UNSET
    witnesses: tuple[Origin, ...] | msgspec.UnsetType = msgspec.UNSET
    extra: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    sources: dict[FieldName, FieldSource] | msgspec.UnsetType = msgspec.UNSET

    def header(self, name: str) -> str | None:
        """The value of the first header of this name."""
        return next((value for key, value in self.headers if key == name), None)

    def persons(self) -> tuple[Person, ...]:
        """The players, umpires and partners that the headers name, in the order of :data:`ROLES`."""
        found = []
        for role in ROLES:
            team = self.header(f"{role}Team")
            for name in (self.header(role) or "").split(":"):
                if name.strip() and name.strip() != "?":
                    found.append(Person(name=name.strip(), role=role, team=team))
        return tuple(found)

    def replace(self, **changes: object) -> Record:
        """A copy with some fields changed."""
        return msgspec.structs.replace(self, **changes)

    @property
    def field_sources(self) -> dict[str, FieldSource]:
        """Where the fields come from that the record itself does not say."""
        return {} if self.sources is msgspec.UNSET else self.sources

    def sourced(self, source: FieldSource | None, *names: str) -> Record:
        """A copy that says where these fields come from; None: the record itself says them."""
        kept = {name: one for name, one in self.field_sources.items() if name not in names}
        sources = kept if source is None else kept | dict.fromkeys(names, source)
        return self.replace(sources=sources or msgspec.UNSET)

    def under(self, rules: RulesId, source: FieldSource = "assumed") -> Record:
        """A copy under another rulebook, which the record itself does not name; itself where it is the same."""
        return self if rules == self.rules else self.replace(rules=rules).sourced(source, "rules")

    def to_chess(self) -> chess.pgn.Game:
        """The game for python-chess, the dialogue in its comments (docs/feeds.md).

        :raises InputError: its first position is unknown, or the record is the public's.
        """
        return conveniences().to_chess(self)

    @staticmethod
    def from_chess(game: chess.pgn.Game) -> Record:
        """The record of a game of python-chess, one of :meth:`to_chess` or any other.

        :raises InputError: python-chess cannot set the game up.
        """
        return conveniences().from_chess(game)

    def plies(self, rules: RuleSet | str | None = None, *, chances: bool = False) -> list[Ply]:
        """One row a ply: positions, move, tries, questions, announcements, each player's own board (docs/feeds.md).

        :param rules: the rulebook, or its name, that completes announcements; None: the record's own.
        :param chances: also how likely an enemy man is to stand on each square, as far as each player could know.
        :raises InputError: there is no such rulebook.
        """
        return conveniences().plies(self, rules, chances=chances)

    def _repr_html_(self) -> str:
        return conveniences().html(self)

    def _repr_svg_(self) -> str:
        return conveniences().svg(self)


def normal(record: Record) -> Record:
    """The record with neighbouring comments merged: one way to say a thing."""
    return record.replace(events=tuple(merge_comments(record.events)))


def merge_comments(events: Iterable[AnyEvent]) -> list[AnyEvent]:
    """Neighbouring comments of the same hearing as one, their texts joined by a line break."""
    merged: list[AnyEvent] = []
    for event in events:
        last = merged[-1] if merged else None
        if (
            isinstance(event, Comment)
            and isinstance(last, Comment)
            and last.heard == event.heard
            and not (last.extra or event.extra)
        ):
            merged[-1] = msgspec.structs.replace(last, text=f"{last.text}\n{event.text}")
        else:
            merged.append(event)
    return merged
