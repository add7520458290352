"""What is said of a printed ply that is read otherwise than it is printed."""

from __future__ import annotations

from kriegnote.chess.position import Position
from kriegnote.model.events import Move
from kriegnote.model.printed_moves import parse_move
from kriegnote.restoration.choices import Choice
from kriegnote.restoration.figurine_model import Glyph
from kriegnote.restoration.lattice import Edge
from kriegnote.restoration.page import PagePly
from kriegnote.restoration.ply_report import Figure, PrintedPly, correction, is_changed, other_men, report
from kriegnote.restoration.printed_slot import MARK, Slot
from kriegnote.restoration.spelling import Spelling

START = Position.from_fen("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
TAKES = 28 | 35 << 6  # e4xd5


def printed(text: str, move: int, slips: int = 0, choices: tuple[Choice, ...] = (), man: str = "") -> PrintedPly:
    event = Move(side="white", turn=2, move=None, text=text, san=None, parts=parse_move(text), line=1, column=4)
    ply = PagePly(event, 0, "white", 2, man=Glyph(man, man, typed=True) if man else None)
    slot = Slot(parts=event.parts, ply=0, word=text, white=True)
    return PrintedPly(event, ply, slot, START, Edge(0, 0, move, slips), choices, right=False)


def test_of_a_ply_that_is_read_as_it_is_printed_nothing_is_said() -> None:
    one = printed("exd5", TAKES)
    assert report(one) == ([], None, False)
    assert not is_changed(one, menless=False)
    assert correction(one, Spelling(), None) is None


def test_a_slip_is_told_and_what_is_to_be_written_is_its_fix() -> None:
    one = printed("ed5", TAKES, MARK)
    (told,) = report(one).findings
    assert (told.code, told.message) == ("KN205", "ed5 takes a man but has no capture mark; read as exd5")
    written = correction(one, Spelling(), told)
    assert written is not None
    assert (written.printed, written.readings) == ("ed5", (("exd5", 1.0),))
    assert written.finding.fix is not None
    assert (written.finding.fix.old, written.finding.fix.new) == ("ed5", "exd5")


def test_a_typed_letter_of_another_man_is_told_with_all_that_it_may_be() -> None:
    choices = Choice("g1f3", "Nf3", 0.9), Choice("d1f3", "Qf3", 0.1)
    one = printed("Bf3", 6 | 21 << 6, choices=choices, man="B")
    told = report(one)
    assert told.named
    assert is_changed(one, menless=False)
    assert [note.message for note in told.findings] == [
        "Bf3 → Nf3 (90%), Qf3 (10%): read as a knight move, not a bishop move"
    ]
    written = correction(one, Spelling(), told.findings[0])
    assert written is not None
    assert written.finding.fix is None
    assert written.readings == (("Nf3", 0.9), ("Qf3", 0.1))


def test_figurines_that_are_read_as_other_men_are_counted_in_one_finding() -> None:
    event = printed("exd5", TAKES).event
    figures = [Figure(event, "♖", "B", "2. ♖b5 → Bb5"), Figure(event, "♖", "B", "3. ♖a4 → Ba4")]
    (told,) = other_men(figures, 7)
    assert told.message == "2 of 7 figurines are read as other men: ♖ as bishop (2)"
    assert other_men([], 7) == []
