"""Chapters as books, saved pages and scanners have them, made from random games, with what must be found in them.

python -m tests.support.chapter --seed 3 --layout scan        prints one and its truth
"""

from __future__ import annotations

import argparse
import html
import random
import re
from typing import Final, NamedTuple

from kriegnote.model.record import Record
from kriegnote.notations import registry as notations
from kriegnote.operations.conversion import convert_record
from kriegnote.rules import RULES
from kriegnote.text.writing import Style
from tests.support.games import random_record

LAYOUTS: Final = ("markdown", "captions", "plain", "html", "scan")
FORMS: Final = (
    ("san", "english", None),
    ("tries", "english", None),
    ("dialogue", "english", None),
    ("nost", "nost", None),
    ("magari", "magari", None),
    ("icc", "icc", "black"),
    ("icc", "icc", "white"),
    ("pgn", "cincinnati", None),
    ("darkchess", "dark", "black"),
)
NAMED: Final = {
    "english": ("Eastern rules", "regole inglesi"),
    "nost": ("NOST rules", "regole NOST"),
    "magari": ("notazione di Magari", "notazione di Magari"),
    "icc": ("ICC style", "stile ICC"),
    "cincinnati": ("Cincinnati style", "stile Cincinnati"),
    "dark": ("Dark Chess", "scacchi al buio"),
}
NAMES: Final = (
    "Abbiati", "Bruno", "Carelli", "Dossena", "Erba", "Fusco", "Gatti", "Hollis", "Inman", "Joyce", "Kirk", "Lowell",
    "Marsh", "Norton", "Osler", "Prandi", "Quaglia", "Rossetti", "Sala", "Tosi", "Unger", "Vitali", "Wells", "Young",
)  # fmt: skip
TOWNS: Final = ("Siena", "Leeds", "Trento", "Oslo", "Lucca", "Bath")
PROSE: Final = {
    "it": (
        "La partita che segue mostra quanto conti la pazienza. Chi gioca al buio impara presto a diffidare.",
        "Negli anni del circolo di via Larga si giocava ogni giovedì, spesso fino a notte, e l’arbitro teneva i conti.",
        "Se il Nero gioca subito {n}... ♗{s}, il Bianco risponde {m}. ♘{s} e vince un pezzo.",
        "Dopo la partita i due rivali scoprirono che la Donna in {s} era stata in presa per quattro mosse.",
        "Un confronto fra i due stili richiede altre {m} partite almeno. Nel capitolo 3 ne vedremo 12.",
        "Il pedone in {s} era la chiave di tutto, ma nessuno dei due poteva saperlo.",
    ),
    "en": (
        "What follows is a lesson in patience. Those who play in the dark soon learn to doubt everything.",
        "In the years of the club in Mill Lane there was a game every Thursday, and the umpire kept the scores.",
        "If Black plays {n}... B{s} at once, White answers {m}. N{s} and wins a piece.",
        "After the game both players learned that the queen on {s} had been open to capture for four moves.",
        "A comparison of the two styles needs another {m} games at least. Chapter 3 has 12 of them.",
        "The pawn on {s} was the key to it all, but neither of them could know.",
    ),
}
LISTS: Final = {
    "it": "1. Il primo giocatore riceve una scacchiera.\n2. L’arbitro siede fra i due.\n3. Gli spettatori tacciono.",
    "en": "1. The first player gets a board of his own.\n2. The umpire sits between them.\n3. Onlookers are silent.",
}
PROBLEM: Final = {
    "it": "{b}Diagramma {k}.{n}{b} {i}Matto in due mosse (A. Nessuno 1950){i}\n\nSoluzione: 1. ♔f3.\n\n"
    "1... ♘d8+ 2. ♕xd8#\n\n1... ♔h7 2. ♖h5#",
    "en": "{b}Diagram {k}.{n}{b} {i}Mate in two (A. Nobody 1950){i}\n\nSolution: 1. Kf3.\n\n"
    "1... Nd8+ 2. Qxd8#\n\n1... Kh7 2. Rh5#",
}


