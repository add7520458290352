"""A printed solution read: its likeliest policy, the other readings that the page allows, and what stays unread."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final

from kriegnote.model.printed_moves import language
from kriegnote.problems.heard import Heard
from kriegnote.problems.policy import Node, Plan, bare
from kriegnote.problems.reading import unknown
from kriegnote.problems.reading.arranged import arranged
from kriegnote.problems.reading.choices import readings
from kriegnote.problems.reading.interpret import read
from kriegnote.problems.reading.left_out import doubtful, unread
from kriegnote.problems.reading.outline import is_outline, read_outline
from kriegnote.problems.reading.phrases import Phrase, phrases
from kriegnote.problems.reading.phrases import unknown as unknown_words
from kriegnote.text.source import Lines

MOST_READINGS: Final = 300
"""So often a text is read at the most."""
HEAVIEST: Final = 7
"""Readings less likely than that (see the weights in :mod:`.interpret`) are not looked at."""
MOST_PHRASES: Final = 60_000
"""So many phrases are read at the most, over all readings; a longer text is read once."""

_JOINING: Final = {
    "sor", "or", "then", "if", "and", "in_order", "order", "try", "play", "stop", "colon", "semicolon", "comma",
    "bullet", "blank_line", "newline", "other", "double_slash", "slash", "dash", "black_number", "bracket", "in_vain",
}  # fmt: skip


@dataclass(frozen=True)
class SolutionReading:
    """One way to read a solution; ``weight``: how unlikely it is (0: the likeliest).

    ``doubtful``: what was read in a way that its words do not say; ``hidden``: what of ``unread`` White cannot see;
    ``unordered``: signs that were read as no order, and may say one.
    """

    policy: Plan
    weight: int
    unread: tuple[Node, ...]
    doubtful: tuple[Node, ...] = ()
    hidden: tuple[Node, ...] = ()
    unordered: tuple[Node, ...] = ()
    comments: tuple[Node, ...] = ()


class _Placed(Lines):
    """The lines of a solution as those of the whole text: its offsets, lines and columns."""

    def __init__(self, solution: Node) -> None:
        super().__init__(solution.text, solution.line)
        self.solution = solution

    def place(self, at: int) -> tuple[int, int]:
        """(line, column) of an offset of the whole text."""
        line, column = super().place(at - self.solution.span[0])
        return line, column + (self.solution.column - 1 if line == self.solution.line else 0)


def read_solution(solution: Node, *, signs: bool = False) -> Iterator[SolutionReading]:
    """The readings of a printed solution, the likeliest first; their places are those of the text it stands in.

    :param signs: letters are a scanner's, as figurines are.
    """
    words = _phrases(solution, signs=signs)
    if is_outline(solution.text):
        policy, used = read_outline(words, solution)
        yield SolutionReading(policy, 0, (), (), (), (), _comments(solution, words, used))
        return

    most = min(MOST_READINGS, max(MOST_PHRASES // (len(words) + 1), 1))
    in_order = arranged(words)
    ways = readings(
        lambda choices: read(in_order, choices), lambda made: repr(bare(made[0])), most=most, heaviest=HEAVIEST
    )
    for weight, (policy, state) in ways:
        if state.eliminated > 1:
            continue  # which of two heads that are not understood is for which case the page does not say
        left, doubts, hidden, unordered = (
            tuple(_node(solution, first.start, last.end) for first, last in stretches)
            for stretches in (unread(state), doubtful(state), state.hidden, state.unordered)
        )
        comments = _comments(solution, words, state.used) if not weight else ()
        yield SolutionReading(policy, weight, left, doubts, hidden, unordered, comments)


def unknown_cause(solution: Node, failed: Node, policy: Plan, heard: Heard) -> Node | None:
    """The words that were not understood and may be why a policy fails at a try; None: it fails whatever they mean.

    :param solution: the printed text; all offsets are those of the whole one; :param heard: what was heard before the
        try.
    """
    words = unknown.may_decide(_unknown(solution), _phrases(solution), failed, policy, heard)
    return None if words is None else _node(solution, words.start, words.end)


def words_not_read(solution: Node, policy: Plan, *, free: bool) -> tuple[Node, ...]:
    """The words that were not understood and that no proof of the policy may pass over.

    :param free: the policy leaves an order open that matters; the others as above.
    """
    words, phrases = _unknown(solution), _phrases(solution)
    found = unknown.not_passed_over(words, phrases, policy, free=free)
    found += unknown.loose(phrases, policy) if free else []
    return tuple(_node(solution, each.start, each.end) for each in found)


@lru_cache(maxsize=4)  # a proof asks for them again and again
def _phrases(solution: Node, *, signs: bool = False) -> list[Phrase]:
    return phrases(solution.text, solution.span[0], _Placed(solution), language(solution.text), signs=signs)


@lru_cache(maxsize=4)
def _unknown(solution: Node) -> list[Phrase]:
    """The stretches of unknown words of a solution."""
    return unknown_words(solution.text, solution.span[0], _Placed(solution))


def _node(solution: Node, start: int, end: int) -> Node:
    """What of a solution stands between two offsets of the whole text."""
    line, column = _Placed(solution).place(start)
    first = solution.span[0]
    return Node(text=solution.text[start - first : end - first], line=line, column=column, span=(start, end))


def _comments(solution: Node, words: list[Phrase], used: set[int]) -> tuple[Node, ...]:
    """The prose outside the tree: the stretches between its phrases, without the joints at their ends."""
    first, text = solution.span[0], solution.text
    told = bytearray(len(text))  # 1: a phrase of the tree, or where prose ends; 2: a joint
    for word in words:
        kind = 1 if word.start in used or word.kind == "blank_line" else 2 if word.kind in _JOINING else 0
        if kind:
            told[word.start - first : word.end - first] = bytes([kind]) * (word.end - word.start)
    comments = []
    for prose, stretch in groupby(range(len(text)), key=lambda n: told[n] != 1):
        said = [n for n in stretch if prose and not told[n] and text[n].isalnum()]
        if said:
            comments.append(_node(solution, first + said[0], first + said[-1] + 1))
    return tuple(comments)
