"""One run of the umpire over one umpire's record, or over one variation of it.

He keeps every position that the record still allows (mostly one); where a printed move leaves several, he goes on with
all of them and derives only what they agree on.  Announcements that were recorded stay as they were said; a wrong one
gets a finding and no twin.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from kriegnote.chess.position import Position, move_of
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import (
    REMARKS,
    Answer,
    AnyEvent,
    Ask,
    Claim,
    Comment,
    Correction,
    End,
    Junk,
    Move,
    Nag,
    PawnTries,
    Side,
    TakenBack,
    Try,
    Unknown,
    Variation,
)
from kriegnote.model.order import is_before_move
from kriegnote.model.printed_moves import NULL_MOVES
from kriegnote.model.record import Record
from kriegnote.rules import RuleSet, draws
from kriegnote.rules import announcements as announce
from kriegnote.rules.assumed import assumed
from kriegnote.rules.boards import VariantPosition
from kriegnote.umpire import announcement_checks, draw_checks, misread, record_checks, recovery, try_checks, turn_checks
from kriegnote.umpire.announcement_checks import Key
from kriegnote.umpire.resolution import Resolved, blank, resolve_move, unmistakable, unseen
from kriegnote.umpire.turns import MOST_MISFITS, MOST_WORLDS, Turns

_SEVERAL: Final = "from here on the umpire follows several boards and says only what they agree on"
_SOONEST: Final = 8  # plies without a capture or a pawn move in which a position can stand for the third time
_CASTLING: Final = frozenset(("O-O", "O-O-O"))
_KEPT: Final = frozenset((Comment, Nag, Junk, Unknown, *REMARKS)) - {TakenBack, Correction, Claim}


class Replayed(NamedTuple):
    """A record as the umpire leaves it, what he found, and the indices of the events that he added."""

    record: Record
    findings: list[Finding]
    added: frozenset[int]


class Replay(Turns):
    """One run over one record (or one variation)."""

    __slots__ = ()

    # -- the run ---------------------------------------------------------------------------------------------------

    def run(self) -> Replayed:
        for at, event in enumerate(self.record.events):
            self.at = at
            kind = type(event)
            if kind is Move or kind is TakenBack or is_before_move(event):
                self._open_turn(event)  # type: ignore[arg-type]
            if kind is Move:
                self._move(event)  # type: ignore[arg-type]
            elif kind in _KEPT:
                self.out.add(event)
            else:
                self._other(event)
        self._note(try_checks.refused_though_legal(self.turn.legal))
        self._close_ask()
        self._note(self.tail.close(self.last))
        self._open_end()
        self._note(record_checks.check_result(self.record, self.worlds, self.sure, self.rules))
        silence = self._silence()
        record = self.record.replace(events=tuple(self.out.events), silence=silence)
        if silence != self.record.silence:
            record = record.sourced("derived", "silence")
        return Replayed(record, self.findings, frozenset(self.out.added))

    def _other(self, event: AnyEvent) -> None:
        if isinstance(event, Variation):
            self.out.add(self._aside(event, self.before) if self.before else event)
        elif isinstance(event, TakenBack):
            self.out.add(self._aside(event, self.worlds) if self.worlds else event)
        elif isinstance(event, Claim):
            if self._followed():
                self._note(draw_checks.check_claim(event, self.line, self.rules))
            self.out.add(event)
        elif isinstance(event, Correction):
            self._note(self.corrections.check(event, self.rules))
            self.out.add(event)
        elif isinstance(event, Try):
            self._try(event)
        elif isinstance(event, Ask):
            self._ask(event)
        elif isinstance(event, Answer):
            self._answer(event)
        elif isinstance(event, PawnTries):
            if not self.strayed:
                self._note(turn_checks.check_pawn_tries(event, self.worlds, self.rules))
            self.out.add(event)
        else:
            self._announced(event)

    def _silence(self) -> tuple[str, ...]:
        if self.rules is None or not self.announce or not self.worlds:
            return self.record.silence
        return tuple(sorted({*self.record.silence, *self.rules.silence}))

    # -- moves -----------------------------------------------------------------------------------------------------

    def _move(self, event: Move) -> None:
        if self.turn.legal:
            self._note(try_checks.refused_though_legal(self.turn.legal))
            self.turn.legal = []
        self.turn_open = False
        self.tail.at = -1
        if self.drawn:
            self._note(draw_checks.played_on(self.drawn, event, self.rules))
            self.drawn = None
        if not self.worlds:
            self.out.add(unseen(event))
        elif event.text is None and event.move is None and not event.options:
            self._lose(event, "this move is hidden, so the umpire cannot follow the game from here on")
        elif event.parts is None and event.move is None and event.text and event.text not in NULL_MOVES:
            self._unreadable(event)
        else:
            self._made(event, self._resolved(event))

    def _resolved(self, event: Move) -> Resolved:
        """A move on the boards, with all that is found in it noted."""
        resolved = resolve_move(self.worlds, event, self.traits)
        if self.over:
            self.findings.append(finding("KN209", recovery.over(self.worlds[0], self.last), event))
            self._note(found for found in resolved.findings if found.code != "KN201")
        elif resolved.findings:
            resolved = self._as_guessed(event, resolved)
            ahead, world, sure = self._ahead(), self.worlds[0], self.sure
            self._note(recovery.borne_out(one, resolved, world, ahead, self.traits, sure) for one in resolved.findings)
        if self.turn.used and resolved.certain:
            self._note(turn_checks.check_must_try(event, self.turn, resolved, self.rules))
            self._note(turn_checks.check_touch(event, self.turn, resolved, self.rules))
        if not self.sure:
            event = unmistakable(self.worlds, event, resolved.event)
            return msgspec.structs.replace(resolved, event=event)
        return resolved

    def _as_guessed(self, event: Move, resolved: Resolved) -> Resolved:
        typed = resolved.doubt in ("man", "origin") and misread.unclear(event)
        if resolved.doubt != "all" and not typed:
            return resolved
        number = self.numbering.of(self.worlds[0])
        self.misfits += 1
        if self.misfits > MOST_MISFITS:
            found = finding("KN210", "too many moves do not fit; the umpire stops following", event)
            return Resolved.left_open(blank(event), [], [found])
        return recovery.amiss(self.worlds, event, resolved, self._ahead(), self.traits, number)

    def _made(self, event: Move, resolved: Resolved) -> None:
        """Goes on to the boards behind a move."""
        before = self.before = self.worlds
        after = self.worlds = resolved.after
        self.last = resolved.event
        self.out.add(resolved.event)
        self.over = False
        if not resolved.certain:
            self._doubted(event, resolved)
            self.line.lose()
            return
        if self.sure and len(before) == 1:
            self.line.add(resolved.moves[0], after[0])
        else:
            self.line.lose()
        self._expect(resolved)

    def _doubted(self, event: Move, resolved: Resolved) -> None:
        """After a move that leaves the board open."""
        if self.sure and len(resolved.after) > 1 and resolved.doubt != "all":
            self.findings.append(finding("KN210", _SEVERAL, event))
        self.sure = False
        if len(resolved.after) > MOST_WORLDS:
            self.worlds = []
            self.findings.append(finding("KN210", "too many boards are possible; the umpire stops following", event))

    def _expect(self, resolved: Resolved) -> None:
        """Works out what the umpire has to say of the move just made."""
        event, worlds, rules = resolved.event, self.worlds, self.rules
        after = worlds[0]
        expected: dict[Key, AnyEvent] = {}
        quiet = self.orthodox and len(worlds) == 1 and _is_quiet(event.san or "x", after)
        if not quiet:
            before = resolved.sources[0]
            side: Side = event.side or ("white" if before.turn else "black")
            turn = event.turn if event.turn is not None else before.fullmove
            book = rules or assumed(dark=after.dark)
            asked = announce.asked_in_time(book, self.turn.asked, side in self.askers)
            expected = announcement_checks.expected_after(
                resolved.sources, resolved.moves, self.worlds, book, side, turn, asked
            )
            self.over = (End, None) in expected
        if self.corrections.some:
            expected = self._corrected(expected, event)
            self.over = (End, None) in expected
        self.tail.expect(expected)
        if rules is not None and not self.over and (not quiet or after.halfmove >= _SOONEST):
            self._declare(rules, event)

    def _corrected(self, expected: dict[Key, AnyEvent], event: Move) -> dict[Key, AnyEvent]:
        """What has to be announced at once; the rest the umpire gave later."""
        white, number = self.before[0].turn, self.before[0].fullmove
        side: Side = event.side or ("white" if white else "black")
        turn = event.turn if event.turn is not None else number
        self.corrections.remember(expected, self.before, self.last, self.worlds, side, turn)
        return {key: one for key, one in expected.items() if not self.corrections.forgotten(one)}

    def _unreadable(self, event: Move) -> None:
        """A move that nobody can read (its reader says the same): any legal one that the next plies bear out."""
        self.findings.append(finding("KN101", f"this is no move: {event.text!r}", event))
        self.before = self.worlds
        self._one_of_many(event, self._ahead())
        self.last = event
        self.over = False
        self.tail.forget()
        self.out.add(event)

    def _lose(self, event: Move, why: str) -> None:
        self.findings.append(finding("KN210", why, event))
        self.worlds = []
        self.sure = False
        self.out.add(event)

    # -- announcements and draws -----------------------------------------------------------------------------------

    def _announced(self, event: AnyEvent) -> None:
        """A recorded announcement after a move: checked against what was expected."""
        self.out.add(event)
        if type(event) is End and self._followed():
            self._note(draw_checks.check_draw(event, self.line, self.rules))
        self._note(self.tail.check(event, self.before, self.last, self.rules, self.worlds, sure=self.sure))

    def _followed(self) -> bool:
        """Whether the whole game up to this board is known."""
        return self.line.known and len(self.worlds) == 1 and self.line.positions[-1] is self.worlds[0]

    def _declare(self, rules: RuleSet, event: Move) -> None:
        """A draw that the umpire declares of himself after the move just made; a record that goes on has none."""
        reason = draws.declared(self.line, rules) if self._followed() else None
        if reason is None or reason in self.declared:
            return
        self.declared.add(reason)
        self.drawn = reason
        if not self._ahead():
            self.tail.expected[End, None] = announce.drawn(reason, event)

    # -- questions, tries and variations ---------------------------------------------------------------------------

    def _ask(self, event: Ask) -> None:
        if not self.strayed:
            self._note(turn_checks.check_ask(event, self.turn, self.rules, self.unknown_questions))
            self.turn.ask(event)
            if event.what == "any" and event.side is not None:
                self.askers.add(event.side)
        self.out.add(event)

    def _answer(self, event: Answer) -> None:
        if not self.strayed:
            question = self.turn.open_question
            meanwhile = question is not None and bool(self.worlds) and self._asks_meanwhile(question)
            self._note(turn_checks.check_answer(event, self.turn, self.worlds, None if meanwhile else self.rebuffs))
            if meanwhile:
                self._note(turn_checks.check_recapitulation(event, self.turn.rebuffs))
            self.turn.answer(event)
        self.out.add(event)

    def _try(self, event: Try) -> None:
        if not self.worlds or self.strayed:
            self.out.add(unseen(event) if not self.worlds else event)
            return
        if event.verdict == "untested":
            self.out.add(try_checks.on_own_board(event, self.before, self.traits).event)
            return
        tried = try_checks.on_own_board(event, self.worlds, self.traits)
        rebuffs = self.turn.rebuffs
        self.turn.tries(tried)
        played = try_checks.is_played(
            tried, next(iter(recovery.upcoming(self.record.events, self.at, 1)), None), self.traits
        )
        if (legal := try_checks.legal_refusal(tried, played=played)) is not None:
            self.turn.legal.append(legal)
        self._note(try_checks.check_try(tried, self.rules, played=played))
        self._note(try_checks.check_limit(event, rebuffs, self.turn.rebuffs, self.rules))
        self.out.add(tried.event)
        if self.rules is not None and self.rules.game.refused_try == "passes":
            self._pass(tried.event)

    def _pass(self, event: Try) -> None:
        """A refused try under Invisible Chess: the player loses his turn, and the man in the way becomes visible."""
        self.worlds = [
            world.betrayed(move_of(event.move)) if isinstance(world, VariantPosition) and event.move else world.passed()
            for world in self.worlds
        ]
        self.turn_open = False
        self.tail.forget()
        self.line.lose()

    def _aside(self, event: Variation | TakenBack, worlds: list[Position]) -> AnyEvent:
        """An event with moves of its own, from these boards on.

        Of a move that was taken back what was said is checked, and no more is said; the turn goes on without it.
        """
        inner = self.record.replace(events=event.events, silence=(), result=None, headers=())
        offset = self.numbering.offset
        replayed = Replay(inner, self.rules, False, worlds=worlds, traits=self.traits, offset=offset).run()
        self._note(replayed.findings)
        return msgspec.structs.replace(event, events=replayed.record.events)


def _is_quiet(san: str, after: Position) -> bool:
    """Whether a move of chess is one of which no umpire says anything: no capture, promotion, check or end."""
    return "x" not in san and (san.isalnum() or san in _CASTLING) and after.has_legal_move()
