"""Tables in whose rows a game is told: their columns get their roles by what stands in them."""

from __future__ import annotations

import io

import pytest

import kriegnote
from kriegnote.documents.games import read_document
from kriegnote.documents.games_in_rows import in_sentences
from kriegnote.model.events import Answer, Ask, Capture, Check, Comment, End, Move, PawnTries, Try
from kriegnote.operations.conversion import read_items
from kriegnote.text.plain import unmarked

TALK = [("1", "White", "e4", "White has moved"), ("1", "Black", "Any?", "No"), ("1", "Black", "e5", "Black has moved"),
        ("2", "White", "exd5", "Illegal"), ("2", "White", "Nf3", "White has moved"),
        ("2", "Black", "Nc6", "Black has moved"), ("3", "White", "Bb5", "White has moved"),
        ("3", "Black", "a6", "Black has moved")]  # fmt: skip
TOLD = ["e4", "any", False, "e5", ("exd5", "illegal"), "Nf3", "Nc6", "Bb5", "a6"]


def told(text: str) -> list[object]:
    (game,) = read_document(text).games
    said: list[object] = []
    for event in game.record.events:
        if isinstance(event, Move):
            said.append(event.text)
        elif isinstance(event, Try):
            said.append((event.text, event.verdict))
        elif isinstance(event, Ask | Answer):
            said.append(event.what if isinstance(event, Ask) else event.any)
    return said


def rows(sign: str, order: str = "NWSA") -> str:
    heads = dict(zip("NWSA", ("No.", "Who", "What", "Reply"), strict=True))
    lines = [[heads[one] for one in order]]
    lines += [[dict(zip("NWSA", row, strict=True))[one] for one in order] for row in TALK]
    return "\n".join(sign.join(one) for one in lines) + "\n"


@pytest.mark.parametrize("order", ["NWSA", "WSA", "WNSA", "ASW"])
@pytest.mark.parametrize("sign", [" | ", "\t"])
def test_rows_of_who_said_what_are_a_script(sign: str, order: str) -> None:
    assert told(rows(sign, order)) == TOLD


def test_columns_may_be_parted_by_blanks_and_cells_empty() -> None:
    lines = [
        f"{'' if at == 1 else number:4}{who:10}{said:10}{reply}" for at, (number, who, said, reply) in enumerate(TALK)
    ]
    assert told("\n".join(lines) + "\n") == TOLD


def test_a_web_page_has_such_tables_too() -> None:
    cells = "".join(f"<tr>{''.join(f'<td>{one}</td>' for one in row)}</tr>\n" for row in TALK)
    assert told(f"<html><body><table>{cells}</table></body></html>") == TOLD


@pytest.mark.parametrize("none", ["", "--", "—"])
def test_columns_of_tries_stand_before_the_moves(none: str) -> None:
    lines = [("No.", "tried", "White", "tried", "Black"), ("1", none, "e4", "any? no", "e5"),
             ("2", "exd5, exf5", "Nf3", none, "Nc6"), ("3", none, "Bb5", none, "a6")]  # fmt: skip
    text = "\n".join(f"| {' | '.join(one)} |" for one in lines)
    moves = ["Nf3", "Nc6", "Bb5", "a6"]
    assert told(text) == ["e4", "any", False, "e5", ("exd5", "refused"), ("exf5", "refused"), *moves]


def test_what_the_umpire_said_stands_beside_the_moves() -> None:
    lines = [("N", "White", "Umpire", "Black", "Umpire"), ("1", "e4", "", "d5", ""),
             ("2", "exd5", "capture on d5", "Nf6", ""),
             ("3", "Bb5", "check on the short diagonal", "Nc6", "")]  # fmt: skip
    (game,) = read_document("\n".join(f"| {' | '.join(one)} |" for one in lines)).games
    said = [one for one in game.record.events if isinstance(one, Capture | Check)]
    assert [(one.side, one.turn) for one in said] == [("white", 2), ("white", 3)]


