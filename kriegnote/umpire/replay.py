"""Replays an umpire's record, or a variation of it, from its starting position.

The replay keeps every position that the record still allows (usually one). If a printed move leaves several, it
continues with all of them and derives only what they agree on. Recorded announcements are kept as they are; a wrong one
gets a finding, and the true one is not added beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

import msgspec

from kriegnote.chess.position import Position
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Check,
    Claim,
    Correction,
    DialogueEvent,
    End,
    Move,
    PawnTries,
    Promotion,
    Reveal,
    Side,
    TakenBack,
    Try,
    Variation,
)
from kriegnote.model.printed_moves import NULL_MOVES
from kriegnote.model.record import Record
from kriegnote.rules import RuleSet
from kriegnote.rules import announcements as announce
from kriegnote.rules.assumed import assumed
from kriegnote.rules.game import ORTHODOX
from kriegnote.rules.turn import Rebuffs
from kriegnote.umpire import announcement_checks, draw_checks, record_checks, recovery, try_checks, turn_checks
from kriegnote.umpire.after_move import AfterMove
from kriegnote.umpire.announcement_checks import Key
from kriegnote.umpire.completed_events import CompletedEvents
from kriegnote.umpire.corrections import Corrections
from kriegnote.umpire.draw_checks import DrawWatch
from kriegnote.umpire.followed_game import FollowedGame
from kriegnote.umpire.numbering import Numbering
from kriegnote.umpire.printed_traits import traits_of
from kriegnote.umpire.resolution import Resolved, unseen
from kriegnote.umpire.starting_position import first_position
from kriegnote.umpire.turn_checks import RecordedTurn

_SOONEST: Final = 8  # plies without a capture or pawn move that a threefold repetition needs at least


class Replayed(NamedTuple):
    """The replayed record, its findings, and the indices of the events that were derived."""

    record: Record
    findings: list[Finding]
    added: frozenset[int]


def replay(record: Record, rules: RuleSet | None, *, announce: bool) -> Replayed:
    """The record of an umpire, or of a player who sees everything, replayed from its starting position.

    :param announce: whether announcements that the rulebook prescribes are added where they are missing.
    """
    findings: list[Finding] = []
    start = first_position(record, findings)
    boards = [start] if start is not None else []
    game = FollowedGame(record, boards, traits_of(record.events), Numbering(), findings)
    return _replay(record, rules, announce and rules is not None, game, DrawWatch(start))


def _replay(record: Record, rules: RuleSet | None, announce: bool, game: FollowedGame, draws: DrawWatch) -> Replayed:
    """A record, or a variation of it, replayed on the boards of a game."""
    kinds = frozenset(map(type, record.events))
    silent, out = frozenset(record.silence), CompletedEvents()
    return _Replay(
        record,
        rules,
        announce,
        announces_tries=announce and rules is not None and rules.announces_tries,
        orthodox=not (game.boards and game.boards[0].dark) and (rules is None or rules.game == ORTHODOX),
        silent=silent,
        refusals=Try in kinds and any(type(one) is Try and one.verdict is not None for one in record.events),
        answers=Answer in kinds and any(type(one) is Answer and one.source == "recorded" for one in record.events),
        unknown_questions=turn_checks.unknown_questions(record, rules) if Ask in kinds else [],
        game=game,
        draws=draws,
        out=out,
        announcements=AfterMove(out, silent, announce),
        corrections=Corrections(record.events),
        findings=game.findings,
    ).run()


@dataclass(slots=True)
class _Replay:
    """One pass over a record, or over a variation of it.

    ``announce``: whether missing announcements are derived; ``announces_tries``: whether pawn captures are announced
    unasked; ``orthodox``: whether the game is orthodox chess. Of the record: ``silent``, the names of the event kinds
    whose absence means that there was nothing to announce; ``refusals`` and ``answers``, whether it has any;
    ``unknown_questions``, those that its rulebook does not have. ``rebuffs``: those of the turn before; ``askers``: who
    has asked “Any?” so far.
    """

    record: Record
    rules: RuleSet | None
    announce: bool
    announces_tries: bool
    orthodox: bool
    silent: frozenset[str]
    refusals: bool
    answers: bool
    unknown_questions: list[Ask]
    game: FollowedGame
    draws: DrawWatch
    out: CompletedEvents
    announcements: AfterMove
    corrections: Corrections
    findings: list[Finding]
    turn: RecordedTurn = field(default_factory=RecordedTurn)
    rebuffs: Rebuffs | None = None
    askers: set[Side] = field(default_factory=set)

    # -- the run ---------------------------------------------------------------------------------------------------

    def run(self) -> Replayed:
        game = self.game
        for game.at, event in enumerate(self.record.events):
            match event:
                case Move():
                    self._open_turn(event)
                    self._move(event)
                case Try():
                    self._try(event)
                case Capture() | Check() | Promotion() | Reveal() | End():
                    self._announced(event)
                case PawnTries():
                    self._open_turn(event)
                    if not self.turn.of_other:
                        self.findings += turn_checks.check_pawn_tries(event, game.boards, self.rules)
                        event = turn_checks.counted(event, game.boards, self.rules) if self.announce else event
                    self.out.add(event)
                case Ask():
                    self._open_turn(event)
                    self._ask(event)
                case Answer():
                    self._open_turn(event)
                    self._answer(event)
                case Variation():
                    self.out.add(self._varied(event, game.before))
                case TakenBack():
                    self._open_turn(event)
                    self.out.add(self._varied(event, game.boards))
                case Claim():
                    if self.draws.follows(game.boards):
                        self.findings += draw_checks.check_claim(event, self.draws.history, self.rules)
                    self.out.add(event)
                case Correction():
                    self.findings += self.corrections.check(event, self.rules)
                    self.out.add(event)
                case _:
                    self.out.add(event)
        return self._end()

    def _end(self) -> Replayed:
        """Closes what is open when the record ends, and returns the record with all derived events."""
        self.findings += try_checks.legal_refusal_findings(self.turn.refused_legal)
        self._close_question()
        self.findings += self.announcements.close(self.game.last)
        self._open_end()
        self.findings += record_checks.check_result(self.record, self.game.boards, self.game.sure, self.rules)
        record = self.record.replace(events=tuple(self.out.events))
        if self.rules is not None and self.announce and self.game.boards:
            silence = tuple(sorted(self.silent | {*self.rules.silence} - self.announcements.uncertain))
            if silence != record.silence:
                record = record.replace(silence=silence).sourced("derived", "silence")
        return Replayed(record, self.findings, frozenset(self.out.added))

    def _varied(self, event: Variation | TakenBack, boards: list[Position]) -> Variation | TakenBack:
        """An event with moves of its own, replayed from ``boards``.

        Announcements within it are checked, but none is derived; the turn continues as if it had not happened.
        """
        if not boards:
            return event
        inner = self.record.replace(events=event.events, silence=(), result=None, headers=())
        numbering = Numbering(self.game.numbering.offset)
        game = FollowedGame(inner, boards, self.game.traits, numbering, self.findings)
        replayed = _replay(inner, self.rules, False, game, DrawWatch(None))
        return msgspec.structs.replace(event, events=replayed.record.events)

    # -- turns -----------------------------------------------------------------------------------------------------

    def _open_turn(self, event: DialogueEvent) -> None:
        """Opens a turn with its first event; within an open turn, anything but an answer closes the last question."""
        turn, game = self.turn, self.game
        if turn.open:
            if type(event) is not Answer:
                self._close_question()
            if type(event) is Move and game.boards and not turn.of_other and game.is_others(event):
                game.check_side_and_number(event)
            return
        if self.announcements.expected:
            self.findings += self.announcements.close(game.last)
        self.rebuffs = turn.rebuffs
        if turn.used:
            self.findings += try_checks.legal_refusal_findings(turn.refused_legal)
            self.turn = turn = RecordedTurn()
        turn.open, turn.of_other = True, False
        if not game.boards:
            return
        if type(event) is not Ask or not self._is_asked_meanwhile(event):
            turn.of_other = game.is_out_of_turn(event)
            game.check_side_and_number(event)
        if type(event) is PawnTries or not game.boards:
            return
        if "pawn_tries" in self.silent and (missing := turn_checks.unannounced_tries(game.boards, self.rules)):
            self.findings.append(finding("KN322", missing, event))
        elif self.announces_tries and (said := self._pawn_tries()) is not None:
            self.out.derive(said)

    def _is_asked_meanwhile(self, event: Ask) -> bool:
        """Whether a player asks about rebuffs while his opponent is still trying (RAND 9)."""
        late = self.rules is not None and self.rules.ask == "any-time"
        return late and event.what == "rebuffs" and self.game.is_others(event)

    def _pawn_tries(self) -> PawnTries | None:
        """The announcement of pawn captures that is due; None if the boards disagree or a correction makes it later."""
        rules, boards = self.rules, self.game.boards
        if rules is None or not self.announces_tries or not boards:
            return None
        side, turn = boards[0].side, self.game.numbering.of(boards[0])
        said = announce.pawn_tries(boards[0], rules, side, turn)
        if len(boards) > 1 and any(announce.pawn_tries(board, rules, side, turn) != said for board in boards[1:]):
            self.announcements.uncertain.add("pawn_tries")
            return None
        return None if said is not None and self.corrections.some and self.corrections.forgotten(said) else said

    def _open_end(self) -> None:
        """Announces pawn captures after the last move: the umpire does so at once, whatever the player does next.

        Nothing is announced if the game ended before: on the board, or by an end recorded in the turn of the last move.
        """
        if self.turn.open or self.announcements.ended or self.game.last is None or "pawn_tries" in self.silent:
            return
        if (said := self._pawn_tries()) is not None:
            self.out.derive_at_end(said)

    # -- moves -----------------------------------------------------------------------------------------------------

    def _move(self, event: Move) -> None:
        turn, game = self.turn, self.game
        turn.open = False
        if turn.refused_legal:
            self.findings += try_checks.legal_refusal_findings(turn.refused_legal)
            turn.refused_legal = []
        if self.draws.standing is not None:
            self.findings.append(self.draws.played_on(event, self.rules))
        if not game.boards:
            event = unseen(event)
        elif event.text is None and event.move is None and not event.options:
            game.lose(event)
        elif event.parts is None and event.move is None and event.text and event.text not in NULL_MOVES:
            game.play_unread(event)
        else:
            self._made(event)
            return
        self.announcements.forget(announcement_checks.KINDS)
        self.out.add(event)

    def _made(self, event: Move) -> None:
        """Plays a move on the boards and works out what must be announced after it."""
        game, history = self.game, self.draws.history
        resolved = game.play(event, ended=self.announcements.ended)
        self.out.add(resolved.event)
        if resolved.move is None:
            self.announcements.forget(announcement_checks.possible_after(resolved, game.before))
            history.lose()
            return
        if self.turn.used:
            before = resolved.sources[0]
            self.findings += turn_checks.check_must_try(event, self.turn, before, resolved.move, self.rules)
            self.findings += turn_checks.check_touch(event, self.turn, before, resolved.move, self.rules)
        if game.doubted or len(game.before) > 1:
            history.lose()
        else:
            history.add(resolved.move, resolved.after[0])
        self._expect(resolved, resolved.move)

    def _expect(self, resolved: Resolved, move: int) -> None:
        """Works out the announcements that are due after the move just made.

        :param move: the move, which is certain.
        """
        event, after, rules = resolved.event, resolved.after, self.rules
        quiet = self.orthodox and len(after) == 1 and announcement_checks.is_quiet(event.san or "x", after[0])
        if quiet and not self.corrections.some and after[0].halfmove < _SOONEST:
            self.announcements.expect({})
            return
        before = resolved.sources[0]
        side = event.side or before.side
        turn = event.turn if event.turn is not None else before.fullmove
        expected: dict[Key, AnyEvent] = {}
        if not quiet:
            book = rules or assumed(dark=after[0].dark)
            asked = announce.asked_in_time(book, self.turn.asked, side in self.askers)
            expected = announcement_checks.expected_after(resolved.sources, move, after, book, side, turn, asked)
        if self.corrections.some:
            self.corrections.remember(expected, self.game.before, event, after, side, turn)
            expected = {key: one for key, one in expected.items() if not self.corrections.forgotten(one)}
        self.announcements.expect(expected, announcement_checks.possible_after(resolved, resolved.sources))
        if rules is not None and not self.announcements.ended:
            reason = self.draws.declare(self.game.boards, rules)
            if reason is not None and not self.game.ahead():  # if the record goes on, no draw was declared
                self.announcements.expected[End, None] = announce.drawn(reason, event)

    # -- announcements, questions and tries ------------------------------------------------------------------------

    def _announced(self, event: AnyEvent) -> None:
        """Checks a recorded announcement after a move against the expected one."""
        game = self.game
        self.out.add(event)
        if type(event) is End and self.draws.follows(game.boards):
            self.findings += draw_checks.check_draw(event, self.draws.history, self.rules)
        self.findings += self.announcements.check(
            event, game.before, game.last, self.rules, game.boards, sure=game.sure
        )

    def _ask(self, event: Ask) -> None:
        if not self.turn.of_other:
            self.findings += turn_checks.check_ask(event, self.turn, self.rules, self.unknown_questions)
            self.turn.ask(event)
            if event.what == "any" and event.side is not None:
                self.askers.add(event.side)
        self.out.add(event)

    def _answer(self, event: Answer) -> None:
        if not self.turn.of_other:
            question, boards = self.turn.open_question, self.game.boards
            meanwhile = question is not None and bool(boards) and self._is_asked_meanwhile(question)
            rebuffs = self.rebuffs if self.refusals and not meanwhile else None
            self.findings += turn_checks.check_answer(event, self.turn, boards, rebuffs)
            if meanwhile:
                self.findings += turn_checks.check_recapitulation(event, self.turn.rebuffs)
            self.turn.answer(event)
        self.out.add(event)

    def _close_question(self) -> None:
        """Answers an unanswered “Any?” from the board, if the boards agree."""
        question, self.turn.open_question = self.turn.open_question, None
        if question is None or not self.announce or not self.game.boards or question.what != "any":
            return
        if self.answers and self.out.events[-1:] == [question]:  # otherwise the event after it may have been the answer
            note = turn_checks.captures_note(self.game.boards[0])
            self.findings.append(finding("KN305", "the record does not give the umpire's answer", question, note=note))
        if (answer := turn_checks.true_answer(question, self.game.boards)) is not None:
            self.out.derive(answer)

    def _try(self, event: Try) -> None:
        game, rules, traits = self.game, self.rules, self.game.traits
        if event.verdict != "untested":
            self._open_turn(event)
        if not game.boards or self.turn.of_other:
            self.out.add(event if game.boards else unseen(event))
            return
        if event.verdict == "untested":
            self.out.add(try_checks.on_own_board(event, game.before, traits).event)
            return
        tried = try_checks.on_own_board(event, game.boards, traits)
        rebuffs = self.turn.rebuffs
        self.turn.tries(tried)
        following = next(iter(recovery.upcoming(self.record.events, game.at, 1)), None)
        played = try_checks.is_played(tried, following, traits)
        if (legal := try_checks.legal_refusal(tried, played=played)) is not None:
            self.turn.refused_legal.append(legal)
        self.findings += try_checks.check_try(tried, rules, played=played)
        self.findings += try_checks.misread_try(event, game.boards if game.sure else [], traits)
        self.findings += try_checks.check_limit(event, rebuffs, self.turn.rebuffs, rules)
        self.out.add(tried.event)
        if rules is not None and rules.game.refused_try == "passes":
            game.pass_turn(tried.event)
            self.turn.open = False
            self.announcements.forget()
            self.draws.history.lose()
