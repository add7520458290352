"""What is to be done if a try is accepted, or on a condition that nobody knows, is never read as if it were refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

import msgspec
import pytest

from kriegnote.problems.likeliest import case_of, likeliest
from kriegnote.problems.policy import Branch, Plan, Problem, Try, rewritten, walk
from kriegnote.problems.prove import MOST_WORK, prove
from kriegnote.problems.reading.reader import read_problems
from kriegnote.rules import RULES
from tests.problems.test_problems_wordings import OTHERWISE, tags_of
from tests.support.sample import part

PAIRS: Final = {
    "en": [
        (r"\b(?:refused|rejected|turned down|forbidden|barred|disallowed)\b", "allowed|accepted|permitted|admitted"),
        (r"\b(?:illegal|impossible)\b", "legal|possible"),
        (r"\bon (?:a )?refusal\b", "on acceptance|in case of success"),
        (r"\bthe umpire (?:refuses|says no)\b", "the umpire accepts|the umpire says yes|the umpire agrees"),
    ],
    "it": [
        (r"\b(?:rifiutata|respinta|vietata|negata|bocciata|proibita)\b", "accettata|ammessa|permessa|concessa|lecita"),
        (r"\b(?:illegale|impossibile)\b", "legale|possibile"),
        (r"\bl'arbitro (?:la )?(?:rifiuta|respinge)\b", "l'arbitro accetta|l'arbitro dice di sì|l'arbitro acconsente"),
        (r"\bin caso di rifiuto\b", "in caso di successo"),
    ],
    "de": [
        (r"\b(?:nicht (?:erlaubt|zugelassen|möglich)|abgelehnt|verboten)\b", "erlaubt|zugelassen|angenommen|möglich"),
        (r"\bunmöglich\b", "möglich"),
        (r"\bnicht geht\b", "geht|klappt"),
        (r"\bnicht zu\b", "zu"),
        (r"\b(?:sagt der Schiedsrichter nein)\b", "sagt der Schiedsrichter ja"),
    ],
    "fr": [
        (r"\b(?:refusé|rejeté)\b", "accepté|admis"),
        (r"\bs'il (?:la )?(?:refuse|rejette)\b", "s'il accepte"),
        (r"\bcas de refus\b", "cas de succès|cas d'acceptation"),
        (r"\billégale?\b", "légal"),
        (r"\bn'est pas\b", "est"),
    ],
    "es": [
        (r"\brechazada\b", "aceptada|admitida|permitida"),
        (r"\bno (la )?admite\b", r"sí \1admite"),
        (r"\btampoco admite\b", "admite"),
        (r"\bno (se|es|ser)\b", r"\1"),
    ],
}  # fmt: skip
"""For each language, what says that a try is refused, and what says the contrary instead."""

OPENINGS: Final = {
    "en": "if|should|when|on", "it": "se|qualora|in caso", "de": "wenn|falls|wird|ist|lässt", "fr": "si|s'il|en cas",
    "es": "si|de no",
}  # fmt: skip
"""For each language, what begins a condition before a word for a refusal."""

KEYS: Final = {
    "en": "1.Kd3. 2.Kc4{}2.Kd4{}; then 2.Qe5.",
    "de": "1.Kd3. 2.Kc4{}2.Kd4{}; dann 2.De5.",
    "it": "1.Rd3. 2.Rc4{}2.Rd4{}; poi 2.De5.",
    "fr": "1.Rd3. 2.Rc4{}2.Rd4{}; puis 2.De5.",
    "es": "1.Rd3. 2.Rc4{}2.Rd4{}; luego 2.De5.",
}
THEN: Final = {"en": "then", "de": "dann", "it": "poi", "fr": "puis", "es": "luego"}
AHEAD: Final = (("; {}, ", ""), (". {}, ", ""), (" – {} ", ""), (", {then} ({}) ", ""))
BEHIND: Final = ("; {then} ", " ({})")
BEHIND_COMMA: Final = ("; {then} ", ", {}")
"""Where a condition of the second try stands: before it, or behind it, in brackets or behind a comma."""
UNLESS: Final = ("unless", "a meno", "à moins")
"""How those begin that refuse the try behind which they stand, unless they are in brackets."""
CONDITIONS: Final = {
    "en": "if it is allowed|if the umpire says yes|if the umpire agrees|if that goes through|on acceptance"
          "|if successful|should it be legal|when that is allowed|if it is not refused|that being possible"
          "|once it is accepted|unless it is refused|if the umpire grumbles|in case of grumbling"
          "|should the umpire yawn",
    "it": "se accettata|se ammessa|se l'arbitro dice di sì|in caso di successo|accettata questa|se va|se lecita"
          "|se l'arbitro non la rifiuta|se non è rifiutata|a meno che non sia rifiutata|ottenuto il permesso"
          "|se l'arbitro brontola|in caso di pioggia|qualora l'arbitro sbadigli",
    "de": "falls erlaubt|wenn das geht|sagt der Schiedsrichter ja|wenn der Schiedsrichter ja sagt|wird das angenommen"
          "|lässt der Schiedsrichter den Zug zu|ist das erlaubt|gelingt das|bei Annahme|falls der erste erlaubt wird"
          "|wird das nicht abgelehnt|darf er das|wenn der Schiedsrichter brummt|brummt der Schiedsrichter|bei Regen",
    "fr": "si accepté|s'il est accepté|si l'arbitre dit oui|en cas de succès|si possible|si ça passe|une fois accepté"
          "|s'il n'est pas refusé|si l'arbitre ne refuse pas|à moins qu'il ne soit refusé|si l'arbitre grogne"
          "|en cas de pluie|s'il pleut",
    "es": "si es aceptada|si el árbitro sí la admite|si admite ésta|en caso de éxito|de ser legal|si pasa|aceptada"
          "|si el árbitro dice que sí|si no es rechazada|si no la rechaza|una vez aceptada|si el árbitro gruñe"
          "|en caso de lluvia|si llueve",
}  # fmt: skip
"""Conditions on which the next try would not be made, or of which nobody knows when they hold."""
LED: Final = {
    "en": ("if", "in case", "unless", "on ", "once", "when"), "it": ("se", "in caso", "a meno"),
    "de": ("falls", "wenn"), "fr": ("si ", "s'il", "en cas", "à moins"),
    "es": ("si es", "si el", "si admite", "si no", "en caso"),
}  # fmt: skip
"""How those of them begin that can stand behind what they govern."""
REFUSALS: Final = {
    "en": "if refused|if the umpire says no|on refusal", "it": "se rifiutata|se l'arbitro dice di no",
    "de": "wird das abgelehnt|wenn das nicht geht|sagt der Schiedsrichter nein",
    "fr": "en cas de refus|s'il refuse", "es": "si es rechazada|si no la admite",
}  # fmt: skip


def verdict(name: str, body: str, rules: str = "english") -> str:
    return prove(read_problems(f"{tags_of(name)}\nSolution: {body}")[0][0], rules, search=False).verdict


def accepted() -> list[tuple[str, str, str, str]]:
    """Of each proven solution with a refusal, a text with the contrary for one of them: problem, rules, both texts."""
    found = []
    for n, (head, body) in enumerate(OTHERWISE):
        name, rules, true, _ = head.split()
        places = [
            (refusal, contrary)
            for language, pairs in PAIRS.items()
            for refused, contrary in pairs
            for refusal in re.finditer(refused, body, re.I)
            if re.search(rf"\b(?:{OPENINGS[language]})\b[^.;:()\d]{{0,40}}$", body[: refusal.start()], re.I)
            or refusal.group().lower().startswith(("s'il", "on ", "in ", "cas"))
        ]
        if true == "proven" and places:
            refusal, contrary = places[n % len(places)]
            ways = contrary.split("|")
            said = refusal.expand(ways[n % len(ways)]).replace("None", "")
            found.append((name, rules, body, body[: refusal.start()] + said + body[refusal.end() :]))
    return found


def without(plan: Plan, at: int) -> Plan:
    """A plan without the try at an offset of the text."""

    def change(node: Any) -> Any:
        lists = [name for name in ("then", "plan") if isinstance(getattr(node, name, None), tuple)]
        return msgspec.structs.replace(node, **{name: _dropped(getattr(node, name), at) for name in lists})

    return _dropped(rewritten(plan, change), at)


def _dropped(plan: Plan, at: int) -> Plan:
    return tuple(stage for stage in plan if stage.span[0] != at)


def is_proven_without(name: str, body: str, at: int, rules: str) -> bool:
    """Whether a sound text is proven without the try before or behind an offset."""
    problem, first = problem_of(name, body)
    policy = likeliest(case_of(problem, RULES[rules], MOST_WORK)).policy
    tries = sorted(stage.span[0] - first for stage in walk(policy) if isinstance(stage, Try))
    near = [*[each for each in tries if each <= at][-1:], *[each for each in tries if each > at][:1]]
    plans = (msgspec.structs.replace(problem, policy=without(policy, first + each), solution=None) for each in near)
    return any(prove(plan, rules, search=False).verdict == "proven" for plan in plans)


def problem_of(name: str, body: str) -> tuple[Problem, int]:
    """The problem with a text as its solution, and the offset at which that text begins."""
    text = f"{tags_of(name)}\nSolution: {body}"
    return read_problems(text)[0][0], len(text) - len(body)


def test_a_text_in_which_a_refusal_is_turned_into_its_contrary_is_proven_only_if_it_is_so_as_meant() -> None:
    texts = part(accepted(), 4)
    assert len(texts) > 37
    proven = [each for each in texts if verdict(each[0], each[3], each[1]) == "proven"]
    assert not [
        text
        for name, rules, body, text in proven
        if not is_proven_without(name, body, next(n for n, each in enumerate(text) if body[n] != each), rules)
    ]


def with_conditions() -> Iterator[tuple[str, str, str, int, str]]:
    """Some proven solutions with a condition that nobody knows before a try that follows a refusal, or behind it."""
    for head, body in part(OTHERWISE[::80], 2):
        name, rules, true, _ = head.split()
        problem, first = problem_of(name, body)
        for stage in tries_after_others(problem.policy) if true == "proven" else ():
            low, high = (at - first for at in stage.span)
            if body[low].isdigit():
                yield name, rules, body, low, f"{body[:low]}(if the umpire grumbles) {body[low:]}"
                yield name, rules, body, low, f"{body[:low]}if the umpire grumbles, {body[low:]}"
                yield name, rules, body, low, f"{body[:high]} (if the umpire grumbles){body[high:]}"


def tries_after_others(plan: Plan) -> Iterator[Try]:
    """The tries of a plan, and of those in it, that are made if the one before them is refused."""
    yield from (stage for before, stage in pairwise(plan) if isinstance(before, Try) and isinstance(stage, Try))
    for stage in walk(plan):
        inner = stage.then if isinstance(stage, Try) else stage.plan if isinstance(stage, Branch) else None
        yield from (each for before, each in pairwise(inner or ()) if isinstance(before, Try) and isinstance(each, Try))


def test_a_condition_that_nobody_knows_proves_nothing_wherever_it_stands() -> None:
    texts = [*with_conditions()]
    assert len(texts) > 15
    proven = [each for each in texts if verdict(each[0], each[4], each[1]) == "proven"]
    assert not [text for name, rules, body, at, text in proven if not is_proven_without(name, body, at, rules)]


@pytest.mark.parametrize("language", KEYS)
def test_a_condition_that_is_no_refusal_proves_nothing(language: str) -> None:
    def proven(said: str, layout: tuple[str, str]) -> bool:
        said = said[0].upper() + said[1:] if layout[0][0] == "." else said
        around = (each.format(said, then=THEN[language]) for each in layout)
        return verdict("7.2.1", KEYS[language].format(*around)) == "proven"

    conditions, refusals = CONDITIONS[language].split("|"), REFUSALS[language].split("|")
    assert all(proven(said, layout) for said in refusals for layout in AHEAD[:2])
    assert not [(said, layout) for said in conditions for layout in AHEAD if proven(said, layout)]
    led = [said for said in conditions if said.startswith(LED[language])]
    assert not [said for said in led if proven(said, BEHIND)]
    assert not [said for said in led if not said.startswith(UNLESS) and proven(said, BEHIND_COMMA)]
