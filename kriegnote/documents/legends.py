"""Replaces signs that a page explains in a legend by words that every reader understands.

    "vers." = tried, refused by the umpire; "F?" = the question         Schwarz vers. c7xd6, b7xc6; zieht Sg8-f6
    a stroke / behind a move = refused                                  3 | bxc3/ a4 | Nf6

Moves that a sign refuses are crossed out, within brackets queried; a question becomes *any?*, an answer *yes* or *no*.
A sign is replaced only where its meaning can stand: beside moves, or before an answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import starmap
from typing import Final, Literal, NamedTuple

from kriegnote.documents.legend_announcements import QUESTION, announced_in_words, announcement_signs
from kriegnote.documents.legend_entries import legend_entries
from kriegnote.lexicon import lexicon, meant, printed
from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain, Taker

_LEGEND: Final = Terminals("legend")
_FAR: Final = 120
"""The greatest length of a clause with a sign, or of a meaning, in characters."""
_GUTTER: Final = 2
"""The least number of blanks between columns."""
_LEAST: Final = 2
"""The least number of moves beside a sign that refuses them."""

_BRACKETS: Final = frozenset("()[]{}<>")
_BESIDE_ANSWERS: Final = " \t\n:"

_Meaning = Literal["question", "refused", "made", "yes", "no"]
_REFUSED: Final = (
    "fields.tried", "answers.in_vain", "answers.illegal", "answers.illegals", "answers.impossible", "speech.refuse",
    "verdicts.attempted",
)  # fmt: skip
_MADE: Final = ("fields.played", "answers.accepted")


class ExplainedSign(NamedTuple):
    """A sign and its meaning, and the range of the legend's entry; ``follows``: it is said to stand behind a move."""

    sign: str
    meaning: _Meaning
    start: int
    end: int
    follows: bool = False


class _Edit(NamedTuple):
    """Words that replace the range ``[start, end)``."""

    start: int
    end: int
    words: str


def without_page_signs(plain: Plain) -> Plain:
    """A text with the signs replaced that its legend explains, and a map to the original."""
    edits = _all_edits(plain.text)
    if not edits:
        return plain
    taker, at = Taker(plain), 0
    for start, end, words in sorted([*edits, *_columns_kept(plain.text, edits)]):
        if start < at:
            continue
        taker.keep(at, start)
        taker.put(words, start)
        at = end
    taker.keep(at, len(plain.text))
    return taker.done()


def _columns_kept(text: str, edits: Sequence[_Edit]) -> Iterator[_Edit]:
    """What is to be left out of the blanks behind longer words, so that columns stay below one another."""
    longer = 0
    for at, (start, end, words) in enumerate(edits):
        longer += len(words) - (end - start)
        line_end = text.find("\n", end)
        stop = min(edits[at + 1].start if at + 1 < len(edits) else len(text), line_end if line_end >= 0 else len(text))
        for blanks in _LEGEND["WIDE_BLANKS"].finditer(text, end, stop):
            left_out = max(0, min(longer, blanks.end() - blanks.start() - _GUTTER))
            yield _Edit(blanks.end() - left_out, blanks.end(), "")
            longer -= left_out
        if stop == line_end:
            longer = 0


def has_legend(text: str) -> bool:
    """Whether a text explains signs that it uses."""
    return bool(_all_edits(text))


def _all_edits(text: str) -> list[_Edit]:
    """What is to be replaced for the signs that a text explains."""
    announced = announcement_signs(text)
    known = {one.sign for one in announced}
    legend = [one for one in explained(text) if one.sign not in known]
    edits = [edit for one in legend for edit in _edits(text, one, legend)]
    edits += [*starmap(_Edit, announced_in_words(text, announced)), *_like_examples(text)]
    edits += [*_in_braces(text), *_in_italics(text)]
    return [*edits, *_keys_as_comments(text)] if edits else []


def _keys_as_comments(text: str) -> Iterator[_Edit]:
    """Puts the paragraphs that are a key to the signs in braces: they are no part of a game."""
    for start, end in dict.fromkeys((one.start, one.end) for one in legend_entries(text) if one.is_a_key):
        yield from (_Edit(start, start, "{"), _Edit(end, end, "}"))


