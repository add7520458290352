"""Writes lists of moves, of which the first possible one is to be played, as tries and moves of a score.

    4. exd5, fxe5, Nf3, Bd2                                     4. (No: exd5) (No: fxe5) Nf3 {Bd2}
    Your list 4: items 1-2 refused; item 3 played.

    > Ruth, move 4: exd5, otherwise Nf3
    exd5 no. Nf3 yes.

What was refused and what was played follows from the umpire's answer; what stands behind the move that was played was
never tried. A list without an answer is a comment, since nobody says what became of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from kriegnote.confirmation.confirmed import confirmed
from kriegnote.documents.field_names import FieldName, label
from kriegnote.documents.fields import ends_the_game
from kriegnote.lexicon import meant, read_number
from kriegnote.notations.registry import notation
from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain, Taker
from kriegnote.text.source import Chunk, first_number
from kriegnote.text.umpire_messages import read_announcements

_LISTS: Final = Terminals("ordered_list")
_LEAST: Final = 2
"""The least number of lists with answers of a game."""
_BRACES: Final = frozenset("{}")
_KINDS: Final = (
    "SAID_MOVE", "SAID_RANGE", "SAID_NUMBER", "SAID_ITEM", "SAID_ALL", "SAID_REFUSED", "SAID_PLAYED", "SAID_STOP",
    "SAID_WORD",
)  # fmt: skip

_Range = tuple[int, int]


class MoveList(NamedTuple):
    """A line ``[start, end)`` with a list: its turn, whether the number is Black's, and the ranges of its moves.

    :param chosen: the index of the only move with the sign of one that was played; None if there is none.
    :param worded: words say that each move is to be tried if those before it are refused.
    """

    start: int
    end: int
    turn: int | None
    black: bool
    moves: tuple[_Range, ...]
    chosen: int | None = None
    worded: bool = False


class Outcome(NamedTuple):
    """How many moves of a list were refused, whether the next one was played, and whether they are given by number."""

    refused: int
    played: bool
    counted: bool


def with_outcomes(plain: Plain) -> Plain:
    """A text with its lists of moves written as tries and moves, and a map to the original."""
    text = plain.text
    lists = list(_lists(text))
    if len(lists) < _LEAST:
        return plain
    stops = [*(one.start for one in lists[1:]), len(text)]
    outcomes = [_outcome(text, one, stop) for one, stop in zip(lists, stops, strict=True)]
    known = [(one, outcome) for one, outcome in zip(lists, outcomes, strict=True) if outcome is not None]
    counted = sum((outcome.counted or one.worded) and len(one.moves) > 1 for one, outcome in known)
    if counted < _LEAST or 2 * len(known) < len(lists):
        return plain
    last = max(at for at, one in enumerate(outcomes) if one is not None)
    taker = Taker(plain)
    taker.keep(0, lists[0].start)
    plies = 0
    for one, outcome, stop in zip(lists[: last + 1], outcomes, stops, strict=False):
        if outcome is not None:
            _write(taker, one, outcome, plies)
            plies += outcome.played
        else:
            _as_comment(taker, one.start, one.end)
        _write_remarks(taker, one.end, stop, behind=stop == len(text) and one.chosen is not None)
    taker.keep(stops[last], len(text))
    done = taker.done()
    signed = any(one.chosen is not None for one in lists)
    return (
        plain
        if signed and not confirmed(notation("tries").read(Chunk(done.text[lists[0].start :])).record).whole
        else done
    )


# -- the lists and their answers --------------------------------------------------------------------------------------


def _lists(text: str) -> Iterator[MoveList]:
    """The lines with nothing but a list of moves, or one move with its turn's number."""
    at = 0
    for line in text.split("\n"):
        found = _LISTS["LIST"].fullmatch(line)
        if found is not None:
            moves = _LISTS["A_MOVE"].finditer(text, at + found.start("moves"), at + found.end("moves"))
            held = tuple(one.span() for one in moves)
            number = found["number"] or ""
            if number or found["turn"] or len(held) > 1:
                named = label(found["named"] or "")
                black = ".." in number or "…" in number or (named is not None and named.side == "black")
                turn = first_number(number) if number else None
                worded = _LISTS["OTHERWISE_TRIED"].search(line) is not None
                yield MoveList(at, at + len(line), turn, black, held, _chosen(text, held), worded)
        at += len(line) + 1


