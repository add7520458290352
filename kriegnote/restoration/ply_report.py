"""Reports printed plies that are read differently than printed: their findings, and the replacements of their words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from kriegnote.chess import reasons
from kriegnote.chess.position import LETTERS, Position, uci
from kriegnote.chess.squares import origin_of, promotion_of
from kriegnote.diagnostics.findings import Finding, Fix, finding
from kriegnote.model.events import DialogueEvent, Move
from kriegnote.restoration import messages, printed_slot
from kriegnote.restoration.choices import Choice, Replacement, fitting, named
from kriegnote.restoration.lattice import Edge
from kriegnote.restoration.page import PagePly
from kriegnote.restoration.printed_slot import Slot
from kriegnote.restoration.spelling import Spelling

RESHAPED: Final = (
    printed_slot.AMBIGUOUS | printed_slot.FIGURINE | printed_slot.ORIGIN | printed_slot.SQUARE | printed_slot.CASTLE
)
"""The slips that make the printed word another move."""
_RAREST: Final = 8  # most changed figurines that a finding names


class PrintedPly(NamedTuple):
    """A printed ply, the step (``edge``) that it is read as from a position, and the other moves that it may be.

    ``choices``: empty if the ply is not open.  ``right``: it may also be right as printed.
    """

    event: Move
    ply: PagePly
    slot: Slot
    position: Position
    edge: Edge
    choices: Sequence[Choice]
    right: bool

    @property
    def san(self) -> str:
        """The move that it is read as, in SAN."""
        return self.position.san(self.edge.move)

    @property
    def fits(self) -> str:
        """The moves that it may be, in English."""
        return named(self.choices) or self.san

    @property
    def text(self) -> str:
        """The printed text; the move by its squares if there is none."""
        return self.event.text or uci(self.edge.move)

    @property
    def man(self) -> str:
        """The letter of the man that moves."""
        return LETTERS[self.position.type_at(origin_of(self.edge.move))]

    @property
    def other(self) -> bool:
        """Whether another man moves than is printed."""
        return self.ply.man is not None and self.ply.man.nominal != self.man

    @property
    def promoted(self) -> bool:
        """Whether a pawn promotes to a man that is not printed."""
        became = promotion_of(self.edge.move)
        return bool(became) and (self.ply.promotion is None or self.ply.promotion.nominal != LETTERS[became])


class Figure(NamedTuple):
    """A figurine that is read as another man: its event and symbol, the man's letter, and the change as reported."""

    event: DialogueEvent
    symbol: str
    man: str
    text: str


class PlyReport(NamedTuple):
    """The findings on a ply, its figurine if that is read as another man, and whether the findings name its choices."""

    findings: list[Finding]
    figure: Figure | None
    named: bool


def numbered(event: DialogueEvent) -> str:
    """The move number of an event as it is printed before a move (``3. ``, ``3... ``); empty if it has none."""
    return "" if event.turn is None else f"{event.turn}. " if event.side == "white" else f"{event.turn}... "


def is_changed(one: PrintedPly, *, menless: bool) -> bool:
    """Whether a ply is read differently than printed.

    :param menless: its page prints no men; then every move of a piece is.
    """
    unread = one.slot.parts is None or one.ply.foreign
    return bool(one.edge.slips & RESHAPED) or one.other or one.promoted or unread or (menless and one.man != "P")


