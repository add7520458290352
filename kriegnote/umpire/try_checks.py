"""Checks of tries: whether the umpire's verdict on each can be right, and whether too many were refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from kriegnote.chess.position import LETTERS, Position, origin_of, uci
from kriegnote.chess.reasons import mover, why_impossible
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import Move, Try
from kriegnote.model.printed_moves import parse_move
from kriegnote.rules import RuleSet
from kriegnote.rules import turn as in_turn
from kriegnote.rules.turn import Rebuffs
from kriegnote.umpire.printed_traits import Traits, is_figurine
from kriegnote.umpire.resolution import meant, resolve_try, unseen

_LONGEST: Final = 10  # characters of an unreadable try that are examined
_SIGNS: Final = "abcdefgh12345678"  # of a square


class RefusedLegalTry(NamedTuple):
    """A try that was refused although legal, whether it was then played, and a note with the legal move."""

    event: Try
    played: bool
    note: str


class Tried(NamedTuple):
    """A recorded try on the mover's own board.

    ``event``: the try, resolved as far as the boards agree; ``able``: each move that it may be, with its board;
    ``board``: the first of the boards.
    """

    event: Try
    able: list[tuple[Position, int]]
    board: Position

    def legal(self) -> bool:
        """Whether it is legal on every board that allows it as a try."""
        return all(board.is_legal(move) for board, move in self.able)

    def illegal(self) -> bool:
        """Whether it is legal on none of the boards."""
        return not any(board.is_legal(move) for board, move in self.able)


def on_own_board(event: Try, boards: list[Position], traits: Traits) -> Tried:
    """A recorded try, resolved among the mover's own men.

    :param boards: the boards that the record allows, at least one.
    """
    if event.hidden:
        return Tried(event, [], boards[0])
    able = [(board, move) for board in boards for move in resolve_try(board, event, traits)]
    if not able:
        return Tried(unseen(event), able, boards[0])  # no man of the player's can make it, so it has no SAN
    if len({move for _, move in able}) > 1:
        return Tried(event, able, boards[0])
    move = able[0][1]
    sans = {board.own_san(move) for board, _ in able}
    san = sans.pop() if len(sans) == 1 else None
    return Tried(msgspec.structs.replace(event, move=uci(move), san=san), able, boards[0])


def check_try(tried: Tried, rules: RuleSet | None, *, played: bool) -> list[Finding]:
    """Findings if the umpire's verdict on a try cannot be right; for refused legal tries see :func:`legal_refusal`.

    :param played: whether the next move is the same; then a try without a verdict is that move.
    """
    event = tried.event
    printed = event.printed
    if not tried.able:
        one_word = rules is not None and not rules.says_impossible and event.verdict is not None
        if (event.parts is None and event.move is None) or event.verdict == "impossible" or one_word:
            return []
        note = why_impossible(tried.board, event.parts) if event.parts is not None else None
        return [finding("KN313", f"{printed} is impossible, wherever the opponent’s men stand", event, note=note)]
    if _doubtful(tried):
        return []
    if event.verdict is None:
        return _judge_unmarked(event, rules, legal=tried.legal() and not played, illegal=tried.illegal())
    if event.verdict == "impossible" and not tried.legal() and not _may_be_impossible(tried, rules):
        return [finding("KN314", f"{printed} was called impossible, but the player's own men allow it", event)]
    return []


def misread_try(event: Try, boards: list[Position], traits: Traits) -> list[Finding]:
    """A finding with a fix on a try that cannot be read, if exactly one other sign makes it one that may be refused.

    :param boards: the possible boards; if there is not exactly one, nothing is found.
    """
    text = event.text or ""
    if event.parts is not None or event.move is not None or not 2 <= len(text) <= _LONGEST or len(boards) != 1:
        return []
    (board,) = boards
    near = (text[:at] + sign + text[at + 1 :] for at in range(len(text)) for sign in _SIGNS + traits.say("KQRBN"))
    read = {word: parts for word in near if (parts := parse_move(word, traits.language)) and len(parts.to or "") == 2}
    found = [word for word, parts in read.items() if not all(map(board.is_legal, board.resolve_own(parts)))]
    if len(found) != 1:
        return []
    return [finding("KN101", f"this is not a move: {text!r}", event, fix=(text, found[0]))]


def legal_refusal(tried: Tried, *, played: bool) -> RefusedLegalTry | None:
    """The try, if it was refused although legal; :func:`legal_refusal_findings` makes one finding of those of a turn.

    :param played: whether it is the move then played.
    """
    if tried.event.verdict is None or not tried.able or _doubtful(tried) or not tried.legal():
        return None
    who = mover(tried.board)
    board = tried.able[0][0]
    sans = ", ".join(board.san(move) for owner, move in tried.able if owner is board)
    return RefusedLegalTry(tried.event, played, f"{who} can play {sans}")


def is_played(one: Tried, following: Move | None, traits: Traits) -> bool:
    """Whether a try is the same as the next move."""
    moves = {move for _, move in one.able}
    return following is not None and len(moves) == 1 and meant(one.board, following, traits) == list(moves)


def check_limit(event: Try, before: Rebuffs | None, now: Rebuffs | None, rules: RuleSet | None) -> list[Finding]:
    """Findings if more tries were refused in a turn than the rulebook allows; only the first excess is reported.

    :param before: the refused tries of the turn without this one.
    :param now: the refused tries of the turn including this one.
    """
    if rules is None or now is None or before is None:
        return []
    if in_turn.exceeds_limit(before, rules) or not in_turn.exceeds_limit(now, rules):
        return []
    message = f"{now[0]} tries were refused in this turn; the rulebook {rules.id} allows {rules.tries_limit}"
    return [finding("KN316", message, event)]


def _doubtful(one: Tried) -> bool:
    """Whether the printed figurine is none of the men that can make the try, so that the try is not known."""
    if not is_figurine(one.event) or one.event.parts is None or one.event.parts.piece is None:
        return False
    return not any(LETTERS[board.type_at(origin_of(move))] == one.event.parts.piece for board, move in one.able)


def _may_be_impossible(tried: Tried, rules: RuleSet | None) -> bool:
    """Whether the verdict “impossible” can be right for a try that the player's own men allow.

    A question is assumed to have been asked: a record without one does not say that nobody asked.
    """
    if rules is None or not rules.nonsense:
        return True
    return any(in_turn.may_be_called_impossible(board, move, rules, asked=True) for board, move in tried.able)


def _judge_unmarked(event: Try, rules: RuleSet | None, *, legal: bool, illegal: bool) -> list[Finding]:
    """Findings on a try without a verdict.

    :param legal: whether it is legal and was not the move then played.
    """
    printed = event.printed
    if illegal:
        fix = (event.text, event.text + "?") if event.text else None
        return [finding("KN312", f"{printed} is not marked as refused, but it was not legal", event, fix=fix)]
    if not legal or (rules is not None and rules.completion == "released"):
        return []  # the player may take a move back until he releases the man
    return [finding("KN312", f"{printed} is legal and not marked as refused, but another move was played", event)]


def legal_refusal_findings(legal: Sequence[RefusedLegalTry]) -> list[Finding]:
    """The finding on the tries of one turn that were refused although legal; they usually are one slip."""
    if not legal:
        return []
    first = legal[0]
    texts = list(dict.fromkeys(one.event.text or one.event.move or "" for one in legal))
    if len(texts) > 1:
        message = f"{', '.join(texts[:-1])} and {texts[-1]} were refused, but they are legal"
        return [finding("KN311", message, first.event)]
    played = " and was then played" if first.played else ""
    return [finding("KN311", f"{texts[0]} was refused, but it is legal{played}", first.event, note=first.note)]
