"""Chapters that try to hide their games: page furniture, tables, captions, footnotes and diagrams in their middle.

``python -m tests.support.hostile --seed 3`` prints one and its truth.  Prose that looks like moves stands around the
games; their headings are of every kind that books have.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Callable
from typing import Final, NamedTuple

from kriegnote.model.events import Move
from kriegnote.model.record import Record
from kriegnote.notations import registry as notations
from kriegnote.operations.conversion import convert_record
from kriegnote.rules import RULES
from kriegnote.text.writing import Style
from tests.support.games import random_record

NAMES: Final = (
    "Abbiati", "A. Bruno", "Carelli", "Dossena", "E.F. Erba", "Fusco", "de Gatti", "Hollis", "Inman", "Joyce",
    "Jean-Luc Kirk", "Lowell", "Marsh", "Norton", "O'Neil", "Prandi",
)  # fmt: skip
FORMS: Final = (
    ("san", "english", None),
    ("tries", "english", None),
    ("nost", "nost", None),
    ("magari", "magari", None),
    ("icc", "icc", "black"),
    ("icc", "icc", "white"),
    ("pgn", "cincinnati", None),
    ("dialogue", "english", None),
    ("descriptive", "english", None),
)
HEADINGS: Final = (
    "**Game {n}** {white} – {black}, Siena 1971",
    "**Game {n}** *{white} – {black}, 1931*",
    "**Partita {n}**\n*{white} – {black}, 1931*",
    "**Partita {n}**\n\n*{white} – {black}, 1931*",
    "Partita {n}. {white} – {black}, Siena 1971",
    "Game {n} {white} v. {black}, Leeds 1931",
    "Game No. {n}: {white} – {black}",
    "### {white} – {black}, Oslo 1947",
    "**{white} – {black}**",
    "{white} – {black}, Oslo 1947",
    "{n}. {white} – {black}, Oslo 1947",
    "{white} vs. {black}\n(Trento 1950)",
    "White: {white}\nBlack: {black}",
    "Game {n} between {white} and {black}, Bath 1933",
    "Third game: {white} – {black}",
    "Partita XII: {white} – {black}",
)
PROSE: Final = (
    "In those years the club met every Thursday evening, and the umpire kept the scores in a book of his own.",
    "If Black plays {n}... B{s} at once, White answers {m}. N{s} and wins a piece; the rest is easy.",
    "Of the {n} games in which 1. e4 was played White won {m}, and of those with 1. d4 no more than 3.",
    "Se il Nero gioca subito {n}... ♗{s}, il Bianco risponde {m}. ♘{s} e vince un pezzo.",
    "Some begin with 1. e4 e5 2. Nf3 Nc6 3. Bb5, as in chess; in the dark nobody can say what that is worth.",
)
APART: Final = (
    "1. The first player gets a board of his own.\n2. The umpire sits between them.\n3. Onlookers are silent.",
    "| Opening | Games | White | Black |\n|---|---|---|---|\n"
    "| 1. e4 | 120 | 55 % | 45 % |\n| 1. d4 | 80 | 52 % | 48 % |",
    "- 1. e4 e5: 40 games\n- 1. e4 c5: 20 games\n- 1. d4 d5: 12 games",
    "1. “Check on the file”;\n2. “Knight check”;\n3. “Capture on e4”.",
    "A set-up for the patient: 1.c4 2.d4 3.Nc3 4.f3 5.e4 6.Be3 7.Qd2 and so on, whatever Black does.",
)
FURNITURE: Final[tuple[Callable[[random.Random], str], ...]] = (
    lambda rng: f"**Diagram {rng.randint(1, 9)}.{rng.randint(1, 40)}** *White to move*",
    lambda rng: f"Diagram {rng.randint(1, 9)}.{rng.randint(1, 40)}: the position after {rng.randint(3, 9)}... a6",
    lambda rng: f"Fig. {rng.randint(1, 40)}. The Gambit Club in 1931. Photograph by A. Low.",
    lambda rng: f"![](page_{rng.randint(1, 90)}.jpeg)",
    lambda rng: f"<sup>{rng.randint(1, 40)}</sup> In *Chess Amateur*, 1921, the game goes on with 3. Bc4 Nf6 4. d3.",
    lambda rng: f"THE INVISIBLE CHESSMEN {rng.randint(30, 90)}",
    lambda rng: "```\n8 r . b q k b n r\n7 p p p p . p p p\n6 . . n . . . . .\n5 . . . . p . . .\n4 . . . . P . . .\n"
    "3 . . . . . N . .\n2 P P P P . P P P\n1 R N B Q K B . R\n  a b c d e f g h\n```",
)  # fmt: skip


class Expected(NamedTuple):
    """A game of a chapter: its notation, the record it was made from, its players."""

    notation: str
    record: Record
    white: str
    black: str

    @property
    def plies(self) -> int:
        return sum(isinstance(event, Move) for event in self.record.events)


class Chapter(NamedTuple):
    """A chapter's text and the games in it, in order."""

    text: str
    games: tuple[Expected, ...]


