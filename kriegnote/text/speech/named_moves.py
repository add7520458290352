"""Finds the moves that prose mentions.

The words around a move say whether it was tried, refused, played or only considered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from lark import Token

from kriegnote.model.events import Side
from kriegnote.model.printed_moves import Language, Parts, Piece, parse_move
from kriegnote.text.speech.clauses import BREAKS, MEN, MOVES, SKIPPED, TRIES, number_of

REFUSALS: Final = frozenset(
    {"NO", "ILLEGAL", "ILLEGALS", "IMPOSSIBLE", "IN_VAIN", "NONSENSE", "HELL_NO", "REFUSE", "DENY", "NOT"}
)
"""Words that, after a move, may say that it was refused."""
_ALLOWED: Final = frozenset({"ALLOW", "ACCEPTED", "YES"})
VERBS_OF_TRIES: Final = TRIES | {"WOULD_TRY"}
PLAYS: Final = frozenset({"PLAY", "MOVED", "GOES", "PROMOTES_TO"})
QUESTIONS: Final = frozenset({"ASK", "ANY", "WHETHER_ANY", "QUESTION"})
_THOUGHTS: Final = frozenset({"WOULD", "WHETHER", "REMARK", "WOULD_TRY"})
_PLACES: Final = frozenset({"IN", "ON", "ALONG", "FROM", "TO"})
_TAKEN: Final = frozenset({"CAPTURE", "CAPTURED", "LOSES", "TAKE"})
_JOINTS: Final = frozenset({"COMMA", "AND", "OR", *SKIPPED})
_STOPS: Final = frozenset({"FULL_STOP", "EMPTY_LINE"})
_MEN: Final[dict[str, Piece]] = {**MEN, "WITH_A_PAWN": "P"}
_WAYS_TO_CASTLE: Final = {"SHORT": "short", "KINGSIDE": "short", "LONG": "long", "QUEENSIDE": "long", "ALONG": "long"}


class Named(NamedTuple):
    """A move that a text mentions, the index of its token, and what the words around it say.

    ``readings``: what it may be, the likeliest first. ``place``: it may be only a square where something happens.
    ``tried``, ``refused``, ``allowed``, ``played``, ``thought``: words near it say so. ``side``: the player named
    before it. ``turn``: the move number before it.
    """

    at: int
    readings: tuple[Parts, ...]
    place: bool
    tried: bool
    refused: bool
    allowed: bool
    played: bool
    thought: bool
    side: Side | None
    turn: tuple[int, Side] | None


def named_moves(tokens: Sequence[Token], lang: Language) -> list[Named]:
    """The moves that a text mentions; a refusal after a list of tries applies to all of them."""
    places = [at for at, word in enumerate(tokens) if word.type in MOVES or word.type == "CASTLE"]
    found: list[Named] = []
    for at, first in enumerate(places):
        lead = tokens[places[at - 1] + 1 if at else 0 : first]
        behind = tokens[first + 1 : places[at + 1] if at + 1 < len(places) else len(tokens)]
        sides = {word.type for word in lead if word.type in ("WHITE", "BLACK")}
        verbs = [word.type for word in lead if word.type in VERBS_OF_TRIES | PLAYS or word.type == "SAY"]
        replies = verbs[-1:] == ["SAY"] and bool(sides) and all(word.type != "UMPIRE" for word in lead)
        listed = bool(found and lead) and all(word.type in _JOINTS for word in lead)
        refused = _is_refused(behind)
        number = next((word for word in reversed(lead) if word.type not in SKIPPED), None)
        found.append(
            Named(
                first, tuple(_readings(tokens[first], lead, behind, lang)),
                place=tokens[first].type == "LONE_SQUARE" and _is_place(lead),
                tried=verbs[-1] in VERBS_OF_TRIES if verbs else listed and found[-1].tried,
                refused=refused,
                allowed=not refused and any(word.type in _ALLOWED for word in behind),
                played=replies or (bool(verbs) and verbs[-1] in PLAYS),
                thought=not refused and _is_thought(_since(lead, _STOPS)),
                side=None if len(sides) != 1 else "white" if "WHITE" in sides else "black",
                turn=number_of(number) if number is not None and number.type == "NUMBER_OF_TURN" else None,
            )
        )  # fmt: skip
    for at in reversed(range(len(found) - 1)):
        gap = tokens[found[at].at + 1 : found[at + 1].at]
        if found[at].tried and found[at + 1].refused and gap and all(word.type in _JOINTS for word in gap):
            found[at] = found[at]._replace(refused=True)
    return found


def takes(named: Named) -> bool:
    """Whether words before a square say that a man is taken there: “White takes on d5”."""
    return named.place and bool(named.readings[-1].capture)


def _readings(word: Token, lead: Sequence[Token], behind: Sequence[Token], lang: Language) -> Iterator[Parts]:
    """The readings of a move: as printed; castling in words; a square to which a named man goes."""
    if word.type == "CASTLE":
        ways = [_WAYS_TO_CASTLE[one.type] for one in behind[:2] if one.type in _WAYS_TO_CASTLE]
        if ways[:1] != ["long"]:
            yield Parts(piece="K", castle="short")
        if ways[:1] != ["short"]:
            yield Parts(piece="K", castle="long")
        return
    printed = parse_move(str(word).strip("`"), lang) or Parts(to=str(word)[-2:])
    segment = _since(lead, BREAKS) if word.type == "LONE_SQUARE" else ()
    man = next((_MEN[one.type] for one in reversed(segment) if one.type in _MEN), None)
    takes = any(one.type in _TAKEN for one in segment)
    if man in (None, "P") or not any(one.type in PLAYS for one in segment):
        yield printed
    if takes or man not in (None, "P"):
        yield Parts(piece=man, to=printed.to, capture=True if takes else None)


def _since(lead: Sequence[Token], ends: frozenset[str]) -> Sequence[Token]:
    """The tokens after the last one of these types."""
    return lead[max((at for at, word in enumerate(lead) if word.type in ends), default=-1) + 1 :]


def _is_place(lead: Sequence[Token]) -> bool:
    """Whether these words make the square after them a place and not a move: “captured on e5”, “to f3”."""
    behind = next((word.type for word in reversed(lead) if word.type not in SKIPPED), "")
    return behind in _PLACES or any(word.type in _TAKEN for word in _since(lead, BREAKS))


def _is_thought(lead: Sequence[Token]) -> bool:
    """Whether the words before a move report a thought or a possibility; the “whether” of a question does not count."""
    kinds = {word.type for word in lead}
    return bool(kinds & _THOUGHTS - ({"WHETHER"} if kinds & QUESTIONS else set()))


def _is_refused(behind: Sequence[Token]) -> bool:
    """Whether the words after a move refuse it before they turn to anything else; “Nf3, not Nc3” does not."""
    for at, word in enumerate(behind, 1):
        if word.type == "NOT" and behind[at : at + 1] and behind[at].type in QUESTIONS:
            continue  # “without asking”
        if word.type in REFUSALS:
            joined = any(one.type == "AND" for one in behind[:at])
            return word.type != "NOT" or (at < len(behind) and not joined)
        if word.type in QUESTIONS | VERBS_OF_TRIES | PLAYS | {"NUMBER_OF_TURN", "YES"}:
            return False
    return False
