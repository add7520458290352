"""Printed moves: the parts that a move's text states, and how a move is spelled.

Nothing here depends on a position. Letters for men are read in six languages (:data:`LETTERS`) and as figurines, whose
colour has no meaning. ``R`` is a rook in English and the king in Italian; ``P`` is a pawn in most languages and the
Dutch knight (Paard). So readers determine the language of a record from all of its moves (:func:`language`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, get_args

import msgspec

Piece = Literal["K", "Q", "R", "B", "N", "P"]
Lang = Literal["en", "it"]
"""The languages in which words are written."""
Language = Literal["en", "it", "de", "fr", "es", "nl"]
"""The languages whose letters for men are read and written."""
Spelling = Literal["en", "it", "de", "fr", "es", "nl", "figurine"]

NULL_MOVES: Final = frozenset(("--", "Z0", "0000", "@@@@"))  # annotators pass the turn to show a threat
GLYPHS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""The numeric annotation glyphs of the signs behind a move."""
FIGURINES: Final[dict[str, Piece]] = dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", 2 * get_args(Piece), strict=True))
LETTERS: Final[dict[Language, str]] = {
    "en": "KQRBNP",  # king queen rook bishop knight pawn
    "it": "RDTACP",  # re donna torre alfiere cavallo pedone
    "es": "RDTACP",  # rey dama torre alfil caballo peón
    "fr": "RDTFCP",  # roi dame tour fou cavalier pion
    "de": "KDTLSB",  # König Dame Turm Läufer Springer Bauer
    "nl": "KDTLP",  # koning dame toren loper paard; a pawn has no letter of its own
}
"""The letters for king, queen, rook, bishop, knight and pawn."""
MENS_LETTERS: Final = "".join(dict.fromkeys("".join(LETTERS.values())))
"""Every letter that means a man in one of the languages; ``ANY_MANS_LETTER`` in the grammars."""
_NOT_ENGLISH: Final = frozenset(MENS_LETTERS) - frozenset(LETTERS["en"])
_MEN: Final[dict[Language, dict[str, Piece]]] = {
    name: dict(zip(letters, get_args(Piece), strict=False)) for name, letters in LETTERS.items()
}
_SPELL: Final[dict[str, dict[int, str]]] = {
    **{name: dict(zip(map(ord, "KQRBN"), letters, strict=False)) for name, letters in LETTERS.items()},
    "figurine": dict(zip(map(ord, "KQRBN"), "♔♕♖♗♘", strict=True)),
}


class Parts(msgspec.Struct, frozen=True, omit_defaults=True):
    """The parts of a printed move; None means not stated (or, for ``piece``, not known).

    ``piece``: a letter of ``KQRBNP``, P for a bare pawn move; None if only squares are printed. ``from_`` (``from`` in
    JSON): a file, a rank or a square. ``to``: a square, or only a file (``ed``). ``promotion``: a letter (even K, if
    that is printed). ``capture``: True if marked, or if a pawn changes its file. ``castle``: ``short`` or ``long``.

    How it is printed: ``sign``, the man's letter or figurine (``N``, ``C``, ``♘``), None for a bare pawn move;
    ``mark``, the sign of a capture (``x``, ``×``, ``:``); ``check``, ``mate`` and ``en_passant``: True if marked
    (``+``, ``#``, ``e.p.``).

    In descriptive notation: ``origins`` and ``targets``, the squares that a name may mean (``R(1)``, ``B4``), with
    ``to`` None; ``wing``, of two rooks or knights the one that stands further to the king's or queen's side (``QR``);
    ``taken``, the man that a capture names (``KtxB``).
    """

    piece: Piece | None = None
    from_: str | None = msgspec.field(default=None, name="from")
    to: str | None = None
    promotion: Piece | None = None
    capture: bool | None = None
    castle: Literal["short", "long"] | None = None
    sign: str | None = None
    mark: str | None = None
    check: bool | None = None
    mate: bool | None = None
    en_passant: bool | None = None
    origins: tuple[str, ...] | None = None
    targets: tuple[str, ...] | None = None
    taken: Piece | None = None
    wing: Literal["king", "queen"] | None = None

    @property
    def described(self) -> bool:
        """Whether squares or the captured man are given as in descriptive notation."""
        return any(part is not None for part in (self.origins, self.targets, self.taken, self.wing))

    @property
    def has_target(self) -> bool:
        """Whether it states enough about the target to search for the move on a board.

        A capture by any pawn (``px``) is searched for on every square.
        """
        takes = self.piece == "P" and self.capture is True
        return self.to is not None or self.castle is not None or self.described or takes

    @property
    def squares_alone(self) -> bool:
        """Whether only the two squares are printed (``e2e4``), so that neither the man nor a capture is stated."""
        return self.piece is None and self.from_ is not None and len(self.from_) == 2

    @property
    def figurine(self) -> bool:
        """Whether the man is printed as a figurine, which a scanner may have misread."""
        return self.sign is not None and self.sign in FIGURINES

    def unmarked(self) -> Parts:
        """The move without the details of its printing: equal for two printings of the same move."""
        return Parts(
            self.piece, self.from_, self.to, self.promotion, self.capture, self.castle,
            origins=self.origins, targets=self.targets, taken=self.taken, wing=self.wing,
        )  # fmt: skip


