"""Joins the moves of a list of tries, which have one refusal: “tries Rb3, f5, cxd5 (no)”, “Not possible: Rc6, Qe2”."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from lark import Token

from kriegnote.model.events import Verdict
from kriegnote.text.speech.clauses import SKIPPED, VERDICTS

if TYPE_CHECKING:
    from kriegnote.text.speech.mentions import Mention

_LISTED: Final = frozenset({"COMMA", "OR", *SKIPPED})
"""Tokens that may stand between two tries of a list."""


def in_lists(found: Sequence[Mention], tokens: Sequence[Token]) -> list[Mention]:
    """The mentions, those of a list of tries with what stands before or behind it."""
    listed = [*found]
    joined = [_LISTED.issuperset(word.type for word in tokens[one.at + 1 : two.at]) for one, two in pairwise(found)]
    headed: Verdict | None = None  # the word before the list
    for at, one in enumerate(found):
        is_joined = at > 0 and joined[at - 1]
        headed = headed if is_joined else _head_of_list(tokens[found[at - 1].at + 1 if at else 0 : one.at])
        if one.kind == "move" and (headed is not None or (is_joined and listed[at - 1].tried)):
            listed[at] = one._replace(tried=True, verdict=one.verdict or headed, denied=one.denied and headed is None)
    for at, is_joined in reversed([*enumerate(joined)]):
        if is_joined and listed[at].tried and listed[at].verdict is None:
            listed[at] = listed[at]._replace(verdict=listed[at + 1].verdict)
    return listed


def _head_of_list(lead: Sequence[Token]) -> Verdict | None:
    """The refusal with a colon with which words before a move end; None if they end otherwise."""
    words = [word.type for word in lead if word.type not in SKIPPED][-3:]
    if words[-1:] != ["COLON"]:
        return None
    return "impossible" if words[:2] == ["NOT", "POSSIBLE"] else VERDICTS.get("".join(words[-2:-1]))