class Expected(NamedTuple):
    """A game of a chapter: its notation, the plies its own text has, players, number; its group of witnesses."""

    notation: str
    plies: int
    white: str
    black: str
    group: int


class Chapter(NamedTuple):
    """A chapter's text, the games in it, how many problems are solved in it."""

    text: str
    games: tuple[Expected, ...]
    problems: int


def chapter(seed: int, layout: str, count: int = 6, lang: str | None = None) -> Chapter:
    """A chapter, the same for the same arguments."""
    rng = random.Random(f"{seed} {layout}")
    lang = lang or rng.choice(["it", "en"])
    parts: list[str] = [_heading(layout, 1, f"{'Capitolo' if lang == 'it' else 'Chapter'} {seed}")]
    expected: list[Expected] = []
    problems = 0
    for number in range(1, count + 1):
        if rng.random() < 0.4:
            parts.append(_heading(layout, 2, f"{seed}.{number} {'Un altro caso' if lang == 'it' else 'Another case'}"))
        parts.append(_prose(rng, lang, layout))
        if rng.random() < 0.3:
            parts.append(_block(layout, LISTS[lang]))
        name, rules, view = rng.choice(FORMS)
        white, black = rng.sample(NAMES, 2)
        record = random_record(
            rng.randrange(1 << 30), rules=rules, plies=rng.choice([24, 40, 70]), comments=False, headers=False,
            hostile=False,
        )  # fmt: skip
        parts.append(_title(rng, layout, lang, number, white, black, NAMED[rules][lang == "it"]))
        texts = [(name, _written(record, name, view, rng, lang))]
        if view is not None and rng.random() < 0.6:
            other = rng.choice(["pgn", "san"])
            texts.append((other, _written(record, other, None, rng, lang)))
        for index, (kind, text) in enumerate(texts):
            if index:
                parts.append(
                    _block(layout, "Questa la partita completa:" if lang == "it" else "This is the whole game:")
                )
            parts.append(_block(layout, text, notation=True, fenced=kind == "pgn" and rng.random() < 0.5))
            plies = sum(1 for event in record.events if type(event).__name__ == "Move")
            expected.append(Expected(kind, plies, white, black, number))
        if record.result not in (None, "*"):
            parts.append(_prose(rng, lang, layout))
        elif layout != "html":
            parts.append(_heading(layout, 2, f"{seed}.{number}.1 {'Note' if lang == 'it' else 'Notes'}"))
        if rng.random() < 0.25:
            bold, italic = ("**", "*") if layout in ("markdown", "scan") else ("", "")
            text = PROBLEM[lang].format(k=seed, n=number, b=bold, i=italic)
            if layout in ("markdown", "scan"):
                parts.append(_block(layout, text))
                problems += 1
    return Chapter(_whole(rng, layout, parts, lang), tuple(expected), problems)


def _written(record: Record, name: str, view: str | None, rng: random.Random, lang: str) -> str:
    pieces = "en" if name == "pgn" else rng.choice(["figurine", lang])
    style = Style(lang, pieces)  # type: ignore[arg-type]
    done = convert_record(
        record, notations.notation(name), rules=RULES[record.rules or "english"], listener=view, style=style  # type: ignore[arg-type]
    )  # fmt: skip
    if name == "pgn":
        return '[Event "A game"]\n' + done.text.strip("\n")
    text = re.sub(r"(?m)\A(?:\[\w+ \"[^\n]*\"\]\n)+\n*", "", done.text).strip("\n")
    if name == "san" and rng.random() < 0.5:
        text = text.replace("x", "×")
    return _commented(rng, text, lang) if name == "san" and rng.random() < 0.5 else text


def _commented(rng: random.Random, text: str, lang: str) -> str:
    """A score with paragraphs of prose between its turns, which speak of moves that were not played."""
    turns = re.split(r"(?<=\S)\s(?=\d+\. )", text)
    made = turns[0]
    for number, turn in enumerate(turns[1:], 2):
        if number > 3 and rng.random() < 0.12:
            square = rng.choice("abcdefgh") + rng.choice("345678")
            said = " ".join(rng.sample(PROSE[lang], 2)).format(n=number - 1, m=number, s=square)
            made += f"\n\n{said}\n\n{turn}"
        else:
            made += f" {turn}" if number % 5 else f"\n{turn}"
    return made


