"""Signs that a page explains itself are read as what they mean, and nowhere else."""

from __future__ import annotations

from time import process_time

import pytest

from kriegnote.documents.games import read_document
from kriegnote.documents.legend_entries import legend_entries
from kriegnote.documents.legends import has_legend, without_page_signs
from kriegnote.documents.whole import games_of
from kriegnote.model.events import Answer, Ask, Move, Try
from kriegnote.text.plain import unmarked


@pytest.mark.parametrize(
    ("legend", "entries"),
    [
        ('("vers." = versucht, abgelehnt; "F?" = Frage)', [("vers.", "refused"), ("F?", "question")]),
        ("«q?» sta per la domanda di rito, con s o n.", [("q?", "question"), ("q?s", "question"), ("q?n", "question")]),
        ("N.B. una barra / dopo la mossa = rifiutata; senza barra = giocata.", [("/", "refused")]),
        (
            "t = try refused, q = any?, j = yes, k = no",
            [("t", "refused"), ("q", "question"), ("j", "yes"), ("k", "no")],
        ),
        ("Legend:\n° = illegal\n", [("°", "refused")]),
        (
            "d = domanda; s = risposta affermativa; m = risposta negativa",
            [("d", "question"), ("s", "question"), ("m", "question")],
        ),
        ("Moves followed by ° were refused by the umpire.", [("°", "refused")]),
        ("Mit einem Stern (*) versehene Züge wurden abgelehnt.", [("*", "refused")]),
        ("Le mosse contrassegnate con § furono respinte.", [("§", "refused")]),
        ("I marked two of them * and the umpire refused to play.", []),
        ("8. dxe8=Q and b1=N; 1-0 means that White won.", []),
        ("L'arbitro indica la casa; il segno non significa nulla.", []),
    ],
)
def test_an_entry_has_a_sign_and_a_meaning(legend: str, entries: list[tuple[str, str]]) -> None:
    found = [
        (one.before, one.meaning.detail if one.meaning.kind == "answer" else one.meaning.kind)
        for one in legend_entries(legend)
    ]
    assert found == entries


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("/ = refused\n\n1. e4 dxc3/ dxe3/ e5", "1. e4 ~~dxc3~~ ~~dxe3~~ e5"),
        ("° = illegal\n\n1. e4 (°dxc3 °dxe3) e5", "1. e4 (dxc3? dxe3?) e5"),
        ("v. = versucht\n\n1. e4; v. dxc3, dxe3 und f6, dann e5", "1. e4; ~~dxc3~~, ~~dxe3~~ und ~~f6~~, dann e5"),
        ("x = mossa respinta\n\n1. e4 dxc3x bxa3x e5 2. Cb5x d4", "1. e4 ~~dxc3~~ ~~bxa3~~ e5 2. ~~Cb5~~ d4"),
        ("t = tried\n\n1. e4 t dxc3 t dxe3 e5", "1. e4 ~~dxc3~~ ~~dxe3~~ e5"),
        ("?y / ?n = asked, yes / asked, no\n\n1. e4 ?n e5 2. ?y d4 ?n d6",
         "1. e4 (any? no) e5 2. (any? yes) d4 (any? no) d6"),
        ("*e5 = capture on e5\n!F !N = check on the file, by knight\n\n1. Rxe5 *e5 !F d5 2. Nc7 !N Kd8",
         "1. Rxe5 (capture e5) (check file) d5 2. Nc7 (check knight) Kd8"),
        ("d+ = ha domandato, risposta sì      d- = idem, risposta no\n\n1. d+ e4 d- e5 2. d- d4",
         "1. (any? yes) e4 (any? no) e5 2. (any? no) d4"),
        ("sc = scacco; col, tra = colonna, traversa\n\n1. Te8 sc col Te1 sc tra 2. Cd3 sc",
         "1. Te8 (check file) Te1 (check rank) 2. Cd3 (check)"),
        ("C = capture; F = check on the file\n\n1. Rxe5 [C e5, F] C d5 [F]",
         "1. Rxe5 [capture e5, check file] C d5 [check file]"),
        ("*e5 = capture on e5\n\n1) Nxe5 *e5 dxe5 *e5 2) Qxe5 *e5",
         "1) Nxe5 (capture e5) dxe5 (capture e5) 2) Qxe5 (capture e5)"),
        ("Key:  A+  asked, told yes    A-  asked, told no\n  n( )  refused      h  capture, with square\n"
         "  cf cr   check: file, rank\n\n 1  n(exd6) e4  A- e5\n 2  A+ dxe5 he5 cf  Kxd8 hd8\n 3  Re1 cr",
         " 1  (exd6?) e4  (any? no) e5\n 2  (any? yes) dxe5 (capture e5) (check file)  Kxd8 (capture d8)\n"
         " 3  Re1 (check rank)"),
        ("P? is the question about pawn captures, followed by + or - for the answer.\n\n1. e4 d5 2. P?+ exd5 P?- Qxd5",
         "1. e4 d5 2. (any? yes) exd5 (any? no) Qxd5"),
        ("F+ und F- vor dem Zug: gefragt, mit der Antwort ja (+) oder nein (-).\n\n1.e4 d5 2.F+ exd5 F- Dxd5",
         "1.e4 d5 2.(any? yes) exd5 (any? no) Dxd5"),
        ("“Dy” or “Dn”: the player had asked, and the answer.\n\n1. e4 d5 2. Dy exd5 Dn Qxd5",
         "1. e4 d5 2. (any? yes) exd5 (any? no) Qxd5"),
        ("q is my sign for the question, with y or n behind it.\n\n1. e4 d5 2. qy exd5 qn Qxd5",
         "1. e4 d5 2. (any? yes) exd5 (any? no) Qxd5"),
        ("I write A+ if White asked and was told yes, and A- if he was told no.\n\n1. e4 d5 2. A+ exd5 A- Qxd5",
         "1. e4 d5 2. (any? yes) exd5 (any? no) Qxd5"),
        ("Q = any?; + = yes; - = no\n\n1   Q-           f4              c6       a\n"
         "2   Q+ exd5      Nf3             Nc6      b\n3                Bc4             Bc5      c",
         "1   (any? no)        f4              c6       a\n2   (any? yes) exd5  Nf3             Nc6      b\n"
         "3                    Bc4             Bc5      c"),
        ("Zeichen:\n- : abgelehnt\n\n1. e4 dxc3- dxe3- e5 exd4-", "1. e4 ~~dxc3~~ ~~dxe3~~ e5 ~~exd4~~"),
        ("(Nf3) = tried, sent back\n\n1. (Qh5) e4 (Qh4) e5", "1. (Qh5?) e4 (Qh4?) e5"),
        ("The tries that failed are in <i>italics</i>.\n\n1. <i>Qh5</i> e4 <b>e5</b>", "1. ~~Qh5~~ e4 <b>e5</b>"),
        ("X dopo una mossa = impossibile\n\n1. Dh5 X e4 Dh4 X Df6 X e5", "1. ~~Dh5~~ e4 ~~Dh4~~ ~~Df6~~ e5"),
        ("q? = any?; j = yes\n\n1. e4 q? j e5 2. d4 q? n d6", "1. e4 (any? yes) e5 2. d4 (any? n) d6"),
        ("x = not allowed\n\n1) cxd3 x Nc3\n2) bxc3 x e4", "1) ~~cxd3~~ Nc3\n2) ~~bxc3~~ e4"),
        ("n = refused\n\n1. e4 e5 2. Ba4 n", "1. e4 e5 2. ~~Ba4~~"),
        ("/ = refused\n\n1. e4 dxc3/ e5 {dxc3/ was a try}", "1. e4 ~~dxc3~~ e5 {dxc3/ was a try}"),
        ("(e4) = capture on e4\n\n1. e4 d5 2. exd5 (d5) {I feared (e5) and (h2)} Qxd5 (d5) 3. Nc3 Qe6 (e5) was better",
         "1. e4 d5 2. exd5 (capture d5) {I feared (e5) and (h2)} Qxd5 (capture d5) 3. Nc3 Qe6 (e5) was better"),
        ('"c" = capture, "s" = check\n\n1. exd5 (c d5) Qxd5 (c d5, s) 2. Be2 (c takes b3?) Qxe2 (c 5, s)',
         "1. exd5 (capture d5) Qxd5 (capture d5, check) 2. Be2 (c takes b3?) Qxe2 (c 5, s)"),
        ("The tries that failed are in *italics*.\n\n1. *Qh5* e4 e5\n\nIn my view *Qh5* was never good.",
         "1. ~~Qh5~~ e4 e5\n\nIn my view *Qh5* was never good."),
        ("/ = refused\n\n1 dxc3/  e4      e5\n2 exf3/ d4       d5", "1 ~~dxc3~~  e4   e5\n2 ~~exf3~~ d4    d5"),
    ],
)  # fmt: skip
def test_signs_become_what_every_reader_understands(text: str, seen: str) -> None:
    made = without_page_signs(unmarked(text))
    assert made.text.partition("\n\n")[2] == seen
    assert len(made.places) == len(made.text) + 1
    assert has_legend(text)


