"""The events of a Kriegspiel game in the format ``kriegnote/1`` (docs/events.md is generated from here).

Every field that may be unsaid has a value for that, None, distinct from false and zero. ``side`` is the player who
moved, tried, asked or is addressed (for a capture and a check: who made the move); ``turn`` is the move number, from 1.
``source`` says where the fact comes from: ``recorded``, ``derived`` from the umpire's board and the rules, or
``inferred`` by a search. ``line`` and ``column`` (from 1) say where the event's own words start; ``span`` holds offsets
into the text, including the numbers and blanks before the event, so that the spans laid end to end give the text. A
record read from JSON has the lines and columns of that JSON, for findings, and no spans.
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
    """The fields that all events share: source, place, and additional data (``extra``)."""

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
    """The umpire's announcement of pawn captures, before the mover's first try.

    It says whether there are ``any``, how many (``count``: pairs of origin and target square; a promoting capture
    counts once, en passant counts), or on which ``squares`` (sorted; a square on which two pawns can capture appears
    twice, if the rulebook names it twice).
    """

    any: bool | None = None
    count: int | None = None
    squares: tuple[str, ...] | None = None

    @property
    def exist(self) -> bool | None:
        """Whether there are any, also if only their number or their squares are announced; None: not said."""
        said = next((one for one in (self.any, self.squares, self.count) if one is not None), None)
        return None if said is None else bool(said)


class Ask(DialogueEvent, frozen=True, kw_only=True, tag="ask"):
    """A player's question.

    It is “Are there any?” (Gambit 11), or asks about rebuffs (RAND 9), the material left (§2.1 note 3), or what stands
    on some ``squares`` (Modern Kriegspiel, §8.7; the answer is a ``reveal``).
    """

    what: Literal["any", "rebuffs", "material", "squares"] = msgspec.field(default="any")
    squares: tuple[str, ...] | None = None


class Answer(DialogueEvent, frozen=True, kw_only=True, tag="answer"):
    """The umpire's answer.

    It is yes or no (``any``), a ``count`` of rebuffs, or the material: the numbers of ``pawns`` and ``pieces``
    (including the king) left to White and to Black (§2.1 note 3, RAND).
    """

    any: bool | None = None
    count: int | None = None
    pawns: tuple[int, int] | None = None
    pieces: tuple[int, int] | None = None


class Attempt(DialogueEvent, frozen=True, kw_only=True):
    """A move or a try: ``move`` is UCI, ``text`` as printed."""

    move: str | None
    text: str | None

    @property
    def hidden(self) -> bool:
        """Whether it is known only that it was made."""
        return self.move is None and self.text is None

    @property
    def printed(self) -> str | None:
        """Its text or, if none is printed, its squares."""
        return self.text or self.move


class Try(Attempt, frozen=True, kw_only=True, tag="try"):
    """A try that was not the move played.

    ``verdict``: ``illegal`` (because of the opponent's men), ``impossible`` (because of the player's own), ``refused``
    (no reason given), ``untested`` (a later try of a list), None (no mark). ``times``: how often; a pair if the source
    says “16 or 17” (in JSON ``times`` is then 16 and ``most`` 17; ``[16, 17]``, as before version 0.2, is also read);
    None for “again and again”.
    """

    verdict: Verdict | None
    times: int | tuple[int, int] | None = 1
    san: str | None = None
    parts: Parts | None = None


class Move(Attempt, frozen=True, kw_only=True, tag="move"):
    """A move that was played. ``move`` is UCI on the umpire's board, ``text`` as printed; both None: a hidden move.

    ``options``: the possible moves with their weights (0 to 1, with sum 1), if the record leaves the move open.
    """

    san: str | None
    options: tuple[Option, ...] | None = None
    parts: Parts | None = None

    @property
    def mates(self) -> bool:
        """Whether it is mate: as its SAN says if it is known, otherwise as printed."""
        if self.san is not None:
            return self.san.endswith("#")
        return self.parts is not None and bool(self.parts.mate)


class Option(msgspec.Struct, frozen=True):
    """One possible move and its weight, above 0 and at most 1."""

    move: str
    weight: float


class Capture(DialogueEvent, frozen=True, kw_only=True, tag="capture"):
    """“Pawn at d5 captured”: the square and, if stated, the captured man, the capturing man, and whether en passant."""

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
    """What a player is shown: men (``{"g2": "P", "e4": null}``), lines opened (Dark Chess), or squares of a move.

    ``moved``: the squares of a move whose man is not shown: the target, or origin and target.
    """

    seen: dict[str, Piece | None]
    lines: tuple[tuple[str, str], ...] = ()
    moved: tuple[str, ...] | None = None


class End(DialogueEvent, frozen=True, kw_only=True, tag="end"):
    """How the game ended, as the umpire announces it."""

    reason: Reason
    result: Result | None = None


class TakenBack(DialogueEvent, frozen=True, kw_only=True, tag="taken_back"):
    """A move that was taken back, with everything said about it (``events``); the game continues from before it.

    ``side`` and ``turn`` are the move's; ``by`` says who took it back: the player (Take-Back Kriegspiel, §8.7), the
    umpire after a mistake of his own (RAND 8), or both players by agreement.
    """

    events: tuple[AnyEvent, ...]
    by: Literal["player", "umpire", "agreement"] | None = None


class Correction(DialogueEvent, frozen=True, kw_only=True, tag="correction"):
    """The umpire's later correction of an announcement (RAND 8).

    ``was`` is what he had announced (empty if he had forgotten it), ``now`` the correct announcement (empty if he
    withdraws it), each with the side and turn to which it refers.
    """

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
    """Words outside the dialogue of players and umpire: a partner's to ``side`` (§8.7), or a kibitzer's.

    ``heard``: who heard it, None: only the player of ``side``.
    """

    speaker: Literal["partner", "kibitzer", "umpire", "player"]
    text: str
    heard: View | None = None


class Clock(DialogueEvent, frozen=True, kw_only=True, tag="clock"):
    """The clock after the event before it.

    ``left``: the seconds left to ``side``; ``spent``: the seconds spent on that event; ``date``: when it happened, in
    ISO 8601 (``1971-05-03T20:15:00``).
    """

    left: float | None = None
    spent: float | None = None
    date: str | None = None


class Belief(DialogueEvent, frozen=True, kw_only=True, tag="belief"):
    """The opponent's men that the player of ``side`` has put on his own board, as the book prints three boards.

    ``certain``: those of which he is certain; ``supposed``: those that he supposes (``Pe5``; ``-e4`` for a square that
    he supposes to be empty).
    """

    certain: tuple[str, ...] = ()
    supposed: tuple[str, ...] = ()


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of a plan: ``moves`` as printed, in order of preference, to be tried if the umpire announces ``when``.

    ``when`` is None if they are to be tried whatever he announces; ``square`` restricts it to that square.
    """

    moves: tuple[str, ...]
    when: Literal["yes", "no", "pawn_tries", "capture", "check", "silence"] | None = None
    square: str | None = None


