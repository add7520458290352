"""The events of a Kriegspiel game, in the words of ``kriegnote/1`` (docs/events.md is generated from here).

Every field that can be unsaid has an unsaid value, None, apart from false and zero.  ``side`` is who moved,
tried, asked or is addressed (for a capture and a check: who made the move); ``turn`` is the move number, from 1.
``source`` says where the fact came from: ``recorded``, ``derived`` from the umpire's board and the rules, or
``inferred`` by a search.  ``line`` and ``column`` (from 1) say where the event's own words start; ``span`` are
offsets into the text, and takes in the numbers and blanks before them, so that spans laid end to end give the text.
A record read from JSON is given the lines and columns of that JSON, for findings, and no spans.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, TypeAlias, TypeGuard, TypeVar, get_args

import msgspec

from kriegnote.model.printed_moves import Parts, Piece

Side: TypeAlias = Literal["white", "black"]
View: TypeAlias = Literal["umpire", "white", "black", "public"]
Source: TypeAlias = Literal["recorded", "derived", "inferred"]
Verdict: TypeAlias = Literal["illegal", "impossible", "refused", "untested"]
Direction: TypeAlias = Literal["rank", "file", "long", "short", "diagonal", "knight"]
Category: TypeAlias = Literal["pawn", "piece"]
Man: TypeAlias = Literal["pawn", "piece", "P", "N", "B", "R", "Q", "K"]
Reason: TypeAlias = Literal[
    "checkmate",
    "stalemate",
    "resignation",
    "agreement",
    "time",
    "forfeit",
    "adjudication",
    "insufficient",
    "fifty-move",
    "repetition",
    "king-captured",
    "abandoned",
    "void",
    "unknown",
]
Result: TypeAlias = Literal["1-0", "0-1", "1/2-1/2", "*"]


def other(side: Side) -> Side:
    """The opponent's side."""
    return "black" if side == "white" else "white"


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", gc=False):
    """What all events share: provenance, place, and what a record says beside (``extra``)."""

    source: Source = "recorded"
    line: int | None = None
    column: int | None = None
    span: tuple[int, int] | None = None
    extra: dict[str, Any] | None = None


class DialogueEvent(Event, frozen=True, kw_only=True):
    """An event of the dialogue: it has a side and a turn."""

    side: Side | None
    turn: int | None


class PawnTries(DialogueEvent, frozen=True, kw_only=True, tag="pawn_tries"):
    """What the umpire says about pawn captures, before the mover's first try.

    Whether there are ``any``, how many (``count``: pairs of origin and target square; a promoting capture counts
    once, en passant counts), on which ``squares`` (sorted; one on which two pawns can take
    twice, if the rulebook names it twice).
    """

    any: bool | None = None
    count: int | None = None
    squares: tuple[str, ...] | None = None


class Ask(DialogueEvent, frozen=True, kw_only=True, tag="ask"):
    """A player's question: “Are there any?” (Gambit 11), RAND 9's rebuffs, the material left (§2.1 note 3), or what
    stands on some ``squares`` (Modern Kriegspiel, §8.7; the answer is a ``reveal``)."""

    what: Literal["any", "rebuffs", "material", "squares"] = msgspec.field(default="any")
    squares: tuple[str, ...] | None = None


class Answer(DialogueEvent, frozen=True, kw_only=True, tag="answer"):
    """The umpire's answer: yes or no (``any``), a ``count`` of rebuffs, or the material: how many ``pawns`` and
    ``pieces`` (the king with them) White has left, then Black (§2.1 note 3, RAND)."""

    any: bool | None = None
    count: int | None = None
    pawns: tuple[int, int] | None = None
    pieces: tuple[int, int] | None = None


class Attempt(DialogueEvent, frozen=True, kw_only=True):
    """A move, or a try: ``move`` is UCI, ``text`` as printed."""

    move: str | None
    text: str | None

    @property
    def hidden(self) -> bool:
        """Whether it is only known that it was made."""
        return self.move is None and self.text is None

    @property
    def printed(self) -> str | None:
        """What it is called: its text, or its squares where none is printed."""
        return self.text or self.move


