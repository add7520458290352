"""Reads the values of a problem's tags on its position: hidden men, squares, excluded replies and twins."""

from __future__ import annotations

from typing import Final

from kriegnote.chess.fen import men_of, rows_of
from kriegnote.chess.squares import SQUARE
from kriegnote.lexicon import mentioned, mentions
from kriegnote.parsing import Terminals
from kriegnote.problems.policy import Hidden
from kriegnote.problems.reading.moves import man

_PAGE: Final = Terminals("problem_page")
_WORDS: Final = Terminals("common")
_AREAS: Final = {"dark": "dark", "light": "light", "anywhere": "any"}


def hidden(text: str) -> Hidden | None:
    """The hidden man of a ``Hidden`` tag; None if the tag is not understood.

    Examples are ``k on a8 a6 c8``, ``b on dark``, ``qrbn on e1``, ``p? on a3 a4`` (there may be none), ``k on file a``,
    or a sentence: “the black king is on one of a8, a6, c8”, “Black has a dark-squared bishop somewhere”.
    """
    if short := _PAGE["HIDDEN"].fullmatch(text):
        men, may_lack, where = short["men"].lower(), bool(short["lacks"]), short["where"]
    else:
        words = _WORDS["WORD_OR_SIGN"].findall(text.lower())
        named = [found.lower() for word in words if len(word) > 2 and (found := man(word))]
        men, where, may_lack = "".join(dict.fromkeys(named)), text, mentions(text, "details.lacking")
    squares = tuple(_PAGE["ON"].findall(where))
    squares = squares or tuple(line["file"] or line["rank"] for line in _PAGE["ON_LINE"].finditer(where.lower()))
    squares = squares or tuple(_AREAS[word] for word in mentioned(where, "details") if word in _AREAS)[:1]
    return Hidden(men=men, squares=squares, may_lack=may_lack) if men and squares else None


def no_squares(text: str) -> tuple[str, ...]:
    """The words of a tag that look like squares but are none (``c9``)."""
    words = _WORDS["WORD_OR_SIGN"].findall(text)
    return tuple(
        each
        for each in words
        if len(each) == 2 and each.isalnum() and each[1].isdecimal() and not _PAGE["SQUARE"].fullmatch(each)
    )


def squares(text: str) -> tuple[str, ...]:
    """The squares that a tag lists."""
    return tuple(_PAGE["SQUARE"].findall(text))


def replies(text: str) -> tuple[str, ...]:
    """The moves (UCI) that a tag lists."""
    return tuple(_PAGE["REPLY"].findall(text))


def edited(fen: str, edits: str) -> str | None:
    """The FEN of a twin; None if the edits are not understood or change an empty square, or ``fen`` is not one.

    :param fen: that of the first twin.
    :param edits: ``+na5`` adds a black knight, ``-a4`` removes a man, ``b4d4`` moves one; or a whole FEN.
    """
    if "/" in edits:
        return edits.strip()
    rows, _, rest = fen.partition(" ")
    try:
        board = [*men_of(rows)]
    except ValueError:
        return None
    for word in edits.replace(",", " ").split():
        if added := _PAGE["ADDED"].fullmatch(word):
            board[SQUARE[added["to"]]] = added["man"]
        elif changed := _PAGE["TAKEN_AWAY"].fullmatch(word) or _PAGE["MOVED"].fullmatch(word):
            here = SQUARE[changed["from"]]
            man, board[here] = board[here], "."
            if man == ".":
                return None
            if to := changed.groupdict().get("to"):
                board[SQUARE[to]] = man
        else:
            return None
    return f"{rows_of(board)} {rest}"
