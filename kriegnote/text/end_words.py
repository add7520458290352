"""How a game ended, in words: English and Italian."""

from __future__ import annotations

from typing import Final

from kriegnote.model.events import Reason

WORDS: Final[dict[Reason, tuple[str, str]]] = {
    "checkmate": ("checkmate", "scacco matto"),
    "stalemate": ("stalemate", "stallo"),
    "resignation": ("resignation", "abbandono"),
    "agreement": ("draw agreed", "patta d'accordo"),
    "time": ("time", "tempo"),
    "forfeit": ("forfeit", "forfait"),
    "adjudication": ("adjudication", "aggiudicazione"),
    "insufficient": ("insufficient material", "materiale insufficiente"),
    "fifty-move": ("fifty moves", "cinquanta mosse"),
    "repetition": ("repetition", "ripetizione"),
    "king-captured": ("king captured", "re catturato"),
    "abandoned": ("abandoned", "interrotta"),
    "void": ("void", "nulla"),
    "unknown": ("unknown", "ignota"),
}

_REASONS: Final[dict[str, Reason]] = {
    **{word: reason for reason, words in WORDS.items() for word in words},
    "patta": "agreement",
    "mate": "checkmate",
    "matto": "checkmate",
}


def reason_of(words: str) -> Reason:
    """How the game ended, from what ``ENDED`` of ``grammars/common.lark`` reads; whoever resigns, *abbandona*."""
    plain = " ".join(words.lower().replace("’", "'").split()).rstrip(".")
    return _REASONS.get(plain, "resignation")
