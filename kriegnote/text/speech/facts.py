"""Reads comments that report questions, tries and announcements in sentences.

Examples: ``{Black tried Rh3, which was refused}``, ``{the umpire announces a capture on d5}``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

from lark import Token, Tree

from kriegnote.caching_parser import parser_of
from kriegnote.model.events import Side, Verdict, other
from kriegnote.model.printed_moves import Language, parse_move
from kriegnote.parsing import Terminals
from kriegnote.text.ended_clauses import Players
from kriegnote.text.respelling import respelt
from kriegnote.text.speech.announced import capture_fields, directions, mover_in, pawn_tries_fields
from kriegnote.text.speech.clauses import (
    MOVES,
    PLAYERS,
    SQUARES,
    TRIES,
    VERDICTS,
    asked_in,
    count_of,
    has,
    kind_of,
    side_of,
    tokens_of,
    words,
)
from kriegnote.text.speech.persons import persons
from kriegnote.text.speech.sentences import Open, sentence
from kriegnote.text.try_groups import grouped

_WORDS: Final = Terminals("speakers")
_SUPPOSED: Final = frozenset({"REMARK", "WOULD", "WHETHER", "ELSEWHERE"})
_SIDES: Final[tuple[Side, Side]] = ("white", "black")
_MAKES: Final = {
    "capture": "capture", "check": "check", "direction": "direction", "promotion": "promotion", "pawns": "pawn_tries",
    "end": "end",
}  # fmt: skip
"""The kind of event that each clause of an announcement yields."""
_ANNOUNCED: Final = frozenset({"capture", "check", "promotion", "pawn_tries"})
_BY_A_MOVE: Final = _ANNOUNCED - {"pawn_tries"} | {"end"}
_WITH_ANY: Final = frozenset({"ASK", "YES", "NO"})
_OF_TRIES: Final = TRIES | {"REFUSE", *VERDICTS} - {"NO"}

_OF_THE_GAME: Final = (
    _OF_TRIES | MOVES
    | {"ASK", "ANY", "WHETHER_ANY", "CAPTURE", "CAPTURED", "LOSES", "CHECK", "IN_CHECK", "PAWN_TRY", "PAWN_CAPTURE",
       "NO_PAWN_CAPTURE", "MATE", "MATED", "PROMOTION"}
)  # fmt: skip
"""Tokens that speak of the dialogue of a game."""

_REPORTED: Final = (_OF_TRIES - TRIES) | {
    "HAD_TRIED", "AFTER_TRYING", "ASK", "WHETHER_ANY", "CAPTURE", "CAPTURED", "LOSES", "IN_CHECK", "CHECK",
    "PAWN_TRY", "NO_PAWN_CAPTURE",
}  # fmt: skip
"""Tokens that report an action or an announcement of a game; see :func:`reports`."""


Unnamed = Literal["moved last", "moves next"]
"""The player whom the remarks of a text are about if they name none."""


def meant_by(habit: Unnamed | None, last: Side | None, following: Side | None) -> Side | None:
    """The player meant by a remark that names none, given the habit of the text.

    :param last: the side that moved last.
    :param following: the side that moves next.
    """
    return {"moved last": last, "moves next": following, None: None}[habit]


class Fact(NamedTuple):
    """One thing that a comment reports: the type of an event, its side, and its fields."""

    kind: str
    side: Side
    fields: dict[str, Any]


class Comments:
    """The comments of one game.

    ``any_report``: whether any of them reports the dialogue. ``left``: those that were not understood, with places.
    """

    def __init__(self) -> None:
        self.any_report = False
        self.left: list[tuple[str, int, int]] = []

    def unread(self, players: Players) -> list[tuple[str, int, int]]:
        """The comments not understood, with their places, that may report the dialogue as others in the game do."""
        return [one for one in self.left if self.any_report and may_report(one[0], players)]


class Unclear(ValueError):
    """Raised if a comment speaks of tries or questions without saying clearly whose or which."""


@lru_cache(maxsize=4096)
def facts(
    comment: str,
    language: Language,
    players: Players = (None, None),
    mover: Side | None = None,
    last: Side | None = None,
) -> tuple[Fact, ...]:
    """The questions, answers, tries and announcements that a comment reports; empty if it speaks of anything else.

    :param players: the names of White and Black, None if unknown.
    :param mover: the player meant if none is named, None if unknown.
    :param last: the side that made the last move, which the umpire's announcements are about.
    :raises Unclear: if the comment speaks of tries of printed moves, or of the usual question, and is not clear.
    """
    if _WORDS["LIST_ALONE"].match(comment.strip()) is not None and (
        listed := _listed(comment, mover or "white", language)
    ):
        if mover is None:
            raise Unclear(comment)
        return tuple(listed)
    if _WORDS["OF_THE_DIALOGUE"].search(comment) is None:
        return ()
    said = _words(comment, players)
    if any(one.type == "REFUSE" for one in said) and not any(one.type in TRIES for one in said):
        mover = None  # an annotator's words, too: “f5 fails”
    stated = _stated(said, language, mover, last)
    if stated is None and mover is not None:
        stated = _listed(comment, mover, language)
    if stated is None:
        kinds = {one.type for one in said}
        tried = kinds & _OF_TRIES and kinds & {"MOVE_IN_SIGNS", "RAW"}
        if not kinds & _SUPPOSED and (tried or (kinds & {"ANY", "WHETHER_ANY"} and kinds & _WITH_ANY)):
            raise Unclear(comment)
        return ()
    for one in stated:
        if one.kind == "try":
            one.fields["verdict"] = one.fields["verdict"] or "refused"  # since another move was made
    return tuple(stated) if any(_is_of_the_dialogue(one) for one in stated) else ()


def _words(comment: str, players: Players) -> list[Token]:
    names = {colour: name for colour, name in zip(("White", "Black"), players, strict=True) if name}
    return words(respelt(comment, persons(comment, names)).text)


def _is_of_the_dialogue(fact: Fact) -> bool:
    """Whether a fact is part of the dialogue; a check or capture without details may be an annotator's remark."""
    detailed = any(value not in (None, ()) for value in fact.fields.values())
    return fact.kind in ("ask", "try") or (fact.kind in _ANNOUNCED and detailed)


