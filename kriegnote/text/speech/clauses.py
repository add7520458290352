"""Splits the sentences of a dialogue into clauses; a clause is the longest run of words that the grammar accepts.

The caller interprets the clauses. A clause starts at the token that the caller names and ends at a comma, a full stop
or another place where a sentence can break; words without a meaning are skipped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, Literal, NamedTuple

from lark import Token, Tree

from kriegnote.caching_parser import Parser, parser_of
from kriegnote.lexicon import meant, mentions, read_number
from kriegnote.model.events import Side, Verdict
from kriegnote.model.printed_moves import Parts, Piece
from kriegnote.text.respelling import Respelling, respelt
from kriegnote.text.score_words import black_number
from kriegnote.text.source import first_number

_BESIDE_AN_ANSWER: Final = frozenset(
    {"FULL_STOP", "COLON", "SEMI", "COMMA", "OPENING_BRACKET", "CLOSING_BRACKET", "EMPTY_LINE", "QUOTES"}
)
_BEFORE_A_SQUARE: Final = frozenset({"IN", "ON", "TO"})
_WAYS: Final = frozenset({"KNIGHT", "RANK", "FILE", "DIAGONAL"})
_ANNOUNCES: Final = frozenset({"CAPTURE", "CAPTURED", "CHECK"})
SKIPPED: Final = frozenset({"QUOTES", "ORNAMENT", "FILLER", "BOTH", "SAID_BY"})
BREAKS: Final = frozenset(
    {"FULL_STOP", "COMMA", "SEMI", "COLON", "AND", "CONNECTIVE", "OPENING_BRACKET", "CLOSING_BRACKET", "EMPTY_LINE",
     "NUMBER_OF_TURN", "BRACES", "CAPTION", "UNCLOSED", "RESULT_SAID"}
)  # fmt: skip
BEGINNINGS: Final = frozenset({"NUMBER_OF_TURN", "BRACES", "RESULT_SAID"})
"""The breaks with which a clause begins."""
MOVES: Final = frozenset({"MOVE_IN_SIGNS", "LONE_SQUARE", "RAW"})
PLAYERS: Final = frozenset({"WHITE", "BLACK"})
SQUARES: Final = frozenset({"LONE_SQUARE", "NAMED_SQUARE", "DESCRIPTIVE"})
TRIES: Final = frozenset({"TRY", "HAD_TRIED", "AFTER_TRYING", "WAS_TRIED", "ATTEMPTS"})
LONGEST: Final = 400
"""The greatest number of tokens in a clause; it keeps reading linear."""
VERDICTS: Final[Mapping[str, Verdict]] = {
    "ILLEGAL": "illegal", "ILLEGALS": "illegal", "IMPOSSIBLE": "impossible", "NONSENSE": "impossible",
    "HELL_NO": "impossible", "IN_VAIN": "refused", "NO": "refused",
}  # fmt: skip
"""The verdict on a try that each word for a refusal (a terminal of the grammar) states, unless a rulebook differs."""


class Clause(NamedTuple):
    """A parsed clause: its kind, its tree, and the index of the token after it."""

    kind: str
    tree: Tree[Token]
    after: int


def _parser() -> Parser:
    return parser_of("dialogue", lexer="basic")


def words(text: str) -> list[Token]:
    """The tokens of a text; every character except blanks belongs to one."""
    return _with_answers(_with_exclamations(_without_references(_parser().words(text))))


def with_checks(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens; a word for a check with its direction as two: German “Springerschach”."""
    for one in tokens:
        if one.type in _WAYS and mentions(one, "details.check_in_a_word"):
            start, end = one.start_pos or 0, one.end_pos or 0
            yield Token(one.type, str(one), start_pos=start, end_pos=end - 1)
            yield Token("CHECK", str(one), start_pos=end - 1, end_pos=end)
        else:
            yield one


