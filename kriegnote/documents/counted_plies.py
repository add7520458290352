"""Gives plies that are numbered straight through, White's with odd numbers, the numbers of their turns.

    1) e4  2) e5  3) Nf3 (tried exd5)  4) Nc6        1. e4  1... e5  2. ~~exd5~~ Nf3  2... Nc6

What brackets behind a ply tell of tries belongs to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from lark import Token

from kriegnote.confirmation.playable import playable
from kriegnote.documents.notes_of_tries import as_refused, says_tried, tries_alone
from kriegnote.documents.turns import MOVES, outside_brackets, words
from kriegnote.notations.registry import notation
from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain, Taker
from kriegnote.text.score_words import NUMBERS, black_number, number_of
from kriegnote.text.source import Chunk

_BRACKETS: Final = Terminals("listed_tries")["BRACKETS_BEHIND"]
_LEAST: Final = 8
"""The least number of plies."""


def with_turns_of_plies(plain: Plain) -> Plain:
    """A text with the numbers of turns in place of those of plies, if the plies can be played alternately."""
    taker, at, text = Taker(plain), 0, plain.text
    for numbers, moves in _series(words(text)):
        if not _alternate(moves):
            continue
        led = says_tried(text[: numbers[0].start_pos])
        ends = [*(one.start_pos or 0 for one in numbers[1:]), len(text)]
        for index, (number, move, end) in enumerate(zip(numbers, moves, ends, strict=True)):
            start = number.start_pos or 0
            taker.keep(at, start)
            taker.put(f"{index // 2 + 1}{'.' if index % 2 == 0 else '...'} ", start)
            at = move.end_pos or 0
            if (note := _BRACKETS.match(text, at, end)) is not None:
                tries = tries_alone(text, *note.span("words"), led=led)
                taker.put("".join(as_refused(text[slice(*one)]) for one in tries), note.start())
                taker.keep(move.start_pos or 0, at)
                at = note.end() if tries else at
            else:
                taker.keep(move.start_pos or 0, at)
    if not at:
        return plain
    taker.keep(at, len(plain.text))
    return taker.done()


def _series(said: Sequence[Token]) -> Iterator[tuple[list[Token], list[Token]]]:
    """The numbers from 1 on that follow one another, each with a single move behind it, and these moves."""
    numbers: list[Token] = []
    moves: list[Token] = []
    for word in [*outside_brackets(said), None]:
        is_number = word is not None and word.type in NUMBERS
        if word is not None and word.type in MOVES and numbers:
            moves.append(word)
        if word is not None and not is_number and len(moves) <= len(numbers):
            continue
        goes_on = is_number and word is not None and not black_number(word) and number_of(word) == len(numbers) + 1
        if goes_on and len(moves) == len(numbers):
            numbers.append(word)  # type: ignore[arg-type]
            continue
        if len(numbers) == len(moves) >= _LEAST:
            yield numbers, moves
        begins = is_number and word is not None and number_of(word) == 1
        numbers, moves = ([word] if begins and word is not None else []), []


def _alternate(moves: Sequence[Token]) -> bool:
    """Whether moves can be played, White's and Black's in turn."""
    turns = (f"{at // 2 + 1}. {' '.join(moves[at : at + 2])}" for at in range(0, len(moves), 2))
    return playable(notation("san").read(Chunk("\n".join(turns))).record) == len(moves)


__all__ = ["with_turns_of_plies"]