def is_before_its_move(fact: Fact) -> bool:
    """Whether a fact about the player who moved last belongs before his move."""
    return fact.kind not in _BY_A_MOVE


def may_report(comment: str, players: Players = (None, None)) -> bool:
    """Whether a comment that was not understood may report part of the dialogue.

    It does if it contains a move, a square, or words of players and umpires, and nothing hypothetical.
    """
    kinds = {one.type for one in _words(comment, players)}
    return bool(kinds & _OF_THE_GAME) and not kinds & _SUPPOSED


def is_supposed(comment: str) -> bool:
    """Whether a comment speaks of what might have been played, or was played in another game."""
    return any(one.type in _SUPPOSED for one in words(comment))


def reports(text: str) -> bool:
    """Whether a text names a player, square or move, reports an action or announcement, and nothing hypothetical."""
    if _WORDS["OF_THE_DIALOGUE"].search(text) is None:
        return False
    kinds = {one.type for one in _words(text, (None, None))}
    of_somebody = not kinds.isdisjoint((*PLAYERS, *SQUARES, "MOVE_IN_SIGNS"))
    return of_somebody and bool(kinds & _REPORTED) and not kinds & _SUPPOSED


def names_nobody(comment: str, language: Language, players: Players = (None, None)) -> bool:
    """Whether a comment reports facts once it is known which player it means."""
    try:
        return bool(facts(comment, language, players, "white"))
    except Unclear:
        return False


def read_as_dialogue(comment: str, players: Players = (None, None)) -> bool:
    """Whether a comment by the player to move would be read as part of the dialogue, or raise :class:`Unclear`."""
    try:
        return any(facts(comment, "en", players, "white", last) for last in _SIDES)
    except Unclear:
        return True


def _stated(said: list[Token], language: Language, side: Side | None, last: Side | None) -> list[Fact] | None:
    """The facts that all sentences of a comment report; None if one is not understood or has another subject."""
    found: list[Fact] = []
    for one in _sentences(said):
        before = found[-1].kind if found else ""
        waits = Open(before == "ask", before == "try", check=before == "check")
        things = sentence(one, waits)
        if things is None:
            return None
        for clause in (clause for thing in things for clause in thing.clauses):
            if _add_announced(found, clause, last):
                continue
            side = side_of(clause) or side
            if side is None or not _add_fact(found, clause, side, language):
                return None
    return found


