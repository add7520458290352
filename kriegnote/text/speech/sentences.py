"""What a sentence says by its words, whatever their order, voice or tense.

A sentence falls into segments at its commas, colons, quotation marks and joints.  A stretch of segments says one thing
when a row of :data:`FRAMES` holds all its words: one of the heads (the verb or noun that says what is done), what may
stand beside it, and the words that only hold a sentence together (:data:`GLUE`).  Who does it is the player named, to
what the moves, squares and men.  A word that reports a thought is in no frame, one that says no in few; where any
segment is in no stretch, or a word in no list, the whole sentence is not understood.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from lark import Token, Tree

from kriegnote.model.events import Side
from kriegnote.text.speech.clauses import MEN, MOVES, PLAYERS, SQUARES, TRIES, numeral
from kriegnote.text.speech.segments import is_denied, segmented
from kriegnote.text.umpire_messages import CHECK_WAYS

_NUMBERS: Final = frozenset({"INT", "ONE", "MORE_THAN_ONE"})
_MEN: Final = frozenset({*MEN, "PIECE"})
_TO_MOVE: Final = frozenset({"PLAY", "MOVING", "MOVE_TO", "TURN"})
_PAWN_CAPTURES: Final = frozenset({"PAWN_CAPTURE", "PAWN_TRY", "PAWN", "WITH_A_PAWN", "SOME"})
_REASONS: Final = frozenset(
    {"MATE", "MATED", "STALEMATE", "RESIGNS", "AGREED", "LOSES_ON_TIME", "LOSES_BY_FORFEIT", "ADJUDICATED", "DEAD_DRAW",
     "FIFTY_MOVE_DRAW", "REPETITION_DRAW", "TAKES_THE_KING", "BROKEN_OFF", "ANNULLED", "ENDS"}
)  # fmt: skip
_OF_THE_LOSER: Final = frozenset({"MATED", "RESIGNS", "LOSES_ON_TIME", "LOSES_BY_FORFEIT"})
_NO: Final = frozenset({"NO", "DENY", "REFUSE", "IN_VAIN"})
_YES: Final = frozenset({"YES", "AFFIRM", "ALLOW", "ACCEPTED"})
_VERDICTS: Final = ("ILLEGALS", "ILLEGAL", "IMPOSSIBLE", "NONSENSE", "HELL_NO")
"""Refusals that say more than no."""
_PLAIN_VERDICTS: Final = frozenset({"REFUSE", "IN_VAIN", "ALLOW", "ACCEPTED", *_VERDICTS})
"""What is said of tries alone."""
_ANSWERS: Final = frozenset({*_YES, *_NO, *_VERDICTS})
"""With one of these an answer may begin."""
GLUE: Final = frozenset(
    {"IN", "ON", "ALONG", "BY", "OF", "FROM", "TO", "FOR", "HAS", "ELLIPSIS", "SAID_BY", "UMPIRE", "SAY", "INFORM",
     "HEAR", "MAKE", "GLYPH_OR_NAG", *PLAYERS}
)  # fmt: skip
"""What holds a sentence together, or says who speaks to whom."""
_MOST: Final = 12
"""A sentence of more segments is not read."""
LONGEST: Final = 80
"""A sentence of more words is not read."""


class Open(NamedTuple):
    """What waits for an answer: a question, tries, a draw offered, and whether a check was announced last."""

    question: bool = False
    tries: bool = False
    offer: bool = False
    check: bool = False


class Statement(NamedTuple):
    """One thing that a sentence says: the frame's name, clauses as the grammar's rules name them, and its words."""

    name: str
    clauses: tuple[Tree[Token], ...]
    words: tuple[Token, ...]


class Frame(NamedTuple):
    """One thing that can be said.

    ``heads``: one of these kinds of word is in the stretch; ``also``: what may be with it; ``needs``: one of these is.
    ``fits``: what else must hold of the kinds, and of what is open.  ``leaves``: what is open behind it.
    """

    name: str
    heads: frozenset[str]
    also: frozenset[str] = frozenset()
    needs: frozenset[str] = frozenset()
    fits: Callable[[frozenset[str], Open], bool] = lambda kinds, waits: True
    leaves: Open = Open()

    def holds(self, kinds: frozenset[str], waits: Open) -> bool:
        """Whether words of these kinds say this where this much is open."""
        return bool(
            self.heads & kinds
            and kinds <= self.heads | self.also | self.needs | GLUE
            and (not self.needs or self.needs & kinds)
            and self.fits(kinds, waits)
        )


def _is_question(kinds: frozenset[str], waits: Open) -> bool:
    if "WHETHER_ANY" in kinds and not kinds & {"ASK", "QUESTION"}:
        return False  # a condition
    if "ASK" in kinds or "HEAR" in kinds:  # who asks does not hear
        return "HEAR" not in kinds
    return "WHETHER" not in kinds and ("QUESTION_MARK" not in kinds or bool(kinds & (_PAWN_CAPTURES | {"ANY"})))


def _is_of_pawns(kinds: frozenset[str], waits: Open) -> bool:
    """Whether “tries” are captures that pawns have: “tries on d5”, “the umpire announces a try”."""
    return not kinds & TRIES or bool(kinds & (SQUARES | _PAWN_CAPTURES | {"HAS", "MAY", "POSSIBLE", "UMPIRE"}))


def _is_verdict(kinds: frozenset[str], waits: Open) -> bool:
    if waits.question and not kinds & _PLAIN_VERDICTS:
        return False  # “asks, no; Bb6” answers the question
    if kinds & _MEN and not kinds & _PLAIN_VERDICTS:  # “no pawn on d5”
        return False
    return bool(kinds & MOVES) or (waits.tries and not waits.question)


FRAMES: Final = (
    Frame("offer", frozenset({"OFFER", "ASK"}), needs=frozenset({"DRAW"}), leaves=Open(offer=True)),
    Frame(
        "offer_answered",
        _YES | _NO | {"AGREE"},
        frozenset({"NOT", "DRAW", "OFFER"}),
        fits=lambda kinds, waits: waits.offer and "UMPIRE" not in kinds,
    ),
    Frame(
        "ask",
        frozenset({"ASK", "ANY", "WHETHER_ANY", "REBUFFS", "MATERIAL", "QUESTION_MARK"}),
        _PAWN_CAPTURES | {"WHETHER", "CAPTURE", "TAKE", "MAY", "MAY_TRY", "POSSIBLE", "QUESTION", "ONE"},
        fits=_is_question,
        leaves=Open(question=True),
    ),
    Frame(
        "answered",
        _YES | _NO | {"HAS", "MAY", "TRY", "SAME"},
        _NUMBERS | {"NOT", "QUESTION", "SOME", "POSSIBLE", "CAPTURE", "PAWN"},
        fits=lambda kinds, waits: waits.question and not ("TRY" in kinds and kinds & PLAYERS),
    ),
    Frame(
        "verdict",
        _YES | _NO | {*_VERDICTS, "POSSIBLE"},
        MOVES | TRIES | _NUMBERS | _MEN | {"NOT", "EACH_TIME"},
        fits=_is_verdict,
    ),
    Frame(
        "takes",
        TRIES,
        frozenset({"LONE_SQUARE", "PAWN", "WITH_A_PAWN", "ONE"}),
        frozenset({"TAKE", "CAPTURE", "MOVING"}),
        leaves=Open(tries=True),
    ),
    Frame(
        "tries",
        TRIES | {"ASK"},
        _NUMBERS | _MEN | {"IN_ORDER", "CAPTURE"},
        MOVES | SQUARES,
        leaves=Open(tries=True),
    ),
    Frame("played", frozenset({"PLAY", "MOVED"}), needs=MOVES - {"LONE_SQUARE"}),
    Frame(
        "pawns",
        frozenset({"TRY", "ATTEMPTS", "PAWN_TRY", "PAWN_CAPTURE", "NO_PAWN_CAPTURE", "MAY_TRY"}),
        SQUARES | _NUMBERS | _TO_MOVE | {"NO", "MAY", "POSSIBLE", "PAWN", "CAPTURE", "WITH_A_PAWN"},
        fits=_is_of_pawns,
    ),
    Frame("capture", frozenset({"CAPTURE", "CAPTURED", "LOSES"}), _MEN | {"ONE", "EN_PASSANT"}, SQUARES),
    Frame("check", frozenset({"CHECK", "IN_CHECK"}), CHECK_WAYS | {"ONE", "DOUBLE", "KING"}, leaves=Open(check=True)),
    Frame("direction", CHECK_WAYS, frozenset({"ONE"}), fits=lambda kinds, waits: waits.check),
    Frame("promotion", frozenset({"PROMOTION"}), frozenset({"PAWN", "ONE"})),
    Frame(
        "end",
        _REASONS | {"DRAW", "WINS"},
        frozenset({"AGREE", "ONE"}),
        fits=lambda kinds, waits: len(kinds & _REASONS - {"ENDS"}) < 2,
    ),
)


def sentence(words: Sequence[Token], teller: Side, waits: Open, *, ahead: bool = False) -> list[Statement] | None:
    """What a sentence says, thing by thing; None where any of it is not understood.

    :param teller: the side from which squares are counted that are named with no side; :param waits: what is open.
    :param ahead: whether a numbered move comes next: that somebody plays says no more than that.
    """
    segments = segmented(words, teller) if len(words) <= LONGEST else []
    if ahead and len(segments) > 1 and _plays({word.type for word in segments[-1]}):
        segments.pop()
    if not 0 < len(segments) <= _MOST or any(map(is_denied, segments)):
        return None
    return _stretches(segments, waits)


def _plays(kinds: set[str]) -> bool:
    """Whether words say that somebody plays, and not what; with which man perhaps."""
    if "CAPTURED" in kinds:
        return bool(kinds & PLAYERS) and kinds <= GLUE | {"CAPTURED"}
    plays = {"PLAY", "MOVED", "CAPTURE"}
    return bool(kinds & (plays | {"SAY"})) and kinds <= GLUE | plays | (_MEN if kinds & plays else set())


def _stretches(segments: Sequence[Sequence[Token]], waits: Open) -> list[Statement] | None:
    """The shortest stretches that each say one thing."""
    if not segments:
        return []
    for after in range(1, len(segments) + 1):
        words = [word for segment in segments[:after] for word in segment]
        frame = _frame(words, waits)
        if frame is None:
            continue
        clauses = _CLAUSES.get(frame.name, _announced)(frame.name, words)
        rest = _stretches(segments[after:], frame.leaves) if clauses else None
        if rest is not None and not (rest and rest[0].name == frame.name == "ask"):  # a question is put once
            return [Statement(frame.name, clauses, tuple(words)), *rest]
    return _answered_at_once(segments, waits)


def _answered_at_once(segments: Sequence[Sequence[Token]], waits: Open) -> list[Statement] | None:
    """As :func:`_stretches`, where what was asked, offered or tried is the subject of its answer: “it is refused”."""
    words, *others = segments
    for at in range(1, len(words)):
        if words[at].type == "UMPIRE":
            break
        frame = _frame(words[:at], waits) if words[at].type in _ANSWERS else None
        if frame is None or frame.leaves == Open():
            continue
        clauses = _CLAUSES.get(frame.name, _announced)(frame.name, words[:at])
        answer = _stretches([words[at:], *others], frame.leaves) if clauses else None
        if answer:
            return [Statement(frame.name, clauses, tuple(words[:at])), *answer]
    return None


def _frame(words: Sequence[Token], waits: Open) -> Frame | None:
    """What these words say where this much is open."""
    kinds = frozenset(word.type for word in words)
    if kinds >= PLAYERS and "AGREE" not in kinds:
        return None
    had = "pawns" if _is_tried(words) or "MOVE_IN_SIGNS" in kinds else "tries"  # “tries” that a player makes, or has
    return next((one for one in FRAMES if one.name != had and one.holds(kinds, waits)), None)


def _is_tried(words: Sequence[Token]) -> bool:
    """Whether “try” says what a player does, not what he has."""
    return any(one.type in PLAYERS and two.type == "TRY" for one, two in pairwise(words))


# -- the clauses, as the grammar's rules would have them ---------------------------------------------------------------

Clauses = tuple[Tree[Token], ...]


def _clause(rule: str, words: Sequence[Token], *parts: Tree[Token] | Token) -> Tree[Token]:
    """A clause with the player that these words name."""
    who: list[Tree[Token] | Token] = [Tree("who", [word]) for word in words if word.type in PLAYERS]
    return Tree(rule, [*who[:1], *parts])


def _of(words: Sequence[Token], *kinds: str) -> list[Token]:
    return [word for word in words if word.type in kinds]


def _asked(rule: str, words: Sequence[Token]) -> Clauses:
    named = {word.type for word in words} - GLUE - {"ASK", "QUESTION_MARK"}
    return (_clause("ask" if named else "question", words, *_of(words, "REBUFFS", "MATERIAL")),)


def _says_no(words: Sequence[Token]) -> bool:
    """Whether an answer is no: “not allowed” is, as “refused” is, and “not refused” is none."""
    refused = any(word.type in _NO for word in words)
    return refused != any(word.type == "NOT" for word in words)


def _answered(rule: str, words: Sequence[Token]) -> Clauses:
    if same := _of(words, "SAME"):
        return (Tree("reply", list(same)),) if len(_of(words, "SAME", *_YES, *_NO)) == 1 else ()
    word = next(word for word in words if word.type in _YES | _NO | {"HAS", "MAY", "TRY"})
    answer = Token.new_borrow_pos("NO" if _says_no(words) else "YES", str(word), word)
    return (_clause(rule, words, answer, *_of(words, *_NUMBERS)),)


def _tried(rule: str, words: Sequence[Token]) -> Clauses:
    """Tries of printed moves; a number that is not theirs says something else."""
    moves = _moves(words)
    if not moves or any(numeral(word) != len(moves) for word in _of(words, *_NUMBERS)):
        return ()
    return (_clause("tries", words, *(Tree("tried", [move]) for move in moves), *_of(words, "HAD_TRIED")),)


def _moves(words: Sequence[Token]) -> list[Tree[Token] | Token]:
    """The moves printed, or the one that a man and his square say."""
    men, squares = _of(words, *_MEN), _of(words, *SQUARES)
    if not men:
        return [*_of(words, *MOVES)]
    if len(men) > 1 or not 0 < len(squares) < 3:
        return []
    return [Tree("described", [Tree("category", [men[0]]), *_of(words, "CAPTURE", "FOR"), *squares])]


def _judged(rule: str, words: Sequence[Token]) -> Clauses:
    """A verdict, with the tries that it is on where they are in the same stretch."""
    said = next((word for kind in _VERDICTS for word in _of(words, kind)), None)
    if said is None:
        word = next(word for word in words if word.type in _YES | _NO | {"POSSIBLE"})
        said = Token.new_borrow_pos("IN_VAIN" if _says_no(words) else "ACCEPTED", str(word), word)
        if word.type == "NO" and said.type == "IN_VAIN":
            said = word  # which some rulebooks have for illegal
    elif _of(words, "NOT"):
        return ()
    if (
        _of(words, "LONE_SQUARE")
        and words[0].type != "LONE_SQUARE"
        and not _of(words, "MOVE_IN_SIGNS", *_PLAIN_VERDICTS)
    ):
        return ()  # “no, on d5” is of no move
    if len(_of(words, *_NO)) > 1:
        return ()  # “cannot refuse”
    judged: Tree[Token] = Tree("judged", [Tree("verdict", [said])])
    if len({(move.start_pos or 0) < (said.start_pos or 0) for move in _of(words, *MOVES)}) > 1:
        return ()  # “exd5, no; Nf3” judges one of them
    if not _of(words, *MOVES):
        return () if _of(words, *_NUMBERS) else (judged,)
    tried = _tried(rule, [word for word in words if word.type != "HAD_TRIED"])  # its verdict is said here
    return (*tried, judged) if tried else ()


def _taken(rule: str, words: Sequence[Token]) -> Clauses:
    if not _of(words, "LONE_SQUARE"):
        return ()
    return (_clause(rule, words, *_of(words, "LONE_SQUARE", "PAWN", "WITH_A_PAWN", "TAKE", "CAPTURE", "HAD_TRIED")),)


def _played(rule: str, words: Sequence[Token]) -> Clauses:
    moves = _of(words, *MOVES)
    said = [word.type for word in words if word.type in MOVES | PLAYERS | {"PLAY", "MOVED"}]
    if said[1:2] and said[0] in MOVES and said[1] in PLAYERS:
        return ()  # “Nf3 (Black has moved)”
    return (_clause(rule, words, moves[0]),) if len(moves) == 1 else ()


def _ended(rule: str, words: Sequence[Token]) -> Clauses:
    """How the game ended: the player named is he of whom the reason is said, or who has won."""
    reason = (_of(words, *_REASONS - {"ENDS"}) or _of(words, "DRAW", "WINS") or _of(words, "ENDS"))[0]
    players = [] if _of(words, "AGREE") else _of(words, *PLAYERS)
    if players and reason.type in _OF_THE_LOSER and _of(words, "WINS"):
        loser = "BLACK" if players[0].type == "WHITE" else "WHITE"
        players = [Token.new_borrow_pos(loser, str(players[0]), players[0])]
    return (_clause(rule, players, Tree("reason", [reason])),)


def _captured(rule: str, words: Sequence[Token]) -> Clauses:
    """A capture; a man named before “captures” may be he who does it or he who is captured."""
    does = any(one.type in _MEN and two.type == "CAPTURE" for one, two in pairwise(words))
    return () if does else _announced(rule, words)


def _announced(rule: str, words: Sequence[Token]) -> Clauses:
    """What the umpire announces, or an offer: each word as the rule would have it."""
    parts: list[Tree[Token] | Token] = []
    places: list[Tree[Token] | Token] = []
    for at, word in enumerate(words):
        kind = word.type
        if kind in SQUARES:
            places.append(word)
        elif rule == "pawns" and kind in _NUMBERS and not (kind == "ONE" and _of(words, *SQUARES)):  # Italian una
            parts.append(Tree("counted", [word]))
        elif rule == "pawns" and kind == "NO":
            parts.append(Token.new_borrow_pos("NO_PAWN_CAPTURE", str(word), word))
        elif rule == "capture" and kind in _MEN:
            parts.append(Tree("by" if at and words[at - 1].type == "BY" else "category", [word]))
        elif kind == "DIAGONAL" and _of(words, "LONG", "SHORT"):
            continue  # “on a diagonal, the short one”
        elif kind in CHECK_WAYS:
            parts.append(Tree("way", [word]))
        elif kind in ("KING", "HEAR") and rule == "check":  # who hears of a check, or whose king is named, is in it
            parts.append(Token.new_borrow_pos("IN_CHECK", str(word), word))
        elif kind not in GLUE:
            parts.append(word)
    if places:
        parts.append(Tree("places", places))
    return (_clause(rule, words, *parts),)


def _offer_answered(rule: str, words: Sequence[Token]) -> Clauses:
    word = next(word for word in words if word.type in _YES | _NO | {"AGREE"})
    return (_clause(rule, words, Token.new_borrow_pos("NO" if _says_no(words) else "YES", str(word), word)),)


_CLAUSES: Final[dict[str, Callable[[str, Sequence[Token]], Clauses]]] = {
    "ask": _asked, "answered": _answered, "verdict": _judged, "takes": _taken, "tries": _tried, "played": _played,
    "end": _ended, "capture": _captured, "offer_answered": _offer_answered,
}  # fmt: skip
