"""Reads how the game of an ICC log ended: by a line of the server's, or by last words."""

from __future__ import annotations

import re
from typing import Any

from kriegnote.errors import nearest
from kriegnote.model.events import Comment, End, Reason, Result, Side
from kriegnote.notations.icc.lines import LogLine
from kriegnote.notations.icc.takebacks import TakebackReader
from kriegnote.printed_numbers import whole_number
from kriegnote.text import server_endings
from kriegnote.text.end_words import end_of_game
from kriegnote.text.source import Chunk


class EndingReader(TakebackReader):
    """The result, the end and the headers that the lines of a log give, beside its announcements."""

    def __init__(self, chunk: Chunk) -> None:
        super().__init__(chunk)
        self.headers: list[tuple[str, str]] = []
        self.result: Result | None = None
        self.ended = False

    def _last_words(self, line: LogLine, text: str) -> bool:
        """Reads a line that only says how the game ended, not as the server does; False for any other line."""
        names = dict(self.headers)
        found = end_of_game(text, (names.get("White"), names.get("Black")))
        if self.last is None or found is None or found.start or found.end < len(text):
            return False
        said = found.said
        self._over(line, said.result, ended=said.reason is not None)
        if said.reason is None:
            self._close(line)
            return True
        side = said.side or server_endings.end_side(said.reason, None, self.last)
        turn, result = self.last.turn, said.result
        self._add(End, line.start, line.end, 3, side=side, turn=turn, reason=said.reason, result=result)
        return True

    def _over(self, line: LogLine, result: Result | None, *, ended: bool) -> None:
        """Takes the result of a line; ``ended``: the line says how the game ended, too."""
        if result is not None and self.result not in (None, result):
            self.build.note("KN403", f"the log has two results, {self.result} and {result}", line.start, line.end)
        elif ended and self.ended:
            self.build.note("KN403", "the log ends the game twice", line.start, line.end)
        self.ended = self.ended or ended
        self.result = result if result is not None else self.result

    def _close(self, line: LogLine) -> None:
        """Adds a last line without an ending to the last event."""
        if self.build.events:
            self._longer(line.end)
        else:
            self.build.head = line.end  # taken in by the first event

    def _end(
        self, line: LogLine, found: re.Match[str], said: str, extras: list[str], result: Result | None,
        names: dict[Side, str | None],
    ) -> None:  # fmt: skip
        called = server_endings.called(names["white"], names["black"])
        who: Side | None = None
        for side, name in sorted(called.items(), key=lambda pair: -len(pair[1])):
            for form in (server_endings.escape(name), name, side):
                if who is None and said.lower().startswith(form.lower() + " "):
                    who, said = side, said[len(form) + 1 :].lstrip()
        known = server_endings.ending(said)
        reason: Reason = known or "unknown"
        if known is None:
            at = line.tokens[0].at
            self.keys[len(self.build.events)] = (self.ply, 3)
            self.build.add(Comment, at, at + found.end("said"), text=found["said"])
            first = at + max(found["said"].rfind(said), 0) + found.start("said")
            near = nearest(said.lower(), server_endings.endings(), 0.75)
            hint = f" (did you mean {near}?)" if near else ""
            self.build.note("KN109", f"unknown ending: {said}{hint}", first, first + len(said))
        fields: dict[str, Any] = {
            "side": server_endings.end_side(reason, who, self.last),
            "turn": self.last.turn if self.last else None,
            "result": result,
        }
        for extra in extras:
            name, _, value = extra.partition(" ")
            if name == "side":
                fields["side"] = value if value in ("white", "black") else None
            elif name == "turn":
                fields["turn"] = whole_number(value) if value.isdecimal() else None
            elif name == "result":
                fields["result"] = value if value in ("1-0", "0-1", "1/2-1/2", "*") else None
        self._add(End, max(line.start, self.build.end), line.end, 3, reason=reason, **fields)
        self.keys[len(self.build.events) - 1] = max(self.keys.values())  # nothing that was announced comes after it

    def _header(self, name: str, value: str | None) -> None:
        if value is None:
            return
        for index, (key, _) in enumerate(self.headers):
            if key == name:
                self.headers[index] = (name, value)
                return
        self.headers.append((name, value))
