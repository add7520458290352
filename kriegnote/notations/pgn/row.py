"""The row of the notation ``pgn``: what it can express, and how it is recognised."""

from __future__ import annotations

from typing import Final

from kriegnote.notations.loss import Carries
from kriegnote.notations.notation import Notation
from kriegnote.notations.patterns import SAN

ROW: Final = Notation(
    id="pgn",
    title="Portable Game Notation, Kriegspiel in its comments (§4.6)",
    module="pgn",
    carries=Carries(events=Carries.everything().events, always_result="*", unplaced=True, null_moves=True),
    views=("umpire", "white", "black"),
    recognise=(
        (r'^\[(?:Event|Site|Date|Round|ECO|TimeControl|WhiteElo|BlackElo|PlyCount|Annotator) ".*"\]$', 1),
        (r"(?<!\\)\[%\w+ (?!@[wb-])|\(K:[^:()]*:[^:()]*\)", 10),
        (rf"(?<!\S)\d+\. (?:{SAN}|--)[!?]{{0,2}}[ \n](?:\d+\.\.\. ?)?(?:{SAN}|--)(?!\S)", 3),
        (rf"(?<!\S)\d+\.{SAN} {SAN} \d+\.{SAN}(?!\S)", 3),
        (r"(?<!\S)\$\d+(?!\S)", 0.5),
        (r"^(?:1-0|0-1|1/2-1/2|\*)$", 1),
    ),
    suffixes=(".pgn",),
    kinds=("pgn", "pgn"),
    plainness=2,
    bare=True,
    prose="comment",
    tags=True,
)