@pytest.mark.parametrize(
    "text",
    [
        "a | b | c\nd | e | f\ng | h | i\n",
        "1 | Ash | 2\n2 | Bell | 1\n3 | Cox | 0\n",
        "|||\n|||\n|||\n",
        "White | e4 | \n",
    ],
)
def test_any_other_table_stays_as_it_is(text: str) -> None:
    assert in_sentences(unmarked(text)).text == text


def test_each_event_stands_where_its_cell_does() -> None:
    text = rows(" | ")
    (game,) = read_document(text).games
    assert [text.splitlines()[event.line - 1].count(event.text) for event in game.record.events
            if isinstance(event, Move) and event.line and event.text] == [1] * 6  # fmt: skip


FILES = {
    ",": """ply,side,asked,tries,move,announcement
1,White,,,e4,
2,Black,,,e5,
3,White,no,,Nf3,
4,Black,no,exd4,Nc6,
5,White,,"exd5, exf5",Bb5,
""",
    ";": """move;player;event;detail
1;White;move;e4
1;Black;move;e5
2;White;any;no
2;White;move;Nf3
2;Black;any;no
2;Black;try;exd4
2;Black;move;Nc6
3;White;try;exd5, exf5
3;White;move;Bb5
""",
    "\t": """n\tcolore\tdomanda\trifiutate\tgiocata\tannuncio
1\tBianco\t\t\te4\t
1\tNero\t\t\te5\t
2\tBianco\tno\t\tNf3\t
2\tNero\tno\texd4\tNc6\t
3\tBianco\t\texd5 exf5\tBb5\t
""",
    "|": """| Move | White asks | White tries | White | Black asks | Black tries | Black |
|---|---|---|---|---|---|---|
| 1 | | | e4 | | | e5 |
| 2 | no | | Nf3 | no | exd4 | Nc6 |
| 3 | | exd5, exf5 | Bb5 | | | |
""",
    "  ": """    White                Black
1   e4                   e5
2   any? no Nf3          any? no exd4 no
                         Nc6
3   exd5 no  exf5 no
    Bb5
""",
}


@pytest.mark.parametrize("sign", FILES)
def test_a_table_with_named_columns_is_a_score(sign: str) -> None:
    tries = [("exd5", "refused"), ("exf5", "refused")]
    assert told(FILES[sign]) == [
        "e4", "e5", "any", False, "Nf3", "any", False, ("exd4", "refused"), "Nc6", *tries, "Bb5"
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "no,white,announced,black,announced\n1,e4,,d5,\n2,exd5,capture at d5,Qxd5,capture at d5\n",
        "turn,w_move,w_announced,b_move,b_announced\n1,e4,,d5,\n2,exd5,xd5,Qxd5,xd5\n",
    ],
    ids=["words", "initials"],
)
def test_what_the_umpire_announced_stands_in_a_column_of_its_own(text: str) -> None:
    (game,) = read_document(text).games
    assert not any(isinstance(event, Try) for event in game.record.events)
    said = [(event.side, event.square) for event in game.record.events if isinstance(event, Capture)]
    assert said == [("white", "d5"), ("black", "d5")]


@pytest.mark.parametrize("text", ["one, two, three\nfour, five, six\nseven, eight, nine\n",
                                  "name,date,event\nCarr,1931,Leeds\nHolt,1932,York\nDunn,1933,Hull\n"])  # fmt: skip
def test_other_lists_stay_as_they_are(text: str) -> None:
    assert in_sentences(unmarked(text)).text == text


DONE = ["seq,player,action,move,outcome", "1,white,move,e4,ok", "2,black,ask_any,,no", "3,black,move,e5,ok",
        "4,white,move,exd5,illegal", "5,white,move,Nf3,ok", "6,black,move,Nc6,ok", "7,white,move,Nxe5,capture e5",
        "8,black,resign,,1-0"]  # fmt: skip


def test_a_table_may_have_a_row_for_each_thing_done() -> None:
    text = "\n".join(DONE) + "\n"
    assert told(text) == ["e4", "any", False, "e5", ("exd5", "illegal"), "Nf3", "Nc6", "Nxe5"]
    (game,) = read_document(text).games
    assert game.record.result == "1-0"