class _Words(NamedTuple):
    """The words of a printed move in any language; ``marks`` are the names of their terminals."""

    man: str | None = None
    origin: str | None = None
    takes: str | None = None
    target: str = ""
    promotion: str | None = None
    castling: Literal["short", "long"] | None = None
    marks: tuple[str, ...] = ()


def _words(rules: Iterable[Any]) -> _Words:
    """The words of a move, given the parsed rules of ``grammars/move.lark`` that it consists of."""
    found: dict[str, Any] = {}
    marks: list[str] = []
    for rule in rules:
        *before, word = rule.children
        match rule.data:
            case "man":
                found["man"] = "N" if word[1:2] in ("t", "n") else word[0]
            case "origin" | "target":
                found[rule.data] = word.lower()
            case "takes":
                signs = {"CAPTURE_MARK": word.strip(), "TAKES_IN_WORDS": "x"}
                found["takes"] = signs.get(word.type)
            case "promotion":
                found["promotion"] = next(letter for letter in word if letter in FIGURINES or letter.isalpha())
                marks += (mark.type.removesuffix("_FIRST") for mark in before)
            case "castling":
                found["castling"] = "short" if sum(letter in "Oo0" for letter in word) == 2 else "long"
            case "mark":
                marks.append(word.type)
    return _Words(**found, marks=tuple(marks))


@lru_cache(maxsize=16384)
def parse_move(text: str, language: Language = "en") -> Parts | None:
    """The parts of a printed move with its marks (``♖×e5+``, ``0-0``, ``b8=Q``, ``ab4``); None if it is no move.

    Results are cached, since moves recur.
    """
    from kriegnote.caching_parser import parser_of

    if text.isdecimal() and "0" not in text:
        return _numeric(text)
    tree, unread = parser_of("move").parse(text, 0, len(text))
    if unread or not tree.children:
        return None
    words = _words(tree.children)
    marks: dict[str, Any] = {name: True for name, mark in _MARKS.items() if mark in words.marks}
    if words.castling:
        return Parts(piece="K", castle=words.castling, **marks)
    if not all(is_mans_letter(letter, language) for letter in (words.man, words.promotion) if letter):
        return None
    if _is_small_letter(words, language):
        words = words._replace(man=words.origin, origin=None)
    piece: Piece | None = piece_of(words.man, language) if words.man else "P"
    origin, target = words.origin, words.target
    if not words.man and origin and len(origin) == 2:
        piece = None  # e2e4, g1f3: only squares
    slanted = piece == "P" and origin is not None and not origin.startswith((target[0], *"12345678"))
    neighbour = origin is not None and len(target) == 1 and abs(ord(origin[0]) - ord(target)) == 1
    if len(target) == 1 and not (slanted and words.man in (None, "P") and neighbour):
        return None  # a target without a rank is a pawn capture on the next file ("ed"), not "be" or "the"
    promotion = piece_of(words.promotion, language) if words.promotion else None
    capture = True if slanted or words.takes or "TAKEN_BEHIND" in words.marks else None
    return Parts(piece, origin, target, promotion, capture, None, words.man, words.takes, **marks)


def _is_small_letter(words: _Words, language: Language) -> bool:
    """Whether a small letter in the place of a file is a man's letter (``bb5``, ``bg7``; in Italian ``cf3``).

    It is if no pawn can move from that file to the square.
    """
    file, target = words.origin, words.target
    if words.man or not file or len(file) > 1 or not file.isalpha() or len(target) != 2:
        return False
    return abs(ord(file) - ord(target[0])) != 1 and _MEN[language].get(file.upper(), "P") != "P"


def _numeric(text: str) -> Parts | None:
    """The parts of a move in numeric correspondence notation: digits for files, a fifth digit for the promotion."""
    if not 4 <= len(text) <= 5 or not set(text[:4]) <= set("12345678") or text[4:] not in _BECOMES:
        return None
    files = "abcdefgh"
    origin, target = (files[int(text[at]) - 1] + text[at + 1] for at in (0, 2))
    return Parts(None, origin, target, _BECOMES[text[4:]])


_BECOMES: Final[dict[str, Piece | None]] = {"": None, "1": "Q", "2": "R", "3": "B", "4": "N"}


