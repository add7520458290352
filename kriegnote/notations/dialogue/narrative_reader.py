"""Reads a dialogue as a narrative: the board decides about its moves, and other statements are checked against it.

What stands between two moves is read clause by clause, as in any dialogue, if it is an announcement and true; a
question counts together with its answer, if that is true. Anything else is kept as a comment, with a finding if it may
report part of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from lark import Token

from kriegnote.chess.position import Position
from kriegnote.chess.squares import NAMES, target_of
from kriegnote.diagnostics.findings import Severity
from kriegnote.errors import not_understood
from kriegnote.model.endings import OF_LOSER
from kriegnote.model.events import Try, Verdict
from kriegnote.notations.dialogue.narrative import Meant, decided
from kriegnote.notations.dialogue.reader import DialogueReader
from kriegnote.rules.boards import plain, position_of
from kriegnote.rules.playable import is_a_game, keeps, playable
from kriegnote.rules.variants import game_of
from kriegnote.text.source import Chunk, Read
from kriegnote.text.speech.announced import REASONS
from kriegnote.text.speech.clauses import BREAKS, MOVES, PLAYERS, SKIPPED, Clause, body_of, clause
from kriegnote.text.speech.named_moves import PLAYS, QUESTIONS, REFUSALS, VERBS_OF_TRIES, Named
from kriegnote.text.speech.sentences import Open, sentence
from kriegnote.text.tags import Tags

_YES: Final = frozenset({"YES", "AFFIRM"})
_NO: Final = frozenset({"NO", "DENY"})
_NO_QUESTION: Final = frozenset({"OFFER", "DRAW", "WOULD"})
"""Words beside which “asks” is not a question to the umpire, or not one that was asked."""
_NEAR: Final = 6  # the greatest distance, in tokens, between two words of one question
_ANNOUNCED: Final = frozenset({"capture", "check", "promotion"})
_ENDS: Final = frozenset({"end", "result"})
_LOSERS: Final = frozenset(word for word, reason in REASONS.items() if reason in OF_LOSER)
_NO_CLAUSE: Final = (BREAKS | SKIPPED) - {"RESULT_SAID", "BRACES"}
_LEADS_UP: Final = (
    BREAKS | SKIPPED | PLAYS | VERBS_OF_TRIES | REFUSALS | PLAYERS
    | {"HE", "SAY", "HEAR", "UMPIRE", "MAKE", "IN_ORDER", "TURN", "IN", "ON", "BY", "OF", "FROM", "TO", "FOR", "HAS",
       "OR", "ELLIPSIS", "GLYPH_OR_NAG", "MOVE_TO", "TAKE", "CAPTURE", "CAPTURED", "CASTLE", "SHORT", "LONG",
       "POSSIBLE", "PAWN", "KNIGHT", "BISHOP", "ROOK", "QUEEN", "KING", "INT", "ONE"}
)  # fmt: skip
"""Words that introduce a move and say no more than that it was made or tried."""
_OF_NOTHING: Final = _LEADS_UP | {
    "UNKNOWN_WORD",
    "MIXED",
    "OTHER_SIGN",
    "REMARK",
    "WHETHER",
    "MORE_THAN_ONE",
    "SOME",
    "RULES_NAMED",
}
"""Words that report nothing beyond what the moves do."""


def read_narrative(read: Read, chunk: Chunk, tags: Tags, rules: str | None) -> Read:
    """The text read as a narrative, if that yields a longer game or, at equal length, more tries; else ``read``.

    A text that already is a game is returned as it was read, and nothing that was understood is given up.
    """
    game = game_of(read.record)
    if is_a_game(read.record) or game is None or not plain(game) or game.goal == "king":
        return read
    try:
        start = position_of(game, read.record.start)
    except ValueError:
        return read
    headers = read.record.headers
    reader = _NarrativeReader(chunk, tags, rules, dict(headers), start)
    tried = sum(isinstance(event, Try) for event in read.record.events)
    if (reader.plies, reader.tried) <= (playable(read.record), tried):
        return read
    reader.run()
    narrated = reader.finish(headers)
    return narrated if keeps([read.record], [narrated.record]) else read


class _NarrativeReader(DialogueReader):
    """One pass over a text whose moves the board has decided."""

    def __init__(
        self, chunk: Chunk, tags: Tags, rules: str | None, headers: Mapping[str, str], start: Position
    ) -> None:
        super().__init__(chunk, tags, rules, headers)
        self.decided = decided(self.tokens, start, self.interpreter.lang) or []
        self.board = self.board_before = start
        self.move: int | None = None  # the last move
        self.only_discussed = {  # moves that are only discussed
            one.at for one, meant in self.decided if meant.role == "named" and not (one.place or one.thought)
        }
        self.plies = sum(meant.role == "played" for _, meant in self.decided)
        self.tried = sum(meant.role == "tried" for _, meant in self.decided)

    def run(self) -> None:
        """Reads the decided moves and what stands between them."""
        index = 0
        events = [(one, meant) for one, meant in self.decided if meant.role != "named"]
        for at, (one, meant) in enumerate(events):
            self._between(index, one.at)
            index = one.at + 1
            self._made(one, meant, self.tokens[index : events[at + 1][0].at if at + 1 < len(events) else None])
        self._between(index, len(self.tokens), last=True)

    def _made(self, one: Named, meant: Meant, behind: Sequence[Token]) -> None:
        start, end = self._range(one.at, one.at + 1)
        text, castle = str(self.tokens[one.at]).strip("`"), meant.parts.castle
        if castle is not None:
            text = "O-O" if castle == "short" else "O-O-O"
        if meant.role == "tried":
            self.interpreter.try_at(start, end, text, meant.parts, self._verdict(behind))
            return
        self.interpreter.move_at(start, end, text, meant.parts)
        self.board_before, self.board, self.move = self.board, meant.board, meant.move

    def _verdict(self, behind: Sequence[Token]) -> Verdict:
        """The verdict on a try: the first word after it that refuses decides."""
        for word in behind:
            if word.type in REFUSALS:
                return self.interpreter.verdicts.get(word.type) or "refused"
            if word.type in QUESTIONS | PLAYS | VERBS_OF_TRIES:
                break
        return "refused"

    def _between(self, index: int, after: int, *, last: bool = False) -> None:
        """Reads what stands between two moves: announcements, perhaps a question, the introduction of the next move."""
        asked, answered = self._question(index, after) or (after, after)
        self._announced(index, asked, last=last)
        if asked < after:
            yes = self.tokens[answered].type in _YES
            self.interpreter.question_at(self._range(asked, asked + 1), self._range(answered, answered + 1), yes)
            self._announced(answered + 1, after, last=last)

    def _question(self, index: int, after: int) -> tuple[int, int] | None:
        """The indices of a question and of its answer, if the answer is true on the board; else None."""
        kinds = [word.type for word in self.tokens[index:after]]
        words = [at for at, kind in enumerate(kinds) if kind in QUESTIONS]
        if not words or not _NO_QUESTION.isdisjoint(kinds):
            return None
        asked = words[-1]
        for at in reversed(words):  # “asked the umpire whether there were any”
            asked = at if asked - at <= _NEAR else asked
        answered = next((at for at in range(asked, len(kinds)) if kinds[at] in _YES | _NO), None)
        named = PLAYERS.intersection(kinds[:asked])
        if answered is None or (named and self.interpreter.side.upper() not in named):
            return None
        true = bool(self.board.pawn_targets())
        return (index + asked, index + answered) if (kinds[answered] in _YES) == true else None

    def _announced(self, index: int, after: int, *, last: bool) -> None:
        """Reads the announcements in a stretch that are true of the last move; the rest is prose."""
        at = begun = index
        while at < after:
            kind = self.tokens[at].type
            if kind in ("CAPTION", "UNCLOSED"):
                self._prose_left(begun, at)
                self._aside(self.tokens[at])
                at = begun = at + 1
                continue
            begins = kind not in _NO_CLAUSE and self._begins(at, index)
            found = clause(self.tokens[:after], at, self.body) if begins else None
            if found is None or not self._is_true(found, last=last):
                at += 1
                continue
            self._prose_left(begun, at)
            if not self._take(found, at):
                self._prose_left(at, found.after)
            at = begun = found.after
        if not (last and self._ended(begun, after)):
            self._prose_left(begun, after)

    def _begins(self, at: int, index: int) -> bool:
        """Whether a clause may begin at a token of the stretch that begins at ``index``.

        It may at the start of the stretch and after a break, apart from tokens without a meaning.
        """
        before = at - 1
        while before >= index and self.tokens[before].type in SKIPPED:
            before -= 1
        return before < index or self.tokens[before].type in BREAKS

    def _ended(self, first: int, after: int) -> bool:
        """Reads the last words if they state how a player lost and nothing else; returns whether they do."""
        said = sentence(self.tokens[first:after], Open()) if first < after else None
        kinds = {word.type for one in said or () for word in one.words}
        if not said or {one.name for one in said} != {"end"} or not kinds & _LOSERS or not kinds & PLAYERS:
            return False
        return all(self.interpreter.read(tree, *self._range(first, after)) for tree in said[0].clauses)

    def _is_true(self, found: Clause, *, last: bool) -> bool:
        """Whether a clause is an announcement, an end or a comment that the board does not contradict."""
        tree = body_of(found.tree)
        words = list(tree.scan_values(lambda word: isinstance(word, Token)))
        if found.kind in _ENDS:
            mates = any(word.type in ("MATE", "MATED") for word in words)
            mute = any(word.type in _LOSERS for word in words) and not any(word.type in PLAYERS for word in words)
            return last and not mute and (not mates or not self.board.has_legal_move())
        if found.kind == "note":
            return True
        if found.kind not in _ANNOUNCED or self.move is None:
            return False
        if found.kind == "check":
            return bool(self.board.checkers())
        if found.kind == "promotion":
            return bool(self.move >> 12)
        if self.interpreter.side.upper() in {word.type for word in words}:
            return False  # the player to move is the subject: this is what he does next
        taken = self.board_before.captured_square(self.move)
        squares = {str(word) for word in words if word.type == "LONE_SQUARE"}
        return taken >= 0 and squares <= {NAMES[taken], NAMES[target_of(self.move)]}

    def _prose_left(self, first: int, after: int) -> None:
        """Keeps the words between events as a comment if they do more than introduce a move."""
        kinds = {
            "STRANGE" if at in self.only_discussed else word.type
            for at, word in enumerate(self.tokens[first:after], first)
            if word.type not in MOVES or at in self.only_discussed
        }
        if kinds <= _LEADS_UP and not self._names_another_square(first, after):
            return
        start, end = self._range(first, after)
        begun = self.interpreter.moves.last is not None
        self._comment(start, end)
        of_the_game = not kinds <= _OF_NOTHING or self._is_beside_a_move(first, after)
        if begun or of_the_game:
            severity: Severity = "warning" if of_the_game and begun else "info"
            self.build.note("KN109", not_understood(self.text[start:end]), start, end, severity=severity)

    def _names_another_square(self, first: int, after: int) -> bool:
        """Whether words before a move name a place, “on c3”, that is not part of it."""
        move = str(self.tokens[after]) if after < len(self.tokens) else ""
        return any(
            before.type in ("IN", "ON") and word.type == "LONE_SQUARE" and str(word) not in move
            for before, word in pairwise(self.tokens[first:after])
        )

    def _is_beside_a_move(self, first: int, after: int) -> bool:
        """Whether the words share a sentence with a move."""
        stop = self.tokens[after - 1].type == "FULL_STOP" or after == len(self.tokens)
        begins = first == 0 or self.tokens[first - 1].type == "FULL_STOP"
        return not (stop and begins)
