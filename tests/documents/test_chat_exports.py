"""The messages of a chat that a program saved as JSON are the lines of that chat."""

from __future__ import annotations

import json

import pytest

from kriegnote.documents.whole import games_of
from kriegnote.model.events import Capture, Move, Try

SAID = [
    ("ann", "e4"), ("umpirebot", ":white_check_mark: white has moved"), ("bo", "d5"), ("umpirebot", "black has moved"),
    ("ann", "exf5"), ("umpirebot", ":x: no"), ("ann", "exd5"), ("umpirebot", "white has moved | capture on d5"),
    ("bo", "Qxd5"), ("umpirebot", "black has moved\ncapture on d5"), ("ann", "Nc3"), ("umpirebot", "white has moved"),
]  # fmt: skip


def _slack() -> object:
    return {"channel": "k", "messages": [{"type": "message", "user": who, "text": said} for who, said in SAID]}


def _discord() -> object:
    return {"messages": [{"id": "1", "content": said, "author": {"id": "9", "name": who}} for who, said in SAID]}


def _telegram() -> object:
    return {
        "name": "K",
        "messages": [{"id": 1, "from": who, "text": said.replace(":x: no", ":x:")} for who, said in SAID],
    }


def _bare() -> object:
    return [{"sender": who, "body": said} for who, said in SAID]


@pytest.mark.parametrize("export", [_slack, _discord, _telegram, _bare])
@pytest.mark.parametrize("indent", [None, 1])
def test_an_export_is_a_game(export, indent: int | None) -> None:  # type: ignore[no-untyped-def]
    text = json.dumps(export(), indent=indent)
    (game,) = games_of(text).games
    events = game.record.events
    said = [(type(one).__name__, one.text) for one in events if isinstance(one, Move | Try)]
    assert said == [
        ("Move", "e4"),
        ("Move", "d5"),
        ("Try", "exf5"),
        ("Move", "exd5"),
        ("Move", "Qxd5"),
        ("Move", "Nc3"),
    ]
    assert sum(isinstance(one, Capture) for one in events) == 2
    for one in events:
        if isinstance(one, Move) and one.span is not None and one.text:
            assert one.text in text[slice(*one.span)]


@pytest.mark.parametrize("text", ["[1, 2, 3]", '{"a": {"text": "e4"}}', '[{"user": "ann", "text": "e4"}]', "{", '["'])
def test_other_json_is_none(text: str) -> None:
    from kriegnote.documents.chat_exports import is_chat_export

    assert not is_chat_export(text)
