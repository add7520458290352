"""The table of findings: code, usual severity and title; ``explanations.toml`` explains each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, Literal, NamedTuple

from kriegnote.cache import cached_toml


class Code(NamedTuple):
    """A kind of finding: its usual severity, and a title of a few words."""

    severity: Literal["error", "warning", "info"]
    title: str


class Explanation(NamedTuple):
    """What a finding means, what to do about it, and an example.

    ``notation``: the notation of ``example`` (``problem`` for one that ``prove`` reads), so that the example can be
    run; empty if no example can be printed.
    """

    text: str
    example: str = ""
    notation: str = ""


@cache
def _explanations() -> dict[str, dict[str, str]]:
    return cached_toml("explanations", (files("kriegnote.diagnostics") / "explanations.toml").read_text("utf-8"))


def explanation(code: str) -> Explanation:
    """The explanation of a finding.

    :raises KeyError: if there is no such code.
    """
    row = _explanations()[code]
    return Explanation(" ".join(row["text"].split()), row.get("example", ""), row.get("notation", ""))


CODES: Final[Mapping[str, Code]] = {
    # Text
    "KN101": Code("error", "unreadable text"),
    "KN102": Code("error", "comment never closed"),
    "KN103": Code("error", "nested too deeply"),
    "KN104": Code("warning", "not UTF-8"),
    "KN105": Code("warning", "piece letters of two languages"),
    "KN106": Code("error", "no game found"),
    "KN107": Code("error", "not a JSON record"),
    "KN108": Code("error", "malformed header"),
    "KN109": Code("warning", "not understood"),
    "KN110": Code("info", "nonstandard notation"),
    "KN111": Code("warning", "doubtful JSON field"),
    "KN112": Code("info", "moves outside any game"),
    "KN113": Code("error", "interleaved games"),
    # Moves
    "KN201": Code("error", "move not legal here"),
    "KN202": Code("warning", "wrong man printed"),
    "KN203": Code("warning", "ambiguous move"),
    "KN204": Code("warning", "capture mark, but nothing taken"),
    "KN205": Code("warning", "capture without its mark"),
    "KN206": Code("warning", "false check or mate mark"),
    "KN207": Code("info", "promotion without a piece"),
    "KN208": Code("warning", "wrong file or rank of origin"),
    "KN209": Code("error", "move after the end"),
    "KN210": Code("info", "position no longer certain"),
    # Announcements, questions and tries
    "KN301": Code("warning", "wrong answer"),
    "KN302": Code("warning", "question not in the rulebook"),
    "KN303": Code("warning", "yes, but no pawn capture tried"),
    "KN304": Code("info", "question after a try"),
    "KN305": Code("info", "question without an answer"),
    "KN306": Code("warning", "answer without a question"),
    "KN311": Code("warning", "legal try refused"),
    "KN312": Code("warning", "try without its mark"),
    "KN313": Code("warning", "try impossible on the player’s own board"),
    "KN314": Code("warning", "possible try called impossible"),
    "KN315": Code("warning", "move not in its own list"),
    "KN316": Code("warning", "too many tries"),
    "KN317": Code("warning", "touched man did not move"),
    "KN321": Code("warning", "wrong pawn tries"),
    "KN322": Code("warning", "pawn tries not announced"),
    "KN331": Code("warning", "capture announced, but none made"),
    "KN332": Code("warning", "capture on another square"),
    "KN333": Code("warning", "another man captured"),
    "KN334": Code("warning", "capture not announced"),
    "KN335": Code("warning", "another man captures"),
    "KN336": Code("warning", "en passant or not"),
    "KN341": Code("warning", "check announced, but none given"),
    "KN342": Code("warning", "check from another direction"),
    "KN343": Code("warning", "check not announced"),
    "KN351": Code("warning", "promotion announced, but none made"),
    "KN352": Code("warning", "promotion not announced"),
    "KN361": Code("warning", "end not on the board"),
    "KN362": Code("warning", "draw not in the rulebook"),
    "KN371": Code("warning", "shown what is not there"),
    "KN372": Code("warning", "not shown what the player sees"),
    # The record
    "KN401": Code("warning", "move numbers out of step"),
    "KN402": Code("warning", "result contradicts the position"),
    "KN403": Code("warning", "two results"),
    "KN404": Code("warning", "not a position"),
    "KN405": Code("warning", "contradictory header"),
    "KN406": Code("info", "event out of order"),
    # Set-ups and problems
    "KN407": Code("info", "unknown variant"),
    "KN408": Code("warning", "starting position not allowed"),
    "KN409": Code("info", "secret set-up not given"),
    "KN501": Code("warning", "unreachable branch"),
    "KN502": Code("warning", "try impossible on the player’s own board"),
    "KN503": Code("warning", "two branches for one announcement"),
    "KN504": Code("error", "mate that is not mate"),
    "KN505": Code("error", "problem without a position"),
    "KN506": Code("warning", "not understood"),
    "KN507": Code("info", "defence does not lead here"),
    "KN508": Code("warning", "pawn capture not tried after a yes"),
    # Two records of one game, and what a record leaves open
    "KN701": Code("error", "no game fits"),
    "KN702": Code("warning", "a game fits, the wording does not"),
    "KN703": Code("warning", "contradictory records"),
    "KN704": Code("info", "open after joining"),
    "KN705": Code("warning", "records that do not fit together"),
    "KN706": Code("info", "missing from one record"),
    "KN707": Code("warning", "positions cannot be followed"),
    "KN708": Code("warning", "both records are the same player’s"),
}
