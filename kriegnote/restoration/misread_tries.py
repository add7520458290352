"""Reads tries whose words are no moves, as they are printed, by what the player's own men could try where they stand.

Which move a word is a copy of the table of misprints says (:mod:`kriegnote.restoration.misprints`), which man a sign
stands for the moves of the record that are printed with it, and whether the umpire's verdict was right the board.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from math import exp, log
from typing import Final

import msgspec

from kriegnote.chess.position import LETTERS, Position, move_of, uci
from kriegnote.chess.squares import origin_of
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import AnyEvent, Move, Side, Try, other
from kriegnote.model.printed_moves import parse_move
from kriegnote.model.record import Record
from kriegnote.model.scanned_moves import as_printed
from kriegnote.restoration import misprints
from kriegnote.restoration.choices import Choice, named
from kriegnote.restoration.evidence import WRONG
from kriegnote.text.misread_moves import core

_CLAIMED: Final = 0.9
"""The least share of a reading that is written in the record: a try has no options."""
_NAMED: Final = 0.01
"""The least share of a reading that a finding names."""
_LIKELY: Final = 2.0
"""How many moves by a sign it is worth that the sign looks like a man's letter."""
_ANY: Final = 0.25
"""The same of a man that no move of the record is made by with that sign."""
_MOST_ALIKE: Final = 20.0
"""How many times as likely at most the moves of a page make it that a sign is read as one that looks like it."""
_Signs = Mapping[str, Mapping[str, float]]


def with_tries(record: Record, start: Position, letters: str) -> tuple[Record, list[Finding], list[AnyEvent]]:
    """A mended record with its misread tries as they are read, the findings on these, and the events that they were.

    A try is left as it is where the board before it is not known, and where none of its readings is far likelier than
    all others.

    :param letters: the record's letters for king, queen, rook, bishop and knight.
    """
    if not any(map(_is_misread, record.events)):
        return record, [], []
    signs, alike = _shown(record, start, letters)
    events: list[AnyEvent] = []
    findings: list[Finding] = []
    read: list[AnyEvent] = []
    due: Side | None = start.side
    boards: dict[Side, Position] = {start.side: start}  # that before the last move of each side, or the one that is due
    for event in record.events:
        if isinstance(event, Move) and due is not None:
            after = _after(boards[due], event)
            due = other(due) if after is not None else None
            boards = {**boards, due: after} if after is not None and due is not None else {}
        elif isinstance(event, Try) and _is_misread(event) and (board := boards.get(event.side or "white")) is not None:
            choices = _choices(board, event, letters, signs, alike)
            if choices:
                findings.append(_said(event, choices))
                read.append(event)
                if choices[0].weight >= _CLAIMED:
                    best = choices[0]
                    event = msgspec.structs.replace(event, move=best.move, san=best.san, source="inferred")
        events.append(event)
    return (record.replace(events=tuple(events)) if read else record), findings, read


def _is_misread(event: AnyEvent) -> bool:
    return isinstance(event, Try) and event.move is None and event.parts is None and bool(event.text)


def _after(position: Position, event: Move) -> Position | None:
    """The position after a move; None if the record does not tell which was made."""
    if event.move is not None:
        move = move_of(event.move)
        return position.play(move) if position.is_legal(move) else None
    found = position.resolve(event.parts) if event.parts is not None else []
    return position.play(found[0]) if len(found) == 1 else None


def _shown(record: Record, start: Position, letters: str) -> tuple[_Signs, float]:
    """What the moves of a record show of its misprints.

    :returns: how many moves each sign stands for each man in; and how many times as likely a sign of the page is read
        as one that looks like it as otherwise.
    """
    counted: defaultdict[str, Counter[str]] = defaultdict(Counter)
    right = wrong = 1
    position: Position | None = start
    for event in record.events:
        if isinstance(event, Move) and position is not None:
            if event.text and event.parts is None and event.move is not None and not event.options:
                made = move_of(event.move)
                sign, _ = misprints.first_sign(event.text)
                counted[sign][LETTERS[position.type_at(origin_of(made))]] += bool(sign)
                alike = _alike(position, event.text, letters)
                right += made in alike
                wrong += bool(alike) and made not in alike
            position = _after(position, event)
    return counted, min(right / wrong, _MOST_ALIKE)


def _alike(position: Position, word: str, letters: str) -> list[int]:
    """The tries that a word is with each of its signs read as the one that looks most like it."""
    printed = as_printed(core(word), letters)
    if printed is None:
        return []
    bare = "".join("KQRBN"[letters.index(sign)] if sign in letters else sign for sign in printed)
    parts = parse_move(bare)
    return [] if parts is None else position.resolve_own(parts)


def _choices(position: Position, event: Try, letters: str, signs: _Signs, alike: float) -> list[Choice]:
    """What the player's own men could try that the word may be a copy of, the likeliest first, with their weights."""
    assert event.text is not None
    word = misprints.plain(event.text)
    sign, behind = misprints.first_sign(event.text)
    nearest = _alike(position, event.text, letters)
    found: dict[int, float] = {}
    for move in position.own_moves():
        san = position.own_san(move)
        man = LETTERS[position.type_at(origin_of(move))]
        forms = (san,) if man == "P" or san.startswith("O") else (san, f"{san[:-2]}x{san[-2:]}")
        cost = min(misprints.of_san(form, move, word, letters, sign=False) for form in forms)
        if sign and man != "P" and not san.startswith("O"):
            by_sign = min(misprints.of_san(form, move, behind, letters, sign=True) for form in forms)
            cost = min(cost, by_sign + _of_sign(sign, man, signs))
        if event.verdict in ("refused", "illegal") and position.is_legal(move):
            cost -= WRONG
        if cost <= misprints.READABLE:
            found[move] = exp(-cost) * (alike if move in nearest else 1.0)
    total = sum(found.values())
    order = sorted(found, key=lambda move: (-found[move], move))
    weights = ((move, found[move] / total) for move in order)
    return [Choice(uci(move), position.own_san(move), share) for move, share in weights if share >= _NAMED]


def _of_sign(sign: str, man: str, signs: _Signs) -> float:
    """The unlikeliness of a sign for a man, by the moves that are printed with it."""
    known = signs.get(sign, {})
    nominal = misprints.SIGNS.get(sign, "")
    count = known.get(man, 0) + _ANY + _LIKELY * (man == nominal)
    return -log(count / (sum(known.values()) + _ANY * len(LETTERS) + _LIKELY * bool(nominal)))


def _said(event: Try, choices: list[Choice]) -> Finding:
    """The finding on a try that is no move as printed."""
    if choices[0].weight < _CLAIMED:
        return finding("KN203", f"{event.text} is not a move as printed; it may be {named(choices)}", event)
    return finding("KN202", f"{event.text} is not a move as printed; read as {choices[0].san}", event)


__all__ = ["with_tries"]
