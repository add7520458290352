"""Reads a printed solution: its policy in each possible reading, the likeliest first, and the words left unread."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final

from kriegnote.problems.heard import Heard
from kriegnote.problems.policy import Node, Plan, bare
from kriegnote.problems.reading import unknown
from kriegnote.problems.reading.accepted import led_by_acceptance
from kriegnote.problems.reading.arranged import arranged
from kriegnote.problems.reading.choices import readings
from kriegnote.problems.reading.interpret import read
from kriegnote.problems.reading.language import letters_of
from kriegnote.problems.reading.left_out import doubtful, supposed, unread
from kriegnote.problems.reading.lost_signs import with_lost_signs
from kriegnote.problems.reading.outline import is_outline, read_outline
from kriegnote.problems.reading.phrases import Phrase, phrases, without_meaning
from kriegnote.problems.reading.phrases import unknown as unknown_words
from kriegnote.problems.reading.qualified import qualifications
from kriegnote.problems.reading.unknown_causes import may_decide
from kriegnote.text.source import Lines

MOST_READINGS: Final = 300
"""Most readings of a text."""
HEAVIEST: Final = 7
"""Greatest weight of a reading (:data:`kriegnote.problems.reading.choices.WAYS`)."""
MOST_PHRASES: Final = 60_000
"""Most phrases in all readings together; a longer text is read once."""

_JOINING: Final = {
    "sor", "or", "then", "if", "and", "in_order", "order", "try", "play", "stop", "colon", "semicolon", "comma",
    "bullet", "blank_line", "newline", "other", "double_slash", "slash", "dash", "black_number", "bracket", "in_vain",
}  # fmt: skip


@dataclass(frozen=True)
class SolutionReading:
    """One reading of a solution.

    ``weight``: how unlikely it is; 0 for the likeliest.  ``unread``: moves and conditions that are not part of the
    policy.  ``doubtful``: what was read in a way that the words do not clearly say.  ``hidden``: those conditions of
    ``unread`` that White cannot observe.  ``unordered``: slashes that were read as any order, but may mean a fixed one.
    ``supposed``: announcements after *if* that were read as descriptions, and heads of cases without a try.
    ``comments``: the prose outside the policy; empty except for the likeliest reading.
    """

    policy: Plan
    weight: int
    unread: tuple[Node, ...]
    doubtful: tuple[Node, ...] = ()
    hidden: tuple[Node, ...] = ()
    unordered: tuple[Node, ...] = ()
    supposed: tuple[Node, ...] = ()
    comments: tuple[Node, ...] = ()


class _Placed(Lines):
    """The lines of a solution, which converts offsets of the whole text to lines and columns of the whole text."""

    def __init__(self, solution: Node) -> None:
        super().__init__(solution.text, solution.line)
        self.solution = solution

    def place(self, at: int) -> tuple[int, int]:
        """The line and the column, from 1, of an offset of the whole text."""
        line, column = super().place(at - self.solution.span[0])
        return line, column + (self.solution.column - 1 if line == self.solution.line else 0)


def read_solution(solution: Node, *, signs: bool = False) -> Iterator[SolutionReading]:
    """The readings of a printed solution, the likeliest first.

    Their places are offsets in the whole text, as those of ``solution`` are.

    :param signs: the letters of men may be misread by a scanner, like figurines.
    """
    words = _phrases(solution, signs=signs)
    if is_outline(solution.text):
        policy, used = read_outline(words, solution)
        yield SolutionReading(policy, 0, (), comments=_comments(solution, words, used))
        return

    most = min(MOST_READINGS, max(MOST_PHRASES // (len(words) + 1), 1))
    in_order = arranged(words)
    ways = readings(
        lambda choices: read(in_order, choices), lambda made: repr(bare(made[0])), most=most, heaviest=HEAVIEST
    )
    for weight, (policy, state) in ways:
        if state.eliminated > 1:
            continue  # with two heads that are not understood, it is open which case each is for
        doubts = [*doubtful(state), *((each, each) for each in led_by_acceptance(words, policy))]
        left, open_, hidden, unordered, described = (
            tuple(_node(solution, first.start, last.end) for first, last in stretches)
            for stretches in (unread(state), doubts, state.hidden, state.unordered, supposed(state))
        )
        comments = _comments(solution, words, state.used) if not weight else ()
        yield SolutionReading(policy, weight, left, open_, hidden, unordered, described, comments)


def unknown_cause(solution: Node, failed: Node, policy: Plan, heard: Heard) -> Node | None:
    """The first words that were not understood and may explain why a policy fails; None if it fails whatever they mean.

    :param solution: the printed text.
    :param failed: the try at which the policy fails.
    :param heard: the announcement before that try.
    """
    words = may_decide(_unknown(solution), _phrases(solution), failed, policy, heard)
    return None if words is None else _node(solution, words.start, words.end)


def words_not_read(
    solution: Node, policy: Plan, *, free: bool, any_order: Callable[[Phrase], bool]
) -> tuple[Node, ...]:
    """The words that were not understood and that a proof of the policy must not ignore.

    :param free: the policy leaves open an order of tries that matters.
    :param any_order: whether the policy is proven in any order of the tries that words in a bracket are about.
    """
    words, phrases = _unknown(solution), _phrases(solution)
    found = unknown.not_passed_over(words, phrases, policy, free=free, any_order=any_order)
    found += unknown.loose(phrases, policy) if free else []
    silent = without_meaning(solution.text, solution.span[0], _Placed(solution))
    found += qualifications(phrases, silent, policy)
    return tuple(_node(solution, each.start, each.end) for each in found)


@lru_cache(maxsize=4)  # a proof needs them many times
def _phrases(solution: Node, *, signs: bool = False) -> list[Phrase]:
    """The phrases of a solution, with their places in the whole text."""
    place, letters = _Placed(solution), letters_of(solution.text)
    return with_lost_signs(phrases(solution.text, solution.span[0], place, letters, signs=signs))


@lru_cache(maxsize=4)
def _unknown(solution: Node) -> list[Phrase]:
    """The stretches of unknown words of a solution."""
    return unknown_words(solution.text, solution.span[0], _Placed(solution))


def _node(solution: Node, start: int, end: int) -> Node:
    """The text of a solution between two offsets of the whole text."""
    line, column = _Placed(solution).place(start)
    first = solution.span[0]
    return Node(text=solution.text[start - first : end - first], line=line, column=column, span=(start, end))


def _comments(solution: Node, words: list[Phrase], used: set[int]) -> tuple[Node, ...]:
    """The prose outside the policy: the stretches between its phrases, without joining words at their ends."""
    first, text = solution.span[0], solution.text
    kinds = bytearray(len(text))  # 1: a phrase of the policy, or a blank line; 2: a joining word
    for word in words:
        kind = 1 if word.start in used or word.kind == "blank_line" else 2 if word.kind in _JOINING else 0
        if kind:
            kinds[word.start - first : word.end - first] = bytes([kind]) * (word.end - word.start)
    comments = []
    for prose, stretch in groupby(range(len(text)), key=lambda n: kinds[n] != 1):
        said = [n for n in stretch if prose and not kinds[n] and text[n].isalnum()]
        if said:
            comments.append(_node(solution, first + said[0], first + said[-1] + 1))
    return tuple(comments)
