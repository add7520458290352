"""What the umpire adds is known by its place, wherever he puts it in."""

from __future__ import annotations

from kriegnote.model.events import Comment
from kriegnote.umpire.completed_events import CompletedEvents


def test_what_is_added_keeps_its_place_when_more_is_put_in_before_it() -> None:
    out = CompletedEvents()
    for text in "abc":
        out.add(Comment(text=text))
    out.derive(Comment(text="x"))
    out.derive(Comment(text="y"), 1)
    out.add(Comment(text="d"))
    out.derive(Comment(text="z"), 2)
    texts = [event.text for event in out.events if isinstance(event, Comment)]
    assert "".join(texts) == "ayzbcxd"
    assert [texts[index] for index in out.added] == ["y", "z", "x"]