def _chosen(text: str, moves: Sequence[_Range]) -> int | None:
    """The index of the only move of a list with a sign of its own; None if there is not exactly one."""
    signed = [
        at
        for at, (start, end) in enumerate(moves)
        if _LISTS["CHOSEN_BEHIND"].match(text, end)
        or (
            (around := _LISTS["CHOSEN_AROUND"].match(text, _opens(text, start)))
            and around.span("chosen") == (start, end)
        )
    ]
    return signed[0] if len(signed) == 1 else None


def _opens(text: str, start: int) -> int:
    """Where the emphasis before a move begins."""
    return len(text[:start].rstrip("*_"))


def _outcome(text: str, one: MoveList, stop: int) -> Outcome | None:
    """What an umpire's answer before an offset says of a list; None if it says nothing that fits it.

    The sign of the move that was played is such an answer.
    """
    if one.chosen is not None:
        return Outcome(one.chosen, True, True)
    for start, end in _lines(text, one.end, stop):
        words = text[start:end]
        refused, played = _said(words, [text[slice(*move)] for move in one.moves])
        counted = not any(kind == "SAID_MOVE" for kind, _ in _words(words))
        if played is not None and played <= len(one.moves) and refused <= {*range(1, played)}:
            return Outcome(played - 1, True, counted)
        if played is None and refused == {*range(1, len(one.moves) + 1)}:
            return Outcome(len(one.moves), False, counted)
    return None


def _said(words: str, moves: Sequence[str]) -> tuple[set[int], int | None]:
    """The moves of a list, counted from 1, that words refuse, and the one that was played."""
    refused: set[int] = set()
    named: list[int] = []
    played: int | None = None
    counted = False  # a number is that of a move of the list
    ordinal = before = ""
    for kind, found in _words(words):
        word = found.group()
        match kind:
            case "SAID_ITEM":
                counted = True
            case "SAID_ALL":
                named = [*range(1, len(moves) + 1)]
            case "SAID_MOVE":
                named += [at for at, move in enumerate(moves, 1) if move == word.rstrip("!?")]
            case "SAID_RANGE" if counted:
                named += range(int(found["first"]), int(found["last"]) + 1)
            case "SAID_NUMBER" if counted:
                named.append(int(word))
            case "SAID_REFUSED" if named:
                refused |= {*named}
                named = []
            case "SAID_PLAYED" if named:
                played = played if played is not None else named[-1]
                named = []
            case "SAID_STOP":
                counted = counted and word == ";"
                named = [] if word == ":" and before != "SAID_MOVE" else named
            case "SAID_WORD" if ordinal == "1" and (several := read_number(word)) is not None:
                named += range(2, several + 1)  # the first two
            case "SAID_WORD" if (ranked := meant(word, "ordinals")) is not None:
                named.append(int(ranked))
        ordinal, before = meant(word, "ordinals") or "", kind
    return refused, played


def _words(words: str) -> Iterator[tuple[str, re.Match[str]]]:
    """The words of an answer, each with the first terminal that fits it."""
    at = 0
    while at < len(words):
        said = ((kind, _LISTS[kind].match(words, at)) for kind in _KINDS)
        kind, found = next(((kind, found) for kind, found in said if found is not None), ("", None))
        if found is not None:
            yield kind, found
        at = max(found.end() if found is not None else 0, at + 1)


def _lines(text: str, start: int, stop: int) -> Iterator[_Range]:
    """The lines of a range that are not blank."""
    at = start
    while at < stop:
        end = text.find("\n", at, stop)
        end = stop if end < 0 else end
        if text[at:end].strip():
            yield at, end
        at = end + 1


