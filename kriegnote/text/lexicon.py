"""The words of umpires and players by what they mean, in English and Italian, and the word that a slip stands for."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

LEXICON: Final[dict[str, tuple[str, str]]] = {
    "white": ("white", "bianco"),
    "black": ("black", "nero"),
    "umpire": ("umpire referee", "arbitro"),
    "answer": (
        "answers answered replies replied responds says said declares declared reports states",
        "risponde risposto rispose dice detto dichiara dichiarato",
    ),
    "announce": ("announces announced calls called", "annuncia annunciato segnala"),
    "ask": (
        "asks asked enquires enquired inquires inquired demands demanded",
        "chiede chiesto domanda domandato",
    ),
    "whether": ("whether rebuffs material", "materiale"),
    "try": ("try tries tried attempts attempted", "tenta tentato prova provato tentativo tentativi"),
    "move": ("move moves moved plays played", "muove mosso gioca giocato mossa mosse"),
    "legal": ("legal accepts accepted", "legale accetta accettata accettato"),
    "illegal": ("illegal", "illegale illegali"),
    "impossible": ("impossible nonsense", "impossibile impossibili"),
    "refuse": ("refuses refused rejects rejected", "rifiuta rifiutata respinge respinta respinto"),
    "capture": ("capture captures captured takes taken", "cattura catture catturato catturata prende mangia presa"),
    "castle": ("castles castled castling", "arrocca arrocco arroccato"),
    "check": ("check double", "scacco doppio"),
    "mate": ("checkmate mate mated stalemate", "matto scaccomatto stallo"),
    "line": (
        "rank file diagonal long short column row",
        "traversa orizzontale colonna verticale diagonale lunga corta",
    ),
    "man": (
        "pawn pawns piece pieces knight bishop rook queen king",
        "pedone pedoni pezzo cavallo alfiere torre donna regina",
    ),
    "promote": ("promotes promoted promotion", "promuove promosso promozione"),
    "end": ("resigns resigned draw agreement", "abbandona abbandonato arrende patta"),
    "times": ("times twice", "volte"),
    "no": ("no", "no"),
    "yes": ("yes", "sì"),
}
"""Each concept with its words in English and in Italian, a blank between them."""

ORDINALS: Final = (
    "first prima", "second seconda", "third terza", "fourth quarta", "fifth quinta", "sixth sesta", "seventh settima",
    "eighth ottava", "ninth nona", "tenth decima",
)  # fmt: skip
"""The words for first to tenth, in English and in Italian (of a game: *terza partita*)."""

COLLOQUIAL: Final = {"nope": "no", "nah": "no", "nay": "no", "yep": "yes", "yeah": "yes", "yup": "yes", "aye": "yes"}
"""Words that are said for others."""

_WORDS: Final = tuple(word for words in LEXICON.values() for forms in words for word in forms.split())
_SHORTEST = 4
"""A shorter word is near too many others."""
_NEAR = 0.8
"""How alike two words are of which one is taken for the other: twice the letters in common over all letters."""


@lru_cache(maxsize=4096)
def near(word: str) -> str | None:
    """The umpire's word that another one probably stands for (``ilegal``: ``illegal``), None when it is near none."""
    from difflib import get_close_matches

    low = word.lower()
    if low in COLLOQUIAL:
        return COLLOQUIAL[low]
    if not _SHORTEST <= len(low) <= 2 * max(map(len, _WORDS)):
        return None
    found = get_close_matches(low, _WORDS, n=1, cutoff=_NEAR)
    return found[0] if found and found[0] != low else None