def explained(text: str) -> Iterator[ExplainedSign]:
    """The entries of a text's legend that have a meaning for a game."""
    found = list(_LEGEND["MEANS"].finditer(text))
    clauses = [_clause(text, one.start()) for one in found]
    for at, (one, start) in enumerate(zip(found, clauses, strict=True)):
        clause = text[start : one.start()].strip()
        sign = _sign(clause)
        if sign is None:
            continue
        stop = min(one.end() + _FAR, clauses[at + 1] if at + 1 < len(found) else len(text))
        ends = _LEGEND["MEANING_ENDS"].search(text, one.end(), max(stop, one.end()))
        end = ends.start() if ends else stop
        meaning = _meaning(text[one.end() : end])
        if meaning is not None:
            yield ExplainedSign(sign, meaning, start, end, _LEGEND["SIGN_BEHIND"].search(clause) is not None)
    for entry in legend_entries(text):
        meaning = _meaning(entry.meaning)
        if (
            entry.is_a_key
            and meaning is not None
            and not _LEGEND["EXAMPLE"].search(entry.signs)
            and " " not in entry.signs
        ):
            yield ExplainedSign(entry.signs, meaning, entry.start, entry.end)
    for one in _LEGEND["IS_WRITTEN"].finditer(text):
        if (meaning := _meaning(one["meaning"])) is not None:
            yield ExplainedSign(one["sign"], meaning, one.start("meaning"), one.end("sign"))


def _clause(text: str, end: int) -> int:
    """The offset at which the clause begins that ends at another one."""
    ends = [one.end() for one in _LEGEND["CLAUSE"].finditer(text, max(0, end - _FAR), end)]
    return ends[-1] if ends else max(0, end - _FAR)


def _sign(clause: str) -> str | None:
    """The sign that a clause is about."""
    for terminal in ("SIGN_BEHIND", "SIGN_BEFORE", "QUOTED_SIGN", "SIGN_IN_BRACKETS", "ONLY_WORD"):
        if (found := _LEGEND[terminal].search(clause)) is not None:
            sign = found["sign"]
            return None if _LEGEND["A_MOVE"].fullmatch(sign) or sign in _BRACKETS else sign
    among = list(_LEGEND["SIGN_AMONG_WORDS"].finditer(clause))
    return among[0]["sign"] if len(among) == 1 else None


def _meaning(words: str) -> _Meaning | None:
    said = words.strip(" \t\n.,:\"“”„«»'‘’")
    answer = meant(said, "answers")
    if answer in ("yes", "no"):
        return answer  # type: ignore[return-value]
    named: tuple[tuple[_Meaning, tuple[str, ...]], ...] = (
        ("question", QUESTION), ("refused", _REFUSED), ("made", _MADE),
    )  # fmt: skip
    return next((one for one, names in named if any(lexicon().mentions(said, name) for name in names)), None)


# -- where a sign stands ----------------------------------------------------------------------------------------------


def _edits(text: str, one: ExplainedSign, legend: Iterable[ExplainedSign]) -> list[_Edit]:
    """What is to be replaced for a sign, outside the legend itself."""
    inside = [(entry.start, entry.end) for entry in legend]

    def apart(found: re.Match[str]) -> bool:
        return not any(start <= found.start() < end for start, end in inside)

    if one.meaning == "refused":
        return _refused(text, one, apart)
    if one.meaning == "made":
        return [_Edit(*found.span(1), "") for found in _beside(text, one.sign) if apart(found)]
    if one.meaning == "question":
        answers = {entry.sign: entry.meaning for entry in legend if entry.meaning in ("yes", "no")}
        return list(_asked(text, one.sign, answers, apart))
    return []  # it is replaced behind its question


def _refused(text: str, one: ExplainedSign, apart: Callable[[re.Match[str]], bool]) -> list[_Edit]:
    """Crosses out the moves that a sign refuses, which stands before or behind them."""
    sign = one.sign
    behind = [list(_crossed(text, found)) for found in _beside(text, sign) if apart(found)]
    before = [
        list(_crossed_behind(text, found))
        for found in re.finditer(_alone(sign) + r"[ \t:]*", text)
        if apart(found) and _LEGEND["A_MOVE"].match(text, found.end())
    ]
    follows = one.follows or len(behind) > len(before) or (len(behind) == len(before) and not sign[-1:].isalpha())
    edits = [edit for several in (behind if follows else before) for edit in several]
    return edits if len(edits) > _LEAST else []


def _like_examples(text: str) -> Iterator[_Edit]:
    """Queries the moves between signs that a legend gives an example of: “(Nf3) = tried, sent back”, “n( ) refused”."""
    for entry in legend_entries(text):
        example = _LEGEND["EXAMPLE"].search(entry.signs)
        if example is None or _meaning(entry.meaning) != "refused":
            continue
        before, behind = entry.signs[: example.start()], entry.signs[example.end() :]
        for move in _LEGEND["A_MOVE"].finditer(text) if before and behind else ():
            alike = text.endswith(before, 0, move.start()) and text.startswith(behind, move.end())
            if alike and not entry.start <= move.start() < entry.end:
                yield _Edit(move.start() - len(before), move.start(), "(")
                yield _Edit(move.end(), move.end() + len(behind), "?)")


