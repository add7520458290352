"""Moves and squares in words: "knight takes f3", "arrocca corto", "pawn to king four", "QB5"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

import msgspec
from lark import Token, Tree

from kriegnote.lexicon import meant, mentions, read_number
from kriegnote.model.events import Side
from kriegnote.model.printed_moves import Language, Parts, printed_form, spell
from kriegnote.parsing import Terminals
from kriegnote.rules.naming import square_named
from kriegnote.text.described_moves import castling_to_either_side
from kriegnote.text.respelling import Respelling
from kriegnote.text.speech.clauses import BREAKS, MEN, PLAYERS, SKIPPED, SQUARES, has, man_of, player, tokens_of

_TERMINALS: Final = Terminals("speakers")
_LEAD: Final = 30
"""The number of characters before a square in which its preposition or verb is looked for."""
_SHORT: Final = 2
"""The length of names of letters that are other words, too: “ci”, “di”, “gi”."""
_CASTLING: Final = {"castles_short": "O-O", "castles_long": "O-O-O"}
_BEFORE_A_NEW_MAN: Final = SKIPPED | {"COMMA", "OPENING_BRACKET", "ONE", "TO", "IN", "AND", "CONNECTIVE", "PROMOTES_TO"}
"""Words between a pawn's move to the last rank and the man that it becomes."""
_VERBS: Final = frozenset({"CAPTURE", "CAPTURED", "TRY", "ATTEMPTS", "PLAY", "MOVED", "GOES", "TAKE"})
_PUTS: Final = frozenset({"PLAY", "MOVED", "UNKNOWN_WORD"})
"""What may be the verb of him who puts a man on a square."""
_ONWARD: Final = frozenset({"CAPTURE", "TAKE", "TO", "FOR", "IN"})
"""Words between the square that a man leaves and the one to which he goes."""
_WORDS_TOO: Final = frozenset("ae")
"""Letters of files that are words, too."""
_ASIDE: Final = 6
"""The number of tokens behind a square in which the one that a man leaves is looked for."""
_LATELY: Final = 6
"""The number of tokens before a square in which a pronoun is looked for."""
_ARTICLE: Final = 2
"""The greatest length of a word before him that may be his article."""
CASTLING: Final = ("castling", *_CASTLING)
"""The rules of the grammar for castling in words."""


def squares_in_words(text: str) -> Iterator[Respelling]:
    """Respellings of squares that are written as words, “knight to f three”, of pawns’ captures, “e takes d4”, and of
    men's letters that stand apart from their squares, “White: Kt f3”.

    A letter and a number are a square only after a man, a preposition or “takes”, or if nothing else is said. Two of
    them where a speech begins are a move: “delta two delta four”.
    """
    for found in _TERMINALS["SPOKEN_CAPTURE"].finditer(text):
        word = found["file"] in _WORDS_TOO and found["place"] and not found["pawn"]  # “a capture on b2”
        if not word and abs(ord(found["file"][0]) - ord(found["square"][0])) == 1:
            yield Respelling(*found.span(), f"{found['file']}x{found['square']}")
    yield from (Respelling(*one.span("apart"), _joined(one)) for one in _TERMINALS["LETTER_APART"].finditer(text))
    moved = 0  # the end of the last move of two squares
    for found in _TERMINALS["SPOKEN_SQUARE"].finditer(text):
        before = (max(0, found.start() - _LEAD), found.start())
        if found.start() < moved:
            continue
        both = _TERMINALS["SPOKEN_FROM_TO"].match(text, found.start())
        if both is not None and _TERMINALS["BEGINS_TO_SPEAK"].search(text, *before):
            moved = both.end()
            yield Respelling(*both.span(), "".join(map(_spoken, _TERMINALS["SPOKEN_SQUARE"].finditer(both.group()))))
            continue
        if len(found["file"]) == _SHORT:
            if _TERMINALS["BEFORE_A_NAMED_LETTER"].search(text, *before):
                yield Respelling(*found.span(), _spoken(found))
            continue
        alone = text[found.end() : found.end() + 1] in ("", *".,?!;:\n")
        if _TERMINALS["BEFORE_A_SQUARE"].search(text, *before) or (
            alone and _TERMINALS["BEGINS_TO_SPEAK"].search(text, *before)
        ):
            yield Respelling(*found.span(), _spoken(found))


