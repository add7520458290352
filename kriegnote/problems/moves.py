"""A move of a solution as printed: its parts, its marks, and the slips of scanners; a man by any of his names."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from kriegnote.model.printed_moves import FIGURINES, Language, Parts, Piece, parse_move


class Printed(NamedTuple):
    """A printed move taken apart: its parts, whether its man is a drawn sign, and its marks."""

    parts: Parts
    figurine: bool
    mates: bool
    checks: bool
    doubted: bool


_PROMOTED: Final = re.compile(r"([a-h][18])\s?[=(]*\s?([♔-♟])\)?\Z")


def printed(text: str, language: Language = "en") -> Printed | None:
    """A printed move with its marks and the slips of scanners: ``♖x e2#``, ``♘x6+``, ``♜(x)e4``, ``b c4``, ``♠d5``."""
    marks = re.search(r"(?:[\s+#!?†‡]|e\.\s?p\.|\smatt?[eo]?(?!\w))*\Z", text)
    tail = marks.group() if marks else ""
    body = text[: len(text) - len(tail)].replace("(x)", "x").replace("(×)", "x").replace("\N{NO-BREAK SPACE}", " ")
    body = re.sub(r"\s*([x×:-])\s*", r"\1", re.sub(r"\([♔-♟]\)(?=\s?[x×a-h])", "", body))
    body = re.sub(r"(?<=[a-h])\s(?=[a-h]?[1-8])", "", body)
    flags = "#" in tail or "mat" in tail or "‡" in tail, "+" in tail or "†" in tail, "?" in tail and "!" not in tail
    if body[:1] in FIGURINES and (short := re.fullmatch(r"(.)\s?[x×]?([1-8])", body)):  # the file is lost: ♘x6
        parts = Parts(piece=FIGURINES[short.group(1)], to=short.group(2), capture="x" in body or None)  # type: ignore[arg-type]
        return Printed(parts, True, *flags)
    if found := _PROMOTED.search(body):
        body = body[: found.start()] + found.group(1) + "=" + found.group(2)
    if re.fullmatch(r"[x×][a-h][1-8]", body):  # by any man
        return Printed(Parts(to=body[1:], capture=True), False, *flags)
    unknown = body[:1] not in FIGURINES and bool(re.match(r"[^\Wa-hO0_\d]|[^\w(]", body)) and body[:1] not in _LETTERS
    read = parse_move("K" + body[1:].lstrip("\ufe0f ") if unknown else body, language)
    if read is None:
        return None
    if unknown:
        read = Parts(None, read.from_, read.to, None, read.capture)
    return Printed(read, unknown or any(letter in FIGURINES for letter in body), *flags)


_LETTERS: Final = "KQRBNDTAC"


def man(text: str) -> Piece | None:
    """The English letter of a man's name, figurine or letter; None when it is none (a piece, an unknown sign)."""
    word = text.strip().lower()
    if word[:1] in FIGURINES:
        return FIGURINES[word[:1]]  # type: ignore[return-value]
    if re.fullmatch(r"p[a-h][1-8]", word):
        return "P"
    return _MEN.get(word) or _MEN.get(word.rstrip("s")) or _MEN.get(word[:-1] + "e") or _MEN.get(word[:-1] + "o")


_MEN: Final[dict[str, Piece]] = {
    "re": "K", "donna": "Q", "torre": "R", "alfiere": "B", "cavallo": "N", "pedone": "P",
    "king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "pawn": "P",
    "k": "K", "q": "Q", "r": "R", "b": "B", "n": "N", "d": "Q", "t": "R", "a": "B", "c": "N",
}  # fmt: skip
