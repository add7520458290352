"""Words that are not understood: a text is not called wrong where they may say when a try is made."""

from __future__ import annotations

import re

import pytest

from kriegnote.problems.prove import Verdict, prove
from kriegnote.problems.reader import read_problems
from tests.problems.test_problems_prove import PROBLEMS
from tests.problems.test_problems_wordings import WORDINGS, tags

WORD = re.compile(r"(?<![\w♔-♟])(?!any\b)(?![A-Zfc]?x?[a-h][1-8])[^\W\d_]{2,}(?!\w)")
"""A word of a solution, no move."""


def judged(name: str, body: str, rules: str = "english") -> Verdict:
    """The verdict on a text for a problem of chapter 7."""
    (problem,) = [each for each in PROBLEMS if each.tag("Id") == name and each.twin in (None, "a")]
    return prove(read_problems(f"{tags(problem)}\nSolution: {body}")[0][0], rules, search=False)


def test_a_word_that_nobody_knows_does_not_refute_a_sound_solution() -> None:
    refuted, count = [], 0
    for head, body in WORDINGS:
        name, rules, verdict = head.split()
        if verdict != "proven":
            continue
        body = body.removeprefix("Soluzione:").removeprefix("Solution:")
        for found in [*WORD.finditer(body)][::11]:
            count += 1
            text = f"{body[: found.start()]}zorbla{body[found.end() :]}"
            if judged(name, text, rules).verdict == "refuted":
                refuted.append((name, found.group(), body))
    assert count > 200
    assert len(refuted) <= count // 100, refuted


@pytest.mark.parametrize(
    "body",
    [
        "1.Ne3. Capture on e3: 2.f4; on b8: 2.Ng4; on d6: 2.Qe8; in all other cases 2.Ng4.",
        "1.Ne3. Capture on e3: 2.f4; on b8: 2.Ng4; zorbla: 2.Qe8; in all other cases 2.Ng4.",
    ],
)
def test_a_refutation_stands_where_the_case_is_named_and_all_words_of_it_are_known(body: str) -> None:
    assert judged("7.2.12", body).verdict == "refuted"


@pytest.mark.parametrize(
    ("body", "unread"),
    [
        ("1.Na3. Zorbla 2.Qd2; if refused 2.Qg5.", "Zorbla"),
        ("1.Na3. If the zorbla is frumious, 2.Qd2; otherwise 2.Qg5.", "If the zorbla is frumious, 2.Qd2"),
    ],
)
def test_what_may_have_been_a_condition_is_named_with_its_place(body: str, unread: str) -> None:
    found = judged("7.1.14", body)
    assert found.verdict == "incomplete"
    assert [node.text for node in found.unread] == [unread]
    text = f"Solution: {body}"
    assert found.unread[0].column == text.index(unread) + 1
    assert found.rest == "unknown"
    assert "KN504" not in {each.code for each in found.findings}, "the author is not called wrong"


def test_one_head_that_is_not_understood_is_for_the_case_that_no_other_names() -> None:
    body = "1.Be3! {}: 2.Qd5, 2.Rc1, 2.Rh5 in this order. {}: 2.Qxd4, then 2.Bxd4."
    assert judged("7.2.4", body.format("Capture", "Zorbla")).verdict == "proven"
    assert judged("7.2.4", body.format("Frumious", "Zorbla")).verdict == "incomplete"


def test_a_head_that_is_not_understood_may_be_for_what_else_was_announced() -> None:
    """After a capture that gives check, a head for the check is not the only one there may be."""
    body = "1.Rg4! Silence: 2.Nbd4, if refused 2.Ned4. Check: 2.Ned4, if refused 2.Nbd4. {} on g6: 2.Nbd4."
    assert judged("7.3.16", body.format("Capture")).verdict == "proven"
    assert judged("7.3.16", body.format("Zorbla")).verdict == "incomplete"


def test_words_before_the_first_move_may_decide_when_it_is_made() -> None:
    body = "{}? Yes: axb3 illegal, Ng7#. {}? No: Nf6#."
    assert judged("7.1.42", body.format("Any", "Any")).verdict == "proven"
    assert judged("7.1.42", body.format("Zorbla", "Any")).verdict != "refuted"