def report(one: PrintedPly) -> PlyReport:
    """The findings on a ply, and its changed figurine."""
    rows = _slips(one)
    doubtful = [(slip, "KN203", messages.PERHAPS) for slip, _, _ in rows if slip & RESHAPED] if one.right else []
    rows = doubtful[:1] or rows
    names = any("{fits}" in message for _, _, message in rows)
    found = [
        finding(code, message.format(text=one.text, fits=one.fits, san=one.san), one.event) for _, code, message in rows
    ]
    figure: Figure | None = None
    if one.ply.man is not None and (one.other or one.ply.foreign):
        if not one.ply.man.typed:
            figure = Figure(one.event, one.ply.man.symbol, one.man, f"{numbered(one.event)}{one.text} → {one.san}")
        elif not one.edge.slips & printed_slot.SQUARE and not doubtful:
            found.append(_other_man(one, one.ply.man.nominal))
            names = True
    if one.promoted:
        became = reasons.WORDS[LETTERS[promotion_of(one.edge.move)]]
        found.append(finding("KN207", f"{one.text} is read as {one.san}: the pawn becomes a {became}", one.event))
    if one.slot.parts is None and not one.edge.slips & printed_slot.UNLIKE and not one.choices:
        found.append(finding("KN202", f"{one.text} is not a move as printed; read as {one.san}", one.event))
    elif one.edge.slips & printed_slot.UNLIKE:
        fit = fitting(one.choices) if one.choices else f"it may be {one.san}"
        found.append(finding("KN203", f"{one.text} resembles no move that is possible here; {fit}", one.event))
        names = True
    return PlyReport(found, figure, names)


def _slips(one: PrintedPly) -> list[tuple[int, str, str]]:
    """The slips of a ply that are reported, each with the code and the message of its finding."""
    slips = one.edge.slips
    if not slips & printed_slot.SQUARE:
        letter = printed_slot.FIGURINE if one.other and one.ply.man is not None and one.ply.man.typed else 0
        return [row for row in messages.SLIPS if slips & row[0] & ~letter]
    # with the square misprinted, the other signs of this ply are not reported one by one
    whole = one.other or slips & (printed_slot.FIGURINE | printed_slot.STRAY_MARK | printed_slot.MARK)
    possible = one.slot.parts is not None and one.position.resolve(one.slot.parts)
    one_sign = messages.BELIED if possible else messages.ONE_SIGN
    return [(printed_slot.SQUARE, "KN201", messages.WHOLE_WORD if whole else one_sign)]


def _other_man(one: PrintedPly, printed: str) -> Finding:
    """The finding that a typed letter is read as another man; ``printed``: the letter."""
    message = f"{one.text} → {one.fits}: read as a {reasons.WORDS[one.man]} move, not a {reasons.WORDS[printed]} move"
    perhaps = messages.PERHAPS.format(text=one.text, fits=one.fits)
    return finding("KN202", perhaps if one.right else message, one.event)


def correction(one: PrintedPly, spelling: Spelling, first: Finding | None) -> Replacement | None:
    """The replacement of a ply's word; None if it has no text, or if the text is right.

    :param first: the first finding on the ply, if there is one.  The replacement has a copy of it; if only one move
        fits, that is its fix.
    """
    text = one.event.text
    if text is None:
        return None
    sans = [(choice.san, choice.weight) for choice in one.choices] or [(one.san, 1.0)]
    readings = tuple((spelling.spell(san, text), weight) for san, weight in sans)
    if not one.choices and readings[0][0] == text:
        return None
    fix = Fix(old=text, new=readings[0][0]) if not one.choices and "\n" not in text else None
    first = first or finding("KN203" if one.choices else "KN202", f"{text} is read as {one.fits}", one.event)
    return Replacement(msgspec.structs.replace(first, fix=fix), text, readings, one.position.fen())


def other_men(figures: Sequence[Figure], printed: int) -> list[Finding]:
    """A single finding on all figurines that are read as other men, which lists the rarest such readings.

    :param printed: the number of figurines on the page.
    """
    if not figures:
        return []
    readings = Counter((one.symbol, one.man) for one in figures)
    pairs = [f"{symbol} as {reasons.WORDS[man]} ({count})" for (symbol, man), count in readings.most_common()]
    rarest = sorted(figures, key=lambda one: readings[one.symbol, one.man])[:_RAREST]
    texts = [one.text for one in figures if one in rarest]
    message = f"{len(figures)} of {printed} figurines are read as other men: {', '.join(pairs)}"
    note = f"{'rarest readings' if len(texts) < len(figures) else 'readings'}: {', '.join(texts)}"
    return [finding("KN202", message, figures[0].event, severity="info", note=note)]
