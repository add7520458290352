"""Turns the likeliest way through a lattice into a record, with everything that was inferred marked as such."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from kriegnote.chess.position import LETTERS, Position, uci
from kriegnote.chess.squares import origin_of
from kriegnote.diagnostics.findings import Finding, Fix, finding
from kriegnote.model.events import AnyEvent, DialogueEvent, Junk, Move, Side, Try
from kriegnote.model.printed_moves import FIGURINES
from kriegnote.model.record import Record
from kriegnote.restoration import evidence, lattice, printed_slot
from kriegnote.restoration.choices import Choice, OpenPly, Replacement, doubted, fitting, levelled, merged, offers
from kriegnote.restoration.figurine_model import MEN
from kriegnote.restoration.lattice import Edge
from kriegnote.restoration.page import Page, PagePly
from kriegnote.restoration.ply_report import (
    RESHAPED,
    Figure,
    PrintedPly,
    correction,
    is_changed,
    numbered,
    other_men,
    report,
)
from kriegnote.restoration.printed_slot import DOUBLED, LOST, NUMBER, SIDE, SKIP
from kriegnote.restoration.search import Reading
from kriegnote.restoration.spelling import spelling_of

OPEN_FROM: Final = 0.01  # least share of the weight of all other moves together that keeps a ply open
CLAIMED_FROM: Final = 0.2  # least share of the likeliest move for it to be written in the record
OFFER_FROM: Final = 0.001  # least share of a move to be among the options of an open ply
_SHORT: Final = 20  # plies of a page that is too short to show how many slips it has per ply
_SHIFTS: Final = LOST | DOUBLED | NUMBER | SIDE


class Mending(NamedTuple):
    """The mended record, the plies left open, the findings, and the replacements of single words."""

    record: Record
    open: list[OpenPly]
    findings: list[Finding]
    corrections: list[Replacement]


def mend(
    record: Record,
    page: Page,
    found: Reading,
    edges: Sequence[Edge],
    shares: Sequence[Sequence[float]],
    tries: Mapping[int, int],
) -> Mending:
    """The record as it is read.

    :param edges: the chosen step of each layer.
    :param shares: the posterior probability of every step of each layer.
    :param tries: the number of the glyph of each try in the reading's table, by the ``id`` of the try.
    """
    grown = found.lattice
    positions = [grown.layers[0].positions[0]]  # on the chosen way: those in the layers may have other move numbers
    for edge in edges:
        positions.append(positions[-1] if edge.move == SKIP else positions[-1].play(edge.move))
    offset, findings = _numbering(page, found, edges, positions)
    writer = _Writer(record, page, found, positions, offset, tries, findings)
    for layer, (edge, weights) in enumerate(zip(edges, shares, strict=False)):
        writer.step(layer, edge, weights)
    return writer.written(len(edges))


def _numbering(
    page: Page, found: Reading, edges: Sequence[Edge], positions: Sequence[Position]
) -> tuple[int | None, list[Finding]]:
    """The offset of the record's move numbers from the board's, and the findings on unexpected numbers.

    The offset is None if the record keeps its own sides and numbers.
    """
    shifted = False
    printed: list[tuple[PagePly, int]] = []  # each ply, and its printed number minus the board's
    for slot, edge, position in zip(found.lattice.slots, edges, positions, strict=False):
        if edge.slips & (NUMBER if slot.absent in ("certain", "unread") else _SHIFTS):
            shifted = True
        ply = page.ply(slot)
        if ply is not None and ply.turn is not None and not ply.aside:
            printed.append((ply, ply.turn - position.fullmove))
    offsets = Counter(offset for _, offset in printed)
    if shifted:
        return printed[0][1] if printed else 0, []
    if len(offsets) < 2:
        return None, []
    usual = offsets.most_common(1)[0][0]
    wrong: dict[int, tuple[PagePly, int]] = {}  # the first ply with each wrong number
    for ply, other in printed:
        if other != usual and ply.turn is not None:
            wrong.setdefault(ply.turn, (ply, other))
    return usual, [
        finding("KN401", f"expected move number {turn - other + usual}, found {turn}", ply.event)
        for turn, (ply, other) in wrong.items()
    ]


class _Writer:
    """Collects the new events of the record and the findings, ply by ply.

    ``_new``: the event that replaces the one at each index.  ``_inserted``: the events inserted before each index.
    ``_gaps``: the messages on missing plies that are not reported yet, each with the next printed move.
    """

    def __init__(
        self,
        record: Record,
        page: Page,
        found: Reading,
        positions: Sequence[Position],
        offset: int | None,
        tries: Mapping[int, int],
        findings: list[Finding],
    ) -> None:
        self._record = record
        self._page = page
        self._found = found
        self._slots = found.lattice.slots
        self._slips = found.price() / max(_SHORT, len(positions) - 1)  # per ply
        self._positions = positions
        self._offset = offset
        self._tries = tries
        self._findings = findings
        self._open: list[OpenPly] = []
        self._corrections: list[Replacement] = []
        self._spelling = spelling_of(record.events, page.letters)
        self._index = {id(event): at for at, event in enumerate(record.events)}
        self._new: dict[int, AnyEvent] = {}
        self._inserted: dict[int, list[AnyEvent]] = {}
        self._figures: list[Figure] = []
        self._gaps: list[tuple[str, Move | None]] = []
        self._unnamed = False  # whether a move printed without its man is a piece's

    def written(self, plies: int) -> Mending:
        """The result, after all steps were written.

        :param plies: the number of steps.
        """
        self._report_gaps()
        glyphs = [ply.man for slot in self._slots[:plies] if (ply := self._page.ply(slot)) is not None]
        figurines = sum(glyph is not None and not glyph.typed for glyph in glyphs) + len(self._tries)
        self._findings += other_men(self._figures, figurines)
        if self._unnamed:
            self._note("KN202", "no men are printed; each square is read as a move of a man that can go there", None)
        events: list[AnyEvent] = []
        for at, event in enumerate(self._record.events):
            events.extend(self._inserted.get(at, ()))
            events.append(self._new.get(at, event))
        return Mending(self._record.replace(events=tuple(events)), self._open, self._findings, self._corrections)

    # -- one ply ---------------------------------------------------------------------------------------------------

    def step(self, index: int, edge: Edge, weights: Sequence[float]) -> None:
        """Writes the ply of a slot.

        :param index: the index of the slot.
        :param edge: the chosen step.
        :param weights: those of all steps of its layer.
        """
        slot = self._slots[index]
        ply = self._page.ply(slot)
        if ply is not None and ply.aside:
            return
        for said in (*ply.said.before, *ply.said.after) if ply is not None else ():
            self._announced(said, self._positions[index])
        if ply is not None and ply.event is not None:
            self._report_gaps()
            if edge.move == SKIP:
                self._doubled(ply.event, ply, self._positions[index], slot.again)
        if edge.move == SKIP:
            return
        choices = self._options(index, edge, weights)
        if ply is None or ply.event is None:
            self._lost(index, edge, ply, choices)
        elif slot.absent is not None and not slot.only:
            self._unread(index, edge, ply, ply.event, choices)
        else:
            right = bool(choices) and self._right(index, weights) >= OPEN_FROM
            self._printed(PrintedPly(ply.event, ply, slot, self._positions[index], edge, choices, right))

    def _lost(self, index: int, edge: Edge, ply: PagePly | None, choices: Sequence[Choice]) -> None:
        """Writes a ply that is not printed."""
        position = self._positions[index]
        side, turn = self._label(ply, position)
        lost = Move(
            side=side, turn=turn, move=uci(edge.move), text=None, san=position.san(edge.move),
            options=merged(choices), source="inferred",
        )  # fmt: skip
        self._inserted.setdefault(self._before(index), []).append(lost)
        self._gap(index, lost, ply, choices)
        self._leave_open(lost, choices)

    def _unread(self, index: int, edge: Edge, ply: PagePly, event: Move, choices: Sequence[Choice]) -> None:
        """Writes a ply that was played and cannot be read."""
        position = self._positions[index]
        side, turn = self._label(ply, position)
        lost = msgspec.structs.replace(event, side=side, turn=turn, san=position.san(edge.move))
        self._gap(index, lost, ply, choices)
        self._new[ply.at] = _with_move(lost, edge, position, choices, changed=True)
        self._leave_open(lost, choices)

    def _printed(self, one: PrintedPly) -> None:
        """Writes a printed ply as it is read, with its findings and its replacement."""
        reported = report(one)
        if _is_claimed(one.choices) and (reported.findings or reported.figure or one.choices):
            written = correction(one, self._spelling, reported.findings[0] if reported.findings else None)
            self._corrections += [written] if written else []
            if written and reported.findings:
                reported.findings[0] = written.finding
        self._findings += reported.findings
        self._figures += [reported.figure] if reported.figure else []
        at, (side, turn) = one.ply.at, self._label(one.ply, one.position)
        if one.slot.swapped and one.slot.ply is not None:
            partner = self._page.plies[one.slot.ply + (1 if one.slot.white else -1)]
            at, side, turn = partner.at, partner.side, partner.turn
            if one.slot.white:
                self._note("KN401", f"the two plies of turn {turn} are swapped", one.event)
        placed = msgspec.structs.replace(one.event, side=side, turn=turn)
        self._unnamed = self._unnamed or (self._found.menless and one.man != "P")
        changed = is_changed(one, menless=self._found.menless)
        self._new[at] = _with_move(placed, one.edge, one.position, one.choices, changed=changed)
        self._leave_open(placed, one.choices)
        if one.choices and not reported.named:
            self._note("KN203", f"more than one move is possible: {one.fits}", one.event)

    def _leave_open(self, event: Move, choices: Sequence[Choice]) -> None:
        if choices:
            self._open.append(OpenPly(turn=event.turn, side=event.side, text=event.text, options=offers(choices)))

    def _gap(self, index: int, lost: Move, ply: PagePly | None, choices: Sequence[Choice]) -> None:
        """Reports a ply that is missing or unreadable, and what it may be."""
        side = {"white": "White", "black": "Black", None: "a"}[lost.side]
        who = f"{side}'s move {lost.turn}" if lost.turn is not None and lost.side else f"one of {side}'s plies"
        fits = fitting(choices) if choices else f"{lost.san} fits"
        if ply is not None and ply.unread is not None:
            self._note("KN203", f"{who} cannot be read; {fits}", ply.unread)
        else:
            self._gaps.append((f"{who} is missing here; {fits}", self._next(index)))

    def _report_gaps(self) -> None:
        """Reports consecutive missing plies in a single finding."""
        if self._gaps:
            self._note("KN401", "; ".join(gap for gap, _ in self._gaps), self._gaps[0][1])
            self._gaps.clear()

    def _label(self, ply: PagePly | None, position: Position) -> tuple[Side | None, int | None]:
        """The side and the move number of a ply: as printed, or by the board if the record is renumbered."""
        if self._offset is None and ply is not None:
            return position.side if ply.event is None else ply.side, ply.turn
        return position.side, max(1, position.fullmove + (self._offset or 0))

    def _announced(self, event: AnyEvent, position: Position) -> None:
        """Writes an event of the dialogue: a try with its man, and any event with a new number where that is wrong."""
        at = self._index.get(id(event))
        if at is None:
            return  # an end that was read from a remark, which stays one
        new = self._mend_try(event, position) if isinstance(event, Try) else event
        if self._offset is not None and isinstance(new, DialogueEvent):
            new = msgspec.structs.replace(new, side=position.side, turn=position.fullmove + self._offset)
        if new is not event:
            self._new[at] = new

    def _doubled(self, event: Move, ply: PagePly, position: Position, again: int) -> None:
        """Writes a ply that was printed twice as junk; ``again``: as in :class:`Slot`."""
        side, turn = self._label(ply, position)
        self._new[ply.at] = Junk(
            side=side, turn=turn, text=event.text or "", line=event.line, column=event.column, span=event.span,
            source=event.source,
        )  # fmt: skip
        if event.text and event.column is not None and event.column > 1:
            note = finding("KN401", f"{event.text} is printed twice but was played once", event)
            fix = Fix(old=f" {event.text}", new="")
            note = msgspec.structs.replace(note, column=event.column - 1, fix=fix)
            self._corrections.append(Replacement(note, f" {event.text}", (("", 1.0),), position.fen()))
        if again == 1:
            self._note("KN401", f"turn {ply.turn} is printed twice but was played once", event)
        elif not again:
            self._note("KN401", f"{event.text} is printed twice but was played once", event)

    def _before(self, index: int) -> int:
        """The index before which a lost ply is inserted: that of the first event of the next printed ply."""
        event = self._next(index)
        if event is None:
            return max(ply.at for ply in self._page.plies)
        return next(ply.first for ply in self._page.plies if ply.event is event)

    def _next(self, index: int) -> Move | None:
        """The next printed move from a slot on; None if there is none."""
        for slot in self._slots[index:]:
            ply = self._page.ply(slot)
            if ply is not None and ply.event is not None:
                return ply.event
        return None

    def _right(self, index: int, weights: Sequence[float]) -> float:
        """The weight of the games in which a ply is right as printed, whatever man its figurine shows."""
        slot, before = self._slots[index], self._found.lattice.layers[index].positions
        return sum(
            weight
            for edge, weight in zip(self._found.lattice.layers[index + 1].edges, weights, strict=True)
            if not edge.slips & RESHAPED and not self._page.wrong(slot, before[edge.source], edge.move)
        )

    def _options(self, index: int, edge: Edge, weights: Sequence[float]) -> list[Choice]:
        """The moves that an open ply may be, the likeliest first; empty if the ply is not open."""
        before = self._found.lattice.layers[index].positions
        shares: dict[tuple[int, str], float] = {}
        sans: dict[tuple[int, str], tuple[float, str]] = {}
        chosen = (edge.move, lattice.man_at(before[edge.source], edge.move))
        for step, weight in zip(self._found.lattice.layers[index + 1].edges, weights, strict=True):
            if step.move == printed_slot.SKIP:
                continue
            key = (step.move, lattice.man_at(before[step.source], step.move))
            shares[key] = shares.get(key, 0.0) + weight
            if key not in sans or weight > sans[key][0]:
                sans[key] = (weight, before[step.source].san(step.move))
        shares = dict(zip(shares, doubted(list(shares.values()), self._slips), strict=True))
        if sum(share for key, share in shares.items() if key != chosen) < OPEN_FROM:
            return []
        kept = {key: share for key, share in shares.items() if share >= OFFER_FROM or key == chosen}
        total = sum(kept.values())
        order = sorted(kept, key=lambda key: (-round(kept[key], 4), key))
        weights = levelled([kept[key] / total for key in order])
        return [
            Choice(uci(key[0]), sans[key][1], max(0.0001, round(weight, 4)))
            for key, weight in zip(order, weights, strict=True)
        ]

    def _mend_try(self, event: Try, position: Position) -> Try:
        """A try with its man: of those that could try it on the mover's own board, the likeliest one.

        The glyphs of the page decide, and whether the umpire's verdict would be right.
        """
        number = self._tries.get(id(event))
        if number is None or event.move is not None:
            return event
        best, found = -1e9, -1
        for move in evidence.readings_of(position, event):
            weight = self._found.table[number][MEN.index(LETTERS[position.type_at(origin_of(move))])]
            if event.verdict != "untested" and position.is_legal(move):
                weight += evidence.WRONG
            if weight > best + 1e-9:
                best, found = weight, move
        if found < 0 or event.parts is None or event.parts.piece == LETTERS[position.type_at(origin_of(found))]:
            return event
        man, san = LETTERS[position.type_at(origin_of(found))], position.own_san(found)
        symbol = next(letter for letter in event.text or "" if letter in FIGURINES)
        self._figures.append(Figure(event, symbol, man, f"{numbered(event)}{event.text} → {san}"))
        return msgspec.structs.replace(event, move=uci(found), san=san, source="inferred")

    def _note(self, code: str, message: str, event: AnyEvent | None) -> None:
        self._findings.append(finding(code, message, event))


def _is_claimed(choices: Sequence[Choice]) -> bool:
    """Whether the likeliest move is written in the record: it is certain, or has a share of :data:`CLAIMED_FROM`."""
    return not choices or choices[0].weight >= CLAIMED_FROM


def _with_move(event: Move, edge: Edge, position: Position, choices: Sequence[Choice], *, changed: bool) -> Move:
    """An event with the move that it is read as, and its options.

    :param changed: the move is not what is printed.
    """
    claimed = _is_claimed(choices)
    return msgspec.structs.replace(
        event,
        move=uci(edge.move) if claimed else None,
        san=position.san(edge.move) if claimed else None,
        options=merged(choices),
        source="inferred" if changed and claimed else event.source,
    )
