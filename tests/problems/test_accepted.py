"""What is to be done if a try is accepted, or on a condition that nobody knows, is never read as if it were refused."""

from __future__ import annotations

import re
from typing import Final

import pytest

from kriegnote.problems.prove import prove
from kriegnote.problems.reading.reader import read_problems
from tests.problems.test_problems_wordings import OTHERWISE, tags_of

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

OPENINGS: Final = re.compile(
    r"\b(?:if|should|when|on|se|qualora|in caso|wenn|falls|wird|ist|lässt|si|s'il|en cas|de no)\b[^.;:()\d]{0,40}$",
    re.I,
)
"""What begins a condition, at the end of the text before the word for a refusal."""

KEYS: Final = {
    "en": "1.Kd3. 2.Kc4{}2.Kd4; then 2.Qe5.",
    "de": "1.Kd3. 2.Kc4{}2.Kd4; dann 2.De5.",
    "it": "1.Rd3. 2.Rc4{}2.Rd4; poi 2.De5.",
    "fr": "1.Rd3. 2.Rc4{}2.Rd4; puis 2.De5.",
    "es": "1.Rd3. 2.Rc4{}2.Rd4; luego 2.De5.",
}
LAYOUTS: Final = ("; {}, ", ". {}, ", " – {} ")
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
            for pairs in PAIRS.values()
            for refused, contrary in pairs
            for refusal in re.finditer(refused, body, re.I)
            if OPENINGS.search(body[: refusal.start()])
            or refusal.group().lower().startswith(("s'il", "on ", "in ", "cas"))
        ]
        if true == "proven" and places:
            refusal, contrary = places[n % len(places)]
            ways = contrary.split("|")
            said = refusal.expand(ways[n % len(ways)]).replace("None", "")
            found.append((name, rules, body, body[: refusal.start()] + said + body[refusal.end() :]))
    return found


def test_a_try_after_an_accepted_one_is_not_taken_for_one_after_a_refusal() -> None:
    texts = accepted()
    assert len(texts) > 150
    wrong = [text for name, rules, _, text in texts if verdict(name, text, rules) == "proven"]
    # What is left: conditions behind their tries or in brackets, refusals that are no condition, remarks in between.
    assert len(wrong) <= len(texts) // 11, wrong


@pytest.mark.parametrize("language", KEYS)
def test_a_condition_that_is_no_refusal_proves_nothing(language: str) -> None:
    def proven(said: str, layout: str) -> bool:
        said = said[0].upper() + said[1:] if layout[0] == "." else said
        return verdict("7.2.1", KEYS[language].format(layout.format(said))) == "proven"

    conditions, refusals = CONDITIONS[language].split("|"), REFUSALS[language].split("|")
    assert all(proven(said, layout) for said in refusals for layout in LAYOUTS[:2])
    assert not [(said, layout) for said in conditions for layout in LAYOUTS if proven(said, layout)]
