"""The plies of NOST's notation in chronological order: moves, and the lists of tries around them."""

from __future__ import annotations

from typing import Any, cast

import msgspec
from lark import Token, Tree

from kriegnote.diagnostics.findings import finding
from kriegnote.errors import not_understood
from kriegnote.model.events import AnyEvent, Comment, Move, Side, Try
from kriegnote.model.printed_moves import Language, parse_move
from kriegnote.notations.nost import wording
from kriegnote.text.source import Builder, E
from kriegnote.text.tree_reader import Rule, TreeReader, span
from kriegnote.text.turns import reports


class Plies(TreeReader):
    """Collects events in the order in which they happened (``order``); the builder has them in text order."""

    def __init__(self, build: Builder) -> None:
        super().__init__(build)
        self.language: Language = "en"
        self.order: list[AnyEvent] = []  # in chronological order; the builder's are in the order of the text
        self.key: tuple[int, Side] | None = None
        self.move_at: int | None = None  # the index in order of the open ply's move
        self.had_list = self.in_list = False
        self.slot = False  # a number or a comma was read last: a move is expected
        self.waiting: dict[Side, list[list[AnyEvent]]] = {"white": [], "black": []}
        self.marks: list[str] = []  # the marks of a list's entries: `!` is the move played

    def _ply(self, turn: int, side: Side) -> None:
        self.key, self.move_at, self.had_list, self.slot = (turn, side), None, False, True
        self.build.turn, self.build.side = turn, side

    def _open(self) -> tuple[int, Side]:
        if self.key is None:
            self._ply(1, "white")
        assert self.key is not None
        return self.key

    def add(self, kind: type[E], start: int, end: int, run: str | None = None, **fields: Any) -> E:
        self.slot = False
        event = super().add(kind, start, max(end, self.build.end), **fields)
        self.order.append(self.build.events[-1])
        return event

    def keep(self, start: int, end: int, why: str | None = None) -> None:
        self._open()
        self.run = None  # junk is never joined, since its place in the order matters
        count = len(self.build.events)
        super().keep(max(start, self.build.end), end, why)
        self.order += self.build.events[count:]

    def _move(self, start: int, end: int, printed: str) -> None:
        turn, side = self._open()
        if self.move_at is not None:  # a comma or a number was left out
            self._ply(turn if side == "white" else turn + 1, "black" if side == "white" else "white")
        clean = "".join(printed.split())
        self._played(start, end, text=clean, parts=parse_move(clean, self.language))

    def _played(self, start: int, end: int, place: int | None = None, **fields: Any) -> None:
        _, side = self._open()
        self.move_at = len(self.order)
        self.add(Move, start, end, word=place, move=None, san=None, **({"text": None} | fields))
        if self.waiting[side]:
            entries = self.waiting[side].pop(0)
            self._place(list(entries), [""] * len(entries))

    def tries_list(self, rule: Rule) -> None:
        """Puts the entries of a list before and after the move played."""
        start, end = span(rule)
        kinds = {one.data for one in rule.children if isinstance(one, Tree)}
        entries = [one for one in rule.children if isinstance(one, Tree) and one.data == "entry"]
        if not entries and ("unread_entry" not in kinds or "word" in kinds):
            text = self.text[start:end]
            self.left_over = [place for place in self.left_over if place[0] > end]
            event = self.add(Comment, start, end, text=text)
            if reports(text):
                self._report_unread_comment(event)
            return
        turn, side = self._open()
        if self.had_list:  # a second list is for a turn to come
            ahead = turn + 1 + len(self.waiting[side])
            self.waiting[side].append([self._entry(one, turn=ahead) for one in entries])
            return
        self.had_list = self.move_at is not None
        order, self.order, self.in_list, self.marks = self.order, [], True, []
        self.played = cast(Move, order[self.move_at]).text if self.move_at is not None else None
        self.visit_children(rule)
        self.leave_out(end)
        in_list, self.order, self.in_list = self.order, order, False
        self._place(in_list, self.marks)

    unopened_list = tries_list

    def entry(self, rule: Rule) -> None:
        self.order.append(self._entry(rule))
        mark = rule.children[-1]
        self.marks.append(str(mark) if isinstance(mark, Token) and mark.type == "ENTRY_MARK" else "")

    def unread_entry(self, rule: Rule) -> None:
        printed = str(rule.children[0])
        word = printed.removesuffix("!")
        start, end = span(rule)
        self.add(Try, start, end, move=None, text=word, verdict="refused")
        if self.played != word:
            self.build.note("KN101", f"this is not a move: {printed!r}", start, end)
        self.marks.append("!" if word != printed else "")

    def omitted(self, rule: Rule) -> None:
        start, end = span(rule)
        self.add(Comment, start, end, text=self.text[start:end])

    def _entry(self, rule: Rule, turn: int | None = None) -> Try:
        words = {one.type: one for one in rule.children if isinstance(one, Token)}
        clean = "".join(words["MOVE_AND_MARKS"].split())
        fields: dict[str, Any] = {"turn": turn} if turn is not None else {}
        start, end = span(rule)
        return self.build.add(
            Try, start, end, word=words["MOVE_AND_MARKS"].start_pos, move=None, text=clean, verdict="refused",
            times=wording.read_times(words.get("ENTRY_TIMES")), parts=parse_move(clean, self.language), **fields,
        )  # fmt: skip

    def _place(self, entries: list[AnyEvent], marks: list[str]) -> None:
        """Puts a list's entries before and after the move played; the entry that is this move is dropped."""
        if self.move_at is None:
            self.order += entries
            return
        move = cast(Move, self.order[self.move_at])
        tries = [event for event in entries if isinstance(event, Try) and event.text is not None]
        texts = [event.text or "" for event in tries]
        where = marks.index("!") if "!" in marks else wording.played(texts, move.text or "", self.language)
        if where is None:
            self.build.findings.append(
                finding("KN315", f"{move.text or 'the move played'} is not in its own list of tries", move)
            )
            self.order[self.move_at : self.move_at] = entries
            self.move_at += len(entries)
            return
        split = next(i for i, event in enumerate(entries) if event is tries[where])
        self._absorb(tries[where], entries)
        before = entries[:split]
        after = [_untested(event) for event in entries[split + 1 :]]
        tail = self.order[self.move_at + 1 :]
        self.order[self.move_at :] = [*before, self.order[self.move_at], *after, *tail]
        self.move_at += len(before)

    def _absorb(self, entry: Try, entries: list[AnyEvent]) -> None:
        """Removes the entry that is the move played; its text becomes part of the event before it."""
        events = self.build.events
        index = next(i for i, event in enumerate(events) if event is entry)
        if index == 0:
            return  # nothing stands before it: it stays an entry of its own
        near = events[index - 1]
        assert near.span is not None and entry.span is not None
        wider = msgspec.structs.replace(near, span=(near.span[0], entry.span[1]))
        events[index - 1 : index + 1] = [wider]
        for place in (entries, self.order, *self.waiting["white"], *self.waiting["black"]):
            for number, event in enumerate(place):
                if event is near:
                    place[number] = wider

    def _report_unread_comment(self, event: AnyEvent) -> None:
        self.build.findings.append(finding("KN109", not_understood(getattr(event, "text", "")), event))


def _untested(event: AnyEvent) -> AnyEvent:
    if not isinstance(event, Try) or event.text is None:
        return event
    return msgspec.structs.replace(event, verdict="untested")