@lru_cache(maxsize=1024)
def parse_pawn_takes(text: str) -> Parts | None:
    """The parts of a capture by any pawn, as typed on ICC (``px``, ``px=N``); None if it is none."""
    from kriegnote.parsing import Terminals

    if Terminals("move")["ANY_PAWN_TAKES"].fullmatch(text.lower()) is None:
        return None
    promotion: Any = text[2:].lstrip("=").upper() or None
    return Parts(piece="P", capture=True, promotion=promotion)


_MARKS: Final = {"check": "CHECK", "mate": "MATE", "en_passant": "PASSING"}


def is_mans_letter(letter: str, language: Language = "en") -> bool:
    """Whether a letter or figurine stands for a man (:func:`piece_of`)."""
    return letter in FIGURINES or any(letter.upper() in _MEN[name] for name in (language, "en", "it"))


def piece_of(letter: str, language: Language = "en") -> Piece:
    """The man that a letter or figurine stands for.

    :raises KeyError: if it stands for none.
    """
    if letter in FIGURINES:
        return FIGURINES[letter]
    letter = letter.upper()
    for men in (_MEN[language], _MEN["en"], _MEN["it"]):
        if letter in men:
            return men[letter]
    raise KeyError(letter)


def language(text: str) -> Language:
    """The language of the letters for men in a text: the first of :data:`LETTERS` that has all of them.

    If no language has all of them, it is the one that has most, provided that some are neither English nor Italian
    (``L``, ``S``, ``F``); otherwise English. If there are no capital letters before small ones, any
    letters count if no pawn can move from the file of that name to the square.
    """
    from kriegnote.parsing import Terminals

    if Terminals("move")["MEN_LETTER"].search(text) is None:
        return language_of("".join(_small_letters(text.lower())))
    if _NOT_ENGLISH.isdisjoint(text):
        return "en"  # for speed: whether the others stand before a square need not be looked for
    return language_of(mens_letters(text))


def mens_letters(text: str) -> str:
    """The capital letters for men that stand before squares in a text, each as often as it is printed."""
    from kriegnote.parsing import Terminals

    return "".join(Terminals("move")["MEN_LETTER"].findall(text))


def _small_letters(text: str) -> Iterator[str]:
    from kriegnote.parsing import Terminals

    for found in Terminals("move")["SMALL_LETTER"].finditer(text):
        letter, file = found["letter"], found["file"]
        if letter > "h" or abs(ord(letter) - ord(file)) != 1:
            yield letter.upper()


def language_of_all(letters: Iterable[str]) -> Language | None:
    """The first language that has all of these letters for men; None if they are of several."""
    printed = frozenset(letters)
    return next((name for name, known in LETTERS.items() if printed <= frozenset(known)), None)


def language_of(letters: str) -> Language:
    """The language of letters for men, each given as often as it is printed."""
    whole = language_of_all(letters)
    if whole is not None:
        return whole
    if not set(letters) & set("LSF"):
        return "en"
    return max(LETTERS, key=lambda name: sum(letter in LETTERS[name] for letter in letters))


def with_capture(san: str) -> str:
    """SAN with a capture mark (``Nd5+`` becomes ``Nxd5+``); pawn moves and castling are unchanged."""
    if "x" in san or san[0] not in "NBRQK":
        return san
    bare = san.rstrip("+#")
    return f"{bare[:-2]}x{san[len(bare) - 2 :]}"


def with_marks(san: str, parts: Parts | None, *, captures: bool = True, checks: bool = True) -> str:
    """Bare SAN with the marks of a printed move: of its capture and its check, if these are wanted, and of mate."""
    if parts is None:
        return san
    if captures and parts.mark is not None:
        san = with_capture(san)
    return san + ("#" if parts.mate else "+" if parts.check and checks else "")


def spell(san: str, pieces: Spelling = "en") -> str:
    """A move in SAN with the letters of a language, or with figurines: ``Nf3``, ``Cf3``, ``♘f3``."""
    return san if pieces == "en" else san.translate(_SPELL[pieces])


def printed_form(parts: Parts, pieces: Spelling = "en") -> str:
    """A move as its parts are printed, without marks behind it: ``Nb1d2``, ``exd4``, ``e8=Q``, ``O-O``.

    What the parts do not state is left out; a pawn has no letter, and its file is printed only if it leaves it.

    :param pieces: the letters for men, where the parts have no sign of their own.
    """
    if parts.castle is not None:
        return "O-O" if parts.castle == "short" else "O-O-O"
    man = parts.sign or ("" if parts.piece in (None, "P") else spell(str(parts.piece), pieces))
    stays = parts.piece == "P" and parts.from_ is not None and parts.from_ == (parts.to or "")[:1]
    origin = "" if stays else parts.from_ or ""
    promotion = f"={spell(parts.promotion, pieces)}" if parts.promotion else ""
    return f"{man}{origin}{parts.mark or 'x' if parts.capture else ''}{parts.to or ''}{promotion}"
