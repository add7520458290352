"""Records: the dialogue of one game, with its view, its rulebook and its starting position."""

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
"""A rulebook's name, or a name and the fields that differ (``rand; doubles=no``)."""


FIELDS_WITH_SOURCES: Final = ("rules", "start", "silence", "result")
"""The fields of a record that may have a source; a header may, too, as ``header NAME``."""
FieldSource: TypeAlias = Literal["recorded", "derived", "inferred", "assumed", "page"]
"""Where a field comes from.

``recorded``: the record itself; ``derived``: the umpire's board and the rulebook; ``inferred``: a search; ``assumed``:
the caller (``--rules``); ``page``: the page around the record (a heading, the sentence before it).
"""
FieldName: TypeAlias = Annotated[str, msgspec.Meta(pattern="^(rules|start|silence|result|header .+)$")]


class Origin(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where a record was read: the file, its number in it and its first line (both from 1), the page of a book."""

    file: str | None = None
    number: int | None = None
    line: int | None = None
    page: str | None = None


ROLES: Final = ("White", "Black", "Umpire", "WhitePartner", "BlackPartner")
"""The headers that name persons; several names are separated by ``:``, as in PGN."""


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A person who took part in a game; ``role`` is the header that names him."""

    name: str
    role: str
    team: str | None = None


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """One game as a flat sequence of events.

    ``silence`` lists the kinds of event whose absence means *no* here; for all others, absence means *unsaid*.
    ``start`` is the FEN of the starting position, None if the source does not give it; ``result`` is the printed
    result; ``origin`` is the place from which the record was read, ``witnesses`` those of the other records of the same
    game; ``extra`` holds additional data (as in an event). ``sources`` says where ``rules``, ``start``, ``silence``,
    ``result`` and headers (``header White``) come from if the record itself does not state them: ``derived`` from the
    board and the rulebook, ``inferred`` by a search, ``assumed`` by the caller, or taken from the ``page`` around the
    record. A derived ``result`` is also entered in the last end, if that has none.
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
        """The value of the first header with this name; None if there is none."""
        return next((value for key, value in self.headers if key == name), None)

    def persons(self) -> tuple[Person, ...]:
        """The players, umpires and partners named in the headers, in the order of :data:`ROLES`."""
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
        """The sources of the fields that the record itself does not state."""
        return {} if self.sources is msgspec.UNSET else self.sources

    def sourced(self, source: FieldSource | None, *names: str) -> Record:
        """A copy with this source for some fields; None: the record itself states them."""
        kept = {name: one for name, one in self.field_sources.items() if name not in names}
        sources = kept if source is None else kept | dict.fromkeys(names, source)
        return self.replace(sources=sources or msgspec.UNSET)

    def under(self, rules: RulesId, source: FieldSource = "assumed") -> Record:
        """A copy under another rulebook, which the record itself does not name; the record itself if it is the same."""
        return self if rules == self.rules else self.replace(rules=rules).sourced(source, "rules")

    def to_chess(self) -> chess.pgn.Game:
        """The game for python-chess, with the dialogue in its comments (docs/feeds.md).

        :raises InputError: if the starting position is not known, or the record is in public view.
        """
        return conveniences().to_chess(self)

    @staticmethod
    def from_chess(game: chess.pgn.Game) -> Record:
        """The record of a game of python-chess, whether or not it comes from :meth:`to_chess`.

        :raises InputError: if python-chess cannot set up the game.
        """
        return conveniences().from_chess(game)

    def plies(self, rules: RuleSet | str | None = None, *, chances: bool = False) -> list[Ply]:
        """One row for each ply: positions, move, tries, questions, announcements, own boards (docs/feeds.md).

        :param rules: the rulebook, or its name, with which announcements are completed; None: the record's own.
        :param chances: whether to add the probability of an enemy man on each square, from what each player could know.
        :raises InputError: if there is no such rulebook.
        """
        return conveniences().plies(self, rules, chances=chances)

    def _repr_html_(self) -> str:
        return conveniences().html(self)

    def _repr_svg_(self) -> str:
        return conveniences().svg(self)


def normal(record: Record) -> Record:
    """The record with adjacent comments merged, so that equal contents compare equal."""
    return record.replace(events=tuple(merge_comments(record.events)))


def merge_comments(events: Iterable[AnyEvent]) -> list[AnyEvent]:
    """The events, with adjacent comments of the same hearing merged, their texts joined by a line break."""
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