def test_markup_of_forums_shows_which_moves_were_refused_and_whose_the_question_is() -> None:
    cells = [("e4", "e5 (any? no)"), ("[s]exd5[/s] [b]Nf3[/b]", "Nc6"), ("Bb5", "a6"), ("O-O", "draw agreed")]
    rows = [f"[tr][td]{at}[/td][td]{white}[/td][td]{black}[/td][/tr]" for at, (white, black) in enumerate(cells, 1)]
    text = "[table]\n" + "\n".join(rows) + "\n[/table]\n"
    assert told(text) == ["e4", "any", False, "e5", ("exd5", "refused"), "Nf3", "Nc6", "Bb5", "a6", "O-O"]


@pytest.mark.parametrize(
    ("head", "row", "expected"),
    [
        ("Tried,Answer,Move", "exf5,no,exd5", [("exf5", "refused"), "exd5"]),
        ("Asked,Answer,Move", "any?,yes,exd5", ["any", True, "exd5"]),
        ("Any?,Move", "yes,exd5", ["any", True, "exd5"]),
        ("Asked,Move", "yes,exd5", ["any", True, "exd5"]),
    ],
)
def test_an_answer_in_a_row_is_to_what_the_row_asks_or_tries(head: str, row: str, expected: list[object]) -> None:
    """Where only some rows are filled; a head that asks is answered in its column."""
    none = "," * head.count(",")
    rows_ = [f"1,White,{none}e4", f"1,Black,{none}d5", f"2,White,{row}", f"2,Black,{none}Qxd5"]
    assert told("\n".join([f"Turn,Player,{head}", *rows_]) + "\n")[2:-1] == expected


UMPIRES_SHEET = """UMPIRE'S SHEET                Date: 9.11.1974
White: Holt        Black: Sumner        Rules: English

No  White    Any?  Refused    Announced     Black    Any?  Refused    Announced
-------------------------------------------------------------------------------
1   e4                                      d5       n
2   exd5     y     exf5       capt. d5      Qxd5           axb6       capt. d5
3   Nc3      n                              Qe5                       file ch.
4   Be2                                     a6
"""


def test_columns_of_tries_may_stand_behind_the_moves_and_words_and_rules_above_them() -> None:
    assert told(UMPIRES_SHEET) == [
        *("e4", "any", False, "d5", "any", True, ("exf5", "refused"), "exd5", ("axb6", "refused"), "Qxd5"),
        *("any", False, "Nc3", "Qe5", "Be2", "a6"),
    ]


def test_a_column_may_be_called_by_what_is_announced() -> None:
    rows_ = [
        "1,White,,e4,,",
        "1,Black,,d5,,",
        "2,White,exf5,exd5,d5,",
        "2,Black,,Qxd5,d5,",
        "3,White,,Bb5,,short diagonal",
    ]
    (game,) = read_document("\n".join(["move,colour,refused,played,capture,check", *rows_]) + "\n").games
    events = game.record.events
    assert [(e.side, e.square) for e in events if isinstance(e, Capture)] == [("white", "d5"), ("black", "d5")]
    assert [e.directions for e in events if isinstance(e, Check)] == [("short",)]
    assert [e.text for e in events if isinstance(e, Try)] == ["exf5"] and not game.findings


def test_a_head_that_is_the_question_holds_the_answer_of_every_row() -> None:
    rows_ = ["1,White,no,e4", "1,Black,no,d5", "2,White,yes,exd5", "2,Black,no,Qxd5"]
    expected = ["any", False, "e4", "any", False, "d5", "any", True, "exd5", "any", False, "Qxd5"]
    assert told("\n".join(["Turn,Player,Any?,Move", *rows_]) + "\n") == expected
    assert told("\n".join(["Turn,Player,Asked,Move", *rows_]) + "\n") == ["e4", "d5", "any", "exd5", "Qxd5"]


def heard(text: str) -> list[object]:
    (game,) = read_document(text).games
    assert not game.findings
    return [
        (one.side, one.turn, one.square if isinstance(one, Capture) else one.directions)
        for one in game.record.events
        if isinstance(one, Capture | Check)
    ]


