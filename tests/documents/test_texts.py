"""Whole texts in many hands: letters, bulletins, chats, sheets, logs."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import kriegnote
from tests.notations.test_dialogue_sentences import event_words

TEXTS = tomllib.loads((Path(__file__).parent.parent / "data/texts.toml").read_text("utf-8"))["texts"]


@pytest.mark.parametrize("one", TEXTS, ids=lambda one: one["name"])
def test_a_text_is_read_whole(one: dict[str, str]) -> None:
    read = kriegnote.read(one["text"])
    told = [words for game in read for event in game.record.events if (words := event_words(event)) is not None]
    assert "; ".join(told) == one["told"]