@pytest.mark.parametrize(
    "text",
    [
        "1/2 = a draw; / = refused\n\n1. e4 e5 and/or d5",
        "x = refused\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3",
        "m = tried\n\n1. e4 e5 mate in m moves",
        "[Event \"a=b\"]\n\n1. e4 e5 2. b8=Q",
    ],
)  # fmt: skip
def test_what_is_no_sign_stays(text: str) -> None:
    assert without_page_signs(unmarked(text)).text == text
    assert not has_legend(text)


@pytest.mark.parametrize(
    ("legend", "more"),
    [
        ("", '"r{0}" = refused, "c{0}" = capture, "q{0}?" = any?\n\n1. e4 dxe5 r{0} e5 (c{0} e5) q{0}? no d4\n\n'),
        ('"/" = refused; "c" = capture\n\n', "1. e4 dxc3/ dxe3/ e5 (c e5) "),
        ("Key: ", "A{0}  asked, told yes   h  capture   "),
        ("", "The question is abbreviated to Q{0}. "),
        ('"/" = refused\n\n1. e4 dxc3/', " " * 40),
        ("x = refused", " \n" * 20),
    ],
)
def test_the_time_for_a_legend_grows_with_its_text(legend: str, more: str) -> None:
    def seconds(length: int) -> float:
        text = legend + "".join(more.format(at) for at in range(length // len(more)))
        began = process_time()
        has_legend(text)
        return process_time() - began

    seconds(1000)  # patterns are compiled on first use
    short = min(seconds(length) for length in (8000, 8100, 8200))
    assert seconds(32000) < 8 * max(short, 0.01)


def test_a_legend_outside_the_game_is_named() -> None:
    document = read_document("(e4) = capture on e4\n\n1. e4 d5 2. exd5 (d5) Qxd5 (d5)\n3. Nc3 Qa5\n")
    (found,) = document.outside()
    assert (found.code, found.line) == ("KN110", 1)
    assert "'(e4) = capture on e4'" in found.message


def test_a_protocol_with_signs_of_its_own_is_read() -> None:
    text = """Weiß: K. Lang        Schwarz: B. Kurz
("vers." = versucht und abgelehnt; "B?" = Frage nach Bauernschlägen)

 1.  Weiß    zieht e2-e4
     Schwarz zieht d7-d5
 2.  Weiß    B? ja; zieht e4xd5 -- geschlagen auf d5
     Schwarz B? nein; vers. c7xd6, Dd8-d4; zieht Dd8xd5 -- geschlagen auf d5
 3.  Weiß    zieht Sb1-c3
     Schwarz vers. Dd5-a4; zieht Dd5-e5 -- Schach auf der Linie
"""
    (game,) = games_of(text).games
    events = game.record.events
    assert [one.text for one in events if isinstance(one, Move)][2:] == ["e4xd5", "Dd8xd5", "Sb1-c3", "Dd5-e5"]
    tried = [(one.side, one.text, one.verdict) for one in events if isinstance(one, Try)]
    assert tried == [("black", one, "refused") for one in ("c7xd6", "Dd8-d4", "Dd5-a4")]
    assert [one.side for one in events if isinstance(one, Ask)] == ["white", "black"]
    assert [one.any for one in events if isinstance(one, Answer)] == [True, False]


COUNTED = "1. e4 d6\n2. Bd3 Be6\n3. Nh3 a6\n4. e5 Bxh3\n5. c4 {} b5\n6. cxb5 e6\n7. {} Nc3 Bxg2\n"


@pytest.mark.parametrize(
    ("legend", "signs", "verdict"),
    [
        ("[3] = three refused tries", ("[3]", "[1]"), "refused"),
        ("The figures in brackets count the illegal tries.", ("(3)", "(1)"), "illegal"),
        ("number in front = how many illegal tries before the move", ("(3 tries)", "(1 try)"), "illegal"),
        ("Die Zahlen in Klammern geben die abgelehnten Versuche an.", ("(3)", "(1)"), "refused"),
        ("I numeri tra parentesi sono i tentativi rifiutati.", ("(3)", "(1)"), "refused"),
        ("(n) = nombre d'essais refusés", ("(3)", "(1)"), "refused"),
        ("Los números entre corchetes son los intentos ilegales.", ("[3]", "[1]"), "illegal"),
        ("The figures in brackets refer to the notes.", ("(3)", "(1)"), None),
    ],
)
def test_numbers_that_a_page_explains_count_tries(legend: str, signs: tuple[str, str], verdict: str | None) -> None:
    (game,) = games_of(f"Rob (White) - Ann\n{legend}\n\n{COUNTED.format(*signs)}").games
    tries = [(one.side, one.times, one.verdict) for one in game.record.events if isinstance(one, Try)]
    assert tries == ([("black", 3, verdict), ("white", 1, verdict)] if verdict else [])
