"""Interprets a sentence by its words alone, whatever their order, voice or tense.

A sentence is cut into segments at its commas, colons and conjunctions. A run of segments states one thing if a row of
:data:`FRAMES` admits all its words: one of the heads (the verb or noun that says what is done), the words that may
accompany it, and the words that only hold a sentence together (:data:`GLUE`). The player named is the one who acts;
moves, squares and men are the objects. Words that report a thought are in no frame, and words of denial in few. If any
segment belongs to no run, or any word to no frame, the whole sentence is not understood.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from lark import Token, Tree

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
"""Refusals that say more than no, in the order in which they are looked for."""
_PLAIN_VERDICTS: Final = frozenset({"REFUSE", "IN_VAIN", "ALLOW", "ACCEPTED", *_VERDICTS})
"""Words that are used of tries only."""
_ANSWERS: Final = frozenset({*_YES, *_NO, *_VERDICTS})
"""Words with which an answer may begin."""
GLUE: Final = frozenset(
    {"IN", "ON", "ALONG", "BY", "OF", "FROM", "TO", "FOR", "HAS", "ELLIPSIS", "SAID_BY", "UMPIRE", "SAY", "INFORM",
     "HEAR", "MAKE", "GLYPH_OR_NAG", *PLAYERS}
)  # fmt: skip
"""Words that hold a sentence together or say who speaks to whom."""
_MOST_SEGMENTS: Final = 12
"""The greatest number of segments in a sentence; longer ones are not read."""
LONGEST: Final = 80
"""The greatest number of tokens in a sentence; longer ones are not read."""


class Open(NamedTuple):
    """What awaits an answer: a question, tries, a draw offer; and whether the last announcement was a check."""

    question: bool = False
    tries: bool = False
    offer: bool = False
    check: bool = False


class Statement(NamedTuple):
    """One statement of a sentence: its frame's name, its clauses as the grammar would build them, and its tokens."""

    name: str
    clauses: tuple[Tree[Token], ...]
    words: tuple[Token, ...]


class Frame(NamedTuple):
    """One kind of statement, by the kinds of its tokens.

    ``heads``: at least one of these is present. ``also``: these may be. ``needs``: if not empty, at least one of these
    is, too. ``fits``: a further condition on the kinds and on what awaits an answer. ``leaves``: what awaits an answer
    after it.
    """

    name: str
    heads: frozenset[str]
    also: frozenset[str] = frozenset()
    needs: frozenset[str] = frozenset()
    fits: Callable[[frozenset[str], Open], bool] = lambda kinds, waits: True
    leaves: Open = Open()

    def holds(self, kinds: frozenset[str], waits: Open) -> bool:
        """Whether tokens of these kinds make this statement, given what awaits an answer."""
        return bool(
            self.heads & kinds
            and kinds <= self.heads | self.also | self.needs | GLUE
            and (not self.needs or self.needs & kinds)
            and self.fits(kinds, waits)
        )


def _is_question(kinds: frozenset[str], waits: Open) -> bool:
    if "WHETHER_ANY" in kinds and not kinds & {"ASK", "QUESTION"}:
        return False  # a condition
    if "ASK" in kinds or "HEAR" in kinds:  # “hears” belongs to an announcement
        return "HEAR" not in kinds
    return "WHETHER" not in kinds and ("QUESTION_MARK" not in kinds or bool(kinds & (_PAWN_CAPTURES | {"ANY"})))


def _is_of_pawns(kinds: frozenset[str], waits: Open) -> bool:
    """Whether “tries” means the captures that pawns have: “tries on d5”, “the umpire announces a try”."""
    if kinds >= {"ATTEMPTS", "PLAY"}:
        return False  # “Black plays e5 after two attempts”
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
        _PAWN_CAPTURES | {"WHETHER", "CAPTURE", "TAKE", "MAY", "MAY_TRY", "POSSIBLE", "QUESTION", "ONE", "ALLOW"},
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