class Try(Attempt, frozen=True, kw_only=True, tag="try"):
    """A try that was not the move played.

    ``verdict``: ``illegal`` (the opponent's men), ``impossible`` (the player's own), ``refused`` (no reason said),
    ``untested`` (a later entry of a list), None (no mark).  ``times``: how often; a pair when the source says
    “16 or 17” (in JSON ``times`` is 16 then, and ``most`` 17; ``[16, 17]``, as it was before 0.2, is read too); None
    for “again and again”.
    """

    verdict: Verdict | None
    times: int | tuple[int, int] | None = 1
    san: str | None = None
    parts: Parts | None = None


class Move(Attempt, frozen=True, kw_only=True, tag="move"):
    """A move that was played.  ``move`` is UCI on the umpire's board; ``text`` is as printed; both None: a hidden move.

    ``options``: the moves that stay possible, with their weights (0 to 1, 1 together), where the record leaves
    it open.
    """

    san: str | None
    options: tuple[Option, ...] | None = None
    parts: Parts | None = None

    @property
    def mates(self) -> bool:
        """Whether it is marked as mate, as it is printed or in SAN."""
        return (self.parts is not None and bool(self.parts.mate)) or (self.san or "").endswith("#")


class Option(msgspec.Struct, frozen=True):
    """One possible move and its weight, above 0 and at most 1."""

    move: str
    weight: float


class Capture(DialogueEvent, frozen=True, kw_only=True, tag="capture"):
    """“Pawn at d5 captured”: where and, if that is said, what, by what, and whether en passant."""

    square: str | None
    captured: Man | None = None
    by: Category | None = None
    en_passant: bool | None = None


class Check(DialogueEvent, frozen=True, kw_only=True, tag="check"):
    """“Rank check”: its directions, sorted; empty if only “check” is said."""

    directions: tuple[Direction, ...]


class Promotion(DialogueEvent, frozen=True, kw_only=True, tag="promotion"):
    """“A pawn has promoted”, without further details (RAND 5f)."""


class Reveal(DialogueEvent, frozen=True, kw_only=True, tag="reveal"):
    """What a player is shown: men seen (``{"g2": "P", "e4": null}``), lines opened (Dark Chess), and, where the squares
    of a move are seen and the man is not, those squares (``moved``: the target, or origin and target)."""

    seen: dict[str, Piece | None]
    lines: tuple[tuple[str, str], ...] = ()
    moved: tuple[str, ...] | None = None


class End(DialogueEvent, frozen=True, kw_only=True, tag="end"):
    """How the game ended, as the umpire says it."""

    reason: Reason
    result: Result | None = None


class TakenBack(DialogueEvent, frozen=True, kw_only=True, tag="taken_back"):
    """A move that was taken back, with everything said about it (``events``); the game continues from before it.

    ``side`` and ``turn`` are the move's; ``by`` says who wanted it: the player (Take-Back Kriegspiel, §8.7), the umpire
    after a blunder of his own (RAND 8), or both players.
    """

    events: tuple[AnyEvent, ...]
    by: Literal["player", "umpire", "agreement"] | None = None


class Correction(DialogueEvent, frozen=True, kw_only=True, tag="correction"):
    """The umpire's later word on an announcement (RAND 8): what he had said (``was``, empty when he had forgotten it)
    and what he says ``now`` (empty when he withdraws it), each with the side and turn that it is about."""

    was: tuple[AnyEvent, ...] = ()
    now: tuple[AnyEvent, ...] = ()


class Offer(DialogueEvent, frozen=True, kw_only=True, tag="offer"):
    """A player's offer to his opponent."""

    what: Literal["draw", "take-back", "adjournment"]


class Reply(DialogueEvent, frozen=True, kw_only=True, tag="reply"):
    """The answer to an offer."""

    what: Literal["draw", "take-back", "adjournment"]
    accepts: bool


class Claim(DialogueEvent, frozen=True, kw_only=True, tag="claim"):
    """A claim to a draw, and whether the umpire ``granted`` it."""

    reason: Literal["fifty-move", "repetition", "insufficient"]
    granted: bool | None = None


class Word(DialogueEvent, frozen=True, kw_only=True, tag="word"):
    """Words of somebody beside the two players and the umpire's announcements: a partner's instruction to ``side``
    (§8.7), a kibitzer's.  ``heard``: by whom, None for the player of ``side`` alone."""

    speaker: Literal["partner", "kibitzer", "umpire", "player"]
    text: str
    heard: View | None = None


class Clock(DialogueEvent, frozen=True, kw_only=True, tag="clock"):
    """The clock behind the event before it: the seconds ``left`` to ``side`` and ``spent`` on that event, and when it
    happened (``date``, as in ISO 8601: ``1971-05-03T20:15:00``)."""

    left: float | None = None
    spent: float | None = None
    date: str | None = None