def _add_announced(found: list[Fact], clause: Tree[Token], last: Side | None) -> bool:
    """Adds what a clause announces about the last move or the next player's pawn tries; returns whether it does.

    A clause about the other player adds nothing.
    """
    if last is None or clause.data not in _MAKES:
        return False
    kind, side = _MAKES[clause.data], other(last) if clause.data == "pawns" else last
    named = side_of(clause) if kind == "pawn_tries" else mover_in(clause)
    if named not in (None, side):
        return False
    match kind:
        case "capture":
            fields = capture_fields(clause, None)  # the whole page shows from which side squares are counted
        case "check":
            fields = {"directions": tuple(sorted(directions(clause)))}
        case "pawn_tries":
            fields = pawn_tries_fields(clause, None)
        case "direction":
            return _add_direction(found, clause)
        case "end" if not has(clause, "MATE") or named is not None:
            return False
        case "end":
            fields = {"reason": "checkmate"}
        case _:
            fields = {}
    found.append(Fact(kind, side, fields))
    return True


def _add_direction(found: list[Fact], clause: Tree[Token]) -> bool:
    """Adds to a check the direction that is named after it; returns whether a check precedes."""
    if not found or found[-1].kind != "check":
        return False
    ways = {*found[-1].fields["directions"], *directions(clause)}
    found[-1].fields["directions"] = tuple(sorted(ways))
    return True


def _listed(comment: str, side: Side, language: Language) -> list[Fact] | None:
    """The facts of a list as in the parentheses of a score, ``any: no; illegal: exd5, fxe5``; None if it is not one."""
    tree, unread = parser_of("tries", "group").parse(comment, 0, len(comment))
    group = None if unread else grouped(tree)
    if group is None or group.prose or group.slips:
        return None
    found: list[Fact] = []
    for one in group.entries:
        said = {word.type: str(word) for word in one.rule.children if isinstance(word, Token)}
        waits = bool(found) and found[-1].kind == "ask"
        if one.kind in ("ask", "misasked") and said.keys().isdisjoint(("REBUFFS", "MATERIAL")):
            found.append(Fact("ask", side, {"what": "any"}))
        elif one.kind == "answer" and waits and "HOW_MANY" not in said:
            found.append(Fact("answer", side, {"any": not said.keys().isdisjoint(("YES", "Y")), "count": None}))
        elif one.kind == "tried" and "TRIED_MOVE" in said:
            found.append(_try(side, " ".join(said["TRIED_MOVE"].split()), language, one.verdict))
        else:
            return None
    return found


def _try(side: Side, move: str, language: Language, verdict: Verdict | None = None) -> Fact:
    move = move.strip("`")
    parts = parse_move(move, language)
    return Fact("try", side, {"move": None, "text": move, "parts": parts, "verdict": verdict})


def as_tries(stated: Sequence[Fact], mover: Side | None, language: Language) -> tuple[Fact, ...]:
    """What a comment reports, its pawn tries on squares as tries of moves to these that were refused.

    :param mover: the player who made them, None if unknown: then nothing.
    """
    made: list[Fact] = []
    for one in stated:
        squares = one.fields.get("squares") if one.kind == "pawn_tries" else None
        if squares is None:
            made.append(one)
        elif mover is not None:
            made += (_try(mover, square, language, "refused") for square in squares)
    return tuple(made)


def _sentences(said: list[Token]) -> Iterator[list[Token]]:
    held: list[Token] = []
    for one in said:
        if one.type == "ANY" and (not held or held[-1].type == "COLON"):  # “White: Any? No.”
            yield [*held, one]
            held = []
        elif one.type != "FULL_STOP" or str(one) == "?":
            held.append(one)
        elif held:
            yield held
            held = []
    if held:
        yield held


def _add_fact(found: list[Fact], clause: Tree[Token], side: Side, language: Language) -> bool:
    """Adds what a clause reports; returns False if it has another subject."""
    match clause.data:
        case "ask" | "question":
            found.append(Fact("ask", side, {"what": asked_in(clause)}))
        case "answered":
            if not (found and found[-1].kind == "ask"):
                return False
            yes = True if has(clause, "YES") else False if has(clause, "NO") else None
            found.append(Fact("answer", found[-1].side, {"any": yes, "count": count_of(clause)}))
        case "tries":
            moves = [one for one in tokens_of(clause) if one.type in MOVES]
            found += [_try(side, str(move), language) for move in moves]
            return bool(moves)
        case "judged":
            verdict = VERDICTS.get(kind_of(next(clause.find_data("verdict"))))
            if verdict is None or not (found and found[-1].kind == "try"):
                return False
            for index in range(len(found) - 1, -1, -1):
                if found[index].kind != "try" or found[index].fields["verdict"] is not None:
                    break
                found[index].fields["verdict"] = verdict
        case _:
            return False
    return True
