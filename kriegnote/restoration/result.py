"""From the likeliest way through a lattice to a record again, with everything that was inferred marked as such."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from kriegnote.chess.position import LETTERS, Position, uci
from kriegnote.diagnostics.findings import Finding, Fix, finding
from kriegnote.model.events import AnyEvent, Heard, Junk, Move, Side, Try
from kriegnote.model.printed_moves import FIGURINES
from kriegnote.model.record import Record
from kriegnote.restoration import evidence, lattice, messages, printed_slot
from kriegnote.restoration.choices import Choice, Correction, fitting, merged, named
from kriegnote.restoration.figurine_model import MEN
from kriegnote.restoration.lattice import Edge
from kriegnote.restoration.page import Page, Ply
from kriegnote.restoration.printed_slot import DOUBLED, LOST, NUMBER, SIDE
from kriegnote.restoration.search import Reading
from kriegnote.restoration.spelling import spelling_of

OPEN_FROM: Final = 0.01  # other moves with at least this share of the weight together keep a ply open
CLAIMED_FROM: Final = 0.2  # the likeliest of those must have this share, or no move is written for a word
OFFER_FROM: Final = 0.001  # and then every move with at least this share is offered
_NAMES: Final = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
_RESHAPED: Final = (
    printed_slot.UNTOLD | printed_slot.FIGURINE | printed_slot.ORIGIN | printed_slot.SQUARE | printed_slot.CASTLE
)
_SHIFTS: Final = LOST | DOUBLED | NUMBER | SIDE
_RAREST: Final = 8  # changed figurines that a finding names

Table = Sequence[Sequence[float]]


class Mending:
    """The mended ``record``, the plies left ``open``, and the ``findings``.

    :param edges: the chosen step of each layer; ``shares``: the weight of every step of each layer.
    :param tries: the number of each try's printed glyph in ``table``, by the try's identity.
    """

    def __init__(
        self,
        record: Record,
        page: Page,
        found: Reading,
        edges: Sequence[Edge],
        shares: Sequence[Sequence[float]],
        tries: Mapping[int, int],
    ) -> None:
        self.page = page
        self.found = found
        self.grown = grown = found.lattice
        self.table = found.table
        self.tries = tries
        self.open: list[dict[str, Any]] = []
        self.findings: list[Finding] = []
        self.corrections: list[Correction] = []
        self._spelling = spelling_of(record.events, grown.slots[0].letters if grown.slots else "KQRBN")
        self._index = {id(event): at for at, event in enumerate(record.events)}
        self._new: dict[int, AnyEvent] = {}
        self._inserted: dict[int, list[AnyEvent]] = {}
        self._figures: list[_Figure] = []
        self._gaps: list[tuple[str, Move | None]] = []
        self._positions = [grown.layers[0].positions[0]]  # on the chosen way: a layer's own count other moves
        for edge in edges:
            before = self._positions[-1]
            self._positions.append(before if edge.move == printed_slot.SKIP else before.play(edge.move))
        self._offset = self._numbering(edges)
        for layer, (edge, weights) in enumerate(zip(edges, shares, strict=False)):
            self._ply(layer, edge, weights)
        self._report_gaps()
        self._report_figures(len(edges))
        if found.menless:
            self._note("KN202", "no men are printed; the squares are read as moves of whoever could go there", None)
        events: list[AnyEvent] = []
        for at, event in enumerate(record.events):
            events.extend(self._inserted.get(at, ()))
            events.append(self._new.get(at, event))
        self.record = record.replace(events=tuple(events))

    def _numbering(self, edges: Sequence[Edge]) -> int | None:
        """What to add to the board's move number; None when the record's own sides and numbers stand."""
        shifted = False
        printed: list[tuple[Ply, int]] = []  # each ply and by how much its number differs from the board's
        for index, edge in enumerate(edges):
            slot = self.grown.slots[index]
            if edge.slips & (printed_slot.NUMBER if slot.hidden in ("must", "unread") else _SHIFTS):
                shifted = True
            ply = self.page.plies[slot.ply] if slot.ply >= 0 else None
            if ply is not None and ply.turn is not None and not ply.aside:
                printed.append((ply, ply.turn - self._positions[index].fullmove))
        offsets = Counter(offset for _, offset in printed)
        offset = printed[0][1] if shifted and printed else offsets.most_common(1)[0][0] if offsets else 0
        if not shifted and len(offsets) > 1:
            seen: set[int | None] = set()
            for ply, other in printed:
                if other != offset and ply.turn is not None and ply.turn not in seen:
                    seen.add(ply.turn)
                    message = f"turn {ply.turn} stands where {ply.turn - other + offset} is expected"
                    self._note("KN401", message, ply.event)
        return offset if shifted or len(offsets) > 1 else None

    # -- one ply ---------------------------------------------------------------------------------------------------

    def _ply(self, index: int, edge: Edge, weights: Sequence[float]) -> None:
        slot = self.grown.slots[index]
        position = self._positions[index]
        ply = self.page.plies[slot.ply] if slot.ply >= 0 else None
        if ply is not None and ply.aside:
            return
        if ply is not None:
            for said in (*ply.said.before, *ply.said.after):
                self._announced(said, position)
        event = ply.event if ply is not None else None
        if event is not None:
            self._report_gaps()
        if edge.move == printed_slot.SKIP:
            if event is not None and ply is not None:
                self._doubled(event, ply, position, slot.again)
            return
        choices = self._options(index, edge, weights)
        options = merged(choices)
        side, turn = self._label(ply, position)
        san = position.san(edge.move)
        fits = named(choices) or san
        if event is None or ply is None:
            at = self._before(index)
            lost = Move(
                side=side, turn=turn, move=uci(edge.move), text=None, san=san, options=options, source="inferred"
            )
            self._inserted.setdefault(at, []).append(lost)
            explained = self._gap(index, lost, ply, choices)
        else:
            claimed = not choices or choices[0].weight >= CLAIMED_FROM
            made = (uci(edge.move), san) if claimed else (None, None)
            if self.grown.slots[index].hidden is not None and not self.grown.slots[index].only:
                lost = msgspec.structs.replace(event, side=side, turn=turn, san=san)
                changed = explained = self._gap(index, lost, ply, choices)
            else:
                right = self._right(index, weights) if choices else 0.0
                noted = len(self.findings), len(self._figures)
                changed, explained = self._changed(index, event, ply, position, edge, choices, right >= OPEN_FROM)
                if claimed and (noted != (len(self.findings), len(self._figures)) or choices):
                    self._correct(event, position, san, choices, noted[0])
            at = ply.at
            if slot.swapped:
                partner = self.page.plies[slot.ply + (1 if slot.white else -1)]
                at, side, turn = partner.at, partner.side, partner.turn
                if slot.white:
                    self._note("KN401", f"the plies of turn {turn} stand in each other's place", event)
            self._new[at] = msgspec.structs.replace(
                event, side=side, turn=turn, move=made[0], san=made[1], options=options,
                source="inferred" if changed and claimed else event.source,
            )  # fmt: skip
        if choices:
            text = event.text if event else None
            self.open.append(
                {"turn": turn, "side": side, "text": text, "options": [choice._asdict() for choice in choices]}
            )
            if not explained:
                self._note("KN203", f"the record leaves open which: {fits}", event or self._next(index))

    def _correct(self, event: Move, position: Position, san: str, choices: Sequence[Choice], noted: int) -> None:
        """Keeps what is to be printed in place of a ply's word; a certain one is the fix of the finding on it."""
        text = event.text
        if text is None:
            return
        sans = [(choice.san, choice.weight) for choice in choices] or [(san, 1.0)]
        readings = tuple((self._spelling.spell(one, text), weight) for one, weight in sans)
        if not choices and readings[0][0] == text:
            return
        fix = Fix(old=text, new=readings[0][0]) if not choices and "\n" not in text else None
        if len(self.findings) > noted:
            note = self.findings[noted] = msgspec.structs.replace(self.findings[noted], fix=fix)
        else:
            note = finding("KN202" if not choices else "KN203", f"{text} is {named(choices) or san}", event)
            note = msgspec.structs.replace(note, fix=fix)
        self.corrections.append(Correction(note, text, readings, position.fen()))

    def _gap(self, index: int, lost: Move, ply: Ply | None, choices: list[Choice]) -> bool:
        """Reports a ply that is missing or unreadable, and what it may be."""
        unread = ply.unread if ply is not None else None
        side = {"white": "White", "black": "Black", None: "a"}[lost.side]
        who = f"{side}'s move {lost.turn}" if lost.turn is not None and lost.side else f"a ply of {side}"
        one = f"{lost.san} fits" if lost.san else "one move fits"
        fits = fitting(choices) if choices else one
        if unread is not None:
            self._note("KN203", f"{who} cannot be read; {fits}", unread)
            return True
        self._gaps.append((f"{who} is missing here; {fits}", self._next(index)))
        return True

    def _report_gaps(self) -> None:
        """One finding on plies that are missing one after the other."""
        if self._gaps:
            self._note("KN401", "; ".join(gap for gap, _ in self._gaps), self._gaps[0][1])
            self._gaps.clear()

    def _label(self, ply: Ply | None, position: Position) -> tuple[Side | None, int | None]:
        side: Side = "white" if position.turn else "black"
        if self._offset is None and ply is not None and ply.event is not None:
            return ply.side, ply.turn
        return side, max(
            1, position.fullmove + (self._offset or 0)
        ) if self._offset is not None or ply is None else ply.turn

    def _announced(self, event: AnyEvent, position: Position) -> None:
        at = self._index.get(id(event))
        if at is None:
            return  # an end that a remark tells stays a remark
        new = self._mend_try(event, position) if isinstance(event, Try) else event
        if self._offset is not None and isinstance(new, Heard):
            side: Side = "white" if position.turn else "black"
            new = msgspec.structs.replace(new, side=side, turn=position.fullmove + self._offset)
        if new is not event:
            self._new[at] = new

    def _doubled(self, event: Move, ply: Ply, position: Position, again: int) -> None:
        side, turn = self._label(ply, position)
        self._new[ply.at] = Junk(
            side=side, turn=turn, text=event.text or "", line=event.line, column=event.column, span=event.span,
            source=event.source,
        )  # fmt: skip
        if event.text and event.column is not None and event.column > 1:
            note = finding("KN401", f"{event.text} is printed twice and was played once", event)
            fix = Fix(old=f" {event.text}", new="")
            note = msgspec.structs.replace(note, column=event.column - 1, fix=fix)
            self.corrections.append(Correction(note, f" {event.text}", (("", 1.0),), position.fen()))
        if again == 1:
            self._note("KN401", f"turn {ply.turn} is printed twice and was played once", event)
        elif not again:
            self._note("KN401", f"{event.text} is printed twice and was played once", event)

    def _before(self, index: int) -> int:
        """Where a lost ply is put: before the first event of the next printed one."""
        event = self._next(index)
        if event is None:
            return max(ply.at for ply in self.page.plies)
        return next(ply.first for ply in self.page.plies if ply.event is event)

    def _next(self, index: int) -> Move | None:
        for slot in self.grown.slots[index:]:
            event = self.page.plies[slot.ply].event if slot.ply >= 0 else None
            if event is not None:
                return event
        return None

    # -- what changed ----------------------------------------------------------------------------------------------

    def _right(self, index: int, weights: Sequence[float]) -> float:
        """The weight of the games in which a ply is as it is printed, but for its figurine."""
        slot, before = self.grown.slots[index], self.grown.layers[index].positions
        return sum(
            weight
            for edge, weight in zip(self.grown.layers[index + 1].edges, weights, strict=True)
            if not edge.slips & _RESHAPED and not self.page.wrong(slot, before[edge.source], edge.move)
        )

    def _changed(
        self,
        index: int,
        event: Move,
        ply: Ply,
        position: Position,
        edge: Edge,
        choices: Sequence[Choice],
        right: bool,
    ) -> tuple[bool, bool]:
        """Reports what is read otherwise than it is printed; gives whether that is so, and whether ``fits`` was named.

        :param right: it may be right as it is printed, after all.
        """
        slot = self.grown.slots[index]
        man = LETTERS[position.type_at(edge.move & 63)]
        san = position.san(edge.move)
        fits = named(choices) or san
        text = event.text or uci(edge.move)
        slips = edge.slips
        other = ply.man is not None and ply.man.nominal != man
        if slips & printed_slot.SQUARE:  # then the other signs of this ply are no evidence of anything
            whole = other or slips & (printed_slot.FIGURINE | printed_slot.STRAY_MARK | printed_slot.MARK)
            possible = slot.parts is not None and position.resolve(slot.parts)
            one_sign = messages.BELIED if possible else messages.ONE_SIGN
            rows = [(printed_slot.SQUARE, "KN201", messages.WHOLE_WORD if whole else one_sign)]
        else:
            letter = printed_slot.FIGURINE if other and ply.man is not None and ply.man.typed else 0
            rows = [row for row in messages.SLIPS if slips & row[0] & ~letter]
        doubtful = [(slip, "KN203", messages.PERHAPS) for slip, _, _ in rows if slip & _RESHAPED] if right else []
        rows = doubtful[:1] or rows
        explained = any("{fits}" in message for _, _, message in rows)
        for _, code, message in rows:
            self._note(code, message.format(text=text, fits=fits, san=san), event)
        if ply.man is not None and (other or ply.foreign):
            if not ply.man.typed:
                self._figures.append(_Figure(event, ply.man.symbol, man, f"{_numbered(event)}{text} → {san}"))
            elif not slips & printed_slot.SQUARE and not doubtful:
                explained = True
                printed = _NAMES[ply.man.nominal]
                message = f"{text} → {fits}: read as a move of the {_NAMES[man]}, not of the {printed}"
                self._note("KN202", messages.PERHAPS.format(text=text, fits=fits) if right else message, event)
        promoted = edge.move >> 12 and (ply.promotion is None or ply.promotion.nominal != LETTERS[edge.move >> 12])
        if promoted:
            self._note("KN207", f"{text} is {san}: the pawn becomes a {_NAMES[LETTERS[edge.move >> 12]]}", event)
        unread = slot.parts is None or ply.foreign
        if slot.parts is None and not slips & printed_slot.UNLIKE and not choices:
            self._note("KN202", f"{text} is no move as it is printed; read as {san}", event)
        elif slips & printed_slot.UNLIKE:
            explained = True
            fit = fitting(choices) if choices else f"it may be {san}"
            self._note("KN203", f"{text} is like no move that is possible here; {fit}", event)
        lost = self.found.menless and man != "P"
        return bool(slips & _RESHAPED or other or promoted or unread or lost), explained

    def _report_figures(self, plies: int) -> None:
        """One finding on all figurines that are read as other men, with those that are seldom read so."""
        if not self._figures:
            return
        slots = self.grown.slots[:plies]
        glyphs = [self.page.plies[slot.ply].man for slot in slots if slot.ply >= 0]
        printed = sum(glyph is not None and not glyph.typed for glyph in glyphs) + len(self.tries)
        readings = Counter((one.symbol, one.man) for one in self._figures)
        pairs = [f"{symbol} as {_NAMES[man]} ({count})" for (symbol, man), count in readings.most_common()]
        rarest = sorted(self._figures, key=lambda one: readings[one.symbol, one.man])[:_RAREST]
        named = [one.text for one in self._figures if one in rarest]
        self.findings.append(
            finding(
                "KN202",
                f"{len(self._figures)} of {printed} figurines are read as other men: {', '.join(pairs)}",
                self._figures[0].event,
                severity="info",
                note=f"{'read so least often' if len(named) < len(self._figures) else 'these'}: {', '.join(named)}",
            )
        )

    def _options(self, index: int, edge: Edge, weights: Sequence[float]) -> list[Choice]:
        """What an open ply may be, the likeliest first; nothing when it is not open."""
        before = self.grown.layers[index].positions
        shares: dict[tuple[int, str], float] = {}
        sans: dict[tuple[int, str], tuple[float, str]] = {}
        chosen = (edge.move, lattice.man_at(before[edge.source], edge.move))
        for step, weight in zip(self.grown.layers[index + 1].edges, weights, strict=True):
            if step.move == printed_slot.SKIP:
                continue
            key = (step.move, lattice.man_at(before[step.source], step.move))
            shares[key] = shares.get(key, 0.0) + weight
            if key not in sans or weight > sans[key][0]:
                sans[key] = (weight, before[step.source].san(step.move))
        if sum(share for key, share in shares.items() if key != chosen) < OPEN_FROM:
            return []
        kept = {key: share for key, share in shares.items() if share >= OFFER_FROM or key == chosen}
        total = sum(kept.values())
        order = sorted(kept.items(), key=lambda item: (-round(item[1], 4), item[0]))
        return [Choice(uci(key[0]), sans[key][1], max(0.0001, round(share / total, 4))) for key, share in order]

    def _mend_try(self, event: Try, position: Position) -> Try:
        """The man of a try: those that could try it on the mover's own board, by the page and by the umpire's word."""
        number = self.tries.get(id(event))
        if number is None or event.move is not None:
            return event
        best, found = -1e9, -1
        for move in evidence.readings_of(position, event):
            weight = self.table[number][MEN.index(LETTERS[position.type_at(move & 63)])]
            if event.verdict != "untested" and position.is_legal(move):
                weight += evidence.WRONG
            if weight > best + 1e-9:
                best, found = weight, move
        if found < 0 or event.parts is None or event.parts.piece == LETTERS[position.type_at(found & 63)]:
            return event
        man, san = LETTERS[position.type_at(found & 63)], position.own_san(found)
        symbol = next(letter for letter in event.text or "" if letter in FIGURINES)
        self._figures.append(_Figure(event, symbol, man, f"{_numbered(event)}{event.text} → {san}"))
        return msgspec.structs.replace(event, move=uci(found), san=san, source="inferred")

    def _note(self, code: str, message: str, event: AnyEvent | None) -> None:
        self.findings.append(finding(code, message, event))


class _Figure(NamedTuple):
    """A figurine that is read as another man: where, the glyph, the man, and how that is written."""

    event: Heard
    symbol: str
    man: str
    text: str


def _numbered(event: Heard) -> str:
    """The move number and the side of an event, as they are printed before a move."""
    return "" if event.turn is None else f"{event.turn}. " if event.side == "white" else f"{event.turn}... "
