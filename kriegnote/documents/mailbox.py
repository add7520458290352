"""The games of a mailbox: those of each thread, whose letters quote one another, and those of attachments.

What a letter quotes is an earlier letter again, or part of it; where that one is in the thread, each line counts once.
What is quoted of a letter that is not there stays, before the answer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, pairwise
from typing import Final

from kriegnote.diagnostics.findings import IN_NO_GAME, Finding, finding
from kriegnote.documents.containers import held_texts
from kriegnote.documents.found import Document
from kriegnote.documents.letters import Letter, in_order_of_writing, letters_of
from kriegnote.documents.markup import plain_text
from kriegnote.notations.notation import Notation
from kriegnote.parsing import Terminals
from kriegnote.text.mail import MailMessage, MailPart, messages
from kriegnote.text.plain import Plain, Taker, paragraphs, unmarked
from kriegnote.text.source import Lines, skip_blanks

_LAYOUT: Final = Terminals("layout")
_LINES: Final = Terminals("line_prefixes")


def read_mailbox(source: str, row: Notation | None = None) -> Document:
    """The games and problems of a mailbox or a single message; never raises on bad text.

    :param row: the notation of all games; None: each is read in the one that fits it.
    """
    texts: list[Plain] = []
    left: list[Finding] = []
    lines = Lines(source)
    found = list(messages(source))
    for thread in _threads(found):
        texts.append(_own_text(source, thread))
        for part in chain.from_iterable(one.parts for one in thread):
            if part.text is None:
                line, column = lines.place(part.start)
                said = f"an attachment is not text: {part.name}"
                left.append(finding(IN_NO_GAME, said, line=line, column=column))
            elif part.name:
                texts.append(_words(part))
    return held_texts(source, texts, row, left=left, declared=all(part.declared for one in found for part in one.parts))


# -- threads -----------------------------------------------------------------------------------------------------------


def _threads(found: Sequence[MailMessage]) -> list[list[MailMessage]]:
    """The messages by what they answer, or else by their subject, in the order in which they were written."""
    dates = [one.date for one in found if one.date is not None]
    if len(dates) > 1 and all(two < one for one, two in pairwise(dates)):
        found = found[::-1]  # the last one first
    threads: list[list[MailMessage]] = []
    by_name: dict[str, list[MailMessage]] = {}
    topics = {topic for one in found if (topic := _topic(one.subject))}
    for one in found:
        names = [*one.answers, one.id, *(f"subject: {topic}" for topic in _wider(_topic(one.subject), topics))]
        known = [by_name[name] for name in names if name and name in by_name]
        thread = known[0] if known else []
        if not known:
            threads.append(thread)
        thread.append(one)
        by_name |= dict.fromkeys((name for name in names if name and name not in by_name), thread)
    return threads


def _topic(subject: str) -> str:
    """A subject without what says that it is an answer, or of which turn it is: ``Re: Re: our game, move 5``."""
    found = _LINES["ANSWERS"].match(subject)
    turn = _LINES["TURN_OF_A_SUBJECT"].search(subject)
    return subject[found.end() if found else 0 : turn.start() if turn else None].strip().casefold()


def _wider(topic: str, topics: Collection[str]) -> list[str]:
    """The shortest topic that a longer one begins with, ``our game`` for ``our game - move 5``; none for no topic."""
    begun = [one for one in topics if topic.startswith(one) and not topic[len(one) : len(one) + 1].isalnum()]
    return [min(begun, key=len)] if begun and topic else []


# -- the words of a thread ---------------------------------------------------------------------------------------------


def _own_text(source: str, thread: Sequence[MailMessage]) -> Plain:
    """What the letters of a thread say themselves, one below the other."""
    known = ""
    bodies: list[Plain] = []
    for message in thread:
        for part in message.parts:
            if part.text is None or part.name:
                continue
            words = _words(part)
            letters = list(letters_of(words.text))
            bodies.append(_without_quotations(words, letters, known))
            known += _squeezed(" ".join(line.words for letter in letters for line in letter.lines))
    taker = Taker(unmarked(source))
    for body in _without_repetitions(bodies):
        first, last = skip_blanks(body.text), len(body.text.rstrip())
        if first < last:
            taker.add(body.part(first, last))
            taker.put("\n\n", body.places[last])
    return taker.done()


def _words(part: MailPart) -> Plain:
    """The text of a part, without markup where it is a web page."""
    assert part.text is not None
    if not part.html:
        return part.text
    shown = plain_text(part.text.text)
    return Plain(shown.text, [part.text.places[at] for at in shown.places])


def _without_quotations(words: Plain, letters: Sequence[Letter], known: str) -> Plain:
    """A letter without what it quotes of letters that are known, and with what else it quotes above the answer."""
    taker = Taker(words)
    quoted: list[tuple[int, int, int]] = []  # depth, start, end
    for at, one in enumerate(letters):
        following = letters[at + 1] if at + 1 < len(letters) else None
        lines = [*one.lines]
        if one.depth:
            whole = _squeezed(" ".join(line.words for line in lines)) in known
            lines = [] if whole else [line for line in lines if _squeezed(line.words) not in known or not line.words]
        if following is not None and any(_squeezed(line.words) not in known for line in following.lines):
            lines += one.quotes
        quoted += ((line.depth, words.text.rfind("\n", 0, line.start) + 1, line.end) for line in lines)
    answers = [index for index, (depth, _, _) in enumerate(quoted) if not depth]
    for _, start, end in quoted:
        taker.keep(start, end)
        taker.put("\n", end)
    left = taker.done()
    ordered = in_order_of_writing(left)
    if ordered.text != left.text or len(answers) in (0, len(quoted)) or answers[-1] - answers[0] + 1 > len(answers):
        return ordered
    taker = Taker(words)
    for _, start, end in sorted(quoted, key=lambda line: -line[0]):
        found = _LINES["QUOTED_LINE"].match(words.text[start:end])
        taker.keep(start + (found.end() if found else 0), end)
        taker.put("\n", end)
    return taker.done()


def _without_repetitions(bodies: Sequence[Plain]) -> Iterator[Plain]:
    """Letters without a score that the next one repeats and adds to: ``1. e4 e5``, ``1. e4 e5 2. Nf3``."""
    scores = [
        (index, start, end, _squeezed(body.text[start:end]).rstrip("*.…"))
        for index, body in enumerate(bodies)
        for start, end in paragraphs(body.text)
        if _LAYOUT["TURN"].match(body.text, start, end)
    ]
    repeated = [(index, start, end) for (index, start, end, one), (*_, two) in pairwise(scores) if two.startswith(one)]
    for index, body in enumerate(bodies):
        taker, at = Taker(body), 0
        for _, start, end in (one for one in repeated if one[0] == index):
            taker.keep(at, start)
            at = end
        taker.keep(at, len(body.text))
        yield taker.done()


def _squeezed(words: str) -> str:
    return "".join(words.split())


__all__ = ["read_mailbox"]
