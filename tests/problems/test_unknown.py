"""Words that are not understood: a text is called neither right nor wrong where they may say when a try is made."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from kriegnote.problems.prove import Verdict, prove
from kriegnote.problems.reader import read_problems
from tests.problems.test_problems_prove import PROBLEMS, VERDICTS, problem_of
from tests.problems.test_problems_wordings import OTHERWISE, WORDINGS, tags

WORD = re.compile(r"(?<![\w♔-♟])(?!any\b)(?![A-Zfc]?x?[a-h][1-8])[^\W\d_]{2,}(?!\w)")
"""A word of a solution, no move."""
GAP = re.compile(r"(?<=\S)\s+(?=\S)|\Z")
SQUARE = re.compile(r"[a-h][1-8]")
SENTENCE = re.compile(r"[.;:!?)](?=\s|\Z)|\n")


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


def is_remark(text: str, at: int) -> bool:
    """Whether a word put there stands before the key, in brackets, or in a sentence that names no square."""
    before, after = text[:at], text[at:]
    if before.count("(") > before.count(")") or not SQUARE.search(before):
        return True
    return not SQUARE.search(SENTENCE.split(before)[-1] + SENTENCE.split(after)[0])


def known_texts() -> Iterator[tuple[str, str, str]]:
    """The tags, the solution and the rules of texts that are right."""
    for row in VERDICTS:
        problem = problem_of(row)
        if row["verdict"] == "proven" and problem.solution is not None and problem.twin is None:
            yield tags(problem), problem.solution.text, row["rules"]
    for head, body in OTHERWISE:
        name, rules, verdict, _ = head.split()
        if verdict == "proven":
            (problem,) = [each for each in PROBLEMS if each.tag("Id") == name and each.twin in (None, "a")]
            yield tags(problem), body, rules


def test_no_proof_passes_over_a_word_that_nobody_knows() -> None:
    count, passed_over = 0, []
    for n, (head, body, rules) in enumerate(known_texts()):
        for found in [*GAP.finditer(body)][n % 13 :: 13]:
            text = f"{body[: found.start()]} zorbla{body[found.start() :]}"
            verdict = prove(read_problems(f"{head}\nSolution: {text}")[0][0], rules, search=False)
            count += 1
            if verdict.verdict == "proven" and not is_remark(body, found.start()):
                passed_over.append(text)
    assert count > 300
    assert not passed_over


@pytest.mark.parametrize(
    "body",
    [
        "1.Kd3. 2.Kc4 zorbla 2.Kd4, then 2.Qe5.",
        "1.Kd3. 2.Kd4 or zorbla 2.Kc4 or zorbla 2.Qe5.",
        "1.Kd3. 1...Kb5 2.Kd4. 1...Kd6 2.Kc4. 1...Kd5 2.Qe5. Zorbla.",
    ],
)
def test_a_word_that_may_decide_is_named_where_what_is_read_mates(body: str) -> None:
    found = judged("7.2.1", body)
    assert (found.verdict, found.rest) == ("incomplete", "unknown")
    assert "zorbla" in found.unread[0].text.lower()
    assert "KN506" in {each.code for each in found.findings}


def test_a_remark_may_hold_any_word() -> None:
    body = "Zorbla: 1.Kd3! Frumious zorbla. 2.Kc4 (the zorbla king), if refused 2.Kd4, if refused 2.Qe5. Zorbla."
    assert judged("7.2.1", body).verdict == "proven"


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


def test_a_head_that_is_not_understood_is_neither_passed_over_nor_guessed() -> None:
    body = "1.Be3! {}: 2.Qd5, 2.Rc1, 2.Rh5 in this order. {}: 2.Qxd4, then 2.Bxd4."
    assert judged("7.2.4", body.format("Capture", "Silence")).verdict == "proven"
    assert judged("7.2.4", body.format("Capture", "Zorbla")).verdict == "incomplete"
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
