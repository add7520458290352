"""Replaces signs that a page explains in a legend by words that every reader understands.

    "vers." = tried, refused by the umpire; "F?" = the question         Schwarz vers. c7xd6, b7xc6; zieht Sg8-f6
    a stroke / behind a move = refused                                  3 | bxc3/ a4 | Nf6

Moves that a sign refuses are crossed out, within brackets queried; a question becomes *any?*, an answer *yes* or *no*.
A sign is replaced only where its meaning can stand: beside moves, or before an answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from kriegnote.documents.legend_announcements import announced
from kriegnote.documents.legend_entries import LegendEntry, legend_entries
from kriegnote.documents.legend_meanings import meaning
from kriegnote.lexicon import printed
from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain, Taker

_LEGEND: Final = Terminals("legend")
_GUTTER: Final = 2
"""The least number of blanks between columns."""
_LEAST: Final = 2
"""The least number of moves beside a sign that refuses them."""
_LEAST_ANNOUNCED: Final = 3
"""The least number of times that all signs for announcements together stand in a text."""
_BRACES: Final = frozenset("{}")
_BESIDE_ANSWERS: Final = " \t\n:"


class _Edit(NamedTuple):
    """Words that replace the range ``[start, end)``."""

    start: int
    end: int
    words: str


def without_page_signs(plain: Plain) -> Plain:
    """A text with the signs replaced that its legend explains, and a map to the original."""
    edits = sorted(_all_edits(plain.text))
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
    legend = legend_entries(text)
    announcements = [_Edit(*one) for one in announced(text, legend)]
    if len(announcements) < _LEAST_ANNOUNCED:
        announcements = []
    known = {one.before for one in legend if announcements and one.meaning.words()}
    edits = [edit for one in legend if one.before not in known for edit in _edits(text, one, legend)]
    edits += [*announcements, *_in_brackets(text), *_in_italics(text)]
    return [*edits, *_lists_as_comments(text, legend)] if edits else []


def _lists_as_comments(text: str, legend: Iterable[LegendEntry]) -> Iterator[_Edit]:
    """Puts the lists of signs in braces, unless they have some: they are no part of a game."""
    ranges = dict.fromkeys((one.start, one.end) for one in legend if one.listed)
    for start, end in (one for one in ranges if not _BRACES.intersection(text[slice(*one)])):
        yield from (_Edit(start, start, "{"), _Edit(end, end, "}"))


# -- where a sign stands ----------------------------------------------------------------------------------------------


def _edits(text: str, one: LegendEntry, legend: Iterable[LegendEntry]) -> list[_Edit]:
    """What is to be replaced for a sign, outside the legend itself."""
    inside = [(entry.start, entry.end) for entry in legend]

    def apart(found: re.Match[str]) -> bool:
        return not any(start <= found.start() < end for start, end in inside)

    if one.meaning.kind == "refused":
        return _refused(text, one, apart) if one.behind is None else _in_room(text, one, apart)
    if one.meaning.kind == "made":
        return [_Edit(*found.span(1), "") for found in _beside(text, one.before) if apart(found)]
    if one.meaning.kind == "question":
        answers = {entry.before: entry.meaning.detail or "" for entry in legend if entry.meaning.kind == "answer"}
        return list(_asked(text, one.before, answers, apart))
    return []  # it is replaced behind its question


def _refused(text: str, one: LegendEntry, apart: Callable[[re.Match[str]], bool]) -> list[_Edit]:
    """Crosses out the moves that a sign refuses, which stands before or behind them."""
    sign = one.before
    behind = [list(_crossed(text, found)) for found in _beside(text, sign) if apart(found)]
    before = [
        list(_crossed_behind(text, found))
        for found in re.finditer(_alone(sign) + r"[ \t:]*", text)
        if apart(found) and _LEGEND["A_MOVE"].match(text, found.end())
    ]
    more = len(behind) - len(before)
    follows = one.follows or more > 0 or (more == 0 and (not sign[-1:].isalpha() or _end_lines(text, before)))
    edits = [edit for several in (behind if follows else before) for edit in several]
    return edits if len(edits) > _LEAST else []


def _end_lines(text: str, crossed: Sequence[Sequence[_Edit]]) -> bool:
    """Whether some moves that may be crossed out are the last of their lines, so that no move would be made there."""
    return any(_LEGEND["LINE_ENDS"].match(text, edits[-1].end) is not None for edits in crossed)


def _in_room(text: str, one: LegendEntry, apart: Callable[[re.Match[str]], bool]) -> list[_Edit]:
    """Queries the moves in the room of a sign that refuses them: “(Nf3) = tried, sent back”, “n( ) refused”."""
    assert one.behind is not None
    if not one.before or not one.behind:
        return []
    found = [move for move in _LEGEND["A_MOVE"].finditer(text) if apart(move)]
    alike = [
        move for move in found if text.endswith(one.before, 0, move.start()) and text.startswith(one.behind, move.end())
    ]
    before, behind = len(one.before), len(one.behind)
    return [
        edit
        for move in alike
        for edit in (
            _Edit(move.start() - before, move.start(), "("), _Edit(move.end(), move.end() + behind, "?)")
        )
    ]  # fmt: skip


def _in_brackets(text: str) -> Iterator[_Edit]:
    """Queries the moves within brackets of a sort if a text says that tries in vain stand in these.

    Braces are then not those of comments.
    """
    for sort in ("BRACES", "SQUARE_BRACKETS", "ROUND_BRACKETS"):
        if not _says_refused(text, f"SAYS_OF_{sort}"):
            continue
        for group in _LEGEND[f"MOVES_IN_{sort}"].finditer(text):
            yield _Edit(group.start(), group.start() + 1, "(")
            for move in _LEGEND["A_MOVE"].finditer(text, group.start(), group.end()):
                yield _Edit(move.end(), move.end(), "?")
            yield _Edit(group.end() - 1, group.end(), ")")


def _says_refused(text: str, terminal: str) -> bool:
    said = (meaning(one.group()) for one in _LEGEND[terminal].finditer(text))
    return any(one is not None and one.kind == "refused" for one in said)


def _in_italics(text: str) -> Iterator[_Edit]:
    """Crosses out the moves in italics if a text says that these were tried in vain."""
    if _says_refused(text, "SAYS_OF_ITALICS"):
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


__all__ = ["has_legend", "without_page_signs"]