def _in_braces(text: str) -> Iterator[_Edit]:
    """Queries the moves between braces if a text says that moves were tried there, not that they are a comment."""
    if not any(_meaning(one.group()) == "refused" for one in _LEGEND["SAYS_OF_BRACES"].finditer(text)):
        return
    for group in _LEGEND["MOVES_IN_BRACES"].finditer(text):
        yield _Edit(group.start(), group.start() + 1, "(")
        for move in _LEGEND["A_MOVE"].finditer(text, group.start(), group.end()):
            yield _Edit(move.end(), move.end(), "?")
        yield _Edit(group.end() - 1, group.end(), ")")


def _in_italics(text: str) -> Iterator[_Edit]:
    """Crosses out the moves in italics if a text says that these were tried in vain."""
    if any(_meaning(one.group()) == "refused" for one in _LEGEND["SAYS_OF_ITALICS"].finditer(text)):
        for one in _LEGEND["MOVE_IN_ITALICS"].finditer(text):
            yield from (_Edit(*one.span(name), "~~") for name in ("opens", "closes"))


def _alone(sign: str) -> str:
    """A pattern for a sign that is no part of a word."""
    words = r"\s+".join(map(re.escape, sign.split()))
    return rf"(?<![\w♔-♟]){words}(?![^\W\d_])" if sign[-1:].isalpha() else rf"(?<!\w){words}"


def _beside(text: str, sign: str) -> Iterator[re.Match[str]]:
    """The places where a sign stands behind a move: of the sign, as group 1."""
    behind = re.compile(rf"[ \t]?({re.escape(sign)})(?![\w♔-♟])")
    for move in _LEGEND["A_MOVE"].finditer(text):
        bare = move.start() + len(move.group().removesuffix(sign))
        if (found := behind.match(text, bare)) is not None and bare > move.start():
            yield found


def _crossed(text: str, found: re.Match[str]) -> Iterator[_Edit]:
    """The move before a sign, crossed out, or queried within brackets."""
    if _is_in_brackets(text, found.start()):
        yield _Edit(*found.span(), "?")
        return
    start = max(move.start() for move in _LEGEND["A_MOVE"].finditer(text, max(0, found.start() - 10), found.end()))
    yield _Edit(start, start, "~~")
    yield _Edit(*found.span(), "~~")


def _crossed_behind(text: str, found: re.Match[str]) -> Iterator[_Edit]:
    """The moves of the list that follows a sign, each crossed out, or queried within brackets."""
    yield _Edit(*found.span(), "")
    queried = _is_in_brackets(text, found.start())
    at = found.end()
    while (move := _LEGEND["A_MOVE"].match(text, at)) is not None:
        if not queried:
            yield _Edit(move.start(), move.start(), "~~")
        yield _Edit(move.end(), move.end(), "?" if queried else "~~")
        joint = _LEGEND["JOINS_MOVES"].match(text, move.end())
        if joint is None:
            if (said := _LEGEND["REFUSAL_BESIDE"].match(text, move.end())) is not None:
                yield _Edit(*said.span(), "")
            break
        at = joint.end()


def _asked(text: str, sign: str, answers: Mapping[str, str], apart: Callable[[re.Match[str]], bool]) -> Iterator[_Edit]:
    """Questions in words, each in brackets with its answer."""
    behind = {found.group(1) for found in re.finditer(_alone(sign) + r"\s?([+–−-])(?!\w)", text)}
    if "+" in behind and len(behind) > 1:
        answers = {**answers, **{one: "yes" if one == "+" else "no" for one in behind}}
    own = "|".join(re.escape(one) for one in answers)
    answered = re.compile(rf"[ \t:]*(?:\n[ \t]*)?(?:{own})(?!\w)") if own else None
    for found in re.finditer(_alone(sign), text):
        if not apart(found):
            continue
        reply = answered.match(text, found.end()) if answered else None
        words = printed(f"answers.{answers[reply.group().strip(_BESIDE_ANSWERS)]}", "en") if reply else ""
        if reply is None and (reply := _LEGEND["ANSWER_BEHIND"].match(text, found.end())) is not None and reply["non"]:
            words = printed("answers.no", "en")  # the French word begins other sentences in Italian
        if reply is None and not sign.endswith("?"):
            continue  # a letter or a word that may mean anything
        brackets = not _is_in_brackets(text, found.start())
        yield _Edit(*found.span(), "(any?"[not brackets :] + ")" * (brackets and reply is None))
        if reply is not None:
            start = reply.start() if words else reply.end()
            yield _Edit(start, reply.end(), f"{' ' * bool(words)}{words}{')' * brackets}")


def _is_in_brackets(text: str, at: int) -> bool:
    """Whether a bracket that is open at an offset began in the same paragraph."""
    start = text.rfind("\n\n", 0, at) + 1
    return any(text.rfind(opens, start, at) > text.rfind(closes, start, at) for opens, closes in ("()", "[]"))


__all__ = ["ExplainedSign", "explained", "has_legend", "without_page_signs"]
