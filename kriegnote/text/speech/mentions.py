"""Finds what prose may say of moves and announcements: a man and a square in words, a capture, a check, a mate.

Every mention is only possible: the words around it may be unknown, and “the queen takes on f7” may report a move or
an announcement. Which it is, if any, is decided on the board (:mod:`kriegnote.notations.continuation`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final, Literal, NamedTuple, get_args

import msgspec
from lark import Token

from kriegnote.model.events import Direction, Side, Verdict
from kriegnote.model.printed_moves import Language, Parts, Piece, parse_move
from kriegnote.text.speech.clauses import BREAKS, MEN, PLAYERS, SKIPPED, VERDICTS, number_of, player
from kriegnote.text.speech.moves_in_words import square_of
from kriegnote.text.speech.named_moves import PLAYS, QUESTIONS, REFUSALS, VERBS_OF_TRIES

Kind = Literal["move", "capture", "check", "mate"]

_MEN: Final[dict[str, Piece]] = {**MEN, "WITH_A_PAWN": "P"}
_TAKES: Final = frozenset({"CAPTURE", "TAKE"})
_TAKEN: Final = frozenset({"CAPTURED", "LOSES"})
_CHECKS: Final = frozenset({"CHECK", "IN_CHECK"})
_DIRECTIONS: Final[dict[str, Direction]] = {way.upper(): way for way in get_args(Direction)}
_ENDS: Final = BREAKS - {"BRACES", "OPENING_BRACKET"}
"""Tokens that end a clause."""
_STOPS: Final = frozenset({"FULL_STOP", "EMPTY_LINE"})
_PLACES: Final = frozenset({"IN", "ON", "ALONG", "TO", "BY", "FROM"})
_THOUGHTS: Final = frozenset({"WOULD", "WHETHER", "REMARK", "WOULD_TRY"})
_ALLOWS: Final = frozenset({"ALLOW", "ACCEPTED", "POSSIBLE"})
_TURNS_TO: Final = frozenset({*_ALLOWS, "NUMBER_OF_TURN", *QUESTIONS, *VERBS_OF_TRIES, *PLAYS})
"""Words after which a refusal is no longer that of the move before them."""
_WAYS: Final = {"SHORT": "short", "KINGSIDE": "short", "LONG": "long", "QUEENSIDE": "long", "ALONG": "long"}
_NEAR: Final = 4
"""The greatest distance, in tokens, between a check and the knight that gives it, or castling and its side."""


class Mention(NamedTuple):
    """Something that a text may report, and what the words beside it say.

    ``at``: the index of its token. ``readings``: the moves that it may be, the likeliest first; empty for a mere
    announcement. ``square``: the square of a capture that is announced. ``announced``: whether it is an announcement
    rather than a move, as far as its words show (None: they do not). ``ways``: the directions of a check. ``printed``:
    the move is printed, not in words. ``weak``: it is only a square beside a preposition. ``verdict``: the refusal
    behind a move. ``tried``, ``thought``: words before it say so. ``side``, ``turn``: the player and the number before
    it.
    """

    at: int
    kind: Kind
    readings: tuple[Parts, ...] = ()
    square: str | None = None
    announced: bool | None = None
    ways: frozenset[Direction] = frozenset()
    printed: bool = False
    weak: bool = False
    verdict: Verdict | None = None
    tried: bool = False
    thought: bool = False
    side: Side | None = None
    turn: tuple[int, Side] | None = None


def mentions(tokens: Sequence[Token], lang: Language) -> list[Mention]:
    """What a text may report, in its order."""
    found: list[Mention] = []
    begin = 0
    for end in (*(at for at, word in enumerate(tokens) if word.type in _ENDS), len(tokens)):
        found += sorted(_in_clause(tokens, begin, end, lang), key=lambda one: one.at)
        begin = end + 1
    moves = [at for at, one in enumerate(found) if one.kind == "move"]
    for index, at in enumerate(moves):
        one = found[at]
        first = found[moves[index - 1]].at + 1 if index else 0
        last = found[moves[index + 1]].at if index + 1 < len(moves) else len(tokens)
        found[at] = _beside(one, tokens[first : one.at], tokens[one.at + 1 : last])
    return found


def _beside(one: Mention, lead: Sequence[Token], behind: Sequence[Token]) -> Mention:
    """A move with what the words since the move before it, and up to the next, say of it."""
    sentence = _since(lead, _STOPS)
    denied = any(word.type == "NOT" for word in _since(lead, BREAKS)) or _is_denied(behind)
    thought = any(word.type in _THOUGHTS for word in sentence) and not any(w.type in QUESTIONS for w in sentence)
    sides = [player(word) for word in _since(lead, _STOPS | {"SEMI"}) if word.type in PLAYERS]
    verbs = [word.type for word in lead if word.type in VERBS_OF_TRIES | PLAYS]
    number = next((word for word in reversed(lead) if word.type not in SKIPPED), None)
    return one._replace(
        verdict=None if denied else _verdict(behind),
        tried=bool(verbs) and verbs[-1] in VERBS_OF_TRIES,
        thought=denied or thought,
        side=sides[-1] if sides else None,
        turn=number_of(number) if number is not None and number.type == "NUMBER_OF_TURN" else None,
    )


def _is_denied(behind: Sequence[Token]) -> bool:
    """Whether the words behind a move, in its sentence, deny what is said of it, or may: “nearly refused”."""
    words = [word.type for word in takewhile(lambda one: one.type not in _STOPS, behind)]
    for at, word in enumerate(words):
        if word in QUESTIONS | VERBS_OF_TRIES | PLAYS:
            return False
        if word == "NOT" and at < _NEAR and not _ALLOWS.intersection(words[at + 1 : at + _NEAR]):
            return True
        if word in _THOUGHTS or (word in REFUSALS - {"NOT"} and at and words[at - 1] == "UNKNOWN_WORD"):
            return True
        if word in REFUSALS - {"NOT"}:
            return "WOULD" in words
    return False


def _verdict(behind: Sequence[Token]) -> Verdict | None:
    """The refusal in the words behind a move, before they turn to anything else; None if there is none."""
    for at, word in enumerate(behind):
        if word.type == "NOT":
            if any(one.type in _ALLOWS for one in behind[at + 1 : at + _NEAR]):
                return "refused"
        elif word.type in _TURNS_TO:
            return None
        elif word.type in REFUSALS:
            return VERDICTS.get(word.type, "refused")
    return None


def _since(lead: Sequence[Token], ends: frozenset[str]) -> Sequence[Token]:
    """The tokens after the last one of these types."""
    return lead[max((at for at, word in enumerate(lead) if word.type in ends), default=-1) + 1 :]


def _in_clause(tokens: Sequence[Token], begin: int, end: int, lang: Language) -> Iterator[Mention]:
    """The mentions of one clause, ``tokens[begin:end]``."""
    kinds = [word.type for word in tokens[begin:end]]
    printed = [at for at, kind in enumerate(kinds, begin) if kind == "MOVE_IN_SIGNS"]
    squares = [at for at, kind in enumerate(kinds, begin) if kind == "LONE_SQUARE"]
    described = [at for at, kind in enumerate(kinds, begin) if kind in ("DESCRIPTIVE", "NAMED_SQUARE")]
    for at in printed:
        parts = parse_move(str(tokens[at]).strip("`"), lang)
        if parts is not None:
            yield Mention(at, "move", (parts,), printed=True)
    for at, kind in enumerate(kinds, begin):
        if kind == "CASTLE":
            yield Mention(at, "move", tuple(_castlings(tokens, begin, at)))
        elif kind in _CHECKS:
            yield Mention(at, "check", ways=_directions(tokens, at))
        elif kind in ("MATE", "MATED"):
            yield Mention(at, "mate")
    for at in described:
        man = _man(tokens, begin, at, end)
        named = [square for side in get_args(Side) if (square := square_of(tokens[at], side)) is not None]
        if man is not None and not printed:
            yield Mention(at, "move", tuple(Parts(piece=man, to=square) for square in named))
    if squares and not printed:
        yield from _moves_to(tokens, begin, end, squares)
    elif squares:
        yield from (Mention(at, "move", (Parts(piece="P", to=str(tokens[at])),), weak=True) for at in squares)
    elif any(kind in _TAKES | _TAKEN for kind in kinds) and not printed:
        at = next(at for at, kind in enumerate(kinds, begin) if kind in _TAKES | _TAKEN)
        man = _man(tokens, begin, at, end)
        subject = any(word.type in {"HE", *PLAYERS} for word in tokens[begin:at])
        acts = (man is not None or subject) and tokens[at].type not in _TAKEN and not _is_quoted(tokens, at)
        readings = (Parts(piece=man, from_=_file(tokens, begin, end), capture=True),) if acts else ()
        yield Mention(at, "move" if acts else "capture", readings, announced=None if acts else True)


def _moves_to(tokens: Sequence[Token], begin: int, end: int, squares: Sequence[int]) -> Iterator[Mention]:
    """The moves and captures of a clause that names squares and prints no move."""
    origins = [at for at in squares if at > begin and tokens[at - 1].type == "FROM"]
    targets = [at for at in squares if at not in origins]
    for at in targets:
        takes = next((one for one in range(begin, end) if tokens[one].type in _TAKES | _TAKEN),
                     None)  # fmt: skip
        man = _man(tokens, begin, at, end)
        lead = [word.type for word in tokens[begin:at] if word.type not in SKIPPED]
        weak = bool(lead) and lead[-1] in _PLACES and man is None and takes is None
        origin = str(tokens[origins[0]]) if origins else _file(tokens, begin, end)
        piece: Piece = man or "P"
        moves = Parts(piece=piece, from_=origin, to=str(tokens[at]), capture=True if takes is not None else None)
        if str(tokens[at])[1] in "18" and piece == "P":
            moves = msgspec.structs.replace(moves, promotion=_promotion(tokens, at))
        readings: tuple[Parts, ...] = (moves,)
        if takes is None:
            yield Mention(at, "move", readings, weak=weak)
            continue
        subject = any(tokens[one].type in {"HE", *PLAYERS, *MEN} for one in range(begin, takes))
        participle = tokens[takes].type in _TAKEN or _is_quoted(tokens, takes)
        if man is None and not participle and origin is None:
            readings = (msgspec.structs.replace(moves, piece=None),)  # any man's
        yield Mention(
            at, "move", readings if not participle else (), square=str(tokens[at]),
            announced=True if participle else None if subject or man is not None else True,
        )  # fmt: skip


def _is_quoted(tokens: Sequence[Token], at: int) -> bool:
    """Whether a token stands between quotation marks."""
    return sum(word.type == "QUOTES" for word in tokens[:at]) % 2 == 1


def _man(tokens: Sequence[Token], begin: int, at: int, end: int) -> Piece | None:
    """The man named nearest before a token of a clause, or after it as the means: “takes on d4 with the pawn”."""
    before = next((_MEN[word.type] for word in reversed(tokens[begin:at]) if word.type in _MEN), None)
    return before or next((_MEN[word.type] for word in tokens[at + 1 : end] if word.type in _MEN), None)


def _file(tokens: Sequence[Token], begin: int, end: int) -> str | None:
    """The file of the pawn that a clause names: “the d-pawn”, “il pedone h”."""
    words = tokens[begin:end]
    for at, word in enumerate(words):
        if word.type in ("UNKNOWN_WORD", "CONNECTIVE") and len(word) == 1 and str(word) in "abcdefgh":
            beside = {one.type for one in (*words[max(0, at - 3) : at], *words[at + 1 : at + 3])}
            if beside & {"PAWN", "WITH_A_PAWN", "FILE"}:
                return str(word)
    return None


def _promotion(tokens: Sequence[Token], at: int) -> Piece | None:
    """The man that is named behind a pawn's move to the last rank, before another move or a full stop."""
    ends = _STOPS | {"MOVE_IN_SIGNS", "LONE_SQUARE", *_TAKES}
    behind = takewhile(lambda one: one.type not in ends, tokens[at + 1 :])
    return next((MEN[word.type] for word in behind if MEN.get(word.type, "P") not in "PK"), None)


def _castlings(tokens: Sequence[Token], begin: int, at: int) -> Iterator[Parts]:
    """Castling on the side that is named near it, or on either."""
    near = tokens[max(begin, at - 2) : at + _NEAR]
    ways = [_WAYS[word.type] for word in near if word.type in _WAYS]
    if ways[:1] != ["long"]:
        yield Parts(piece="K", castle="short")
    if ways[:1] != ["short"]:
        yield Parts(piece="K", castle="long")


def _directions(tokens: Sequence[Token], at: int) -> frozenset[Direction]:
    """The directions named beside a check: before it in its clause, or after it in its sentence."""
    before = takewhile(lambda one: one.type not in _ENDS, reversed(tokens[:at]))
    ends = _STOPS | {"SEMI", "COLON", "MOVE_IN_SIGNS", "LONE_SQUARE", *_CHECKS}
    after = [*takewhile(lambda one: one.type not in ends, tokens[at + 1 :])]
    found = {_DIRECTIONS[word.type] for word in (*before, *after) if word.type in _DIRECTIONS}
    if any(word.type == "KNIGHT" for word in after[:_NEAR]):
        found.add("knight")
    return frozenset(found - {"diagonal"} if found & {"long", "short"} else found)
