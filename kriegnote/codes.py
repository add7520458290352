"""The table of findings: code, usual severity, title, and what ``kriegnote explain`` teaches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding: its usual severity, a title of a few words, what it means and what to do, an example."""

    severity: Literal["error", "warning", "info"]
    title: str
    text: str
    example: str = ""


CODES: Final[Mapping[str, Code]] = MappingProxyType(
    {
        # Text
        "KN101": Code(
            "error",
            "unreadable text",
            "No grammar of the notation reads this stretch. It is kept as it stands "
            "(a junk event) and reading goes on at the next move number. Mend the text, or put it in a comment.",
            "12. Nf3 %%& Nc6",
        ),
        "KN102": Code(
            "error",
            "comment never closed",
            "A comment is opened and the file ends before it closes. What follows "
            "up to the next game is kept as its text.",
            "1. e4 {best by test",
        ),
        "KN103": Code(
            "error",
            "nested too deeply",
            "Variations (or JSON) nest more than 100 deep; what is deeper is left as junk.",
            "1. e4 (1. d4 (1. c4 (…",
        ),
        "KN104": Code(
            "warning",
            "not UTF-8",
            "The bytes are not UTF-8 and were read as Latin-1, PGN's own encoding. Save the "
            "file as UTF-8 if names look wrong.",
            "",
        ),
        "KN105": Code(
            "warning",
            "piece letters of two languages",
            "R is a rook in English and the king (Re) in Italian. The "
            "record has letters of both languages, so an R is read as a rook.",
            "1. e4 e5 2. Cf3 Nc6",
        ),
        "KN106": Code("error", "no game here", "The text holds no game of this notation.", ""),
        "KN107": Code(
            "error",
            "not a record in JSON",
            "The line is not JSON, or not a record of kriegnote/1; the message says which field is wrong.",
            '{"schema": "kriegnote/1", "events": 5}',
        ),
        "KN108": Code(
            "error",
            "a header that is not one",
            'A line starts like a PGN tag but is not [Name "value"]. It is kept as junk.',
            '[White "Smith]',
        ),
        "KN109": Code(
            "warning",
            "not understood",
            "A sentence names a square or a man but was not understood as part of the "
            "dialogue. It is kept as a comment. Rephrase it if it reports something heard.",
            "",
        ),
        "KN110": Code(
            "info",
            "tolerated spelling",
            "The text departs from the notation in a way that has one meaning; it was "
            "read so and is written back in the standard way.",
            "",
        ),
        "KN111": Code(
            "warning",
            "a doubtful field in JSON",
            "A field that kriegnote/1 does not have (it is passed over: see whether its name is misspelt), a field given "
            "twice (the last counts), or two fields of a move that contradict each other (`move` counts).",
            '{"schema": "kriegnote/1", "haeders": []}',
        ),
        # Moves
        "KN201": Code(
            "error",
            "not legal here",
            "No man of the side to move can make this move here: it, or an earlier one, is wrong. The umpire tries what "
            "it may have been (one sign misread, or made although it was not legal) on the next moves; he goes on with "
            "what they bear out, and stops where they bear out nothing. `kriegnote repair` looks further.",
            "1. e4 e5 2. Bc5",
        ),
        "KN202": Code(
            "warning",
            "not the man that moved",
            "The printed man cannot go there, others can: typical of a scanned "
            "figurine. With one other man the umpire goes on with it; with several it is not sure from here on. "
            "`kriegnote repair` weighs them.",
            "1. e4 e6 2. ♖c4",
        ),
        "KN203": Code(
            "warning",
            "several moves fit",
            "The printed move leaves open which man moved. Say it with a file or a rank (Nbd2, R1d2).",
            "Rd5 with rooks on d1 and a5",
        ),
        "KN204": Code(
            "warning",
            "a capture mark, but nothing taken",
            "The move is marked as a capture but the square is empty.",
            "1. e4 e5 2. Nxf3",
        ),
        "KN205": Code("warning", "a capture without its mark", "The record marks its captures, but not this one.", ""),
        "KN206": Code(
            "warning",
            "a check mark that is not true",
            "The move is marked + or # but gives no check, or is not mate.",
            "1. e4+",
        ),
        "KN207": Code(
            "info",
            "promoted to what?",
            "A pawn reaches the last rank and the text does not say what it becomes; taken for a queen.",
            "57. b8",
        ),
        "KN208": Code(
            "warning",
            "the wrong origin is printed",
            "The file or rank printed to tell the man from others names one that cannot go there.",
            "4... Rhh6 played from a6",
        ),
        "KN209": Code("error", "a move after the end", "The game was over (mate or stalemate) before this move.", ""),
        "KN210": Code(
            "info", "no longer sure", "From here on the umpire's board is one of several, so it checks less.", ""
        ),
        # Announcements, questions, tries
        "KN301": Code(
            "warning", "a wrong answer", "The umpire's answer contradicts the board.", "(a? N) though exf6 is possible"
        ),
        "KN302": Code(
            "warning", "a question this rulebook does not have", "Under these rules nobody may ask this.", ""
        ),
        "KN303": Code(
            "warning",
            "a yes, and no pawn capture tried",
            "After a yes to “Any?” the player must try at least one pawn capture (Gambit 11).",
            "",
        ),
        "KN304": Code(
            "info",
            "asked after a try",
            "Chapter 2 lets a player ask before his first try only; Gambit 11 does not say. Records do ask late.",
            "",
        ),
        "KN305": Code("info", "a question without an answer", "The record does not say what the umpire answered.", ""),
        "KN306": Code("warning", "an answer without a question", "The umpire answers, but nobody asked.", ""),
        "KN311": Code(
            "warning",
            "refused, but legal",
            "The try is marked as refused although it was legal on the umpire's board.",
            "21. (gh4?) gxh4",
        ),
        "KN312": Code(
            "warning",
            "a try without its mark",
            "A try that was not legal (or was not the move played) has no mark of refusal.",
            "(a? Y ba6) Bxh4",
        ),
        "KN313": Code(
            "warning",
            "impossible among the player’s own men",
            "No man of the player's could make this try even with "
            "the board empty of the opponent's men, so the umpire's word should have been the other one.",
            "",
        ),
        "KN314": Code(
            "warning",
            "called impossible, but possible",
            "The umpire called the try impossible although the player's own men allow it.",
            "",
        ),
        "KN315": Code(
            "warning",
            "a move that is not in its own list",
            "The umpire plays the first legal entry of a player's list (§4.4), so the move played must be one of them. "
            "The entries are read as refused; put the move in, or mark the entry that it is with “!”.",
            "17. Rh1 (Rg1, Rf1)",
        ),
        "KN321": Code(
            "warning",
            "wrong pawn tries",
            "The number or the squares of the pawn captures announced are not those of the board.",
            "",
        ),
        "KN322": Code(
            "warning",
            "pawn tries not announced",
            "Pawn captures were possible, the rulebook announces them, and the record says nothing.",
            "",
        ),
        "KN331": Code(
            "warning",
            "a capture announced, but none made",
            "The umpire announced a capture; the move takes nothing.",
            "",
        ),
        "KN332": Code(
            "warning", "capture on another square", "The square announced is not where the man was taken.", ""
        ),
        "KN333": Code(
            "warning", "another man captured", "The category of the man announced is not that of the man taken.", ""
        ),
        "KN334": Code(
            "warning",
            "capture not announced",
            "The move takes a man and the record, which announces captures, says nothing.",
            "",
        ),
        "KN335": Code(
            "warning", "another man captures", "The capturing man was announced as a pawn (or piece) and is not.", ""
        ),
        "KN336": Code(
            "warning",
            "en passant or not",
            "The capture was announced as en passant and is not, or the other way round.",
            "",
        ),
        "KN341": Code(
            "warning", "a check announced, but none given", "The umpire announced check; the king is not attacked.", ""
        ),
        "KN342": Code(
            "warning",
            "check from another direction",
            "Long and short are the two diagonals through the checked king's square, by their length.",
            "short check announced, bishop on the long diagonal",
        ),
        "KN343": Code(
            "warning",
            "check not announced",
            "The move gives check and the record, which announces checks, says nothing.",
            "",
        ),
        "KN351": Code(
            "warning", "a promotion announced, but none made", "The umpire announced a promotion; no pawn promoted.", ""
        ),
        "KN352": Code(
            "warning",
            "promotion not announced",
            "A pawn promoted, the rulebook announces it, and the record says nothing.",
            "",
        ),
        "KN361": Code("warning", "not that end", "The end announced (mate, stalemate) is not on the board.", ""),
        "KN371": Code(
            "warning",
            "shown what is not there",
            "Under Dark Chess a player is told that he sees a man (or an empty square, or an open line) that the board "
            "does not have, or that none of his men can see.",
            "11.-, Ba6(Qe2) with a knight on e2",
        ),
        "KN372": Code(
            "warning",
            "not shown what he sees",
            "Under Dark Chess the move changes what this player sees, and the record, which tells such changes, says "
            "nothing.",
            "",
        ),
        # The record
        "KN401": Code(
            "warning",
            "move numbers out of step",
            "A number is missing, doubled or out of order. Perhaps a ply was lost.",
            "40. … 42. …",
        ),
        "KN402": Code(
            "warning",
            "the result contradicts the position",
            "The printed result is not that of the final position.",
            "22... Rh8# 1-0",
        ),
        "KN403": Code("warning", "two results", "The Result header and the result after the moves differ.", ""),
        "KN404": Code(
            "warning",
            "not a position",
            "The FEN cannot be read as a position. The usual starting position is assumed.",
            '[FEN "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]',
        ),
        "KN405": Code("warning", "headers against content", "A header contradicts what the record contains.", ""),
        "KN406": Code("info", "an event out of order", "Within a turn the umpire's words come in a fixed order.", ""),
        # Problems
        "KN501": Code(
            "warning", "a branch that cannot be reached", "No reply of the opponent leads to this announcement.", ""
        ),
        "KN502": Code(
            "warning", "a try impossible on the player's own board", "The player's own men do not allow this try.", ""
        ),
        "KN503": Code(
            "warning", "two branches for one announcement", "The solution says two things for what sounds the same.", ""
        ),
        "KN504": Code(
            "error",
            "a mate that is not mate",
            "The move is legal in a position that is still possible and does not mate there.",
            "",
        ),
        "KN505": Code("error", "a problem without its position", "A problem needs a FEN tag.", '[Stipulation "#2"]'),
        "KN506": Code("warning", "not understood", "A part of the solution that no form of the notation reads.", ""),
        "KN507": Code(
            "info",
            "a defence that cannot be heard so",
            "The text names a reply of Black's against which a move is meant, but no such reply leads to what is heard "
            "in this branch. Often a slip of the scanner in the defence; the verdict does not rest on it.",
            "non silente 2.Qxc4(Kd4)",
        ),
        "KN508": Code(
            "warning",
            "the duty to try is forgotten",
            "After a yes to “Any?” one pawn capture must be tried before any other move (the Gambit's rule 11). Name "
            "the capture that White tries, if only to have it refused.",
            "Any?y 2.Qe4",
        ),
    }
)
