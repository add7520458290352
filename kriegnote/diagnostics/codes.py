"""The table of findings: code, usual severity, title, and what ``kriegnote explain`` teaches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding: its usual severity, a title of a few words, what it means and what to do, an example.

    ``notation``: the one that ``example`` is in (``problem`` for one that ``prove`` reads), so that whoever likes may
    run it; empty where an example cannot be printed.
    """

    severity: Literal["error", "warning", "info"]
    title: str
    text: str
    example: str = ""
    notation: str = ""


CODES: Final[Mapping[str, Code]] = MappingProxyType(
    {
        # Text
        "KN101": Code(
            "error",
            "unreadable text",
            "No grammar of the notation reads this stretch. It is kept as it stands and reading goes on right "
            "behind it; a move keeps its place in the game. Mend the text, or put it in a comment.",
            "1. e4 e5 2. Nf3 %%& Nc6",
            "pgn",
        ),
        "KN102": Code(
            "error",
            "comment never closed",
            "A comment is opened and the file ends before it closes. What follows up to the next game is kept as "
            "its text.",
            "1. e4 {best by test",
            "pgn",
        ),
        "KN103": Code(
            "error",
            "nested too deeply",
            "Variations (or JSON) nest more than 100 deep; what is deeper is kept as it stands. Take a line or "
            "two out.",
            "1. e4 (1. d4 (1. c4 (…",
            "",
        ),
        "KN104": Code(
            "warning",
            "not UTF-8",
            "The bytes are not UTF-8 and were read as Latin-1, PGN's own encoding. Save the file as UTF-8 if "
            "names look wrong.",
            "",
            "",
        ),
        "KN105": Code(
            "warning",
            "piece letters of two languages",
            "R is a rook in English and the king (Re) in Italian. The record has letters of both languages, so "
            "an R is read as a rook.",
            "1. e4, e5 2. Nf3, Cc6 3. Bb5, a6 4. O-O, b5 5. Re1, d6",
            "san",
        ),
        "KN106": Code(
            "error",
            "no game here",
            "The text holds no game of this notation. Say another with --from, or look whether the file is the "
            "right one.",
            "nothing of the kind",
            "san",
        ),
        "KN107": Code(
            "error",
            "not a record in JSON",
            "The line is not JSON, or not a record of kriegnote/1; the message says which field is wrong.",
            '{"schema": "kriegnote/1", "events": 5}',
            "json",
        ),
        "KN108": Code(
            "error",
            "a header that is not one",
            'A line starts like a PGN tag but is not [Name "value"]. It is kept as it stands. Close its '
            'quotation marks and brackets; a quotation mark within is written \\".',
            '[White "Smith]\n\n1. e4 e5',
            "pgn",
        ),
        "KN109": Code(
            "warning",
            "not understood",
            "A sentence of the dialogue, or what stands where the umpire's words stand, was not understood. It is "
            "kept as a comment. Rephrase it if it reports an announcement. Of prose that speaks of nothing in the "
            "game, or of what somebody thinks, it is information only.",
            "1. e4, d5\nThe umpire says “Perhaps at d5”.",
            "dialogue",
        ),
        "KN110": Code(
            "info",
            "tolerated spelling",
            "The text departs from the notation in a way that has one meaning; it was read so and is written "
            "back in the standard way.",
            "% for another program\n1. e4 e5",
            "pgn",
        ),
        "KN111": Code(
            "warning",
            "a doubtful field in JSON",
            "A field that kriegnote/1 does not have (it is passed over: see whether its name is misspelt; what is "
            "one's own goes into `extra`), a type of event that it does not have (the event is kept), a field given "
            "twice (the last counts), or two fields of a move that contradict each other (`move` counts).",
            '{"schema": "kriegnote/1", "haeders": []}',
            "json",
        ),
        "KN112": Code(
            "info",
            "moves in no game",
            "Of a document the games are read, and what stands around them is not. Lines that speak of moves outside of "
            "the games are named here. It is a warning where turns of a score were not taken for a game, or where one game "
            "breaks off and another begins in the middle: a line may be misread, or a turn lost between them.",
            "# Words\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\nBetter was 3. Bc4.",
            "document",
        ),
        "KN113": Code(
            "error",
            "several games at once",
            "The moves of several games run through one another: their numbers take turns. Which line is of which game "
            "is known where a number before each line names it (`Game 77: `). Put each game in a file of its own.",
            "1. e4\n1. d4\n1. .. ?\n1. .. ?\n2. d4\n2. c4\n2. .. ?\n2. .. ?\n3. c3\n3. Nf3\n3. .. ?\n3. .. ?",
            "icc",
        ),
        # Moves
        "KN201": Code(
            "error",
            "not legal here",
            "No man of the side to move can make this move here: it, or an earlier one, is wrong. The umpire "
            "tries what it may have been (one sign misread, or made although it was not legal) on the next "
            "moves; he goes on with what they bear out, and stops where they bear out nothing. `kriegnote "
            "repair` looks further.",
            "1. e4, e5 2. Bc5, d6",
            "san",
        ),
        "KN202": Code(
            "warning",
            "not the man that moved",
            "The printed man cannot go there, others can: typical of a scanned figurine. With one other man the "
            "umpire goes on with it; with several it is not sure from here on. `kriegnote repair` weighs them.",
            "1. e4, e6 2. ♖c4, d5",
            "san",
        ),
        "KN203": Code(
            "warning",
            "several moves fit",
            "The printed move leaves open which man moved. Say it with a file or a rank (Nbd2, R1d2).",
            '[FEN "4k3/8/8/8/8/8/4K3/R6R w - - 0 1"]\n\n1. Rd1 *',
            "pgn",
        ),
        "KN204": Code(
            "warning",
            "a capture mark, but nothing taken",
            "The move is marked as a capture but the square is empty. Strike the mark, or see whether the square "
            "is misread.",
            "1. e4 e5 2. Nxf3 Nc6",
            "pgn",
        ),
        "KN205": Code(
            "warning",
            "a capture without its mark",
            "The record marks its captures, but not this one. Write the mark.",
            "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. Nb5 Qb5",
            "pgn",
        ),
        "KN206": Code(
            "warning",
            "a check mark that is not true",
            "The move is marked + or # but gives no check, or is not mate. Strike the mark, or see whether the "
            "move is misread.",
            "1. e4+ e5",
            "pgn",
        ),
        "KN207": Code(
            "info",
            "promoted to what?",
            "A pawn reaches the last rank and the text does not say what it becomes; taken for a queen.",
            '[FEN "8/1P6/8/8/8/k7/8/4K3 w - - 0 1"]\n\n1. b8 *',
            "pgn",
        ),
        "KN208": Code(
            "warning",
            "the wrong origin is printed",
            "The file or rank printed to tell the man from others names one that cannot go there.",
            '[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"]\n\n1. ♖cd1 *',
            "pgn",
        ),
        "KN209": Code(
            "error",
            "a move after the end",
            "The game was over (mate, stalemate, or a draw that the umpire declares of himself) before this move. "
            "Either a move before it is misread, or this one belongs to a comment; after a draw the players may have "
            "played on.",
            "1. f3 e5 2. g4 Qh4# 3. a3",
            "pgn",
        ),
        "KN210": Code(
            "info",
            "no longer sure",
            "From here on the umpire's board is one of several, or not known at all, so it checks less. Mend the "
            "finding before this one; `kriegnote repair` looks for the game.",
            '[FEN "4k3/8/8/8/8/8/4K3/R6R w - - 0 1"]\n\n1. Rd1 Kf7 *',
            "pgn",
        ),
        # Announcements, questions and tries
        "KN301": Code(
            "warning",
            "a wrong answer",
            "The umpire's answer contradicts the board. If the answer is as it was given, the umpire erred: say "
            "so in a comment.",
            '[Rules "english"]\n\n1.e4 d5\n2.(a? N) Nf3',
            "tries",
        ),
        "KN302": Code(
            "warning",
            "a question this rulebook does not have",
            "Under these rules nobody may ask this. Name the rulebook that was played by: `kriegnote check "
            "--rules auto` tells which ones fit.",
            '[Rules "icc"]\n\n1.e4 (a? N) d5',
            "tries",
        ),
        "KN303": Code(
            "warning",
            "a yes, and no pawn capture tried",
            "After a yes to “Any?” the player must try at least one pawn capture before another move (rule 11 of "
            "the Gambit’s rules). The capture he tried may be missing from the record.",
            '[Rules "english"]\n\n1.e4 d5\n2.(a? Y) Nf3',
            "tries",
        ),
        "KN304": Code(
            "info",
            "asked after a try",
            "The rules let a player ask before his first try. Some leave it open and records do ask late, so "
            "this is a remark.",
            '[Rules "english"]\n\n1.e4 e5\n2.(e5? a? N) Nf3',
            "tries",
        ),
        "KN305": Code(
            "info",
            "a question without an answer",
            "The record gives answers, but not to this question. The finding's note says what it must have been.",
            '[Rules "english"]\n\n1.(a? N) e4 d5\n2.(a?) exd5',
            "tries",
        ),
        "KN306": Code(
            "warning",
            "an answer without a question",
            "The umpire answers, but nobody asked. The question is missing, or the answer belongs to another turn.",
            "1. e4, d5\nThe umpire answers “Yes”.\n2. exd5, Qxd5",
            "dialogue",
        ),
        "KN311": Code(
            "warning",
            "refused, but legal",
            "The try is marked as refused although it was legal on the umpire's board: he erred, or the mark or "
            "the move is a slip of the pen.",
            "1.e4 d5\n2.(ed5?) Nf3",
            "tries",
        ),
        "KN312": Code(
            "warning",
            "a try without its mark",
            "A try that was not legal (or was not the move played) has no mark of refusal. Write “?” behind it.",
            "1.e4 c6\n2.(ed5) Nf3",
            "tries",
        ),
        "KN313": Code(
            "warning",
            "impossible among the player’s own men",
            "The player's own men forbid this try, whatever the opponent has. The umpire should have said so "
            "with his other word, if the rules give him one; or the try is misread.",
            "1.e4 c6\n2.(Bb2?) Nf3",
            "tries",
        ),
        "KN314": Code(
            "warning",
            "called impossible, but possible",
            "The umpire called the try impossible although the player's own men allow it.",
            '[Rules "rand"]\n\n1. e4 e5 {[%kn try e5 impossible]} 2. Nf3 *',
            "pgn",
        ),
        "KN315": Code(
            "warning",
            "a move that is not in its own list",
            "The umpire plays the first legal entry of a player's list, so the move played must be one of them. "
            "The entries are read as refused; put the move in, or mark the entry that it is with “!”.",
            "1. e4, e5 2. Nh3 (Nf3, Nc3), Nc6",
            "nost",
        ),
        "KN316": Code(
            "warning",
            "too many tries",
            "More tries were refused in one turn than the rulebook allows (its field tries_limit).",
            '[Rules "english; tries_limit=1"]\n\n1. e4 e5 2. {[%kn try e5 illegal]} {[%kn try Bf7 illegal]} Nf3 *',
            "pgn",
        ),
        "KN317": Code(
            "warning",
            "a man that was touched did not move",
            "Under this rulebook (its field touch) a man that was tried must move if it has a legal move.",
            '[Rules "english; touch=piece"]\n\n1. e4 e5 2. {[%kn try Ba6 illegal]} Nf3 *',
            "pgn",
        ),
        "KN321": Code(
            "warning",
            "wrong pawn tries",
            "The number or the squares of the pawn captures announced are not those of the board. If that is "
            "what the umpire said, he erred.",
            '[Rules "icc"]\n\n1.e4 d5\n2.[3 pawn tries] exd5',
            "tries",
        ),
        "KN322": Code(
            "warning",
            "pawn tries not announced",
            "Pawn captures were possible, the rulebook announces them, and the record, which tells such "
            "announcements, says nothing.",
            '[Rules "icc"]\n[Silence "pawn_tries"]\n\n1.e4 d5\n2.exd5',
            "tries",
        ),
        "KN331": Code(
            "warning",
            "a capture announced, but none made",
            "The umpire announced a capture; the move takes nothing. The announcement may belong to another move.",
            "1.e4 [pawn capture in e4] e5",
            "tries",
        ),
        "KN332": Code(
            "warning",
            "capture on another square",
            "The square announced is not where the man was taken.",
            "1.e4 d5\n2.exd5 [pawn capture in d4] Nf6",
            "tries",
        ),
        "KN333": Code(
            "warning",
            "another man captured",
            "The kind of man announced is not that of the man taken.",
            "1.e4 d5\n2.exd5 [piece capture in d5] Nf6",
            "tries",
        ),
        "KN334": Code(
            "warning",
            "capture not announced",
            "The move takes a man and the record, which tells captures, says nothing.",
            '[Rules "icc"]\n[Silence "capture"]\n\n1.e4 d5\n2.exd5',
            "tries",
        ),
        "KN335": Code(
            "warning",
            "another man captures",
            "The capturing man was announced as a pawn (or piece) and is not.",
            "1. e4 d5 2. exd5 {[%kn capture d5 pawn by-piece]} *",
            "pgn",
        ),
        "KN336": Code(
            "warning",
            "en passant or not",
            "The capture was announced as en passant and is not, or the other way round.",
            "1. e4 d5 2. exd5 {[%kn capture d5 pawn en-passant]} *",
            "pgn",
        ),
        "KN341": Code(
            "warning",
            "a check announced, but none given",
            "The umpire announced check; the king is not attacked.",
            "1.e4 [check on file] e5",
            "tries",
        ),
        "KN342": Code(
            "warning",
            "check from another direction",
            "Long and short are the two diagonals through the checked king's square, by their length.",
            "1.e4 f6\n2.d4 g5\n3.Qh5 [check on file]",
            "tries",
        ),
        "KN343": Code(
            "warning",
            "check not announced",
            "The move gives check and the record, which announces checks, says nothing.",
            '[Rules "icc"]\n[Silence "check"]\n\n1.e4 f6\n2.Qh5+ g6',
            "tries",
        ),
        "KN351": Code(
            "warning",
            "a promotion announced, but none made",
            "The umpire announced a promotion; no pawn promoted.",
            "1. e4 {[%kn promotion]} *",
            "pgn",
        ),
        "KN352": Code(
            "warning",
            "promotion not announced",
            "A pawn promoted, the rulebook announces it, and the record says nothing.",
            '[Rules "rand"]\n[SetUp "1"]\n[FEN "8/1P6/8/8/8/k7/8/4K3 w - - 0 1"]\n[Silence "promotion"]\n\n1. b8=Q *',
            "pgn",
        ),
        "KN361": Code(
            "warning",
            "not that end",
            "The end announced (mate, stalemate, a draw that the board decides) is not on the board.",
            "1. e4 {[%kn end checkmate]} *",
            "pgn",
        ),
        "KN362": Code(
            "warning",
            "no such draw in the rulebook",
            "The end announced is a draw that the rulebook does not have: English Kriegspiel, for one, has no fifty moves.",
            '[Rules "english"]\n\n1. e4 {[%kn end fifty-move]} 1/2-1/2',
            "pgn",
        ),
        "KN371": Code(
            "warning",
            "shown what is not there",
            "Under Dark Chess a player is shown a man (or an empty square, or an open line) that the "
            "board does not have, or that none of his men can see.",
            '[Rules "dark"]\n\n1. e4 {[%kn reveal e5=P]} *',
            "pgn",
        ),
        "KN372": Code(
            "warning",
            "not shown what he sees",
            "Under Dark Chess the move changes what this player sees, and the record, which tells such changes, "
            "says nothing.",
            '[Rules "dark"]\n[Silence "reveal"]\n\n1. e4 e5 *',
            "pgn",
        ),
        # The record
        "KN401": Code(
            "warning",
            "move numbers out of step",
            "A number is missing, doubled or out of order; a ply is missing; or words are put into the wrong "
            "player's mouth. The moves around it tell which, and the finding says so.",
            "1. e4, e5 2. Nf3, Nc6 4. Bb5, a6",
            "san",
        ),
        "KN402": Code(
            "warning",
            "the result contradicts the position",
            "The printed result is not that of the final position.",
            "1. f3 e5 2. g4 Qh4# 1-0",
            "pgn",
        ),
        "KN403": Code(
            "warning",
            "two results",
            "The Result header and the result after the moves differ.",
            '[Result "0-1"]\n\n1. e4 e5 1-0',
            "pgn",
        ),
        "KN404": Code(
            "warning",
            "not a position",
            "The FEN cannot be read as a position. The usual starting position is assumed.",
            '[FEN "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n\n1. e4 *',
            "pgn",
        ),
        "KN405": Code(
            "warning",
            "headers against content",
            "A header contradicts what the record contains, another header, or what a header can say.",
            '[White "Ann"]\n[White "Bea"]\n\n1. e4 *',
            "pgn",
        ),
        "KN406": Code(
            "info",
            "an event out of order",
            "Within a turn the umpire's words come once, and in a fixed order.",
            "{Game 7 (Ann vs. Bea) Creating unrated wild/16 match.}\n1. e4\nBlack's move.\nBlack's move.\nPawn "
            "at e4 captured.\nPawn at e4 captured.",
            "icc",
        ),
        # Problems
        "KN407": Code(
            "info",
            "a variant that is not known",
            "The record is of a game whose rules are not known. Its moves are kept and converted, and not checked; nothing "
            "is announced.",
            '[Variant "Antichess"]\n\n1. e3 b5 2. Bxb5 *',
            "pgn",
        ),
        "KN408": Code(
            "warning",
            "no first position of this game",
            "The first position breaks the rulebook's rule of setting up: men outside their half, an army of too many "
            "points, a king in check. It is taken as it stands.",
            '[Rules "welbeck"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Ke2 *',
            "pgn",
        ),
        "KN409": Code(
            "info",
            "a secret set-up that is not given",
            "The players set up their men in secret, and the record has no first position (its diagram may be lost). The "
            "moves are kept and not checked; what they tell of the first position is noted.",
            '[Rules "welbeck"]\n\n1. fxg5 fxg5 *',
            "pgn",
        ),
        "KN501": Code(
            "warning",
            "a branch that cannot be reached",
            "No reply of the opponent leads to this announcement.",
            '[FEN "7k/8/5K2/8/8/8/8/6R1 w - - 0 1"]\n[Stipulation "#2"]\n\n1.Kf7\n\ncapture at a8 '
            "2.Ra1\n\nsilent 2.Rh1#",
            "problem",
        ),
        "KN502": Code(
            "warning",
            "a try impossible on the player's own board",
            "The player's own men do not allow this try.",
            '[FEN "7k/8/5K2/8/8/8/8/6R1 w - - 0 1"]\n[Stipulation "#2"]\n\n1.Kf7 2.Bb2 sor 2.Rh1#',
            "problem",
        ),
        "KN503": Code(
            "warning",
            "two branches for one announcement",
            "The solution says two things for what sounds the same.",
            '[FEN "7k/8/5K2/8/8/8/8/6R1 w - - 0 1"]\n[Stipulation "#2"]\n\n1.Kf7\n\nsilent 2.Rh1#;\n\nsilent 2.Rh1#',
            "problem",
        ),
        "KN504": Code(
            "error",
            "a mate that is not mate",
            "The move is legal in a position that is still possible and does not mate there.",
            '[FEN "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"]\n[Stipulation "#1"]\n\n1.Ra7#',
            "problem",
        ),
        "KN505": Code(
            "error",
            "a problem without its position",
            "A problem needs a FEN tag.",
            '[Stipulation "#2"]\n\n1.Kd3',
            "problem",
        ),
        "KN506": Code(
            "warning",
            "not understood",
            "A part of the solution that no form of the notation reads.",
            "Nothing here.",
            "problem",
        ),
        "KN507": Code(
            "info",
            "a defence that does not lead to this announcement",
            "The text names a reply of Black's against which a move is meant, but no such reply leads to the "
            "announcement of this branch. Often a slip of the scanner in the defence; the verdict does not rest on it.",
            "non silente 2.Qxc4(Kd4)",
            "",
        ),
        "KN508": Code(
            "warning",
            "the duty to try is forgotten",
            "After a yes to “Any?” one pawn capture must be tried before any other move (the Gambit's rule 11). "
            "Name the capture that White tries, if only to have it refused.",
            "Any?y 2.Qe4",
            "",
        ),
        # Two records of one game, and what a record leaves open
        "KN701": Code(
            "error",
            "no game fits",
            "`complete` found no legal game in which all of this would have been announced. The message names entries "
            "that contradict each other: no game fits them together, and one does when any of them is left out. One "
            "of them is wrong, or a line that explains them is missing. Where the search had to stop early, the "
            "message says that it is open.",
            "Black's log: “1. .. e5”, then “Rank check” in the second turn",
            "",
        ),
        "KN702": Code(
            "warning",
            "the game fits, its words do not",
            "A game fits the record's moves and announcements, but its umpire would not say every word that the "
            "record has. `kriegnote check` names the word.",
            "1. ?\n\nBlack's move, 1 pawn try.",
            "",
        ),
        "KN703": Code(
            "warning",
            "the two records contradict each other",
            "`join` found two entries of which only one can be true; the message names both places. The one that "
            "fits the rest of both records is kept, the other is set aside.",
            "white.log: “3. Nf3”; black.log: “Piece at d4 captured” after the same move",
            "",
        ),
        "KN704": Code(
            "info",
            "open after joining",
            "Both records together leave several games. A move that is not the same in all of them stays open, with "
            "its options and how many of the games have each.",
            "a line is missing in both logs",
            "",
        ),
        "KN705": Code(
            "warning",
            "the records do not fit together",
            "No legal game was found that fits both records, even with some entries set aside. Look whether they "
            "are of the same game, and which is White's.",
            "two logs of different games",
            "",
        ),
        "KN706": Code(
            "info",
            "one record lacks what the other has",
            "Something that both players hear stands in one record alone. It is taken from there.",
            "white.log: “Piece at d4 captured”; black.log has no such line",
            "",
        ),
        "KN707": Code(
            "warning",
            "no board can follow this record",
            "What could be known is worked out from positions, and here there are none to follow: the first one is not "
            "known, or the rules of the game let a turn have several moves. Two records are then joined turn by turn.",
            "a letter from move 40 on, without its position",
            "",
        ),
        "KN708": Code(
            "warning",
            "both records are one player's",
            "Neither record shows what the other player moved and tried. They are joined turn by turn into that "
            "player's record; two copies of a log fill each other's gaps. `kriegnote complete` finds games that fit it.",
            "the same log given twice",
            "",
        ),
    }
)