def letter_first(words: str, base: int) -> Iterator[Respelling]:
    """The respelling of a man's letter apart from his square with which a speech begins, “Kt takes f3”; empty if none.

    :param words: the speech; ``base``: the offset in the text at which it begins.
    """
    found = _TERMINALS["LETTER_FIRST"].match(words)
    if found is not None:
        yield Respelling(base + found.start("apart"), base + found.end("apart"), _joined(found))


def _joined(apart: re.Match[str]) -> str:
    """The move of a man's letter and his square, ``Nxf3``."""
    letter, takes = apart["letter"], "x" if apart["takes"] else ""
    man = "N" if len(letter) > 1 else "" if letter == "P" and not takes else letter
    return f"{man}{takes}{apart['goal']}"


def _spoken(square: re.Match[str]) -> str:
    """The square that is spoken, ``d4``."""
    spelt = meant(square["file"], "spelt")
    file = square["file"].lower() if spelt is None else spelt[-1]
    return f"{file}{read_number(square['rank'])}"


def square_of(token: Token, side: Side) -> str | None:
    """The algebraic square that a token names; None if a descriptive name does not say on which wing it is.

    :param side: the side from which a descriptive name such as ``QB5`` is counted.
    """
    if token.type == "LONE_SQUARE":
        return str(token).lower()
    return square_named(token, side)  # None for B5, one of two squares


def possessed(owner: Token, word: Token) -> str | None:
    """The square that a player's possessive and a descriptive name state together, “Black’s Q4”; else None."""
    if word.type not in ("NAMED_SQUARE", "DESCRIPTIVE") or owner.type not in PLAYERS or not str(owner).endswith("s"):
        return None
    return square_of(word, player(owner))


def move_in_words(described: Tree[Token], side: Side, language: Language) -> tuple[str, Parts | None]:
    """A move in words: its short printed form and its parts; the words and None if they leave the move open."""
    if (castling := next((tree for tree in described.iter_subtrees() if tree.data in CASTLING), None)) is not None:
        short = _CASTLING.get(castling.data)
        if short is None:
            return " ".join(tokens_of(castling)), Parts(piece="K", **castling_to_either_side(side))
        return short, Parts(piece="K", castle="short" if short == "O-O" else "long")
    promotion = next((man_of(tree) for tree in described.find_data("became")), None)
    man = man_of(next(tree for tree in described.children if isinstance(tree, Tree) and tree.data == "category"))
    named = [token for token in tokens_of(described) if token.type in SQUARES]
    target = square_of(named[-1], side)
    if man == "piece" or target is None:
        return " ".join(tokens_of(described)), None
    origin = str(named[0]) if len(named) == 2 else None
    takes = has(described, "CAPTURE") or has(described, "FOR")
    return _moved(man, origin, target, promotion, takes, language)


def promoted(printed: Parts, became: Tree[Token], language: Language) -> tuple[str, Parts]:
    """A printed pawn move with the promotion that the words after it name: its printed form and its parts."""
    return _moved("P", printed.from_, printed.to or "", man_of(became), bool(printed.capture), language)


def promotion_on(square: str, man: str, language: Language) -> tuple[str, Parts]:
    """The printed form and parts of “promotes to a queen on e8”."""
    return _moved("P", None, square, man, False, language)


def capture_on(square: str, man: str, language: Language) -> tuple[str, Parts]:
    """The printed form and parts of “captures with the bishop on f7”."""
    return _moved(man, None, square, None, True, language)