UMPIRES_WORDS = {
    "en": ("Move|White|Black|Umpire’s words", "Nc3 Kd7 Qxd5 Bb5",
           "(after White) “Capture on d5”; (after Black) “Capture on d5”", "to White’s “Any?”: “No”",
           "(after White) “Check, short diagonal”; again to Black’s Kd7: “Illegal”"),
    "it": ("Mossa|Bianco|Nero|Arbitro", "Cc3 Rd7 Dxd5 Ab5",
           "dopo il Bianco: cattura in d5; dopo il Nero: cattura in d5", "Bianco: ce ne sono? no",
           "Bianco: scacco, diag. corta; Nero: Rd7 illegale"),
    "initials": ("Turn|White|Black|Remarks of the umpire", "Nc3 Kd7 Qxd5 Bb5",
                 "W: capture d5; B: capture d5", "W: any? no", "W: check on the short diagonal; B: Kd7 illegal"),
}  # fmt: skip


@pytest.mark.parametrize("sign", ["|", "\t", ""])
@pytest.mark.parametrize("words", UMPIRES_WORDS)
def test_what_the_umpire_said_of_both_may_stand_in_one_column(words: str, sign: str) -> None:
    head, men, *said = UMPIRES_WORDS[words]
    knight, king, queen, bishop = men.split()
    lines = [head.split("|"), ["1", "e4", "d5", "--"], ["2", "exd5", queen, said[0]],
             ["3", knight, "a6", said[1]], ["4", bishop, "axb5", said[2]]]  # fmt: skip
    text = "\n".join(sign.join(one) if sign else "".join(f"{cell:12}" for cell in one) for one in lines) + "\n"
    assert heard(text) == [("white", 2, "d5"), ("black", 2, "d5"), ("white", 4, ("short",))]
    tried = ["any", False, knight, "a6", bishop, (king, "illegal"), "axb5"]
    assert told(text) == ["e4", "d5", "exd5", queen, *tried]


@pytest.mark.parametrize("unknown", ["oh dear, capture a5", "of nobody’s Kd7: “Illegal”", "W: Kd7, I suppose"])
def test_what_is_not_understood_of_such_a_column_stays_as_words(unknown: str) -> None:
    lines = ["N|White|Black|Umpire", "1|e4|d5|", "2|exd5|Qxd5|B: capture d5", f"3|Nc3|Qa5|{unknown}", "4|d4|c6|"]
    (game,) = read_document("\n".join(lines) + "\n").games
    (comment,) = [event for event in game.record.events if isinstance(event, Comment)]
    assert comment.text == unknown
    assert [event.square for event in game.record.events if isinstance(event, Capture)] == ["d5"]
    assert not any(isinstance(event, Try) for event in game.record.events)


@pytest.mark.parametrize("head", ["White (tries and move)", "Tries and move of White", "White’s play"])
def test_tries_and_the_move_may_stand_in_one_column(head: str) -> None:
    lines = [("No.", head, "Umpire", head.replace("White", "Black"), "Umpire"), ("1", "e4", "", "any? no d5", ""),
             ("2", "exf5? exd5", "capture on d5", "Qxd5", "capture on d5"),
             ("3", "Nc3", "", "Qxd2? Qd8", "")]  # fmt: skip
    text = "\n".join(f"| {' | '.join(one)} |" for one in lines)
    assert told(text) == [
        *("e4", "any", False, "d5", ("exf5", "refused"), "exd5", "Qxd5", "Nc3", ("Qxd2", "refused"), "Qd8"),
    ]


def test_a_cell_of_tries_may_hold_questions_and_verdicts() -> None:
    lines = ["N.|Respinti|Bianco|Annuncio|Respinti|Nero|Annuncio", "1||e4|||d5|",
             "2|(chiede: sì) exf5; gxh3 (impossibile)|exd5|cattura in d5||Dxd5|cattura in d5",
             "3|(chiede: no)|Cc3|||Ag4|", "4||d3||000|Cc6|", "5||Ad2|||000|"]  # fmt: skip
    assert told("\n".join(lines) + "\n") == [
        *("e4", "d5", "any", True, ("exf5", "refused"), ("gxh3", "impossible"), "exd5", "Dxd5", "any", False, "Cc3"),
        *("Ag4", "d3", ("000", "refused"), "Cc6", "Ad2", "000"),
    ]


