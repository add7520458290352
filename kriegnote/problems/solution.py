"""A printed solution read: its likeliest policy, the other readings that the page allows, and what stays unread."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from kriegnote.model.printed_moves import language
from kriegnote.problems import unknown
from kriegnote.problems.belief import Heard
from kriegnote.problems.choices import Choices, readings
from kriegnote.problems.interpret import Interpreter
from kriegnote.problems.outline import is_outline, read_outline
from kriegnote.problems.phrases import Phrase, phrases
from kriegnote.problems.phrases import unknown as unknown_words
from kriegnote.problems.policy import Node, Plan, bare
from kriegnote.text.source import Lines

MOST_READINGS: Final = 300
"""So often a text is read at the most."""
HEAVIEST: Final = 7
"""Readings less likely than that (see the weights in :mod:`~kriegnote.problems.interpret`) are not looked at."""
MOST_PHRASES: Final = 60_000
"""So many phrases are read at the most, over all readings; a longer text is read once."""

_JOINING: Final = {
    "sor", "or", "then", "if", "and", "in_order", "order", "try", "play", "stop", "colon", "semicolon", "comma",
    "bullet", "blank_line", "newline", "other", "double_slash", "slash", "dash", "black_number", "bracket", "in_vain",
}  # fmt: skip


@dataclass(frozen=True)
class Reading:
    """One way to read a solution; ``weight``: how unlikely it is (0: the likeliest).

    ``doubtful``: what was read in a way that its words do not say; ``hidden``: what of ``unread`` White cannot see.
    """

    policy: Plan
    weight: int
    unread: tuple[Node, ...]
    doubtful: tuple[Node, ...] = ()
    hidden: tuple[Node, ...] = ()
    comments: tuple[Node, ...] = ()


def read_solution(text: str, start: int = 0, end: int | None = None, lines: Lines | None = None) -> Iterator[Reading]:
    """The readings of the solution that stands between two offsets of a text, the likeliest first."""
    body = text[start:end]
    words = phrases(body, start, lines, language(body))
    if is_outline(body):
        policy, used = read_outline(words, text)
        yield Reading(policy, 0, (), (), (), _comments(text, words, used))
        return

    def read(choices: Choices) -> tuple[Plan, Interpreter]:
        reader = Interpreter(words, choices)
        return reader.read(), reader

    most = min(MOST_READINGS, max(MOST_PHRASES // (len(words) + 1), 1))
    for weight, (policy, reader) in readings(read, lambda made: repr(bare(made[0])), most=most, heaviest=HEAVIEST):
        if reader.eliminated > 1:
            continue  # which of two heads that are not understood is for which case the page does not say
        unread = tuple(_node(text, *stretch) for stretch in reader.unread())
        doubtful = tuple(_node(text, *stretch) for stretch in reader.doubtful())
        hidden = tuple(_node(text, *stretch) for stretch in reader.hidden)
        comments = _comments(text, words, reader.used) if not weight else ()
        yield Reading(policy, weight, unread, doubtful, hidden, comments)


def unknown_cause(solution: Node, failed: Node, policy: Plan, heard: Heard) -> Node | None:
    """The words that were not understood and may be why a policy fails at a try; None: it fails whatever they mean.

    :param solution: the printed text; all offsets are those of the whole one; :param heard: what was heard before the
        try.
    """
    words = unknown.may_decide(*_unknown_and_read(solution), failed, policy, heard)
    return None if words is None else _placed(solution, words)


def words_not_read(solution: Node, policy: Plan) -> tuple[Node, ...]:
    """The words that were not understood and that no proof of the policy may pass over; parameters as above."""
    words, told = _unknown_and_read(solution)
    found = [*unknown.not_passed_over(words, told, policy), *unknown.loose(told, policy)]
    return tuple(_placed(solution, each) for each in found)


def _unknown_and_read(solution: Node) -> tuple[list[Phrase], list[Phrase]]:
    """The stretches of unknown words of a solution, and its phrases; all with the offsets of the whole text."""
    start = solution.span[0]
    words = unknown_words(solution.text, start)
    return words, phrases(solution.text, start, None, language(solution.text))


def _placed(solution: Node, words: Phrase) -> Node:
    """Words of a solution where they stand in the whole text."""
    at = words.start - solution.span[0]
    line = solution.text.count("\n", 0, at)
    column = at - (solution.text.rfind("\n", 0, at) + 1) + (solution.column if not line else 1)
    return Node(text=words.text, line=solution.line + line, column=column, span=(words.start, words.end))


def _node(text: str, first: Phrase, last: Phrase) -> Node:
    span = (first.start, last.end)
    return Node(text=text[slice(*span)], line=first.line, column=first.column, span=span)


def _comments(text: str, words: list[Phrase], used: set[int]) -> tuple[Node, ...]:
    """The prose outside the tree, stretch by stretch: what stands between its phrases and is more than joints."""
    if not words:
        return ()
    lines = Lines(text)
    comments: list[Node] = []
    at = words[0].start
    silent: list[tuple[int, int]] = []
    for word in [*words, None]:
        end = word.start if word else at if not words else max(words[-1].end, at)
        if word is not None and word.start not in used and word.kind != "blank_line":
            if word.kind in _JOINING:
                silent.append((word.start, word.end))
            continue
        start, end, rest = _stripped(text, at, end, silent)
        if rest:
            line, column = lines.place(start)
            comments.append(Node(text=text[start:end], line=line, column=column, span=(start, end)))
        at = word.end if word else end
        silent = []
    return tuple(comments)


def _stripped(text: str, start: int, end: int, silent: list[tuple[int, int]]) -> tuple[int, int, bool]:
    """A stretch without the joints at its ends, and whether anything is left of it."""
    inside = bytearray(b"\1" * (end - start))
    for low, high in silent:
        inside[low - start : high - start] = bytes(high - low)
    said = [n for n in range(end - start) if inside[n] and text[start + n].isalnum()]
    if not said:
        return start, end, False
    return start + said[0], start + said[-1] + 1, True
