"""How a game ended, in words: ``End: resignation (0-1).``, ``Fine: abbandono (0-1).``; read in both tongues."""

from __future__ import annotations

import re
from typing import Final

from kriegnote.events import End, Reason, Result, Side
from kriegnote.moves import Language

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
_REASONS: Final[dict[str, Reason]] = {word: reason for reason, words in WORDS.items() for word in words}
_SAID: Final = re.compile(
    r"(?:end|fine)\s*:\s*(?P<reason>[a-z' ]+?)\s*(?:\((?P<result>1-0|0-1|1/2-1/2|\*)\))?\s*\.?\s*", re.IGNORECASE
)
_RESIGNS: Final = re.compile(
    r"(?:the |il )?(?P<side>white|black|bianco|nero) (?:resigns|resigned|abbandona)\s*[.!]?\s*", re.IGNORECASE
)
_BARE: Final = re.compile(r"abb\.|abbandona\.?|resigns\.?", re.IGNORECASE)


def say_end(event: End, language: Language = "en") -> str:
    """``End: checkmate (1-0)``, without a full stop."""
    word = WORDS[event.reason][language == "it"]
    return f"{'Fine' if language == 'it' else 'End'}: {word}" + (f" ({event.result})" if event.result else "")


def read_end(text: str) -> tuple[Reason, Result | None, Side | None] | None:
    """(reason, result, whose end it is said to be) of a sentence, None when it is none: also “Il Nero abbandona”."""
    if found := _SAID.fullmatch(text):
        reason = _REASONS.get(" ".join(found["reason"].lower().split()))
        return (reason, found["result"], None) if reason else None  # type: ignore[return-value]
    if found := _RESIGNS.fullmatch(text):
        return "resignation", None, "white" if found["side"].lower() in ("white", "bianco") else "black"
    if _BARE.fullmatch(text.strip()):
        return "resignation", None, None
    return None