def _with_exclamations(tokens: list[Token]) -> list[Token]:
    """The tokens; a mark behind a square in a sentence ends the sentence: “Capture, e5!”, “from e2 to e4! Black …”."""
    for at, one in enumerate(tokens[3:], 3):
        before = [word.type for word in tokens[at - 3 : at]]
        said = before[1] == "COMMA" and before[0] in _ANNOUNCES
        if one == "!" and before[2] == "LONE_SQUARE" and (said or before[1] in _BEFORE_A_SQUARE):
            tokens[at] = Token.new_borrow_pos("FULL_STOP", "!", one)
    return tokens


def _without_references(words: Iterable[Token]) -> list[Token]:
    """The tokens; “after Nf3”, of the move that was named last, only says when: it is a word without a meaning."""
    made: list[Token] = []
    last = ""
    for one in map(_without_misprint, words):
        if one.type in MOVES:
            if made and str(one) == last and meant(str(made[-1]).lower(), "acts") == "after":
                made[-1] = Token("FILLER", str(made[-1]), start_pos=made[-1].start_pos, end_pos=one.end_pos)
                continue
            last = str(one)
        made.append(one)
    return made


def numbered(tokens: Sequence[Token], text: str) -> list[Token]:
    """The tokens of a text; “No.” at the beginning of a line, before a turn's number, is part of the number."""
    made: list[Token] = []
    for at, one in enumerate(tokens):
        if one.type == "NUMBER_OF_TURN" and len(made) > 1 and made[-1].type == "FULL_STOP":
            word, stop = made[-2:]
            if word.type == "NO" and meant(f"{word}{stop}", "places") == "number" and starts_line(tokens, at - 2, text):
                del made[-2:]
                one = Token(one.type, str(one), start_pos=word.start_pos, end_pos=one.end_pos)
        made.append(one)
    return made


def _without_misprint(token: Token) -> Token:
    """The token; a small letter before a capital is no German “es” but a misprint: “eS” for e5."""
    if token.type == "FILLER" and any(one.islower() and two.isupper() for one, two in pairwise(token)):
        return Token.new_borrow_pos("UNKNOWN_WORD", str(token), token)
    return token


def _with_answers(tokens: list[Token]) -> list[Token]:
    """The tokens; a word with another meaning in another language is an answer if it stands alone: “Non.”, “Si.”."""
    for at, one in enumerate(tokens):
        goes_on = any(two.type not in BREAKS | {"QUOTES"} for two in tokens[at + 1 : at + 2])
        if goes_on and one.type == "YES" and mentions(one, "details.affirms_alone"):
            tokens[at] = Token.new_borrow_pos("FILLER", str(one), one)
        if one.type == "NOT" and mentions(one, "details.negates_alone"):
            beside = {two.type for two in (*tokens[max(at - 1, 0) : at], *tokens[at + 1 : at + 2])}
            if beside and beside <= _BESIDE_AN_ANSWER and "COMMA" not in {two.type for two in tokens[at + 1 : at + 2]}:
                tokens[at] = Token.new_borrow_pos("NO", str(one), one)
    return tokens


def respelt_words(text: str, respellings: Iterable[Respelling], start: int, end: int) -> list[Token]:
    """The tokens of ``text[start:end]`` after respellings, each with its place in the unchanged text."""
    read = respelt(text, respellings, start, end)
    return [
        Token(one.type, str(one), start_pos=read.starts[one.start_pos or 0], end_pos=read.ends[(one.end_pos or 1) - 1])
        for one in words(read.text)
    ]


def clause(tokens: list[Token], start: int, text: str) -> Clause | None:
    """The longest clause that starts at token ``start``; None if there is none."""
    here = _parser().begun
    fed: list[Token] = []
    best = after = 0
    index = start
    limit = min(len(tokens), start + LONGEST)
    while True:
        before = index
        index = _skipped(tokens, index, limit, within=bool(fed))
        token = tokens[index] if index < limit else None
        ends = token is None or tokens[before].type in BREAKS or _breaks(tokens, index, text)
        if fed and here.takes("$END") and (ends or _may_end(fed)):
            best, after = len(fed), before
        if token is None:
            break
        if (
            token.type == "NUMBER_OF_TURN"
            and not here.takes("NUMBER_OF_TURN")
            and here.takes("INT")
            and not _is_of_a_turn(tokens, index)
        ):
            return _read([*fed, Token.new_borrow_pos("INT", str(token).rstrip(" ."), token)], index + 1)
        here, fits, _ = here.after(token.type)
        if not fits:
            break
        fed.append(token)
        index += 1
    return _read(fed[:best], after) if best else None