def chapter(seed: int, count: int = 4, plies: int = 30) -> Chapter:
    """A chapter, the same for the same arguments."""
    rng = random.Random(f"hostile {seed}")
    parts = ["# The invisible chessmen", _prose(rng)]
    expected = []
    page = rng.randint(20, 90)
    for number in range(1, count + 1):
        name, rules, view = rng.choice(FORMS)
        record = random_record(
            rng.randrange(1 << 30), rules=rules, plies=plies, comments=False, headers=False, hostile=False
        )
        if record.result in (None, "*"):
            record = record.replace(result=rng.choice(["1-0", "0-1", "1/2-1/2"]))
        white, black = rng.sample(NAMES, 2)
        parts.append(rng.choice(HEADINGS).format(n=number, white=white, black=black))
        parts.append(_hidden(_written(record, name, view), name, rng))
        expected.append(Expected(name, record, white, black))
        parts += [_prose(rng), rng.choice(APART), _prose(rng)]
        if rng.random() < 0.5:
            parts.append(f"- {page} -")
            page += 1
    return Chapter("\n\n".join(parts) + "\n", tuple(expected))


def _prose(rng: random.Random) -> str:
    number = rng.randint(3, 15)
    square = rng.choice("abcdefgh") + rng.choice("345678")
    return " ".join(rng.sample(PROSE, 2)).format(n=number, m=number + 1, s=square)


def _written(record: Record, name: str, view: str | None) -> str:
    done = convert_record(
        record, notations.notation(name), rules=RULES[record.rules or "english"], listener=view, style=Style("en", "en")  # type: ignore[arg-type]
    )  # fmt: skip
    if name == "pgn":
        return '[Event "A game"]\n' + done.text.strip("\n")
    return re.sub(r"(?m)\A(?:\[\w+ \"[^\n]*\"\]\n)+\n*", "", done.text).strip("\n")


def _hidden(text: str, name: str, rng: random.Random) -> str:
    """A game's text with things between its turns that stand on its page and are no part of it."""
    if name not in ("san", "descriptive", "nost"):
        return text
    turns = re.split(r"(?<=\S)\s(?=\d+\. )", text)
    layout = rng.choice(["paragraphs", "table", "column"] if name == "san" else ["paragraphs"])
    rows = [turn.split() for turn in turns]
    if layout == "paragraphs" or any(len(row) > 3 or "{" in "".join(row) for row in rows[:-1]):
        return _interrupted(turns, rng)
    last = " ".join(rows.pop()) if len(rows[-1]) > 3 else None
    cells = [[row[0].rstrip("."), *(cell.rstrip(",") for cell in row[1:]), "", ""][:3] for row in rows]
    if layout == "table":
        made = "| | White | Black |\n|---|---|---|\n" + "\n".join(f"| {' | '.join(row)} |" for row in cells)
    else:
        made = "\n".join(f"{row[0]:>3}  {row[1]:<8}{row[2]}".rstrip() for row in cells)
    return made if last is None else f"{made}\n\n{last}"


def _interrupted(turns: list[str], rng: random.Random) -> str:
    made = turns[0]
    for number, turn in enumerate(turns[1:], 2):
        if number > 3 and rng.random() < 0.15:
            made += f"\n\n{rng.choice(FURNITURE)(rng)}\n\n{turn}"
        else:
            made += f" {turn}" if number % 5 else f"\n{turn}"
    return made


def main() -> None:
    """Prints a chapter and what is in it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    made = chapter(parser.parse_args().seed)
    print(made.text)
    for game in made.games:
        print(game.notation, game.plies, game.white, game.black)


if __name__ == "__main__":
    main()