class Plan(DialogueEvent, frozen=True, kw_only=True, tag="plan"):
    """Conditional instructions that a player leaves with the umpire for his next turn (NOST, §4.4): “any, and if no …”.

    ``ask``: whether to ask “Any?” first. The steps that were tried are ``try`` and ``move`` events of their own.
    """

    steps: tuple[Step, ...]
    ask: bool = False


class Comment(Event, frozen=True, kw_only=True, tag="comment"):
    """An annotator's words. ``heard``: who could have written them; an annotator knows what the umpire knows."""

    text: str
    heard: View = "umpire"


class Nag(DialogueEvent, frozen=True, kw_only=True, tag="nag"):
    """A numeric annotation glyph of PGN, 0 to 255: ``!?`` is 5."""

    code: int


class Variation(DialogueEvent, frozen=True, kw_only=True, tag="variation"):
    """Moves played in place of the move before it."""

    events: tuple[AnyEvent, ...]


class Junk(DialogueEvent, frozen=True, kw_only=True, tag="junk"):
    """Text that no grammar could read; never without a finding."""

    text: str


class Unknown(DialogueEvent, frozen=True, kw_only=True, tag="unknown"):
    """An event of a type that this version does not know; ``raw`` is its JSON, which is written unchanged.

    It is not known who heard it, so it appears only in the view in which it was recorded.
    """

    raw: dict[str, Any]


Remark: TypeAlias = TakenBack | Correction | Offer | Reply | Claim | Word | Clock | Belief | Plan
"""Events besides moves, tries and announcements; every notation that has comments writes them in the same way."""

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
    | Remark
    | Comment
    | Nag
    | Variation
    | Junk
    | Unknown
)


def type_name(event: Event | type[Event]) -> str:
    """The name of an event type, or of an event's type, in JSON: ``pawn_tries``, ``move`` …"""
    return str(event.__struct_config__.tag)


EVENT_TYPES: dict[str, type[Event]] = {type_name(kind): kind for kind in get_args(AnyEvent)}
"""The event types by their names in JSON."""

REMARKS: Final[tuple[type[DialogueEvent], ...]] = get_args(Remark)
_MAY_BE_REMARKS: Final = frozenset({*REMARKS, Ask, Answer})

NESTED: Final[Mapping[type[Event], tuple[str, ...]]] = {
    Variation: ("events",),
    TakenBack: ("events",),
    Correction: ("was", "now"),
}
"""The fields in which an event contains other events."""


def is_remark(event: Event) -> TypeGuard[Remark | Ask | Answer]:
    """Whether an event is written as a remark.

    These are :data:`REMARKS`, questions about squares, and answers about material.
    """
    if type(event) is Ask:
        return event.squares is not None or event.what == "squares"
    if type(event) is Answer:
        return event.pawns is not None or event.pieces is not None
    return type(event) in _MAY_BE_REMARKS


def has_remarks(events: Iterable[AnyEvent]) -> bool:
    """Whether events may include remarks (:func:`is_remark`); False is certain."""
    return not _MAY_BE_REMARKS.isdisjoint(map(type, events))


_E = TypeVar("_E", bound=Event)


def unplaced(event: _E, **changes: Any) -> _E:
    """An event without its place in the text, and with some fields changed."""
    return msgspec.structs.replace(event, line=None, column=None, span=None, **changes)