def sentence(words: Sequence[Token], waits: Open, *, ahead: bool = False) -> list[Statement] | None:
    """The statements of a sentence, in order; None if any part of it is not understood.

    :param waits: what awaits an answer before the sentence.
    :param ahead: whether a numbered move follows; then a last segment that only says that somebody plays is ignored.
    """
    segments = segmented(words) if len(words) <= LONGEST else []
    if ahead and len(segments) > 1 and _plays({word.type for word in segments[-1]}):
        segments.pop()
    if not 0 < len(segments) <= _MOST_SEGMENTS or any(map(is_denied, segments)):
        return None
    return _divided(segments, waits)


def _plays(kinds: set[str]) -> bool:
    """Whether tokens say only that somebody plays, perhaps with which man, and not which move."""
    if "CAPTURED" in kinds:
        return bool(kinds & PLAYERS) and kinds <= GLUE | {"CAPTURED"}
    plays = {"PLAY", "MOVED", "CAPTURE"}
    return bool(kinds & (plays | {"SAY"})) and kinds <= GLUE | plays | (_MEN if kinds & plays else set())


def _divided(segments: Sequence[Sequence[Token]], waits: Open) -> list[Statement] | None:
    """The statements of these segments, each of the fewest segments that suffice; None if there is no such division."""
    if not segments:
        return []
    for after in range(1, len(segments) + 1):
        words = [word for segment in segments[:after] for word in segment]
        frame = _frame(words, waits)
        if frame is None:
            continue
        clauses = _CLAUSES.get(frame.name, _announced)(frame.name, words)
        rest = _divided(segments[after:], frame.leaves) if clauses else None
        if rest is not None and not (rest and rest[0].name == frame.name == "ask"):  # a question is put once
            return [Statement(frame.name, clauses, tuple(words)), *rest]
    return _answered_at_once(segments, waits)


def _answered_at_once(segments: Sequence[Sequence[Token]], waits: Open) -> list[Statement] | None:
    """As :func:`_divided`, for a first segment that is a question, offer or try and its answer: “Bb5 is refused”."""
    words, *others = segments
    for at in range(1, len(words)):
        if words[at].type == "UMPIRE":
            break
        frame = _frame(words[:at], waits) if words[at].type in _ANSWERS else None
        if frame is None or frame.leaves == Open():
            continue
        clauses = _CLAUSES.get(frame.name, _announced)(frame.name, words[:at])
        answer = _divided([words[at:], *others], frame.leaves) if clauses else None
        if answer:
            return [Statement(frame.name, clauses, tuple(words[:at])), *answer]
    return None


def _frame(words: Sequence[Token], waits: Open) -> Frame | None:
    """The first frame that admits these tokens; None if none does."""
    kinds = frozenset(word.type for word in words)
    if kinds >= PLAYERS and "AGREE" not in kinds:
        return None
    # “tries” is a verb (a player makes them) or a noun (he has them): the other frame is excluded
    had = "pawns" if _is_tried(words) or "MOVE_IN_SIGNS" in kinds else "tries"
    return next((one for one in FRAMES if one.name != had and one.holds(kinds, waits)), None)


def _is_tried(words: Sequence[Token]) -> bool:
    """Whether “try” is what a player does, and not what he has."""
    return any(one.type in PLAYERS and two.type == "TRY" for one, two in pairwise(words))


# -- the clauses, as the grammar's rules would have them ---------------------------------------------------------------

Clauses = tuple[Tree[Token], ...]


def _clause(rule: str, words: Sequence[Token], *parts: Tree[Token] | Token) -> Tree[Token]:
    """The clause of a rule, with the first player that the tokens name and these parts."""
    who: list[Tree[Token] | Token] = [Tree("who", [word]) for word in words if word.type in PLAYERS]
    return Tree(rule, [*who[:1], *parts])


def _of(words: Sequence[Token], *kinds: str) -> list[Token]:
    return [word for word in words if word.type in kinds]


def _asked(rule: str, words: Sequence[Token]) -> Clauses:
    named = {word.type for word in words} - GLUE - {"ASK", "QUESTION_MARK"}
    return (_clause("ask" if named else "question", words, *_of(words, "REBUFFS", "MATERIAL")),)


def _says_no(words: Sequence[Token]) -> bool:
    """Whether an answer is no: “refused” and “not allowed” are, “not refused” is not."""
    refused = any(word.type in _NO for word in words)
    return refused != any(word.type == "NOT" for word in words)