def _moved(
    man: str, origin: str | None, target: str, promotion: str | None, takes: bool, language: Language
) -> tuple[str, Parts]:
    parts = Parts(
        piece=man,  # type: ignore[arg-type]
        from_=origin,
        to=target,
        promotion=promotion,  # type: ignore[arg-type]
        capture=True if takes else None,
        sign=spell(man, language) if man != "P" else None,
        mark="x" if takes else None,
    )
    return printed_form(parts, language), parts


def origins_among(tokens: Sequence[Token], begin: int, end: int, squares: Sequence[int]) -> list[int]:
    """The squares in ``tokens[begin:end]`` that a man leaves: “from e2”, “e2 to e4”, “the pawn on d5 takes”."""
    return [
        at for at, following in zip(squares, (*squares[1:], end), strict=True)
        if (at > begin and tokens[at - 1].type == "FROM") or _leads_to(tokens, at, end)
        or (following < end and _acts_from(tokens, begin, at, following))
    ]  # fmt: skip


def _acts_from(tokens: Sequence[Token], begin: int, at: int, following: int) -> bool:
    """Whether a square says where a man stands who acts behind it, before the square to which he goes."""
    lead = [one.type for one in reversed(tokens[begin:at]) if one.type not in SKIPPED | PLAYERS][:2]
    acts = any(one.type in _VERBS for one in tokens[at + 1 : following])
    return acts and lead[1:] != [] and lead[0] in ("ON", "IN") and lead[1] in MEN


def origin_behind(tokens: Sequence[Token], at: int) -> str | None:
    """The square that a man leaves, named between commas behind the one to which he goes: “on e6, from d7, but …”."""
    behind = [word for word in tokens[at + 1 : at + _ASIDE] if word.type not in SKIPPED]
    kinds = [word.type for word in behind]
    ends = kinds[3:4] == [] or kinds[3] in BREAKS
    return str(behind[2]) if kinds[:3] == ["COMMA", "FROM", "LONE_SQUARE"] and ends else None


def is_of_the_same_man(tokens: Sequence[Token], at: int) -> bool:
    """Whether a pronoun stands for the man of a move to a square: “a knight to c6; he put it on c3”."""
    lead = [*takewhile(lambda one: one.type not in BREAKS, reversed(tokens[max(at - _LATELY, 0) : at]))]
    if len(lead) < 2 or lead[0].type not in ("TO", "IN", "ON", "FILLER"):
        return False
    if mentions(lead[1], "details.possessive"):
        return True
    near = [one for one in lead[1:] if one.type != "FILLER" or mentions(one, "details.pronoun")][:2]
    said = [one for one in near if mentions(one, "details.pronoun")]
    return len(said) == 1 and any(one.type in _PUTS for one in near)


def _leads_to(tokens: Sequence[Token], at: int, end: int) -> bool:
    """Whether a move goes on from a square directly to another."""
    behind = [word.type for word in tokens[at + 1 : min(at + 3, end)]]
    onward = behind[1:] == ["LONE_SQUARE"] and behind[0] in _ONWARD
    return onward and (tokens[at + 1].start_pos or 0) - (tokens[at].end_pos or 0) <= 1  # they are not in two columns


def is_a_time(tokens: Sequence[Token], at: int) -> bool:
    """Whether noughts are the hour of a time, not castling: 00:15."""
    return str(tokens[at]) == "00" and [word.type for word in tokens[at + 1 : at + 3]] == ["COLON", "INT"]


def with_new_man(parts: Parts | None, tokens: Sequence[Token], at: int) -> Parts | None:
    """A printed move; that of a pawn to the last rank with the man that is named directly behind it: “gxf1, a rook”."""
    if parts is None or parts.piece != "P" or parts.promotion is not None or (parts.to or "")[1:] not in ("1", "8"):
        return parts
    behind = (one for one in tokens[at + 1 :] if one.type not in _BEFORE_A_NEW_MAN and len(one) > _ARTICLE)
    new = next(behind, None)
    man = MEN.get(new.type) if new is not None else None
    return parts if man in (None, "P", "K") else msgspec.structs.replace(parts, promotion=man)