class Belief(DialogueEvent, frozen=True, kw_only=True, tag="belief"):
    """What the player of ``side`` has on his own board of the other's men, as the book prints three boards: those he is
    ``certain`` of and those he supposes (``Pe5``; ``-e4`` for a square he takes for empty)."""

    certain: tuple[str, ...] = ()
    supposed: tuple[str, ...] = ()


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of a plan: ``moves`` as printed, in order of preference, to be tried when the umpire says ``when``
    (None: whatever he says; ``square``: of that square alone)."""

    moves: tuple[str, ...]
    when: Literal["yes", "no", "pawn_tries", "capture", "check", "silence"] | None = None
    square: str | None = None


class Plan(DialogueEvent, frozen=True, kw_only=True, tag="plan"):
    """What a player leaves with the umpire for his next turn: “any, and if no …” (``ask``), NOST's conditions (§4.4).

    The steps that were tried are ``try`` and ``move`` events of their own.
    """

    steps: tuple[Step, ...]
    ask: bool = False


class Comment(Event, frozen=True, kw_only=True, tag="comment"):
    """An annotator's words.  ``heard``: who could have written them; an annotator knows what the umpire knows."""

    text: str
    heard: View = "umpire"


class Nag(DialogueEvent, frozen=True, kw_only=True, tag="nag"):
    """A numeric annotation glyph of PGN, 0 to 255: ``!?`` is 5."""

    code: int


GLYPHS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""The glyphs that are printed as signs, by their codes."""


class Variation(DialogueEvent, frozen=True, kw_only=True, tag="variation"):
    """Moves instead of the one before."""

    events: tuple[AnyEvent, ...]


class Junk(DialogueEvent, frozen=True, kw_only=True, tag="junk"):
    """Text that no grammar could read; never without a finding."""

    text: str


class Unknown(DialogueEvent, frozen=True, kw_only=True, tag="unknown"):
    """An event of a type that this version does not know: its JSON as it is (``raw``), written again as that.

    Nobody knows who heard it, so that it stands in no view but the one it was recorded in.
    """

    raw: dict[str, Any]


AnyEvent: TypeAlias = (
    PawnTries
    | Ask
    | Answer
    | Try
    | Move
    | Capture
    | Check
    | Promotion
    | Reveal
    | End
    | TakenBack
    | Correction
    | Offer
    | Reply
    | Claim
    | Word
    | Clock
    | Belief
    | Plan
    | Comment
    | Nag
    | Variation
    | Junk
    | Unknown
)

EVENT_TYPES: dict[str, type[Event]] = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyEvent)}
"""The types of event by the names that they have in JSON."""


Remark: TypeAlias = TakenBack | Correction | Offer | Reply | Claim | Word | Clock | Belief | Plan
"""What happens beside moves, tries and announcements; every notation that has comments tells it in one way."""
REMARKS: Final[tuple[type[DialogueEvent], ...]] = get_args(Remark)
_REMARKS: Final = frozenset(REMARKS)


NESTED: Final[Mapping[type[Event], tuple[str, ...]]] = {
    Variation: ("events",),
    TakenBack: ("events",),
    Correction: ("was", "now"),
}
"""The fields in which an event holds others."""


def is_remark(event: Event) -> TypeGuard[Remark | Ask | Answer]:
    """Whether an event is written as a remark: those of :data:`REMARKS`, and questions about squares and material."""
    if type(event) is Ask:
        return event.squares is not None or event.what == "squares"
    if type(event) is Answer:
        return event.pawns is not None or event.pieces is not None
    return type(event) in _REMARKS


_MAY_BE_REMARKS: Final = _REMARKS | {Ask, Answer}


def has_remarks(events: Iterable[AnyEvent]) -> bool:
    """Whether there may be remarks (:func:`is_remark`) among events: False is certain."""
    return not _MAY_BE_REMARKS.isdisjoint(map(type, events))


def type_name(event: Event) -> str:
    """``pawn_tries``, ``move`` …: the event's type as the contract spells it."""
    tag: Any = event.__struct_config__.tag
    return str(tag)


_E = TypeVar("_E", bound=Event)


def unplaced(event: _E, **changes: Any) -> _E:
    """An event without its place in the text, and with these of its fields changed."""
    return msgspec.structs.replace(event, line=None, column=None, span=None, **changes)
