"""Moves in descriptive notation, parsed without a board.

A square is named by the file's original owner and by the rank as the mover counts it (``KB3`` is f3 for White and f6
for Black). Without a wing, ``B4`` is one of two squares, and a capture names only men. What such a move may be is
stored in :class:`~kriegnote.model.printed_moves.Parts` as sets of squares; the board decides.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from lark import Token, Tree

from kriegnote.caching_parser import parser_of
from kriegnote.chess.squares import FILES_OF, NAMES, rank_from
from kriegnote.lexicon import meant
from kriegnote.model.events import Side
from kriegnote.model.printed_moves import LETTERS as LETTERS_OF
from kriegnote.model.printed_moves import Language, Parts, parse_move
from kriegnote.parsing import Terminals

_LETTERS: Final = {
    "King": "K", "Queen": "Q", "Rook": "R", "Bishop": "B", "Knight": "N", "Kt": "N", "KT": "N", "Pawn": "P",
    "pawn": "P", "sq": "1"
}  # fmt: skip
"""The letters that the parts of a name stand for."""
_CONTINENTAL: Final = {
    letter: man for name in ("it", "fr") for letter, man in zip(LETTERS_OF[name], "KQRBNP", strict=True)
}
"""The piece letters of Italian, Spanish and French."""
_OWN: Final = {"own_man": "man", "own_place": "place", "own_victim": "taken", "own_origin": "origin"}
"""The usual names of the rules for continental moves."""

_TERMINALS: Final = Terminals("descriptive_move")
_MARKS: Final = {"check": "SAID_CHECK", "mate": "SAID_MATE", "en_passant": "SAID_PASSING"}
"""The marks of a move and their terminals."""


def _short_name(said: str) -> str:
    """A man or a place in letters: ``K. Kt's 3rd`` is ``KN3``, ``Queen's Pawn`` is ``QP``, ``his 2nd`` is ``2``."""
    parts = _TERMINALS["NAME_PART"].findall(said)
    return "".join(_LETTERS.get(part) or meant(part, "ordinals") or part for part in parts)


def _in_english(said: str) -> str:
    """A continental man or place in English letters: ``3 A D`` is ``QB3``, ``P A`` is ``BP``, ``D`` is ``Q``."""
    letters = "".join(said.split())
    if letters[0].isdigit():
        return f"{_in_english(letters[1:])}{letters[0]}"
    if letters[0] == "P" and len(letters) > 1:
        return f"{_in_english(letters[1:])}P"
    return "".join(_CONTINENTAL[letter] for letter in reversed(letters))


def _squares(name: str, side: Side) -> tuple[str, ...]:
    """The squares that a name may mean: one for ``QB4``, two for ``B4``, eight for ``4`` (a rank)."""
    files = FILES_OF[name[:-1]] if len(name) > 1 else "abcdefgh"
    return tuple(file + rank_from(name[-1], side) for file in files)


def _man(name: str) -> tuple[str, tuple[str, ...]]:
    """The man that a name means, and, for a pawn, the files on which he may stand."""
    if name.endswith("P"):
        return "P", tuple(FILES_OF[name[:-1]]) if len(name) > 1 else ()
    return name[-1], ()


def _of_wing(name: str, side: Side) -> dict[str, Any]:
    """The fields for a man named by his wing: a bishop by the colour of his squares, others by where they stand."""
    if len(name) < 2 or name.endswith("P"):
        return {}
    if name[-1] != "B":
        return {"wing": "king" if name[0] == "K" else "queen"}
    on_light = (name[0] == "K") == (side == "white")
    return {"origins": tuple(square for at, square in enumerate(NAMES) if ((at & 7) + (at >> 3)) % 2 == on_light)}


def parse_printed(text: str, side: Side, language: Language) -> Parts | None:
    """The parts of a move that a sentence names in algebraic or in descriptive notation; None if it is no move.

    :param side: the player whose move it is, from whose side descriptive notation counts.
    """
    return parse(text, side) or parse_move(text, language) or parse(text, side, continental=True)


@cache
def parse(text: str, side: Side, continental: bool = False) -> Parts | None:
    """The parts of a move as this side prints it; None if it is not a move.

    :param continental: whether it is printed as in Italy, Spain and France, with their letters and the rank before the
        file.
    """
    start = "continental" if continental else "start"
    tree: Tree[Any] | None = parser_of("descriptive_move", start).whole(text)
    if tree is None:
        return None
    marks = {getattr(one.children[0], "type", "") for one in tree.find_data("mark")}
    fields: dict[str, Any] = {name: True for name, mark in _MARKS.items() if mark in marks}
    rule: dict[str, Tree[Any]] = {one.data: one for one in tree.children if isinstance(one, Tree)}
    if tree.data == "castles":
        return Parts(piece="K", **_castling(rule["castling"], side), **fields)
    words = {name: _short_name(str(one.children[0])) for name, one in rule.items()}
    if continental:
        words |= {_OWN[name]: _in_english(str(rule[name].children[0])) for name in _OWN if name in rule}
    sign: Any = rule["own_man" if continental else "man"].children[0]
    man, files = (None, ()) if sign.type == "SIGNED_MAN" else _man(words["man"])
    fields |= {"piece": man, "sign": str(sign)} | ({} if man is None else _of_wing(words["man"], side))
    origins = {file + rank for file in files for rank in "12345678"}
    if "origin" in words:
        origins = _origins(words["origin"], side)
    if tree.data == "steps":
        origins, targets = _steps(files, any(token.type == "TWO_STEPS" for token in _tokens(tree)), side)
        fields["targets"] = targets
    if tree.data == "checks":
        fields["targets"] = NAMES
    if origins:
        fields["origins"] = tuple(sorted(origins))
    if "promotion" in words:
        fields["promotion"] = _man(words["promotion"])[0] if words["promotion"] else "Q"
    words["place"] = words.pop("place_taken", words.get("place", ""))
    if words["place"]:
        place = words["place"] if len(words["place"]) > 1 else words["man"] + words["place"]  # his 2nd
        targets = _squares(place, side)
        fields |= {"to": targets[0]} if len(targets) == 1 else {"targets": targets}
    if tree.data == "takes_there":
        fields |= {"capture": True, "mark": "x"}
    if tree.data == "takes":
        taken, near = _man(words["taken"])
        fields |= {"capture": True, "mark": "x", "taken": taken}
        if near and taken == "P" and not words["place"]:
            fields["targets"] = tuple(file + rank for file in near for rank in "12345678")
    return Parts(**fields)


def _tokens(tree: Tree[Any]) -> list[Token]:
    return [one for one in tree.children if isinstance(one, Token)]


def _castling(said: Tree[Any], side: Side) -> dict[str, Any]:
    """The fields of a castling move; if the text does not say to which side, the two squares of the king."""
    kinds = {token.type for token in _tokens(said)}
    if kinds & {"KINGS_SIDE", "SHORT_SAID", "SHORT_SIGNS"}:
        return {"castle": "short"}
    if kinds & {"QUEENS_SIDE", "LONG_SAID", "LONG_SIGNS"}:
        return {"castle": "long"}
    return castling_to_either_side(side)


def castling_to_either_side(side: Side) -> dict[str, Any]:
    """The fields of the parts of a castling move of which nobody says to which side it is."""
    home = rank_from("1", side)
    return {"origins": (f"e{home}",), "targets": (f"c{home}", f"g{home}")}


def _steps(files: tuple[str, ...], two: bool, side: Side) -> tuple[set[str], tuple[str, ...]]:
    """The origins and targets of a pawn that moves one square or two: ``Q's P two``."""
    if two:
        return {file + rank_from("2", side) for file in files}, tuple(file + rank_from("4", side) for file in files)
    return {file + rank_from(rank, side) for file in files for rank in "234567"}, tuple(
        file + rank_from(rank, side) for file in files for rank in "345678"
    )


def _origins(word: str, side: Side) -> set[str]:
    if word[-1].isdigit():
        return set(_squares(word, side))
    return {file + rank for file in FILES_OF[word] for rank in "12345678"} if word[-1] != "P" else set()
