"""A notation of one's own: chess by telegraph, moves as squares between STOPs, refused tries after NO."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from lark import Lark, UnexpectedInput

from kriegnote.plugin import (
    DROP,
    Builder,
    Carries,
    Chunk,
    Move,
    Notation,
    Read,
    Record,
    Side,
    Style,
    Try,
    other,
    parse_move,
)

RESULTS = {"WHITEWINS": "1-0", "BLACKWINS": "0-1", "DRAW": "1/2-1/2"}
FILLER = re.compile(r"(?:\s|STOP|NO|WHITEWINS|BLACKWINS|DRAW)*")
TELEGRAMS = {result: word for word, result in RESULTS.items()}

NOTATION = Notation(
    id="telegraph",
    title="moves by telegraph (an example of a plug-in)",
    module="kriegnote_telegraph",
    contract=1,
    carries=Carries(
        events={
            "move": {"move": True},
            "try": {"move": {None: DROP, ...: True}, "verdict": {"untested": DROP, ...: "refused"}},
        },
        headers=False,
        rules=False,
        start=False,
        result=frozenset(TELEGRAMS),
    ),
    recognise=((r"\bSTOP\b", 3.0), (r"\b[a-h][1-8][a-h][1-8] STOP", 5.0)),
    suffixes=(".telegram",),
)


@cache
def parser() -> Lark:
    return Lark.open("telegraph.lark", rel_to=__file__, parser="lalr", propagate_positions=True)


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """A line is a game."""
    offset = 0
    for number, line in enumerate(lines, 1):
        yield Chunk(line, number, offset)
        offset += len(line)


def read(chunk: Chunk) -> Read:
    """One telegram; a word the grammar does not know ends it, and what follows is junk."""
    text, bad = chunk.text, None
    try:
        tree = parser().parse(text)
    except UnexpectedInput as error:
        bad = error.pos_in_stream or 0
        tree = parser().parse(text[:bad])
    builder = Builder(chunk, FILLER, side="white", turn=1)
    result = None
    for node in tree.children:
        token: Any = node.children[0]  # type: ignore[union-attr]
        start, end = node.meta.start_pos, node.meta.end_pos  # type: ignore[union-attr]
        parts = parse_move(str(token))
        if node.data == "result":  # type: ignore[union-attr]
            result = RESULTS[str(token)]
        elif node.data == "refused":  # type: ignore[union-attr]
            builder.add(Try, start, end, move=str(token), text=str(token), verdict="refused", parts=parts)
        else:
            builder.add(Move, start, end, move=str(token), text=str(token), san=None, parts=parts)
            side: Side = builder.side or "white"
            builder.turn = (builder.turn or 1) + (side == "black")
            builder.side = other(side)
    if bad is not None:
        builder.junk(bad, len(text.rstrip()))
    return builder.finish(result=result)


def write(record: Record, style: Style) -> str:
    """The moves and refused tries that a telegram can tell."""
    words = []
    for event in record.events:
        if isinstance(event, Try) and event.move and event.verdict != "untested":
            words.append(f"NO {event.move}")
        elif isinstance(event, Move) and event.move:
            words.append(f"{event.move} STOP")
    words += [TELEGRAMS[record.result]] if record.result in TELEGRAMS else []
    return " ".join(words) + "\n"
