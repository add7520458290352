"""Events as short words, for tests that compare what a text says happened."""

from __future__ import annotations

from kriegnote.model.events import Answer, AnyEvent, Ask, Capture, Check, End, Move, Try


def shown(event: AnyEvent) -> str | None:
    """An event in short: Black's moves behind dots, tries in brackets (one without a verdict with a mark); None for
    events of other kinds."""
    match event:
        case Move(side="white"):
            return str(event.text)
        case Move():
            return f"..{event.text}"
        case Try():
            return f"({event.text or event.times})" + ("" if event.verdict else "?")
        case Ask():
            return "ask"
        case Answer():
            return {True: "yes", False: "no"}.get(event.any)  # type: ignore[arg-type]
        case Capture():
            return f"x{event.square}"
        case Check():
            return "+" + "+".join(event.directions)
        case End():
            return f"{event.reason} {event.result}"
    return None
