"""Letters for men are taken at their word: a wrong one is told, and no verdict rests on what it may have been."""

from __future__ import annotations

import re

import pytest

from kriegnote.problems.prove import prove
from kriegnote.problems.reading.reader import read_problems
from tests.problems.test_problems_prove import VERDICTS, problem_of
from tests.problems.test_problems_wordings import WORDINGS, tags
from tests.problems.test_unknown import judged
from tests.support.chapter_7 import chapter_7
from tests.support.sample import part

LETTER = re.compile(r"(?<=\d\.)[KQRBN](?=[a-h1-8x]{0,3}[a-h][1-8])")
"""The man's letter of a numbered move."""


@pytest.mark.parametrize(
    ("body", "meant"),
    [
        ("1.Ra3. White tries 2.Qg5#; if that is refused, 2.Qd2 mates.", "Na3"),
        ("1.Na3. White tries 2.Bg5#; if that is refused, 2.Qd2 mates.", "Qg5"),
        ("1.Na3. White tries 2.Qg5#; if that is refused, 2.Nd2 mates.", "Qd2"),
    ],
)
def test_a_letter_that_no_such_man_can_have_is_named_with_what_would_prove_the_text(body: str, meant: str) -> None:
    found = judged("7.1.14", body)
    assert (found.verdict, found.supposed) == ("incomplete", (meant,))
    assert f"proven if {meant} is meant" in found.note
    assert [each.note for each in found.findings if each.code == "KN502"] == [
        f"with {meant} the solution would be proven"
    ]


def test_letters_that_are_wrong_on_several_squares_are_a_scanner_s() -> None:
    """2.Kc4 and 2.Kd4 are printed as moves of the queen, who has another: without them 2.Qe5 would be wrong."""
    found = judged("7.2.1", "1.Kd3! 2.Qc4# or, if it is refused, 2.Qd4# or, if that is refused too, 2.Qe5#.")
    assert (found.verdict, found.supposed) == ("proven", ())
    assert "Qc4# read as Kc4" in found.note


def test_a_text_that_fails_whatever_the_letter_means_is_refuted() -> None:
    found = judged("7.1.14", "1.Na3. White tries 2.Qd2#; if that is refused, 2.Bg5 mates.")
    assert (found.verdict, found.supposed) == ("refuted", ())


def test_a_letter_that_is_one_other_man_s_on_the_whole_page_is_his() -> None:
    """White has no queen: the scanner prints his knights so."""
    (problem,) = [each for each in chapter_7() if each.tag("Id") == "7.1.42"]
    found = prove(problem, search=False)
    assert (found.verdict, found.supposed) == ("proven", ())
    assert "read as Ng7" in found.note


def test_a_wrong_move_that_is_printed_twice_is_no_sign_of_another_man() -> None:
    body = "1.Kc1! Capture d6: 2.Bxf5#. Capture h8: 2.Nh6#. No capture - Any? No - 2.Bxf5#. Yes - 2.gxf6#, else 2.Nh6#."
    found = judged("7.1.5", body)
    assert (found.verdict, found.supposed) == ("incomplete", ("Qh6",))


def test_the_chapter_with_a_scanner_s_letters_is_never_judged_falsely() -> None:
    """Its figurines, wrong ones among them, turned into letters, as somebody who rewrites it by machine would."""
    letters = str.maketrans("♔♕♖♗♘♚♛♜♝♞", "KQRBNKQRBN")
    same = 0
    rows = part([row for row in VERDICTS if not row.get("twin")], 2)
    for row in rows:
        problem = problem_of(row)
        assert problem.solution is not None
        text = f"{tags(problem)}\n{problem.solution.text.translate(letters)}"
        found = prove(read_problems(text)[0][0], row["rules"], search=False)
        assert found.verdict in (row["verdict"], "incomplete"), (row["id"], found.note)
        same += found.verdict == row["verdict"]
    assert same > len(rows) * 0.8


def test_a_wrong_man_is_never_proven() -> None:
    """The letter of a move of the known solutions replaced by another one wherever that move is printed."""
    passed, count = [], 0
    for n, (head, body) in part([*enumerate(WORDINGS)], 2):
        name, rules, verdict = head.split()
        if verdict != "proven" or not name.startswith("7.1.") or len(set(LETTER.findall(body))) < 2:
            continue
        moves = sorted({body[place.start() : place.start() + 3] for place in LETTER.finditer(body)})
        for k, move in enumerate(moves):
            other = "QRBNK"[("QRBNK".index(move[0]) + 1 + (n + k) % 4) % 5] + move[1:]
            count += 1
            found = judged(name, body.replace(move, other), rules)
            if found.verdict == "proven" and not any(each.code == "KN502" for each in found.findings):
                passed.append((head, move, other, body))
    assert count > 25
    assert not passed, passed