def test_what_was_done_may_stand_beside_the_move_and_a_question_needs_none() -> None:
    lines = ["move_no,colour,action,square_or_move,umpire_reply", "1,W,move,e4,", "1,B,ask,,no", "1,B,move,d5,",
             "2,W,ask,,yes", "2,W,try,exf5,no", "2,W,move,exd5,capture d5", "2,B,move,Qxd5,capture d5"]  # fmt: skip
    expected = ["e4", "any", False, "d5", "any", True, ("exf5", "refused"), "exd5", "Qxd5"]
    assert told("\n".join(lines) + "\n") == expected
    assert heard("\n".join(lines) + "\n") == [("white", 2, "d5"), ("black", 2, "d5")]


def test_a_markdown_table_may_have_a_column_of_answers_for_each_side() -> None:
    lines = [["Turn", "White asks", "White plays", "Black asks", "Black plays", "Umpire"], ["---"] * 6,
             ["1", "", "e4", "no", "d5", ""], ["2", "yes", "exd5", "", "Qxd5", "capture on d5 after White"],
             ["3", "no", "Nc3", "no", "Qa5", "White's Bb5 refused"]]  # fmt: skip
    text = "\n".join(f"| {' | '.join(one)} |" for one in lines) + "\n"
    expected = ["e4", "any", False, "d5", "any", True, "exd5", "Qxd5", "any", False, ("Bb5", "refused"), "Nc3"]
    assert told(text) == [*expected, "any", False, "Qa5"]
    assert heard(text) == [("white", 2, "d5")]


def test_a_score_with_commas_between_the_sides_is_no_table() -> None:
    """A comment that names a player is no heading of a column where there are moves beside it."""
    lines = ["1. Nf3 {@white a word} 1. -, Nf6 2. Na3, a5 3. Ng5, Rg8", "4. Nxh7, e5 5. Nxf8 5. -, Nc6 6. Nh7",
             "6. -, Ra6 7. Nxf6+, Qxf6 8. h4 8. -, Qxf2+", "9. Kxf2, Nb4 10. Ke1, Nxc2+ 11. Nxc2 11. -, Rb6",
             "12. g4 12. -, Ke7 13. Rb1, Rc6 14. a3", "14. -, Rg6 15. g5 15. -, Rxg5 16. h5 16. -, Rxh5",
             "$1 17. Nd4, Rxh1 18. b4, Rhh8 19. bxa5, exd4", "20. Rxb7 1-0"]  # fmt: skip
    text = "\n".join(lines) + "\n"
    assert in_sentences(unmarked(text)).text == text


def test_rows_of_two_games_that_were_played_at_once_are_parted_by_their_column() -> None:
    table = """Partita;N.;Bianco;Nero;Arbitro
A;1;e4;d5;
B;1;d4;~~dxe4~~ e6;
A;2;exd5;(any? no) Dxd5;"B: cattura in d5 / N: cattura in d5"
B;2;c4;c5;
A;3;Cc3;Da5;
B;3;~~cxd5~~ dxc5;Axc5;"B: cattura in c5 / N: cattura in c5"
A;4;d4;c6;
B;4;Cc3;Cf6;
A;;;;"il Nero abbandona"
"""
    first, second = (game.record.events for game in read_document(table).games)
    moves = [[event.text for event in events if isinstance(event, Move)] for events in (first, second)]
    assert moves[0] == ["e4", "d5", "exd5", "Dxd5", "Cc3", "Da5", "d4", "c6"]
    assert moves[1] == ["d4", "e6", "c4", "c5", "dxc5", "Axc5", "Cc3", "Cf6"]
    assert [(one.side, one.square) for one in second if isinstance(one, Capture)] == [("white", "c5"), ("black", "c5")]
    assert [one.text for one in second if isinstance(one, Try)] == ["dxe4", "cxd5"]
    assert isinstance(first[-1], End)


