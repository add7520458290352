"""The table of findings: code, usual severity and title; what each means stands in ``explanations.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, Literal, NamedTuple

from kriegnote.kept import kept_toml


class Code(NamedTuple):
    """One kind of finding: its usual severity, and a title of a few words."""

    severity: Literal["error", "warning", "info"]
    title: str


class Explanation(NamedTuple):
    """What a finding means and what to do, and an example.

    ``notation``: the one that ``example`` is in (``problem`` for one that ``prove`` reads), so that whoever likes may
    run it; empty where an example cannot be printed.
    """

    text: str
    example: str = ""
    notation: str = ""


@cache
def _explanations() -> dict[str, dict[str, str]]:
    return kept_toml("explanations", (files("kriegnote.diagnostics") / "explanations.toml").read_text("utf-8"))


def explanation(code: str) -> Explanation:
    """What is taught of a finding.

    :raises KeyError: there is no such code.
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
    "KN106": Code("error", "no game here"),
    "KN107": Code("error", "not a record in JSON"),
    "KN108": Code("error", "a header that is not one"),
    "KN109": Code("warning", "not understood"),
    "KN110": Code("info", "tolerated spelling"),
    "KN111": Code("warning", "a doubtful field in JSON"),
    "KN112": Code("info", "moves in no game"),
    "KN113": Code("error", "several games at once"),
    # Moves
    "KN201": Code("error", "not legal here"),
    "KN202": Code("warning", "not the man that moved"),
    "KN203": Code("warning", "several moves fit"),
    "KN204": Code("warning", "a capture mark, but nothing taken"),
    "KN205": Code("warning", "a capture without its mark"),
    "KN206": Code("warning", "a check mark that is not true"),
    "KN207": Code("info", "promoted to what?"),
    "KN208": Code("warning", "the wrong origin is printed"),
    "KN209": Code("error", "a move after the end"),
    "KN210": Code("info", "no longer sure"),
    # Announcements, questions and tries
    "KN301": Code("warning", "a wrong answer"),
    "KN302": Code("warning", "a question this rulebook does not have"),
    "KN303": Code("warning", "a yes, and no pawn capture tried"),
    "KN304": Code("info", "asked after a try"),
    "KN305": Code("info", "a question without an answer"),
    "KN306": Code("warning", "an answer without a question"),
    "KN311": Code("warning", "refused, but legal"),
    "KN312": Code("warning", "a try without its mark"),
    "KN313": Code("warning", "impossible among the player’s own men"),
    "KN314": Code("warning", "called impossible, but possible"),
    "KN315": Code("warning", "a move that is not in its own list"),
    "KN316": Code("warning", "too many tries"),
    "KN317": Code("warning", "a man that was touched did not move"),
    "KN321": Code("warning", "wrong pawn tries"),
    "KN322": Code("warning", "pawn tries not announced"),
    "KN331": Code("warning", "a capture announced, but none made"),
    "KN332": Code("warning", "capture on another square"),
    "KN333": Code("warning", "another man captured"),
    "KN334": Code("warning", "capture not announced"),
    "KN335": Code("warning", "another man captures"),
    "KN336": Code("warning", "en passant or not"),
    "KN341": Code("warning", "a check announced, but none given"),
    "KN342": Code("warning", "check from another direction"),
    "KN343": Code("warning", "check not announced"),
    "KN351": Code("warning", "a promotion announced, but none made"),
    "KN352": Code("warning", "promotion not announced"),
    "KN361": Code("warning", "not that end"),
    "KN362": Code("warning", "no such draw in the rulebook"),
    "KN371": Code("warning", "shown what is not there"),
    "KN372": Code("warning", "not shown what he sees"),
    # The record
    "KN401": Code("warning", "move numbers out of step"),
    "KN402": Code("warning", "the result contradicts the position"),
    "KN403": Code("warning", "two results"),
    "KN404": Code("warning", "not a position"),
    "KN405": Code("warning", "headers against content"),
    "KN406": Code("info", "an event out of order"),
    # Problems
    "KN407": Code("info", "a variant that is not known"),
    "KN408": Code("warning", "no first position of this game"),
    "KN409": Code("info", "a secret set-up that is not given"),
    "KN501": Code("warning", "a branch that cannot be reached"),
    "KN502": Code("warning", "a try impossible on the player's own board"),
    "KN503": Code("warning", "two branches for one announcement"),
    "KN504": Code("error", "a mate that is not mate"),
    "KN505": Code("error", "a problem without its position"),
    "KN506": Code("warning", "not understood"),
    "KN507": Code("info", "a defence that does not lead to this announcement"),
    "KN508": Code("warning", "the duty to try is forgotten"),
    # Two records of one game, and what a record leaves open
    "KN701": Code("error", "no game fits"),
    "KN702": Code("warning", "the game fits, its words do not"),
    "KN703": Code("warning", "the two records contradict each other"),
    "KN704": Code("info", "open after joining"),
    "KN705": Code("warning", "the records do not fit together"),
    "KN706": Code("info", "one record lacks what the other has"),
    "KN707": Code("warning", "no board can follow this record"),
    "KN708": Code("warning", "both records are one player's"),
}
