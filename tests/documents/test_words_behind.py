"""Words directly behind the only game of a text are its comment; what reports part of it has a finding."""

from __future__ import annotations

import pytest

from kriegnote.documents.games import read_document
from kriegnote.model.events import Comment

NOTEBOOK = (
    "Dunkelschach, Graz 2003. Ich hatte Weiß; was ich sah, steht in Klammern.\n\n1. e4, —\n2. f4, —\n3. d3, — (Pd5)\n"
)


@pytest.mark.parametrize(
    "words", ["Then the lights went out.", "Hier brachen wir ab.", "On arrêta là,\nfaute de temps."]
)
def test_they_are_kept(words: str) -> None:
    (game,) = read_document(f"{NOTEBOOK}4. Nf3, —\n5. a4, —\n{words}\n").games
    last = game.record.events[-1]
    assert isinstance(last, Comment)
    assert last.text == words


@pytest.mark.parametrize("behind", ["\nThe next evening it rained.\n", "```\n", ""])
def test_other_words_are_not_the_game_s(behind: str) -> None:
    (game,) = read_document(f"{NOTEBOOK}4. Nf3, —\n5. a4, —\n{behind}").games
    assert not isinstance(game.record.events[-1], Comment)