def test_names_of_columns_may_be_made_of_several_words_and_numbered() -> None:
    table = """ply,colour,any_asked,any_answer,refused_1,refused_2,move,capture_announced,check_announced
1,white,,,,,e4,,
2,black,,,,,d5,,
3,white,Y,yes,exf5,,exd5,d5,
4,black,Y,no,cxd5,exd5,Qxd5,d5,
5,white,,,,,Nc3,,
6,black,,,,,Qe5+,,file
"""
    (game,) = read_document(table).games
    events = [one for one in game.record.events if not isinstance(one, Move)]
    assert [(type(one).__name__, one.side) for one in events[:3]] == [
        ("Ask", "white"),
        ("Answer", "white"),
        ("Try", "white"),
    ]
    assert [one.text for one in events if isinstance(one, Try)] == ["exf5", "cxd5", "exd5"]
    assert [one.square for one in events if isinstance(one, Capture)] == ["d5", "d5"]
    assert [one.directions for one in events if isinstance(one, Check)] == [("file",)]


def test_cells_of_a_web_page_may_extend_over_rows_and_columns() -> None:
    table = """<html><body><table>
<tr><th rowspan="2">N.</th><th colspan="3">Bianco</th><th colspan="3">Nero</th><th rowspan="2">Arbitro</th></tr>
<tr><th>any?</th><th>tentativi</th><th>mossa</th><th>any?</th><th>tentativi</th><th>mossa</th></tr>
<tr><td>1</td><td></td><td></td><td>e4</td><td></td><td>dxe6</td><td>d5</td><td></td></tr>
<tr><td>2</td><td>sì</td><td>exf5</td><td>exd5</td><td>no</td><td>Rd7, Dd6</td><td>Dxd5</td>
<td>Bianco: cattura in d5; Nero: cattura in d5</td></tr>
<tr><td>3</td><td></td><td></td><td>Cc3</td><td></td><td></td><td>De5+</td><td>Nero: scacco in colonna</td></tr>
<tr><td colspan="8">Il Bianco abbandona</td></tr>
</table></body></html>"""
    (game,) = read_document(table).games
    events = game.record.events
    assert [(one.side, one.text) for one in events if isinstance(one, Try)] == [
        ("black", "dxe6"), ("white", "exf5"), ("black", "Rd7"), ("black", "Dd6"),
    ]  # fmt: skip
    assert [one.any for one in events if isinstance(one, Answer)] == [True, False]
    assert [(one.side, one.square) for one in events if isinstance(one, Capture)] == [("white", "d5"), ("black", "d5")]
    assert isinstance(events[-1], End)


def test_the_number_of_a_turn_may_extend_over_the_rows_of_both_sides() -> None:
    rows = [("White", "", "e4"), ("Black", "dxe6", "d5"), ("White", "exf5", "exd5"), ("Black", "Kd7, Qd6", "Qxd5")]
    cells = [f"<td>{side}</td><td>{tried}</td><td>{move}</td>" for side, tried, move in rows]
    table = "".join(
        f"<tr><td rowspan=2>{at}</td>{one}</tr>\n<tr>{two}</tr>\n"
        for at, (one, two) in enumerate(zip(cells[::2], cells[1::2], strict=True), 1)
    )
    head = "<tr><th>No.</th><th>Side</th><th>Refused</th><th>Played</th></tr>\n"
    (game,) = read_document(f"<html><body><table>{head}{table}</table></body></html>").games
    moves = [(one.turn, one.text) for one in game.record.events if isinstance(one, Move)]
    assert moves == [(1, "e4"), (1, "d5"), (2, "exd5"), (2, "Qxd5")]
    assert [one.text for one in game.record.events if isinstance(one, Try)] == ["dxe6", "exf5", "Kd7", "Qd6"]


def test_several_moves_may_be_crossed_out_together() -> None:
    rows = [("1", "&#9816;f3", "<s>dxe6 &#9820;a6</s> e5"), ("2", "e4", "<s>&#9820;a5, d4</s> &#9822;c6"),
            ("3", "<del>exd5</del> d4", "exd4"), ("4", "&#9816;&times;d4", "d6")]  # fmt: skip
    cells = "".join(f"<tr>{''.join(f'<td>{one}</td>' for one in row)}</tr>\n" for row in rows)
    (game,) = read_document(f"<html><body><table>{cells}</table></body></html>").games
    assert [one.text for one in game.record.events if isinstance(one, Try)] == ["dxe6", "♜a6", "♜a5", "d4", "exd5"]


