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
