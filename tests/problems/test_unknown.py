"""Words that are not understood: a text is called neither right nor wrong where they may say when a try is made.

``KRIEGNOTE_REWRITINGS=10 pytest tests/problems/test_unknown.py`` tries ten times as many words of wrong solutions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from kriegnote.problems.prove import Verdict, prove
from kriegnote.problems.reading.reader import read_problems
from tests.problems.test_problems_wordings import COUNT, OTHERWISE, WORDINGS, tags_of
from tests.support.sample import part

WORD = re.compile(r"(?<![\w♔-♟])(?!any\b)(?![A-Zfc]?x?[a-h][1-8])[^\W\d_]{2,}(?!\w)")
"""A word of a solution, no move."""
MATE = re.compile(r"2\s?\.?\s?(?=\S)(\S*?[a-h][1-8]\S*?)(?=[\s,.;:)#])")
"""A move of the second turn."""
STEP = max(1, 331 // COUNT)
"""One word of so many is tried."""


def judged(name: str, body: str, rules: str = "english") -> Verdict:
    """The verdict on a text for a problem of chapter 7."""
    return prove(read_problems(f"{tags_of(name)}\nSolution: {body}")[0][0], rules, search=False)


def without(body: str, word: str) -> str:
    """A text in which a word, wherever it stands, is one that nobody knows."""
    return WORD.sub(lambda found: "zorbla" if found.group().lower() == word else found.group(), body)


def words_of(body: str) -> list[str]:
    return sorted({found.group().lower() for found in WORD.finditer(body)})


def test_a_sound_solution_with_a_word_that_nobody_knows_is_mostly_proven_and_not_refuted() -> None:
    found: list[str] = []
    for n, (head, body) in part([*enumerate(WORDINGS)], 2):
        name, rules, verdict = head.split()
        body = body.removeprefix("Soluzione:").removeprefix("Solution:")
        if verdict == "proven":
            found += [judged(name, without(body, word), rules).verdict for word in words_of(body)[n % 13 :: 13]]
    assert len(found) > 50
    assert found.count("refuted") <= len(found) // 100
    assert found.count("proven") >= len(found) // 3


def wrong_texts() -> Iterator[tuple[str, str, str]]:
    """The problem, the rules and the text of solutions that are wrong, or sound but for two tries swapped."""
    for head, body in OTHERWISE:
        name, rules, verdict, _ = head.split()
        if verdict != "proven":
            yield name, rules, body
            continue
        for one, other in pairwise(MATE.finditer(body)):
            if one.group(1) != other.group(1):
                before, between, behind = body[: one.start(1)], body[one.end(1) : other.start(1)], body[other.end(1) :]
                yield name, rules, f"{before}{other.group(1)}{between}{one.group(1)}{behind}"


def test_no_wrong_solution_is_proven_because_a_word_of_it_is_not_known() -> None:
    count, proven = 0, []
    for n, (name, rules, body) in part([*enumerate(wrong_texts())], 2):
        for word in words_of(body)[n % STEP :: STEP]:
            count += 1
            text = without(body, word)
            if judged(name, text, rules).verdict == "proven" and judged(name, body, rules).verdict != "proven":
                proven.append((word, body))
    assert count > 25
    assert not proven


@pytest.mark.parametrize(
    "body",
    [
        "1.Kd3, a zorbla key. 2.Kc4 frumiously, if refused 2.Kd4, if refused 2.Qe5.",
        "1.Kd3. White zorblas 2.Kc4; if the frumious umpire refuses, zorbla 2.Kd4; then he frumes 2.Qe5.",
        "1.Rd3. Silenzio zorbla: 2.Rc4, poi zorbla 2.Rd4, infine 2.De5.",
    ],
)
def test_a_word_beside_what_is_understood_binds_nothing(body: str) -> None:
    assert judged("7.2.1", body).verdict == "proven"


@pytest.mark.parametrize(
    "body",
    [
        "1.Kd3. 2.Kc4 zorbla 2.Kd4, then 2.Qe5.",
        "1.Kd3. Zorbla 2.Kc4, then 2.Kd4, then 2.Qe5.",
        "1.Kd3. 2.Kc4; zorbla: 2.Kd4; then 2.Qe5.",
        "1.Kd3. 2.Kc4, zorbla 2.Kd4, then 2.Qe5.",
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


def test_a_text_for_a_twin_whose_position_is_not_given_is_not_refuted() -> None:
    body = "{} 1.Qe4. Capture on e4: 2.Bf7; on c7: 2.Qxe7. Silence: 2.Qa8, then 2.Bf7, then 2.Qxe7."
    assert judged("7.3.10", body.format("Position b).")).verdict == "incomplete"
    assert judged("7.3.10", body.format("")).verdict == "refuted"
    assert judged("7.3.10b", body.format("Position b).")).verdict == "proven"


def test_a_head_that_is_not_understood_may_be_for_what_else_was_announced() -> None:
    """After a capture that gives check, a head for the check is not the only one there may be."""
    body = "1.Rg4! Silence: 2.Nbd4, if refused 2.Ned4. Check: 2.Ned4, if refused 2.Nbd4. {} on g6: 2.Nbd4."
    assert judged("7.3.16", body.format("Capture")).verdict == "proven"
    assert judged("7.3.16", body.format("Zorbla")).verdict == "incomplete"


def test_words_before_the_first_move_may_decide_when_it_is_made() -> None:
    body = "{}? Yes: axb3 illegal, Ng7#. {}? No: Nf6#."
    assert judged("7.1.42", body.format("Any", "Any")).verdict == "proven"
    assert judged("7.1.42", body.format("Zorbla", "Any")).verdict != "refuted"


@pytest.mark.parametrize(
    "words",
    [
        *("not on", "anywhere but on", "everywhere save", "far from", "outside", "next to", "on no account on"),
        *("mai in", "vicino a", "lontano da", "ovunque fuorché in", "dappertutto ma non in", "in una casa che non è"),
    ],
)
@pytest.mark.parametrize(
    "body",
    [
        "1.Kc1. Capture {} d6: 2.Bxf5. Capture on h8: 2.Qh6. Silence: ask. No: 2.Bxf5. Yes: 2.gxf6, if refused 2.Qh6.",
        "1.Kc1. Capture on d6: 2.Bxf5. If he takes {} h8, 2.Qh6. Any? No: 2.Bxf5. Yes: 2.gxf6, if refused 2.Qh6.",
        "1.Rc1. Presa in d6: 2.Axf5. Presa {} h8: 2.Dh6. Any? No: 2.Axf5. Sì: 2.gxf6, se vietata 2.Dh6.",
    ],
)
def test_words_between_a_capture_and_its_square_are_part_of_the_condition(words: str, body: str) -> None:
    plain = body.format("in" if "Rc1" in body else "on")
    assert judged("7.1.5", plain).verdict == "proven"
    assert judged("7.1.5", body.format(words)).verdict != "proven"


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("7.2.16", "1.d6. No g7 capture → 2.Qxg7. Capture on d6 → 2.Qxf6. "
         "Any? yes: 2.exf4 in vain, 2.Qh2, 2.Qf4, 2.d4. Any? no: 2.Qxf6."),
        ("7.2.7", "1.c4. Not unless c3 was taken 2.Bf3. Capture on c3: 2.Rh4. Silence: 2.Qh8, 2.Qxe2, 2.N1g3 in turn."),
        ("7.1.14", "1.Ca3. Tutte le difese non permettono 2.Dg5, tranne 1...Cf6, su cui 2.Dd2."),
        ("7.2.4", "1.Be3. Capture on e3: 2.Qd5, then 2.Rc1, then 2.Rh5. Silence: 2.Bxd4 / 2.Qxd4."),
    ],
)  # fmt: skip
def test_a_negation_or_a_slash_is_not_passed_over(name: str, body: str) -> None:
    assert judged(name, body).verdict != "proven"


def test_what_is_heard_may_tell_which_of_two_moves_a_slash_leaves_open() -> None:
    body = "1.Bg7! x: 2.Qe6# / 2.e5#. –: 2.Qb8#, else Any? Y 2.bxc4 (–), 2.Nb5#; N 2.Qe6#."
    assert judged("7.2.14", body).verdict == "proven"


@pytest.mark.parametrize("refusal", ["if the umpire forbids 2.Qg5, 2.Qd2.", "se l'arbitro non permette 2.Dg5, 2.Dd2."])
def test_a_verb_may_refuse_the_move_behind_it(refusal: str) -> None:
    assert judged("7.1.14", f"1.Na3. 2.Qg5; {refusal}").verdict == "proven"


@pytest.mark.parametrize(
    ("condition", "verdict"),
    [
        ("If the rook is captured", "refuted"),
        ("Wird der Turm geschlagen", "refuted"),
        ("If the zorbla is captured", "incomplete"),
        ("Werden die Türme geschlagen", "refuted"),
        ("Werden die Zorblen geschlagen", "incomplete"),
    ],
)
def test_whom_a_condition_names_as_captured_is_no_word_to_pass_over(condition: str, verdict: str) -> None:
    """Else it would stand for any capture, and a solution that its author refuted would be proven."""
    text = Path("examples/problems/anderson-09.txt").read_text("utf-8")
    changed = text.replace("If the umpire says “capture of the rook”", condition)
    assert changed != text
    assert prove(read_problems(changed)[0][0], "english", search=False).verdict == verdict


SILENT_ORDER = [
    ("4R3/8/8/6KQ/4P3/3pp2N/2R5/5n1k", "1.Qg4! 2.Qg1#, or if g3 is occupied 2.Qf3#.", "proven"),
    ("4R3/8/8/6KQ/4P3/3pp2N/2R5/5n1k", "1.Qg4! 2.Qf3#, or if g3 is occupied 2.Qg1#.", "refuted"),
    ("6RB/k5B1/6Q1/4b3/8/8/K1P5/8", "1.Dc6. 2.Ta8 o, con b8 occupata, 2.Ad4.", "proven"),
    ("6RB/k5B1/6Q1/4b3/8/8/K1P5/8", "1.Dc6. 2.Ad4 o, con b8 occupata, 2.Ta8.", "refuted"),
]


@pytest.mark.parametrize(("fen", "body", "verdict"), SILENT_ORDER)
def test_what_stands_on_a_square_is_heard_as_a_refusal(fen: str, body: str, verdict: str) -> None:
    assert prove(f'[FEN "{fen} w - - 0 1"]\n[Stipulation "#2"]\n\n{body}', search=False).verdict == verdict


KC4 = "B7/4b1p1/8/3K4/kP1p1R2/B3b3/8/1Q6"


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("1.Rc4. Caduto il pedone b4, 2.Dxb4; caduto l'Alfiere a3, 2.Da1; caduta la Torre, o nulla, 2.Db3.", "proven"),
        ("1.Rc4. Caduto il pedone b4, 2.Dxb4; caduta la Torre, o nulla, 2.Db3.", "incomplete"),
        ("1.Kc4 (threat: 2.Qb3). Two captures stop it: on b4 (then 2.Qxb4) and on a3 (then 2.Qa1).", "proven"),
        ("1.Kc4 (threat: 2.Qb3). Two captures stop it: on b4 (then 2.Qa1) and on a3 (then 2.Qxb4).", "incomplete"),
    ],
)
def test_no_case_and_no_try_behind_its_head_is_left_out(body: str, verdict: str) -> None:
    found = prove(f'[FEN "{KC4} w - - 0 1"]\n[Stipulation "#2"]\n\n{body}', search=False).verdict
    assert found == verdict


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("7.2.1", "White's zorbla goes to d3. He asks for three moves, one after the other: K-c4, K-d4, Q-e5."),
        ("7.2.4", "L'zorbla va in e3. Se lo prendono, si provano la Torre in c1 e la Donna in d5, poi la Torre in h5."),
        ("7.1.7", "The key 1.Qa3 sets up mates in a fixed order: zorbla to g5 first; if refused, queen to e3."),
        ("7.3.16", "1.Rg4. Zorbla that do not give check (on d4): 2.Ned4. Check: 2.Nbd4. Capture on g6: 2.Nbd4."),
        ("7.1.9", "1.Rc1. Any? Yes: 2.cxb4, 2.Nf4; zorbla: 2.Qf5, 2.Rh1, 2.Nf4. Capture on c3: 2.Nf4."),
    ],
)
def test_nothing_is_refuted_where_the_key_a_man_or_a_head_is_not_understood(name: str, body: str) -> None:
    assert judged(name, body).verdict == "incomplete"


def test_a_remark_on_the_key_prevents_no_refutation() -> None:
    body = "1.Kd3, zorbla the rook. Silence: 2.Qe5; if refused, 2.Kc4."
    assert judged("7.2.1", body).verdict == "refuted"


def test_a_case_whose_move_is_lost_is_no_part_of_the_next_case() -> None:
    body = "1.Kc1. If d6 is captured. {}If h8 is captured, 2.Qh6. Nothing: any? No, 2.Bxf5; yes, 2.gxf6, then 2.Qh6."
    assert judged("7.1.5", body.format("")).verdict != "proven"


def test_words_about_an_order_need_not_be_understood_if_every_order_mates() -> None:
    body = "1.c4. Capture: 2.Rh4 and then 2.Bf3 (or in the zorbla order). No capture: 2.Qh8, then {}, then {}{}."
    assert judged("7.2.7", body.format("2.Qxe2", "2.N1g3", "")).verdict == "proven"
    body = "1.Kd3. Silence: 2.Kc4, then 2.Kd4, then 2.Qe5 (in the zorbla order)."
    assert judged("7.2.1", body).verdict == "incomplete"


@pytest.mark.parametrize(
    ("name", "body", "verdict"),
    [
        ("7.2.12", "1.Ne3. 2.Ng4, mate if silent or if he captures on g5; 2.N3c4 mates if he captures on b8; "
         "2.Qe8 is mate if he captures on d6; 2.f4 mate if he captures on e3.", "proven"),
        ("7.2.12", "1.Ne3. 2.Ng4, mate if silent or if he captures on g5; 2.N3c4 mates if he captures on d6; "
         "2.Qe8 is mate if he captures on b8; 2.f4 mate if he captures on e3.", "refuted"),
        ("7.1.7", "1.Qa3. Whether or not a capture on c6 is announced, White tries 2.Rg5; if refused 2.Qe3; if that "
         "too is refused 2.Qxc3.", "proven"),
        ("7.1.7", "1.Qa3. Whether or not a capture on c6 is announced, White tries 2.Qe3; if refused 2.Rg5.",
         "refuted"),
        ("7.1.5", "1.Kc1\n1...Rxd6 (capture on d6) 2.Bxf5 mate\n1...Bxh8 (capture on h8) 2.Qh6 mate\n"
         "1...Re6 (silence; any? no) 2.Bxf5 mate\n1...Bf8 (silence; any? yes) 2.gxf6 mate\n"
         "1...Bh6 (silence; any? yes; 2.gxf6 refused) 2.Qxh6 mate", "proven"),
        ("7.3.12", "1.e6! The order matters. Silence: 2.Bf6, 2.Rxd7, 2.Qb8; a capture on e6: 2.Qb8; "
         "a capture on e2: 2.Bf6.", "proven"),
        ("7.3.12", "1.e6! The order matters. Silence: 2.Qb8, 2.Rxd7, 2.Bf6; a capture on e6: 2.Qb8; "
         "a capture on e2: 2.Bf6.", "refuted"),
    ],
)  # fmt: skip
def test_a_case_is_found_behind_mate_in_whether_or_not_and_in_a_head_in_brackets(
    name: str, body: str, verdict: str
) -> None:
    assert judged(name, body).verdict == verdict


def test_nothing_is_refuted_where_an_announcement_after_if_was_taken_for_a_description() -> None:
    body = (
        "1.♘e3. 2.♘g4 dà scacco matto se l'arbitro tace o annuncia presa in g5; 2.♘3c4 mira al Re se la presa è in b8; "
        "2.♕e8 mira al Re se la presa è in d6; 2.f4 mira al Re se la presa è in e3."
    )
    verdict = judged("7.2.12", body)
    assert verdict.verdict == "incomplete"
    assert "tace" in [each.text for each in verdict.unread]


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("1.Qg4. Silence: White plays 2.Qg7#.", "proven"),
        ("1.Qg4, then 2.Qg7# fails.", "incomplete"),
        ("1.Qg4. 2.Qg7# (illegal).", "incomplete"),
        ("1.Qg4. Now 2.Qg7# would be a mistake.", "incomplete"),
        ("1.Qg4. 2.Qg7# is a blunder.", "incomplete"),
        ("1.Qg4, then 2.Qg7#, a zorbla.", "incomplete"),
        ("1.Qg4. 2.Qg7# zorblas.", "incomplete"),
        ("1.Qg4. Silence: 2.Qg7# is not mate.", "incomplete"),
        ("1.Qg4. Silence: White should zorbla 2.Qg7#.", "incomplete"),
        ("1.Qg4. White must avoid 2.Qg7#.", "incomplete"),
        ("1.Qg4 followed by anything but 2.Qg7#.", "incomplete"),
        ("Nobody has found a solution with 1.Qg4 and 2.Qg7#.", "incomplete"),
        ("1.Dg4. Se tace, 2.Dg7# sarebbe un errore.", "incomplete"),
        ("1.Dg4. Il Bianco eviti 2.Dg7#.", "incomplete"),
        ("1.Dg4. 2.Dg7# non va.", "incomplete"),
        ("1.Dg4. Danach scheitert 2.Dg7#.", "incomplete"),
        ("1.Dg4. Keinesfalls 2.Dg7#.", "incomplete"),
        ("1.Dg4. Danach geht 2.Dg7# nicht.", "incomplete"),
        ("1.Dg4. Unmöglich ist 2.Dg7#.", "incomplete"),
        ("1.Dg4. Poi fallisce 2.Dg7#.", "incomplete"),
        ("1.Dg4. Puis échoue 2.Dg7#.", "incomplete"),
        ("1.Dg4. Ensuite 2.Dg7# ne marche pas.", "incomplete"),
        ("1.Dg4. Pero no 2.Dg7#.", "incomplete"),
        ("1.Dg4. Después no vale 2.Dg7#.", "incomplete"),
        ("1.Dg4. 2.Dg7# no da mate.", "incomplete"),
        ("1.Qg4. 2.Qg7# without giving mate.", "incomplete"),
        ("1.Qg4 leaves Black without a good move. 2.Qg7#.", "proven"),
        ("1.Dg4. Bleibt er stumm, setzt 2.Dg7# matt.", "proven"),
        ("1.Dg4. Quoi que jouent les Noirs, 2.Dg7# mat.", "proven"),
        ("1.Dg4. Juegue lo que juegue el negro, 2.Dg7# mate.", "proven"),
    ],
)
def test_a_text_that_denies_its_try_or_may_do_so_is_not_proven(body: str, verdict: str) -> None:
    tags_ = '[FEN "8/8/5K2/8/8/8/8/6Q1 w - - 0 1"]\n[Hidden "k on h8 h6"]\n[Stipulation "#2"]\n\n'
    assert prove(f"{tags_}{body}", search=False).verdict == verdict


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("7.1.7", "1.Da3! 2.De3 matto, glumpa che è stata rifiutata 2.Tg5; altrimenti 2.Dxc3."),
        ("7.1.7", "1.Qa3! 2.Qe3# glumps the refusal of 2.Rg5#. Then 2.Qxc3#."),
        ("7.1.7", "1.Qa3! 2.Qe3 mates; if refused 2.Qxc3#. However, 2.Rg5# is glump."),
        ("7.2.1", "1.Kd3! 2.Kd4 mate, glump 2.Kc4 was refused. 2.Qe5 is mate if both were."),
        ("7.2.17", "1.Kc7! Rank check: 2.Bd7#. File check: 2.Bc4#. Glump pawn tries: 2.Qa8#. "
         "One pawn try: 2.Qa8#, then 2.Qc6#. Two pawn tries: 2.Qg6#."),
        ("7.2.17", "1.Rc7!\nscacco di traversa: 2.Ad7\nscacco di colonna: 2.Ac4\nno glumpa: 2.Da8\n"
         "un tentativo: 2.Da8, altrimenti 2.Dc6\ndue tentativi: 2.Dg6"),
        ("7.2.14", "1.Bg7!\n\nnot silent 2.Qe6(Nxa4, Nxb3, Nxe4) or 2.e5(exd4);\n\nsilent 2.Qb8(K any) glump\n\n"
         "1 or 2 possible captures 2.Nb5;\n\n0 possible captures 2.Qe6."),
        ("7.3.16", "1.Tg4!\nStille . . . Sbd4, sonst Sed4\nSchach . . . Sed4, sonst Sbd4\nSchlagen . . glump . . Sbd4"),
        ("7.2.7", "1.c4! Schlagen auf c4: 2.Lf3. Schlagen auf c3: 2.Th4. Sonst 2.S1g3, 2.Dxe2, 2.Dh8 (glump Folge)."),
    ],
)  # fmt: skip
def test_nothing_is_refuted_where_an_unknown_word_may_turn_the_order_or_a_head(name: str, body: str) -> None:
    found = judged(name, body, "icc" if name in ("7.2.17", "7.2.14") else "english")
    assert found.verdict == "incomplete"
    assert any("glump" in each.text.lower() for each in found.unread)
