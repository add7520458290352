"""LaTeX as its reader sees it."""

from __future__ import annotations

import pytest

from kriegnote.documents.games import read_document
from kriegnote.model.events import Comment, Move
from kriegnote.text.latex import is_latex, without_latex
from kriegnote.text.plain import unmarked

HEAD = "\\section{Hart--Quist}\n"
SCORE = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 0-1"


def printed(text: str) -> str:
    return " ".join(without_latex(unmarked(HEAD + text)).text.split()).removeprefix("## Hart–Quist ")


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("% 1. d4 d5\n1. e4 e5", "1. e4 e5"),
        ("1. e4 % the usual\n  e5", "1. e4 e5"),
        ("100\\% sure", "100\\% sure"),
        ("\\noindent\\textbf{1.}~e4 \\textsc{e5}", "1. e4 e5"),
        ("\\unknown[opt]{1. e4} e5", "1. e4 e5"),
        ("{\\bfseries 1.\\,e4} {\\small e5}", "1. e4 e5"),
        ("1. e4\\footnote{Or \\emph{1. d4}.} e5", "1. e4 {Or 1. d4.} e5"),
        ("\\newcommand{\\no}[1]{\\textit{[#1!]}}\\def\\z{ (z)} 1. \\no{d5} e4\\z", "1. [d5!] e4 (z)"),
        ("\\includegraphics[width=3cm]{1.e4.png} 1. e4", "1. e4"),
        ("\\begin{tabular}{rll} 1. & e4 & e5\\\\ \\end{tabular}", "1. e4 e5"),
        ("\\newcommand{\\any}[1]{\\textit{(#1)}} 1. e4", "1. e4"),
        ("7. $\\symking$$\\times$d2 $\\symrook$$\\times$$d2$", "7. ♔×d2 ♖×d2"),
        ("tent\\`o, \\'etude, \\\"uber", "tentò, étude, über"),
        ("\\textcolor{red}{1. e4} \\hfill $\\frac12$--$\\frac12$", "1. e4 ½–½"),
        ("\\begin{verbatim}\n1. e4 {~} e5\n\\end{verbatim}", "1. e4 {~} e5"),
    ],
)
def test_what_is_printed(text: str, seen: str) -> None:
    assert printed(text) == seen


def test_a_text_without_commands_of_a_document_is_left_as_it_is() -> None:
    text = "{a comment} % and 1. $e4$ \\unknown{x}"
    assert not is_latex(text)
    assert without_latex(unmarked(text)).text == "{a comment} % and 1. e4 \\unknown{x}"


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("$\\mathbb{N}f3$", "⟨mathbbN⟩f3"),
        ("$\\hat{\\mathrm{B}} \\times c6$", "⟨hatmathrmB⟩×c6"),
        ("\\(\\mathbf{2.}\\,\\Xi f3\\)", "2.⟨Xi⟩f3"),
        ("$\\unicode{x2658}f3$", "♘f3"),
        ("$\\bf e4$ $\\times f3$ $\\mathrm{N}f3$", "e4 ×f3 Nf3"),  # what is known is no sign
    ],
)
def test_an_unknown_command_before_a_square_is_a_sign(text: str, seen: str) -> None:
    assert without_latex(unmarked(text)).text == seen


@pytest.mark.parametrize(
    "written",
    [
        SCORE,
        SCORE.replace(" ", "~"),
        "\\noindent\\textbf{1.} e4 e5 \\textbf{2.} Nf3 Nc6 \\textbf{3.} Bc4 Nf6 \\hfill 0--1",
        "\\vskip 6pt {\\it 1. e4} e5\\footnote{The old way.} % 1. d4 d5\n2. Nf3 Nc6 3. Bc4 Nf6\\par\nWhite resigned.",
        "\\begin{tabular}{rll}\n1. & e4 & e5\\\\\n2. & Nf3 & Nc6\\\\\n3. & Bc4 & Nf6\\\\\n\\end{tabular}\n",
    ],
)
def test_a_game_is_the_same_in_any_dress(written: str) -> None:
    (game,) = read_document(HEAD + written + "\n\\end{document}\n").games
    plies = [event.text for event in game.record.events if isinstance(event, Move)]
    assert plies == ["e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6"]
    assert (game.record.header("White"), game.record.header("Black")) == ("Hart", "Quist")
    remarks = [event.text for event in game.record.events if isinstance(event, Comment)]
    assert remarks == ["The old way."] * ("footnote" in written)


def test_a_number_that_is_no_printable_character_prints_nothing() -> None:
    assert without_latex(unmarked("1. $\\unicode{xd800} e4$, e5")).text == "1.  e4, e5"
