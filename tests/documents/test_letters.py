"""Letters that quote letters: each stands behind the one that it answers, and answers between quoted lines are the
umpire's."""

from __future__ import annotations

import pytest

from kriegnote.documents.games import read_document
from kriegnote.documents.letters import in_order_of_writing
from kriegnote.text.plain import unmarked
from tests.notations.test_dialogue_sentences import event_words

THREAD = """From: T. Okafor <okafor@example.org>
Subject: Re: game 4

3. Nf3. Check by a knight.

On Sunday, 4 March, Umpire (T. Okafor)
<okafor@example.org> wrote:
> Black asked: any? Answer: no.
> Tried exd4 - not legal.
> 2... Nc6
>
> On Friday, Umpire wrote:
>> 2. d4
>>
>> Le 1 mars, l'arbitre a écrit :
>>> 1. e4 e5
"""
INLINE = """White wrote:
> 1. e4
Accepted.

Black wrote:
> 1... d5
Accepted.

White wrote:
> Are there any?
Yes.
> I try exf5
Illegal.
> 2. exd5
Accepted. Capture on d5.

Black wrote:
> Qxd5
Accepted.
"""


def told(text: str) -> list[str]:
    (game,) = read_document(text).games
    assert not game.findings
    return [words for event in game.record.events if (words := event_words(event)) is not None]


def test_the_innermost_letter_was_written_first() -> None:
    assert told(THREAD) == [
        *("w move e4", "b move e5", "w move d4", "b ask any", "b answer no", "b try exd4 illegal", "b move Nc6"),
        *("w move Nf3", "w check knight"),
    ]


def test_answers_between_quoted_lines_are_the_umpires() -> None:
    assert told(INLINE) == [
        *("w move e4", "b move d5", "w ask any", "w answer yes", "w try exf5 illegal", "w move exd5", "w capture d5"),
        "b move Qxd5",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 e5 > 2. Nf3\n",
        "> 1. e4 e5\n> 2. Nf3 Nc6\n",  # nobody is quoted
        "As Bell has it:\n> 1. e4 e5\n",
        "Anna wrote:\n>> 1. e4\n> 1... e5\n2. Nf3\n",
    ],
)
def test_any_other_text_stays_as_it_is(text: str) -> None:
    assert in_order_of_writing(unmarked(text)).text == text


def test_each_character_keeps_its_place() -> None:
    for text in (THREAD, INLINE):
        plain = in_order_of_writing(unmarked(text))
        kept = [(at, place) for at, place in enumerate(plain.places[:-1]) if plain.text[at].isalnum()]
        assert sum(plain.text[at] == text[place] for at, place in kept) > len(text) / 3
