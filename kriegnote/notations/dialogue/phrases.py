"""What the reader and the writer of dialogues agree on: ends and their results, words of rulebooks, the formulae."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from kriegnote.model.events import Reason, Result, Side
from kriegnote.rules import RULES

IMPLIED: Final[Mapping[str, tuple[Reason, str | None]]] = {
    "MATE": ("checkmate", "wins"),
    "MATED": ("checkmate", "wins"),
    "STALEMATE": ("stalemate", "draws"),
    "RESIGNS": ("resignation", "loses"),
    "AGREED": ("agreement", "draws"),
    "LOSES_ON_TIME": ("time", "loses"),
    "LOSES_BY_FORFEIT": ("forfeit", "loses"),
    "ADJUDICATED": ("adjudication", None),
    "DEAD_DRAW": ("insufficient", "draws"),
    "FIFTY_MOVE_DRAW": ("fifty-move", "draws"),
    "REPETITION_DRAW": ("repetition", "draws"),
    "TAKES_THE_KING": ("king-captured", "wins"),
    "BROKEN_OFF": ("abandoned", None),
    "ANNULLED": ("void", None),
    "ENDS": ("unknown", None),
}
"""Each word for an end (a terminal of the grammar): the reason, and what becomes of the player it names."""

_FATE: Final = dict(IMPLIED.values())


def implied_result(reason: Reason, side: Side | None) -> Result | None:
    """The result that goes without saying; a sentence says another one in parentheses."""
    fate = _FATE[reason]
    if fate == "draws":
        return "1/2-1/2"
    if fate is None or side is None:
        return None
    return "1-0" if (side == "white") == (fate == "wins") else "0-1"


def no_is_illegal(rules: str | None) -> bool:
    """Whether “No” is this rulebook's word for a try that the opponent's men forbid (RAND 5c; Cincinnati has both)."""
    return rules == "cincinnati" or (rules is not None and rules in RULES and RULES[rules].refused_word == "no")


def opening(start: str | None) -> tuple[int, Side]:
    """Turn and side of the first move."""
    fields = (start or "").split()
    number = int(fields[5]) if len(fields) > 5 and fields[5].isdigit() and len(fields[5]) < 5 else 1
    return max(1, number), "black" if len(fields) > 1 and fields[1] == "b" else "white"


class Words(NamedTuple):
    """The writer's formulae in one language.  The short ones are the umpire's of §4.3, §7.3.17 and the rulebooks."""

    who: Mapping[Side, str]
    of: Mapping[Side, str]
    speaker: Mapping[str, str]
    to_move: Mapping[Side, str]
    moved: str
    asks: str
    questions: Mapping[str, str]
    answers: str
    answers_question: str
    replies: str
    yes: str
    no: str
    counted: str
    tries: str
    order: str
    vain: str
    makes: str
    attempt: str
    attempts: str
    many: str
    times: str
    often: str
    would: str
    a_move: str
    unrecorded: str
    refusals: Mapping[str, str]
    some: str
    none: str
    one: str
    several: str
    squares: str
    no_square: str
    announces: str
    capture: str
    captured: Mapping[str, str]
    men: Mapping[str, str]
    at: str
    by: Mapping[str, str]
    negation: str
    check: str
    way: Mapping[str, str]
    on: str
    ways: Mapping[str, str]
    promotion: str
    sees: str
    empty: str
    nothing: str
    ends: Mapping[str, str]
    no_result: str
    conjunction: str
    disjunction: str


WORDS: Final[Mapping[str, Words]] = {
    "it": Words(
        who={"white": "il Bianco", "black": "il Nero"},
        of={"white": "del Bianco", "black": "del Nero"},
        speaker={
            "umpire": "L’arbitro annota",
            "white": "Il Bianco annota",
            "black": "Il Nero annota",
            "public": "Il pubblico annota",
        },
        to_move={"white": "Muove il Bianco.", "black": "Muove il Nero."},
        moved="{} ha mosso.",
        asks="{} chiede {}.",
        questions={"any": "“Any?”", "rebuffs": "il conto dei no", "material": "il materiale"},
        answers="L’arbitro risponde “{}”.",
        answers_question="L’arbitro risponde alla domanda {}: “{}”.",
        replies="l’arbitro risponde “{}”.",
        yes="Sì",
        no="No",
        counted="il conto è {}",
        tries="{} tenta {}",
        order="nell’ordine ",
        vain="senza successo",
        makes="{} fa {}",
        attempt="{} tentativo",
        attempts="{} tentativi",
        many="molti tentativi",
        times="{} volte",
        often="più volte",
        would="{} avrebbe poi tentato {}",
        a_move="un’altra mossa",
        unrecorded="la risposta non è registrata",
        refusals={
            "illegal": "mossa illegale",
            "impossible": "mossa impossibile",
            "no": "No",
            "hell no": "Hell no",
            "nonsense": "Nonsense",
        },
        some="può tentare una cattura di pedone",
        none="non ha catture di pedone",
        one="ha {} cattura possibile",
        several="ha {} catture possibili",
        squares="può tentare in {}",
        no_square="non può tentare in alcuna casa",
        announces="L’arbitro annuncia: “{}”.",
        capture="cattura",
        captured={"pawn": "pedone catturato", "piece": "pezzo catturato"},
        men={
            "P": "di un pedone",
            "N": "di un cavallo",
            "B": "di un alfiere",
            "R": "di una torre",
            "Q": "di una donna",
            "K": "di un re",
        },
        at="in",
        by={"pawn": "con un pedone", "piece": "con un pezzo"},
        negation="non",
        check="scacco",
        way={
            "rank": "in orizzontale",
            "file": "in verticale",
            "long": "sulla diagonale lunga",
            "short": "sulla diagonale corta",
            "diagonal": "sulla diagonale",
            "knight": "di cavallo",
        },
        on="su",
        ways={
            "rank": "traversa",
            "file": "colonna",
            "long": "diagonale lunga",
            "short": "diagonale corta",
            "diagonal": "diagonale",
        },
        promotion="promozione",
        sees="{} vede: {}.",
        empty="vuota",
        nothing="nulla di nuovo",
        ends={
            "checkmate": "{} dà scacco matto",
            "stalemate": "{} dà stallo",
            "resignation": "{} abbandona",
            "agreement": "{}: patta d’accordo",
            "time": "{} perde per il tempo",
            "forfeit": "{} perde a forfait",
            "adjudication": "{}: partita aggiudicata",
            "insufficient": "{}: patta per materiale insufficiente",
            "fifty-move": "{}: patta per le cinquanta mosse",
            "repetition": "{}: patta per ripetizione",
            "king-captured": "{} cattura il re",
            "abandoned": "{}: partita interrotta",
            "void": "{}: partita annullata",
            "unknown": "{}: la partita finisce",
        },
        no_result="senza risultato",
        conjunction="e",
        disjunction="o",
    ),
    "en": Words(
        who={"white": "White", "black": "Black"},
        of={"white": "of White", "black": "of Black"},
        speaker={
            "umpire": "The umpire notes",
            "white": "White notes",
            "black": "Black notes",
            "public": "The public notes",
        },
        to_move={"white": "White to move.", "black": "Black to move."},
        moved="{} has moved.",
        asks="{} asks {}.",
        questions={"any": "“Any?”", "rebuffs": "for the rebuffs", "material": "for the material"},
        answers="The umpire answers “{}”.",
        answers_question="The umpire answers the question {}: “{}”.",
        replies="the umpire answers “{}”.",
        yes="Yes",
        no="No",
        counted="the count is {}",
        tries="{} tries {}",
        order="in order ",
        vain="without success",
        makes="{} makes {}",
        attempt="{} attempt",
        attempts="{} attempts",
        many="many attempts",
        times="{} times",
        often="again and again",
        would="{} would then have tried {}",
        a_move="another move",
        unrecorded="the answer is not recorded",
        refusals={
            "illegal": "illegal move",
            "impossible": "impossible move",
            "no": "No",
            "hell no": "Hell no",
            "nonsense": "Nonsense",
        },
        some="may try a pawn capture",
        none="has no pawn captures",
        one="has {} pawn try",
        several="has {} pawn tries",
        squares="may try at {}",
        no_square="may try on no square",
        announces="The umpire announces: “{}”.",
        capture="capture",
        captured={"pawn": "pawn captured", "piece": "piece captured"},
        men={
            "P": "of a pawn",
            "N": "of a knight",
            "B": "of a bishop",
            "R": "of a rook",
            "Q": "of a queen",
            "K": "of a king",
        },
        at="on",
        by={"pawn": "by a pawn", "piece": "by a piece"},
        negation="not",
        check="check",
        way={
            "rank": "on the rank",
            "file": "on the file",
            "long": "on the long diagonal",
            "short": "on the short diagonal",
            "diagonal": "on the diagonal",
            "knight": "by a knight",
        },
        on="on",
        ways={
            "rank": "rank",
            "file": "file",
            "long": "long diagonal",
            "short": "short diagonal",
            "diagonal": "diagonal",
        },
        promotion="promotion",
        sees="{} sees: {}.",
        empty="empty",
        nothing="nothing new",
        ends={
            "checkmate": "{} gives checkmate",
            "stalemate": "{} gives stalemate",
            "resignation": "{} resigns",
            "agreement": "{}: draw by agreement",
            "time": "{} loses on time",
            "forfeit": "{} loses by forfeit",
            "adjudication": "{}: the game is adjudicated",
            "insufficient": "{}: draw by insufficient material",
            "fifty-move": "{}: draw by the fifty-move rule",
            "repetition": "{}: draw by repetition",
            "king-captured": "{} captures the king",
            "abandoned": "{}: the game is abandoned",
            "void": "{}: the game is void",
            "unknown": "{}: the game ends",
        },
        no_result="no result",
        conjunction="and",
        disjunction="or",
    ),
}