class RefusalClause(NamedTuple):
    """The verdict on a move that words refuse, and the offset after the refusal."""

    verdict: Verdict
    end: int


@lru_cache(maxsize=1024)  # what an umpire says recurs
def refusal(text: str) -> RefusalClause | None:
    """The refusal with which a text begins: ``No.``, ``the umpire: illegal``; None if it begins with none."""
    said = words(text)
    first = next((at for at, word in enumerate(said) if word.type not in (*SKIPPED, "COMMA")), 0)
    found = clause(said, first, text)
    if found is None or found.kind != "judged":
        return None
    manner = kind_of(next(found.tree.find_data("verdict")))
    return RefusalClause(VERDICTS[manner], said[found.after - 1].end_pos or 0) if manner in VERDICTS else None


def _is_of_a_turn(tokens: list[Token], index: int) -> bool:
    """Whether the number at this index stands directly before a move."""
    return index + 1 < len(tokens) and tokens[index + 1].type in MOVES


def _skipped(tokens: list[Token], index: int, limit: int, *, within: bool) -> int:
    """The index after words without a meaning.

    Within a clause, such words are also skipped between commas: “Black, at this point, resigns”, “Check”, says the
    umpire, “on the file”.
    """
    while index < limit:
        if tokens[index].type in SKIPPED:
            index += 1
        elif within and (after := _put_in(tokens, index)) > index:
            index = after
        else:
            break
    return index


def _put_in(tokens: list[Token], index: int) -> int:
    """The index after words without a meaning between two commas, with or without quotation marks; else ``index``."""
    if tokens[index].type not in ("COMMA", "QUOTES", "ORNAMENT"):
        return index
    kinds = [token.type for token in tokens[index : index + 6]]
    said = [(at, kind) for at, kind in enumerate(kinds, index) if kind not in ("QUOTES", "ORNAMENT")][:3]
    if [kind for _, kind in said] in (["COMMA", "FILLER", "COMMA"], ["COMMA", "SAID_BY", "COMMA"]):
        return said[-1][0] + 1
    return index


def _may_end(fed: list[Token]) -> bool:
    """Whether a clause of these tokens needs no break behind it: a score, a comment, a question or an exclamation."""
    return fed[0].type == "NUMBER_OF_TURN" or fed[-1].type == "BRACES" or str(fed[-1])[-1] in "?!"


def _read(words: list[Token], after: int) -> Clause | None:
    """The clause that consists of these tokens; None if the grammar rejects them or reads them as prose."""
    tree = _parser().tree(words)
    if tree is None:
        return None
    kind = next((str(child.data) for child in reversed(tree.children) if isinstance(child, Tree)), str(tree.data))
    return None if kind == "prose" else Clause(kind, tree, after)


def _breaks(tokens: list[Token], index: int, text: str) -> bool:
    """Whether a sentence can break before this token: by its kind, or because it begins a line like a sentence does."""
    token = tokens[index]
    if token.type in ("MATE", "CHECK") and index and tokens[index - 1].type in MOVES:
        return True  # “White: Qxf7 mate”
    begins = str(token)[:1].isupper() or str(token)[:1].isdigit()
    return token.type in BREAKS or token.type == "AFTER_TRYING" or (starts_line(tokens, index, text) and begins)


def starts_line(tokens: Sequence[Token], index: int, text: str) -> bool:
    """Whether a token is the first of its line, apart from ornaments and quotation marks."""
    before = index - 1
    while before >= 0 and tokens[before].type in ("ORNAMENT", "QUOTES"):
        before -= 1
    if before < 0 or tokens[before].type == "EMPTY_LINE":
        return True
    return "\n" in text[tokens[before].end_pos : tokens[index].start_pos]


# -- the words of a clause ---------------------------------------------------------------------------------------------

UNSAID: Final = object()
MEN: Final[Mapping[str, Piece]] = {
    "PAWN": "P", "KNIGHT": "N", "BISHOP": "B", "ROOK": "R", "QUEEN": "Q", "KING": "K",
}  # fmt: skip
_MEN: Final[Mapping[str, str]] = {**MEN, "PIECE": "piece"}