# -- the score --------------------------------------------------------------------------------------------------------


def _write(taker: Taker, one: MoveList, outcome: Outcome, plies: int) -> None:
    """Writes the turn of a list; ``plies``: the number of those before, by which it is counted if it has no number."""
    turn = one.turn if one.turn is not None else plies // 2 + 1
    black = one.black or (one.turn is None and plies % 2 == 1)
    taker.put(f"{turn}{'...' if black else '.'} ", one.start)
    for start, end in one.moves[: outcome.refused]:
        taker.put("(No: ", start)
        taker.keep(start, end)
        taker.put(") ", end)
    rest = one.moves[outcome.refused :]
    if outcome.played:
        taker.keep(*rest[0])
        rest = rest[1:]
    if rest:
        taker.put(" {", rest[0][0])
        taker.keep(rest[0][0], rest[-1][1])
        taker.put("}", rest[-1][1])
    taker.put("\n", one.end)


def _write_remarks(taker: Taker, start: int, stop: int, *, behind: bool) -> None:
    """Writes what stands between two lists: announcements in brackets, the end of the game as it is, other words.

    :param behind: it stands behind the last list, where other words are no comments of the score.
    """
    for first, last in _lines(taker.plain.text, start, stop):
        answered = _end_of_answer(taker.plain.text, first, last)
        if first < answered < last:
            _as_comment(taker, first, answered)
            first = answered
        words = taker.plain.text[first:last].strip(" \t>")
        name, _, said = words.partition(":")
        said = said if label(name) == FieldName("said") else words
        said = said.strip(" .!")
        if read_announcements(said) is not None and not ends_the_game(words):
            at = taker.plain.text.index(said, first)
            taker.put("[", at)
            taker.keep(at, at + len(said))
            taker.put("]\n", at + len(said))
        elif (ending := _ending(taker.plain.text, first, last)) is not None:
            taker.keep(*ending)
            taker.put("\n", ending[1])
            if taker.plain.text[ending[1] : last].strip(" .!,;"):
                _as_comment(taker, ending[1], last)
        elif behind:
            taker.put("\n", first)
            taker.keep(first, last)
            taker.put("\n", last)
        else:
            _as_comment(taker, first, last)


def _end_of_answer(text: str, start: int, end: int) -> int:
    """The index behind the answers to moves in a line that an announcement follows; ``start`` if there are none.

    “exd3 no. bxc3 yes. Capture on c3.”
    """
    words = text[start:end]
    found = [*_words(words)]
    answers = [one.end() for kind, one in found if kind in ("SAID_REFUSED", "SAID_PLAYED")]
    if not answers or found[0][0] != "SAID_MOVE":
        return start
    stop = answers[-1] + len(words[answers[-1] :]) - len(words[answers[-1] :].lstrip(" \t.,;:!"))
    behind = words[stop:].strip(" .!")
    return start + stop if behind and read_announcements(behind) is not None else start


def _ending(text: str, start: int, end: int) -> _Range | None:
    """The words of a line that say that the game ended, without the writer's *I* before them; None if none do."""
    if ends_the_game(text[start:end]):
        return start, end
    writer, blank, _ = text[start:end].partition(" ")
    if meant(writer, "persons") != "writer":
        return None
    first = start + len(writer) + len(blank)
    stop = _LISTS["WRITER_STOPS"].search(text, first, end)
    last = stop.start() if stop is not None else end
    return (first, last) if ends_the_game(text[first:last]) else None


def _as_comment(taker: Taker, start: int, end: int) -> None:
    braces = _BRACES.isdisjoint(taker.plain.text[start:end])
    taker.put("{" * braces, start)
    for gap in _LISTS["SAID_GAP"].finditer(taker.plain.text, start, end):
        taker.keep(start, gap.start())
        taker.put(" ", gap.start())
        start = gap.end()
    taker.keep(start, end)
    taker.put("}" * braces + "\n", end)


__all__ = ["with_outcomes"]