def _title(rng: random.Random, layout: str, lang: str, number: int, white: str, black: str, rules: str) -> str:
    between = rng.choice(["-", " - ", " – ", " vs. "])
    where = f"{rng.choice(TOWNS)} {rng.randint(1920, 2010)}"
    said = f"{white}{between}{black}, {where} ({rules})"
    word = "Partita" if lang == "it" else "Game"
    if layout == "html":
        return f"<h3>{word} {number}: {html.escape(said)}</h3>"
    if layout == "plain":
        return f"{word} {number}. {said}"
    if layout == "captions":
        return f"**{said}**"
    if layout == "markdown":
        return f"### {word} {number} *{said}*"
    return f"**{word} {number}** *{said}*"


def _heading(layout: str, level: int, text: str) -> str:
    if layout == "html":
        return f"<h{level}>{html.escape(text)}</h{level}>"
    if layout == "plain":
        return text.upper()
    return f"{'#' * level} {text}"


def _prose(rng: random.Random, lang: str, layout: str) -> str:
    square = rng.choice("abcdefgh") + rng.choice("345678")
    said = rng.sample(PROSE[lang], 2)
    number = rng.randint(3, 15)
    return _block(layout, " ".join(said).format(n=number, m=number + 1, s=square), rng=rng)


def _block(
    layout: str, text: str, *, notation: bool = False, fenced: bool = False, rng: random.Random | None = None
) -> str:
    if layout == "html":
        if notation:
            return f"<pre>{html.escape(text)}</pre>"
        return f"<p>{html.escape(text)}</p>".replace("\n", "<br>\n")
    if fenced and layout == "markdown":
        return f"```\n{text}\n```"
    if layout == "scan":
        if notation and not text.startswith("["):
            return _scanned(text)
        return _hyphenated(text) if rng is not None else text
    return text


def _scanned(text: str) -> str:
    """Moves with figurines, and the signs of captures, as a scanner sets them: in mathematics."""

    def move(found: re.Match[str]) -> str:
        return f"$\\text{{{found[0]}}}$".replace("×", "}\\times\\text{")

    if text.count("♘") % 2:
        text = re.sub(r"[♔-♟][a-h]?[1-8]?×?[a-h][1-8]", move, text)
    return re.sub(r"(?<=[a-h1-8])×", "$\\\\times$", text)


def _hyphenated(text: str) -> str:
    """Lines of about 60 letters, long words broken at their ends."""
    rows, row = [], ""
    for word in text.split(" "):
        if len(row) + len(word) > 60 and len(word) > 7 and word.isalpha():
            rows.append(f"{row} {word[:4]}-".strip())
            row = word[4:]
        elif len(row) + len(word) > 64:
            rows.append(row)
            row = word
        else:
            row = f"{row} {word}".strip()
    return "\n".join([*rows, row])


def _whole(rng: random.Random, layout: str, parts: list[str], lang: str) -> str:
    if layout == "html":
        body = "\n".join(parts)
        head = "<!DOCTYPE html>\n<html><head><title>Archive</title><style>p {}</style></head>"
        return f"{head}<body>\n{body}\n</body></html>\n"
    if layout != "scan":
        return "\n\n".join(parts) + "\n"
    page = rng.randint(20, 90)
    out: list[str] = []
    for index, part in enumerate(parts):
        out.append(part)
        if index % 4 == 3 and not part.startswith("**"):
            out.append(str(page))
            page += 1
    return "\n\n".join(out) + "\n"


def main() -> None:
    """Prints a chapter and what is in it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--layout", choices=LAYOUTS, default="markdown")
    asked = parser.parse_args()
    made = chapter(asked.seed, asked.layout)
    print(made.text)
    for game in made.games:
        print(game)


if __name__ == "__main__":
    main()