def test_the_umpires_column_answers_what_its_row_asks_or_tries() -> None:
    rows = [
        "turn,side,action,entry,umpire", "1,W,move,e4,", "1,B,move,d5,", "2,W,question,any pawn captures?,yes",
        "2,W,try,exf5,refused", "2,W,move,exd5,capture d5", "2,B,move,Qxd5,capture d5", "3,W,move,Nc3,",
        "3,B,move,Qe5,check file; a surprise", "4,W,try,Kd2,refused", "4,W,move,Be2,", "4,B,move,Nf6,",
    ]  # fmt: skip
    (game,) = read_document("\n".join(rows) + "\n").games
    kinds = [type(one).__name__ for one in game.record.events if not isinstance(one, Comment)]
    assert kinds[:8] == ["Move", "Move", "Ask", "Answer", "Try", "Move", "Capture", "Move"]
    assert [one.any for one in game.record.events if isinstance(one, Answer)] == [True]
    assert [one.text for one in game.record.events if isinstance(one, Try)] == ["exf5", "Kd2"]
    assert [one.text for one in game.record.events if isinstance(one, Move)][-2:] == ["Be2", "Nf6"]


def test_columns_for_single_announcements_and_for_what_became_of_each_entry() -> None:
    table = """move,side,entry,status,capture,check,pawn tries,remark
1,White,e4,ok,,,,
1,Black,d5,ok,,,1,
2,White,exf5,illegal,,,,
2,White,exd5,ok,d5,,,"clock started late"
2,Black,Qxd5,ok,d5,,,
3,White,Nc3,ok,,,,
3,Black,Qe5,ok,,file,,
,White,,resigns,,,,
"""
    (game,) = read_document(table).games
    events = game.record.events
    assert [(one.side, one.text) for one in events if isinstance(one, Try)] == [("white", "exf5")]
    assert [one.square for one in events if isinstance(one, Capture)] == ["d5", "d5"]
    assert [one.directions for one in events if isinstance(one, Check)] == [("file",)]
    assert [one.count for one in events if isinstance(one, PawnTries)] == [1]
    assert isinstance(events[-1], End)


@pytest.mark.parametrize("answers", [("ja", "nein"), ("yes", "no"), ("y", "n")])
@pytest.mark.parametrize("captured", ["{}", "x{}", "capture on {}"])
def test_columns_that_nobody_names_hold_what_the_board_confirms(answers: tuple[str, str], captured: str) -> None:
    yes, no = answers
    taken = captured.format("d5")
    lines = [("1", "B", "", "", "e4", ""), ("", "N", "", "", "d5", ""),
             ("2", "B", yes, "", "exd5", taken), ("", "N", no, "cxd6, exf6", "Qxd5", taken),
             ("3", "B", "", "", "Nc3", ""), ("", "N", "", "cxd6", "Qd8", ""),
             ("4", "B", "", "dxe3", "Nf3", ""), ("", "N", no, "", "e6", "")]  # fmt: skip
    text = "\n".join(f"| {' | '.join(one)} |" for one in lines)
    tries = [("cxd6", "refused"), ("exf6", "refused"), "Qxd5", "Nc3", ("cxd6", "refused"), "Qd8", ("dxe3", "refused")]
    assert told(text) == ["e4", "d5", "any", True, "exd5", "any", False, *tries, "Nf3", "any", False, "e6"]
    (game,) = read_document(text).games
    assert [one.square for one in game.record.events if isinstance(one, Capture)] == ["d5", "d5"]


def test_columns_that_nobody_names_are_no_game_if_it_cannot_be_played() -> None:
    lines = [("1", "e4", "dxe5", "e5"), ("2", "Ke4", "", "Nc6"), ("3", "Bb5", "axb5", "a6")]
    text = "\n".join(f"| {' | '.join(one)} |" for one in lines)
    assert in_sentences(unmarked(text)).text == text


