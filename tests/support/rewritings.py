"""Printed solutions rewritten so that they mean the same: other figurines, layout, order, words and language."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from kriegnote.problems.policy import Either, Fork, Otherwise, Plan, Problem, Try, Twin, Under
from kriegnote.problems.writer import NotSayable, write_problem

PIECES: Final = "♔♕♖♗♘"
Change = Callable[[str, random.Random], str]


def other_figurines(text: str, rng: random.Random) -> str:
    """Every figurine another one, the same for the same."""
    drawn = list(PIECES)
    rng.shuffle(drawn)
    return text.translate(str.maketrans(PIECES, "".join(drawn)))


def scrambled_figurines(text: str, rng: random.Random) -> str:
    """Every third figurine any other."""
    return re.sub(f"[{PIECES}]", lambda found: rng.choice(PIECES) if rng.random() < 0.34 else found.group(), text)


def black_figurines(text: str, _rng: random.Random) -> str:
    """Figurines of the other colour, a blank behind them."""
    return re.sub(f"[{PIECES}]", lambda found: "♚♛♜♝♞"[PIECES.index(found.group())] + " ", text)


def spades(text: str, rng: random.Random) -> str:
    """One sign for every man."""
    return re.sub(f"[{PIECES}♙]", rng.choice("♠&§"), text)


def bullets(text: str, rng: random.Random) -> str:
    """Every paragraph after the key with a bullet."""
    paragraphs = re.split(r"\n\s*\n", text)
    sign = rng.choice(["- ", "* ", "• ", "– "])
    return "\n\n".join([paragraphs[0], *(sign + each for each in paragraphs[1:])])


def lettered(text: str, _rng: random.Random) -> str:
    """Every paragraph after the key with a letter."""
    paragraphs = re.split(r"\n\s*\n", text)
    return "\n\n".join(
        [paragraphs[0], *(f"{'abcdefghijklmnop'[n % 16]}. {each}" for n, each in enumerate(paragraphs[1:]))]
    )


def no_blank_lines(text: str, _rng: random.Random) -> str:
    """Paragraphs that follow each other line by line."""
    return re.sub(r"\n\s*\n", "\n", text)


def broken_lines(text: str, rng: random.Random) -> str:
    """Line breaks, and blank lines, where the lines were full: behind joints and commas."""
    return re.sub(
        r"\b(sor|or|then|poi|oppure) (?=\S)", lambda found: found.group(1) + rng.choice([" ", "\n", "\n\n"]), text
    )


def spaced(text: str, _rng: random.Random) -> str:
    """Blanks behind the numbers, × for captures."""
    return re.sub(r"(\d\.)(?=[^\s.])", r"\1 ", text.replace("x", "×") if "exc" not in text else text)


def dotted(text: str, _rng: random.Random) -> str:
    """LaTeX around the moves, as a scanner sets them."""
    return re.sub(rf"(\d\.)([{PIECES}][a-h1-8x]*\d#?)", r"$\1 \\text{\2}$", text)


def emphasised(text: str, _rng: random.Random) -> str:
    """The first words of a paragraph in italics."""
    return re.sub(r"(?m)^(silent|silente|not silent|non silente|Any\?[yn])\b", r"*\1*", text)


def shuffled(problem: Problem, rng: random.Random) -> Problem:
    """The branches in another order."""
    return msgspec.structs.replace(problem, policy=_shuffled(problem.policy, rng), solution=None)


def _shuffled(plan: Plan, rng: random.Random) -> Plan:
    made: list[Try | Either | Fork] = []
    for stage in plan:
        if isinstance(stage, Try):
            made.append(msgspec.structs.replace(stage, then=_shuffled(stage.then, rng) if stage.then else stage.then))
        elif isinstance(stage, Either):
            made.append(stage)
        else:
            branches = [msgspec.structs.replace(each, plan=_shuffled(each.plan, rng)) for each in stage.branches]
            last = [each for each in branches if any(isinstance(c, (Otherwise, Twin, Under)) for c in each.when)]
            if not last:
                rng.shuffle(branches)
            made.append(msgspec.structs.replace(stage, branches=tuple(branches)))
    return tuple(made)


def without_replies(problem: Problem, _rng: random.Random) -> Problem:
    """Without the replies that stand behind the tries."""
    return msgspec.structs.replace(problem, policy=_bare_tries(problem.policy), solution=None)


def _bare_tries(plan: Plan) -> Plan:
    made: list[Try | Either | Fork] = []
    for stage in plan:
        if isinstance(stage, Try):
            then = _bare_tries(stage.then) if stage.then else stage.then
            made.append(msgspec.structs.replace(stage, defences=(), then=then))
        elif isinstance(stage, Either):
            made.append(Either(options=tuple(_bare_tries(option) for option in stage.options)))
        else:
            branches = tuple(msgspec.structs.replace(each, plan=_bare_tries(each.plan)) for each in stage.branches)
            made.append(Fork(branches=branches))
    return tuple(made)


WORDS: Final = (
    (
        r"If the umpire says “capture at (..)”:",
        [
            "capture at {}:",
            "In case of capture on {}",
            "“capture at {}”",
            "If Black captures on {}, then",
            "(capture at {})",
        ],
    ),
    (
        r"Se l'arbitro dice “cattura in (..)”:",
        [
            "cattura in {}:",
            "In caso di cattura in {} segue",
            "“Cattura in {}”",
            "Se il Nero cattura in {} allora",
            "- cattura in {}: allora",
        ],
    ),
    (
        r"If the umpire is silent:",
        ["silent", "If nothing is announced,", "No announcement:", "If the umpire says nothing"],
    ),
    (
        r"Se l'arbitro tace:",
        [
            "silente",
            "Se nessun annuncio,",
            "Se l'arbitro non dice nulla allora",
            "Nel silenzio dell'arbitro",
            "Se l'arbitro non fa annunci:",
        ],
    ),
    (r"If the answer is “Yes”:", ["Yes:", "“Yes”:", "If “Yes”", "If yes, then", "Any? yes:", "- Yes"]),
    (r"If the answer is “No”:", ["No:", "“No”:", "If “No”", "If no, then", "Any? no:", "- No"]),
    (
        r"Se la risposta è “Sì”:",
        ["Sì:", "Sì", "Se “Sì”", "Se sì, allora", "Any? Sì:", "In caso affermativo", "- Sí allora"],
    ),
    (
        r"Se la risposta è “No”:",
        ["No:", "No", "Se “No”", "Se la risposta è no,", "Any? No:", "In caso negativo", "- No allora"],
    ),
    (
        r"; if refused ",
        ["; if illegal, ", ". If this is refused, then ", " sor ", "; if it is not possible, ", ". If impossible, "],
    ),
    (
        r"; se rifiutata ",
        [
            "; se illegale ",
            ". Se rifiutata, allora ",
            " sor ",
            "; se non è possibile, ",
            ". Se impossibile, ",
            "; altrimenti ",
            "; se non viene accettata, allora ",
        ],
    ),
    (r"White asks “Any\?”", ["White asks “Are there any?”", "Ask “Any?”", "Then ask “Are there any?”"]),
    (
        r"Il Bianco chiede “Any\?”",
        ["il Bianco chiede “Are there any?”", "Chiedere “Are there any?”", "chiedere “Any?”"],
    ),
)


def reworded(text: str, rng: random.Random) -> str:
    """Other words for what the umpire says, for answers and refusals."""
    for pattern, others in WORDS:
        text = re.sub(pattern, lambda found, others=others: rng.choice(others).format(*found.groups()), text)  # type: ignore[misc]
    return text


CHANGES: Final[dict[str, Change]] = {
    each.__name__: each for each in (
        other_figurines, scrambled_figurines, black_figurines, bullets, lettered, no_blank_lines, broken_lines, spaced,
        dotted, emphasised, reworded, spades,
    )
}  # fmt: skip
FORMS: Final = (("prose", "en"), ("prose", "it"), ("scheme", "en"), ("scheme", "it"))


def rewritings(problem: Problem, seed: int, count: int = 10) -> Iterator[tuple[str, str]]:
    """So many rewritings of a problem, each with a name: a form, a language, and one or two changes of the text."""
    rng = random.Random(seed)
    made = 0
    while made < count:
        form, lang = rng.choice(FORMS)
        changed, what = problem, ""
        draw = rng.random()
        if draw < 0.25:
            changed, what = shuffled(problem, rng), "shuffled "
        elif draw < 0.4:
            changed, what = without_replies(problem, rng), "without replies "
        try:
            text = write_problem(changed, form, lang)  # type: ignore[arg-type]
        except NotSayable:
            form = "tree"
            text = write_problem(changed, "tree", lang)  # type: ignore[arg-type]
        head, _, body = text.partition("\n\n")
        mark, _, body = body.partition("\n\n")
        names = rng.sample(sorted(CHANGES), rng.choice([1, 1, 2]))
        if form == "tree":
            names = [name for name in names if "figurines" in name]
        for name in names:
            body = CHANGES[name](body, rng)
        made += 1
        yield f"{form} {lang} {what}{' '.join(names)}", f"{head}\n\n{mark}\n\n{body}"