def body_of(tree: Tree[Token]) -> Tree[Token]:
    """The tree of the clause proper, without the words that introduce it."""
    return next((child for child in reversed(tree.children) if isinstance(child, Tree)), tree)


def tokens_of(tree: Tree[Token]) -> Iterator[Token]:
    """All tokens of a clause, in order."""
    for child in tree.children:
        if isinstance(child, Token):
            yield child
        else:
            yield from tokens_of(child)


def span_of(tree: Tree[Token]) -> tuple[Token, Token]:
    """The first and the last token of a clause, without annotation glyphs."""
    tokens = [token for token in tokens_of(tree) if token.type != "GLYPH_OR_NAG"]
    return tokens[0], tokens[-1]


def has(tree: Tree[Token], kind: str) -> bool:
    """Whether a clause has a token of this kind."""
    return any(token.type == kind for token in tokens_of(tree))


def kind_of(tree: Tree[Token]) -> str:
    """The type of the first token directly below a tree."""
    return next(str(token.type) for token in tree.children if isinstance(token, Token))


def side_of(tree: Tree[Token]) -> Side | None:
    """The player that a clause names; None if it names none."""
    who = next((child for child in tree.children if isinstance(child, Tree) and child.data == "who"), None)
    if who is None:
        return None
    token = who.children[0]
    assert isinstance(token, Token)
    return "white" if token.type == "WHITE" else "black"


def number_of(token: Token) -> tuple[int, Side]:
    """The turn number that a token prints (0 if none), and the side whose move follows it."""
    black = black_number(token) or not set("-–—").isdisjoint(token)
    return first_number(token) or 0, "black" if black else "white"


def numeral(token: Token) -> int | None:
    """The number that a token states; None if it is not a number."""
    return read_number(token) or 0 if token.type in ("INT", "ONE", "MORE_THAN_ONE") else None


def numbers_of(tree: Tree[Token]) -> list[int]:
    """The numbers that a clause states, in order."""
    return [number for token in tokens_of(tree) if (number := numeral(token)) is not None]


def asked_in(tree: Tree[Token]) -> Literal["any", "rebuffs", "material"]:
    """The subject of the question in a clause: the pawn captures (``any``), the rebuffs or the material."""
    return "rebuffs" if has(tree, "REBUFFS") else "material" if has(tree, "MATERIAL") else "any"


def count_of(tree: Tree[Token]) -> int | None:
    """The first number that a clause states; None if there is none."""
    return next(iter(numbers_of(tree)), None)


def times_of(tree: Tree[Token]) -> Any:
    """How often a try was made, in the form of ``Try.times``; ``UNSAID`` if the clause does not say."""
    said = next(tree.find_data("times"), None)
    if said is None:
        return UNSAID
    if has(said, "AGAIN_AND_AGAIN"):
        return None
    if has(said, "TWICE") or has(said, "THRICE"):
        return 2 if has(said, "TWICE") else 3
    numbers = numbers_of(said)
    return (numbers[0], numbers[1]) if len(numbers) == 2 else numbers[0]


def man_of(tree: Tree[Token]) -> str:
    """The letter of the first man that a clause names, or ``piece``."""
    return next(_MEN[token.type] for token in tokens_of(tree) if token.type in _MEN)


def moves_in(tokens: Iterable[Token]) -> set[str]:
    """The printed moves among some tokens, without their marks of check and mate."""
    return {str(token).rstrip("+#") for token in tokens if token.type in MOVES}


def same_move(tried: Parts, played: Parts | None) -> bool:
    """Whether a try and a move are of the same man to the same square; the try may leave the origin open."""
    if played is None:
        return False
    return (tried.piece, tried.to, tried.castle, tried.promotion) == (
        played.piece,
        played.to,
        played.castle,
        played.promotion,
    ) and (tried.from_ == played.from_ or tried.from_ is None)


def player(word: Token) -> Side:
    """The side that a token for a player names."""
    return "white" if word.type == "WHITE" else "black"