@pytest.mark.parametrize("head", ["  No. White      Black      Umpire\n", "      White      Black      Umpire\n"])
def test_a_heading_may_touch_that_of_the_numbers_and_initials_name_who_acts(head: str) -> None:
    text = head + (
        "   1  Na3        f6\n"
        "   2  Nh3        a5\n"
        "   3  e4         e6         W: axb3 no, dxe3 no\n"
        "   4  d4         Bb4        B checks (long)\n"
        "   5  c3         Nc6        W: d5 no\n"
        "   6  cb4        d5         W takes on b4; B: gxh6 no, exd5 no\n"
        "   7  Qh5        g6         W checks (short)\n"
        "   8  Be2        gh5        B takes on h5\n"
    )
    (game,) = kriegnote.convert(text, "tries")
    assert [line for line in game.text.splitlines() if line[:1].isdigit()] == [
        *("1.Na3 f6", "2.Nh3 a5", "3.(axb3? dxe3?) e4 e6", "4.d4 Bb4+ [check on long diagonal]", "5.(d5?) c3 Nc6"),
        *("6.cxb4 [capture in b4] (gxh6? exd5?) d5", "7.Qh5+ [check on short diagonal] g6"),
        "8.Be2 gxh5 [capture in h5]",
    ]


def test_whites_move_comes_first_whichever_column_does() -> None:
    rows = [("", "Black", "White"), ("1", "Nf6", "e3"), ("2", "d5", "g3"), ("3", "c6", "Bb5"), ("4", "cxb5", "c3")]
    text = "".join(f"{row[0]:>3}     {row[1]:10}{row[2]}\n" for row in rows)
    (game,) = kriegnote.convert(text, "san")
    assert game.text.split()[:6] == ["1.", "e3,", "Nf6", "2.", "g3,", "d5"]


COUNTED = [("e4", "d5", 0, 0, 1), ("Nc3", "e5", 1, 1, 1), ("f4", "f5", 1, 2, 3), ("d4", "Nf6", 3, 4, 4)]
"""White's and Black's move, White's pawn tries before his, Black's, and White's after these."""


@pytest.mark.parametrize(
    ("heads", "order"),
    [
        (("Nr", "Wit", "pionslagen voor zwart", "Zwart", "pionslagen voor wit"), "nwabc"),
        (("No", "White", "Black's pawn tries", "Black", "White's pawn tries"), "nwabc"),
        (("No", "White's pawn tries", "White", "Black's pawn tries", "Black"), "nowab"),
        (("No", "White", "Black", "White's pawn tries", "Black's pawn tries"), "nwboa"),
        (("N.", "tentativi di pedone", "Bianco", "tentativi di pedone", "Nero"), "nowab"),
    ],
)
def test_the_board_tells_whose_pawn_tries_a_column_counts(heads: tuple[str, ...], order: str) -> None:
    rows = [
        {"n": number, "w": white, "b": black, "o": own, "a": blacks, "c": after}
        for number, (white, black, own, blacks, after) in enumerate(COUNTED, 1)
    ]
    table = "\n".join(
        "|" + "|".join(map(str, row)) + "|" for row in [heads, *([one[at] for at in order] for one in rows)]
    )
    [item] = read_items(io.BytesIO(f"{table}\n".encode()))
    counts = {(one.turn, one.side): one.count for one in item.record.events if isinstance(one, PawnTries)}
    true = {(at, "black"): row["a"] for at, row in enumerate(rows, 1)}
    true |= {(at + 1, "white"): row["c"] for at, row in enumerate(rows, 1) if "c" in order or at < len(rows)}
    assert counts == true


def test_a_column_of_notes_is_kept_as_comments() -> None:
    table = "Move\tWhite\tWhite illegal\tBlack\tBlack illegal\tRemarks\n"
    rows = ("1\te4\t\tc5\t\tgood try!", "2\tf4\t\te6\t\t", "3\tNf3\texd5\td6\t\ta try", "4\ta3\t\th6\t\t")
    [item] = read_items(io.BytesIO((table + "\n".join(rows) + "\n").encode()))
    said = " ".join(one.text for one in item.record.events if isinstance(one, Comment))
    assert "good try!" in said
    assert "a try" in said