def _answered(rule: str, words: Sequence[Token]) -> Clauses:
    if same := _of(words, "SAME"):
        return (Tree("reply", list(same)),) if len(_of(words, "SAME", *_YES, *_NO)) == 1 else ()
    word = next(word for word in words if word.type in _YES | _NO | {"HAS", "MAY", "TRY"})
    answer = Token.new_borrow_pos("NO" if _says_no(words) else "YES", str(word), word)
    return (_clause(rule, words, answer, *_of(words, *_NUMBERS)),)


def _tried(rule: str, words: Sequence[Token]) -> Clauses:
    """The clause of tries of printed moves; none if a number in it is not the number of these moves."""
    moves = _moves(words)
    if not moves or any(numeral(word) != len(moves) for word in _of(words, *_NUMBERS)):
        return ()
    return (_clause("tries", words, *(Tree("tried", [move]) for move in moves), *_of(words, "HAD_TRIED")),)


def _moves(words: Sequence[Token]) -> list[Tree[Token] | Token]:
    """The printed moves, or the one move that a man and one or two squares describe."""
    men, squares = _of(words, *_MEN), _of(words, *SQUARES)
    if not men:
        return [*_of(words, *MOVES)]
    if len(men) > 1 or not 0 < len(squares) < 3:
        return []
    return [Tree("described", [Tree("category", [men[0]]), *_of(words, "CAPTURE", "FOR"), *squares])]


def _judged(rule: str, words: Sequence[Token]) -> Clauses:
    """The clause of a verdict, after that of the tries to which it applies, if the same words name them."""
    said = next((word for kind in _VERDICTS for word in _of(words, kind)), None)
    if said is None:
        word = next(word for word in words if word.type in _YES | _NO | {"POSSIBLE"})
        said = Token.new_borrow_pos("IN_VAIN" if _says_no(words) else "ACCEPTED", str(word), word)
        if word.type == "NO" and said.type == "IN_VAIN":
            said = word  # kept: in some rulebooks “no” means illegal
    elif _of(words, "NOT"):
        return ()
    if (
        _of(words, "LONE_SQUARE")
        and words[0].type != "LONE_SQUARE"
        and not _of(words, "MOVE_IN_SIGNS", *_PLAIN_VERDICTS)
    ):
        return ()  # “no, on d5” does not judge a move
    if len(_of(words, *_NO)) > 1:
        return ()  # “cannot refuse”
    judged: Tree[Token] = Tree("judged", [Tree("verdict", [said])])
    if len({(move.start_pos or 0) < (said.start_pos or 0) for move in _of(words, *MOVES)}) > 1:
        return ()  # “exd5, no; Nf3” judges one of them
    if not _of(words, *MOVES):
        return () if _of(words, *_NUMBERS) else (judged,)
    tried = _tried(rule, [word for word in words if word.type != "HAD_TRIED"])  # the verdict follows here
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
    """The clause of the end of a game: the player named is the one to whom the reason applies, or the winner."""
    reason = (_of(words, *_REASONS - {"ENDS"}) or _of(words, "DRAW", "WINS") or _of(words, "ENDS"))[0]
    players = [] if _of(words, "AGREE") else _of(words, *PLAYERS)
    if players and reason.type in _OF_THE_LOSER and _of(words, "WINS"):
        loser = "BLACK" if players[0].type == "WHITE" else "WHITE"
        players = [Token.new_borrow_pos(loser, str(players[0]), players[0])]
    return (_clause(rule, players, Tree("reason", [reason])),)


def _captured(rule: str, words: Sequence[Token]) -> Clauses:
    """The clause of a capture; none if a man stands before “captures”, since he may capture or be captured."""
    does = any(one.type in _MEN and two.type == "CAPTURE" for one, two in pairwise(words))
    return () if does else _announced(rule, words)


def _announced(rule: str, words: Sequence[Token]) -> Clauses:
    """The clause of an announcement or offer, with each token under the rule or type that the grammar uses."""
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
        elif kind in ("KING", "HEAR") and rule == "check":  # who hears of a check, or whose king is named, is in check
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
