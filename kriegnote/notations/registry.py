"""The one table of notations: id, reader, writer, what it carries, how it is recognised.

A reader module has ``chunks(lines)``, which cuts a stream into games, and ``read(chunk)``, which reads one; a writer
module has ``write(record, style)``.  Both are imported when they are first used.  Notations from outside the package
come by entry points (:mod:`kriegnote.plugin`).
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kriegnote.model.events import type_name
from kriegnote.model.printed_moves import Spelling
from kriegnote.notations.loss import DROP, Carries, sayable, whole

if TYPE_CHECKING:
    from kriegnote.model.printed_moves import Lang
    from kriegnote.model.record import Record
    from kriegnote.text.source import Chunk, Read


class Style(NamedTuple):
    """How to write: ``lang`` of the words, ``pieces`` of the men."""

    lang: Lang = "en"
    pieces: Spelling = "en"


PLAIN: Final = Style()


class PluginError(ValueError):
    """A notation from outside the package failed."""


@dataclass(frozen=True, kw_only=True)
class Notation:
    """One row of the table.

    :param recognise: patterns with their weights; the notation whose patterns weigh most in a text is detected.
    :param views: the views that a record in this notation can have; the first is the usual one.
    :param rules: the rulebook that the notation itself implies, or None.
    :param own_rules: nothing can be written in it but under that rulebook, whatever the record's.
    :param silence: kinds whose absence means no in this notation.
    :param separator: what stands between two records in one file.
    :param package: the package that it comes from; where that is another than this, ``module`` is the full name of a
        module that has all three functions.
    :param contract: the version of the contract that a plug-in was written for (:data:`kriegnote.plugin.VERSION`).
    """

    id: str
    title: str
    module: str
    carries: Carries
    views: tuple[str, ...] = ("umpire",)
    recognise: tuple[tuple[str, float], ...] = ()
    suffixes: tuple[str, ...] = ()
    separator: str = "\n"
    rules: str | None = None
    own_rules: bool = False
    silence: tuple[str, ...] = ()
    package: str = field(default="kriegnote", repr=False)
    contract: int = field(default=1, repr=False)

    def _part(self, part: str) -> Any:
        if self.package == "kriegnote":
            return import_module(f"kriegnote.notations.{self.module}.{part}")
        return import_module(self.module)

    @contextmanager
    def _blamed(self, function: str) -> Iterator[None]:
        """A fault of a plug-in is told as its own."""
        try:
            yield
        except Exception as error:
            if self.package == "kriegnote" or isinstance(error, OSError):
                raise
            fault = f"{type(error).__name__}: {error}"
            raise PluginError(f"the plug-in {self.package} ({self.id}) failed in {function}: {fault}") from error

    def chunks(self, lines: Iterable[str]) -> Iterator[Chunk]:
        """The games of a stream of lines, one at a time.

        :raises PluginError: the notation is a plug-in's, which failed; so do :meth:`read` and :meth:`write`.
        """
        if self.package == "kriegnote":
            result: Iterator[Chunk] = self._part("reader").chunks(lines)
            return result
        return self._chunks_of_plugin(lines)

    def _chunks_of_plugin(self, lines: Iterable[str]) -> Iterator[Chunk]:
        with self._blamed("chunks"):
            chunks = iter(self._part("reader").chunks(lines))
        while True:
            with self._blamed("chunks"):
                chunk: Chunk | None = next(chunks, None)
            if chunk is None:
                return
            yield chunk

    def read(self, chunk: Chunk) -> Read:
        """One game read; never raises on bad text."""
        with self._blamed("read"):
            result: Read = self._part("reader").read(chunk)
        return result

    def write(self, record: Record, style: Style = PLAIN) -> str:
        """One record as text that ends with a line break.

        The record may not say that it is silent about what this notation has no words for.
        """
        silence = tuple(kind for kind in record.silence if kind in self.carries.events)
        events = tuple(sayable(event, self.carries) for event in record.events)
        record = record.replace(silence=silence, events=events)
        with self._blamed("write"):
            result: str = self._part("writer").write(record, style)
        return result


_SAN: Final = r"(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?|O-O(?:-O)?)[+#]?"

_DESCRIBED: Final = (
    r"(?:[KQ]?(?:Kt|[RNB])P?|[KQ]?P|[KQ])(?:\([^()\s]{1,4}\))?"
    r"(?:[-–—](?:[KQ]?(?:Kt|[RNB])|[KQ])[1-8]|[x×](?:[KQ]?(?:Kt|[RNB])P?|[KQ]?P|Q)(?![\w]))"
)

BUILT_IN: Final[tuple[Notation, ...]] = (
    Notation(
        id="json",
        title="the event model, kriegnote/1",
        module="json",
        carries=Carries.everything(),
        views=("umpire", "white", "black", "public"),
        recognise=((r'\A\s*+(?:\[\s*+)?\{\s*+"[^"\n]*"\s*+:', 50),),
        suffixes=(".json", ".jsonl"),
        separator="",
    ),
    Notation(
        id="kriegspiel",
        title="games as the Python package kriegspiel saves them (JSON, schema 9)",
        module="kriegspiel",
        carries=Carries(
            events={
                **whole("pawn_tries", "check", "promotion"),
                "ask": {"what": {"any": "any", ...: DROP}},
                "answer": {"any": True},
                "try": {
                    "move": True,
                    "verdict": {"untested": DROP, "impossible": "impossible", ...: "illegal"},
                },
                "move": {"move": True},
                "capture": {
                    "square": {None: DROP, ...: True},
                    "captured": {None: None, "P": "pawn", "K": "piece", ...: True},
                    "en_passant": {True: True},
                },
                "end": {
                    "reason": {word: word for word in ("checkmate", "stalemate", "insufficient", "fifty-move")}
                    | {...: DROP},
                    "result": True,
                },
            },
        ),
        recognise=((r'\A\s*+\{\s*+"schema_version"\s*+:\s*+\d+,\s*+"library_version"\s*+:', 100),),
        separator="",
    ),
    Notation(
        id="pgn",
        title="Portable Game Notation, Kriegspiel in its comments (§4.6)",
        module="pgn",
        carries=Carries(events=Carries.everything().events, always_result="*", unplaced=True, null_moves=True),
        views=("umpire", "white", "black"),
        recognise=(
            (r'^\[(?:Event|Site|Date|Round|ECO|TimeControl|WhiteElo|BlackElo|PlyCount|Annotator) ".*"\]$', 1),
            (r"(?<!\\)\[%\w+ |\(K:[^:()]*:[^:()]*\)", 10),
            (rf"(?<!\S)\d+\. (?:{_SAN}|--)[!?]{{0,2}}[ \n](?:\d+\.\.\. ?)?(?:{_SAN}|--)(?!\S)", 3),
            (rf"(?<!\S)\d+\.{_SAN} {_SAN} \d+\.{_SAN}(?!\S)", 3),
            (r"(?<!\S)\$\d+(?!\S)", 0.5),
            (r"^(?:1-0|0-1|1/2-1/2|\*)$", 1),
        ),
        suffixes=(".pgn",),
    ),
    Notation(
        id="maryland",
        title="PGN as Maryland and Berkeley published it, (K:tries:announcements); read as pgn",
        module="maryland",
        carries=Carries(
            events={
                **whole("comment", "nag", "variation"),
                "move": {"move": True, "options": True},
                "try": {"move": True, "verdict": {"untested": DROP, ...: "refused"}},
                "capture": {"square": True},
                "check": {
                    "directions": {way: way for way in ("rank", "file", "knight", "diagonal")}
                    | {"long": "diagonal", "short": "diagonal"},
                },
            },
            always_result="*",
            unplaced=True,
            null_moves=True,
        ),
        views=("umpire", "white", "black"),
    ),
    Notation(
        id="san",
        title="plain score, without the tries (§4.1)",
        module="san",
        carries=Carries(
            unplaced=frozenset({"end"}),
            events={
                **whole("end", "comment", "nag"),
                "move": {"move": True},
            },
        ),
        recognise=(
            (
                r"(?<!\S)(?:\*\*)?\d+\.(?:\*\*)? ?(?:[♔-♟KQRBNDTACLSF]?[a-h]?[1-8]?[x×]?[a-h][1-8]\S*|[O0-]{2,5})(?: \$\d{1,3})*,(?=\s)",
                7,
            ),
            (r"(?<!\S)\d+\. -, (?![-(])\S", 4),
        ),
    ),
    Notation(
        id="descriptive",
        title="descriptive notation, without the tries",
        module="descriptive",
        carries=Carries(
            unplaced=frozenset({"end"}),
            events={
                **whole("end", "comment", "nag"),
                "move": {"move": True},
            },
        ),
        recognise=(
            (rf"(?<!\S)\d+\.\s?{_DESCRIBED}", 12),
            (rf"(?<=[\s,]){_DESCRIBED}(?=[\s,])", 3),
        ),
    ),
    Notation(
        id="tries",
        title="score with questions and tries (§4.2)",
        module="tries",
        carries=Carries(
            unplaced=frozenset({"end"}),
            events={
                **whole("pawn_tries", "ask", "answer", "try", "capture", "check", "promotion", "end", "comment", "nag"),
                "move": {"move": True},
            },
        ),
        views=("umpire", "white", "black"),
        recognise=(
            (rf"^\d+\.(?:{_SAN}|--) (?:\{{\}} |\$\d+ )*(?:{_SAN}|--)(?: \{{\}}| \$\d+)*$", 3),
            (r"\((?:a|any) ?\?(?: *(?:[YNS]|S[iì]|Yes|No)\b)?[^()\n]*\)", 12),
            (r"\((?:[^()\s?]++\?+ ?)+\)", 6),
            (r"[a-hO][1-8O]\S{0,12} (?:illegale?|impossib(?:le|ile))[ )]|\((?:illegale?|impossib(?:le|ile))\)", 8),
            (r"^\d+\. ?[\[(][^)\]\n]*[)\]] ?\S+ [\[(]", 8),
            (r"(?:pawn|piece) capture (?:in|on) [a-h][1-8]", 6),
            (r"\b(?:one|two|no|\d+) pawn tr(?:y|ies)\b", 4),
            (r"^\d+\.\S+ (?:\S+ )?\[[a-z][^\]\n]*\]", 6),
        ),
    ),
    Notation(
        id="dialogue",
        title="the dialogue of umpire and players, in Italian or English (§4.3)",
        module="dialogue",
        carries=Carries(
            null_moves=True,
            events={
                **whole("pawn_tries", "ask", "answer", "try", "capture", "check", "promotion", "end", "comment"),
                "reveal": {"seen": True, "lines": True},
                "move": {"move": True},
            },
        ),
        views=("umpire", "white", "black", "public"),
        recognise=(
            (r"\A(?:\[[^\n]*\n|\s)*(?:(?:White|Black) to move|Muove il (?:Bianco|Nero))\.\s*$", 60),
            (
                r"(?:\bIl|^-? ?il|\. ?il) (?:Bianco|Nero)(?: \w+){0,2}"
                r" (?:chiede|tenta|tentare|muove|ha mosso|fa|ha|vede|dà|abbandona)\b|Il (?:Bianco|Nero): [“\"]?Any",
                6,
            ),
            (r"[Ll]['’]arbitro:? (?:risponde|annuncia|dice|dire|segnala|accetta|[“\"])|Muove il (?:Bianco|Nero)\.", 6),
            (
                r"\b(?:White|Black) (?:asks|tries|has moved|may try|has \d+ pawn tr|makes|sees|gives|to move\.|resigns\.)",
                6,
            ),
            (r"[Tt]he umpire (?:answers|announces|says)", 6),
            # a sentence that no other notation has: one weighs more than a page of bare moves
            (r"(?:^|[.;”\"»] )(?:[Tt]he umpire|[Ll]['’]arbitro) \w+:? [“\"«]\w[^“”\"«»\n]*[”\"»]", 40),
            (r"(?:^|[.”\"] )(?:White|Black|[Ii]l (?:Bianco|Nero)) (?:asks|chiede) [“\"«][Aa]", 40),
            (r"^(?:White|Black) (?:may try (?:at|on|a pawn)|tries [KQRBNa-hO]|has \d+ pawn tr)", 40),
            (r"^Il (?:Bianco|Nero) (?:può tentare|tenta) ", 40),
        ),
    ),
    Notation(
        id="darkchess",
        title="perception notation of Dark Chess",
        module="darkchess",
        carries=Carries(
            unplaced=frozenset({"end"}),
            events={
                **whole("end", "comment", "nag"),
                "reveal": {"seen": True, "lines": True},
                "move": {"move": True},
                "capture": {"square": True, "captured": {man: man for man in "PNBRQK"}},
                "check": {},
            },
        ),
        views=("black", "white"),
        recognise=(
            # what it says of itself: a player's record of Dark Chess, and no PGN (moves not seen, a result in the line)
            (
                r'\A(?:\[[^\n]*\n)*?\[Rules "dark"\]\n\[View "(?:white|black)"\]\n'
                r"(?![^\0]*(?:--|\[%kn|[^\n][ ](?:1-0|0-1|1/2-1/2|\*)\s*\Z))",
                100,
            ),
            (r"^[ \t]*+\d+\.(?:-,|\( ?[^()?\n]*\),)", 8),
            (r"^[ \t]*+\d+\. [^\s,({]+(?:\([^()]*\))?, [-(]", 8),
            (r"\((?:[^()]*, ?)?[xX] ?[KQRBNPDTAC♔-♟]\ufe0e? ?[a-h][1-8]", 4),
            (r"\((?:[^()]*, ?)?P[a-h][1-8]", 4),
            (r"/ ?[KQRBNPDTAC♔-♟]?[a-h][1-8] ?- ?[KQRBNPDTAC♔-♟]?[a-h][1-8]", 4),
        ),
        rules="dark",
        own_rules=True,
    ),
    Notation(
        id="progressive",
        title="series of Scottish and Italian progressive games (§8.7)",
        module="progressive",
        carries=Carries(events={**whole("end", "comment", "nag"), "move": {"move": True}}),
        views=("umpire", "white", "black"),
        recognise=(
            (r"^[ \t]*\*{0,2}2\.[ \t]*[^\s,(.][^,(.\n]{0,12},[ \t]*[^\s,(.][^,(.\n]{0,12}$", 8),
            (r"^[ \t]*\*{0,2}3\.[ \t]*(?:[^\s,(.][^,(.\n]{0,12},[ \t]*){2}[^\s,(.][^,(.\n]{0,12}$", 40),
            (r"^[ \t]*\*{0,2}[4-9]\.[ \t]*(?:[^\s,(.][^,(.\n]{0,12},[ \t]*){3,8}[^\s,(.][^,(.\n]{0,12}$", 40),
        ),
        rules="progressive",
        own_rules=True,
    ),
    Notation(
        id="icc",
        title="the log of the Internet Chess Club (§4.6)",
        module="icc",
        carries=Carries(
            unplaced=frozenset({"end"}),
            events={
                "pawn_tries": {"count": True},
                "try": {
                    "move": True,
                    "verdict": {"untested": DROP, ...: "illegal"},
                    "times": True,
                },
                "move": {"move": True},
                "capture": {
                    "square": True,
                    "captured": {None: None, "pawn": "pawn", "P": "pawn", ...: "piece"},
                },
                "check": {"directions": True},
                "end": {"reason": True, "result": True},
            },
            headers=frozenset({"White", "Black", "GameNumber"}),
            start=False,
        ),
        views=("white", "black"),
        recognise=(
            (r"(?i)^[\w% ]*(?:White|Black)['’]s move\b", 12),
            (r"(?i)\b(?:pawn|piece) at [a-h][1-8] captured", 8),
            (r"^\d+\. (?:\.\. )?\?(?:x[a-h][1-8])?\s*$", 8),
            (r"(?i)^illegal move \(", 6),
            (r"^\{Game \d*\s*\(.* vs\. .*\)", 10),
        ),
        rules="icc",
        own_rules=True,
        silence=("capture", "check"),
    ),
    Notation(
        id="magari",
        title="Magari's shorthand: the umpire's score and letters (§4.5)",
        module="magari",
        carries=Carries(
            null_moves=True,
            unplaced=frozenset({"end"}),
            events={
                **whole("pawn_tries", "check", "promotion", "end", "comment", "nag"),
                "try": {
                    "move": True,
                    "verdict": {"untested": DROP, ...: "refused"},
                    "times": True,
                },
                "move": {"move": True},
                "capture": {"square": True},
            },
        ),
        views=("umpire", "white", "black"),
        recognise=(
            (r"(?:^|[;\s])\d+\.\s*\[[:?][^\]\"]*\]\s*!", 10),
            (r"(?:^|[;,\]]|\d\.)\s{0,3}![ \t]?[♔-♟KQRBNDTACLSF]?[a-h]?[1-8]?[x×:]?[a-h][1-8]", 6),
            (r"(?:^\d+\.;?|[,;]):[a-h][1-8](?=[,;\s])", 8),
            (r"[,;]\+(?:L|I|-|//?)(?=[,;\s])", 8),
            (r"[a-h][1-8]\?,", 3),
            (r"^\d+\.;?(?:[:?][^;,\s]*,)*[^\s;,{}()\[\]?]*!(?=[;,\s]|$)", 12),
            (r"(?:^\d{1,4}\.|[,;])\?{1,20}(?:,\?){0,20}!", 6),
        ),
    ),
    Notation(
        id="nost",
        title="NOST correspondence: lists of tries, and the umpire's letters (§4.4)",
        module="nost",
        carries=Carries(
            unplaced=frozenset({"end"}),
            events={
                **whole("pawn_tries", "capture", "check", "promotion", "end", "comment", "nag"),
                "try": {
                    "move": True,
                    "verdict": {"illegal": "refused", "impossible": "refused", ...: True},
                    "times": True,
                },
                "move": {"move": True},
            },
        ),
        views=("umpire", "white", "black"),
        recognise=(
            (
                r"\((?![^()]*(?:P[a-h][1-8]|/|\bx))"
                r"(?:[KQRBNDTACLSF♔-♟]?\ufe0e? ?[a-h]?[1-8]?[x×]? ?[a-h][1-8][^\s,;()]*|[O0]{2,3}|[O0]-[O0](?:-[O0])?)"
                r"[ ]?[,;][^()]*\)",
                12,
            ),
            (
                r"^\d+\. [^\n()]{0,80}[a-h][1-8][+#]? ?\((?:[KQRBNDTACLSF♔-♟]?[a-h]?[1-8]?[x×]?[a-h][1-8][+#]?(?:[,;] ?|\))){2,40}",
                25,
            ),
            (r"^(?:To|Al) (?:White|Black|Bianco|Nero)(?:,[^:\n]*)?:$", 20),
            (r"\A\s*\[Notation \"nost\"\]$", 200),
            (r"\bNOST\b", 4),
        ),
    ),
)


@cache
def notations() -> Mapping[str, Notation]:
    """Every notation by id: those of the package, then those that other packages offer and that can be used."""
    from kriegnote.notations.plugin_loader import load

    return load({row.id: row for row in BUILT_IN})


def notation(name: str) -> Notation:
    """The notation of this id; KeyError when there is none."""
    return notations()[name]


_WORDS: Final = re.compile(
    r'(^\[(?:White|Black|Annotator|Site|Title) ").*(?="\]$)|(\{\[%kn )[^{}]*+\}|\{(?!\[%|\(K:|"|Game )[^{}]*+\}',
    re.MULTILINE,
)
"""What people wrote, which may look like any notation: the values of some tags, comments without a dialect."""


class Detected(NamedTuple):
    """``id``: the notation a text is in, None when that is not sure; ``candidates``: what it could be, likeliest first."""

    id: str | None
    candidates: tuple[str, ...]


def detect(sample: str, filename: str | None = None) -> str | None:
    """The id of the notation a text is in, judged by its first part; None when unsure (see :func:`judge`)."""
    return judge(sample, filename).id


def judge(sample: str, filename: str | None = None) -> Detected:
    """Which notation a text is in, judged by its first part.

    A file name may say it (``game.dialogue.txt``); another ending decides between notations that fit about equally well, and where none is recognised.  Words
    alone prove nothing: the first game must have something in it that this notation tells.  What opens as a record of
    ours in JSON is one, however broken.
    """
    text = sample
    sample = _WORDS.sub(lambda found: found[1] or (found[2] and f"{found[2]}}}") or "{}", sample)
    scores: dict[str, float] = {}
    by_suffix = [
        row for row in notations().values() if filename is not None and filename.endswith(row.suffixes or "\0")
    ]
    named = next((name for name in notations() if filename is not None and filename.endswith(f".{name}.txt")), None)
    if named is not None:
        return Detected(named, (named,))
    for row in notations().values():
        score = 0.0
        for pattern, weight in row.recognise:
            found = re.findall(pattern, text if row.id in _JSON else sample, re.MULTILINE)
            score += weight * min(len(found), 4)
        if score > 0:
            scores[row.id] = score * 1.5 if row in by_suffix else score
    if "kriegspiel" in scores:
        return Detected("kriegspiel", ("kriegspiel",))
    if "json" in scores or (text.lstrip().startswith(("{", "[{")) and any(row.id == "json" for row in by_suffix)):
        return Detected("json", ("json",))
    ranked = sorted(scores, key=lambda name: -scores[name])
    near = tuple(name for name in ranked if scores[name] > 0.8 * scores[ranked[0]])
    if len(near) == 1 and _tells(notation(near[0]), text):
        if len(ranked) > 1 and not _fits(notation(near[0]), text):
            better = [name for name in ranked[1:] if _fits(notation(name), text)]
            return Detected(better[0], tuple(better)) if len(better) == 1 else Detected(near[0], near)
        return Detected(near[0], near)
    for row in by_suffix:
        if (not near or row.id in near) and _tells(row, text):
            return Detected(row.id, (row.id,))
    plainest = _PLAINEST[1:] if _ESCAPES.search(text) else _PLAINEST
    fitting = [name for name in near or plainest if _fits(notation(name), text)]
    if len(fitting) == 1 or (fitting and not near):
        return Detected(fitting[0], (fitting[0],))
    return Detected(None, near)


_JSON: Final = ("json", "kriegspiel")
"""Notations in JSON, whose text is looked at as it is."""

_PLAINEST: Final = ("pgn", "san", "tries")
"""Notations that a text may be in which has no mark of any: bare moves mean the same in all of them."""


_ESCAPES: Final = re.compile(r"\{@(?:umpire|white|black|public) |\\[{}\[\\]")
"""Marks in comments that PGN does not have (see :mod:`kriegnote.text.comments`)."""


def _fits(row: Notation, text: str) -> bool:
    """Whether a notation reads the first game of a text with nothing left over and nothing to find fault with."""
    chunk = next((one for one in row.chunks(text.splitlines(keepends=True)) if one.text.strip()), None)
    if chunk is None:
        return False
    record, findings = row.read(chunk)
    moved = False
    for event in record.events:
        kind = type_name(event)
        moved = moved or kind == "move"
        if kind == "junk":
            return False
        if kind == "comment" and event.span is not None:
            start, end = (at - chunk.offset for at in event.span)
            if not any(sign in "{;" for sign in chunk.text[start:end]):
                return False  # prose
    return moved and not findings


def _tells(row: Notation, text: str) -> bool:
    """Whether the first game of a text, read in a notation, holds more than comments and what could not be read."""
    try:
        chunk = next((one for one in row.chunks(text.splitlines(keepends=True)) if one.text.strip()), None)
        if chunk is None:
            return False
        record = row.read(chunk).record
    except PluginError as error:
        warnings.warn(f"{error}; it was not considered here", RuntimeWarning, stacklevel=2)
        return False
    idle = ("comment", "junk", "nag")
    return bool(record.headers or record.result) or any(type_name(event) not in idle for event in record.events)


__all__ = [
    "BUILT_IN",
    "DROP",
    "PLAIN",
    "Detected",
    "Notation",
    "PluginError",
    "Style",
    "detect",
    "judge",
    "notation",
    "notations",
]
