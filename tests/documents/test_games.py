"""Games found in documents: all of them, once each, in their notation, under their headings, and nothing else."""

from __future__ import annotations

import io
from collections import defaultdict

import pytest

from kriegnote.documents.games import Document, read_document
from kriegnote.documents.recognition import is_document
from kriegnote.model.events import Comment, End, Move, Reveal
from kriegnote.operations.conversion import read_items
from kriegnote.restoration.restorer import repair
from tests.support.chapter import LAYOUTS, Chapter, chapter
from tests.support.sample import part


def found(document: Document) -> list[tuple[str, int, str | None, str | None]]:
    return [
        (
            game.notation.id,
            sum(isinstance(event, Move) for event in game.record.events),
            game.record.header("White"),
            game.record.header("Black"),
        )
        for game in document.games
    ]


def witnesses(made: Chapter) -> list[tuple[int, ...]]:
    groups: dict[int, list[int]] = defaultdict(list)
    for number, game in enumerate(made.games, 1):
        groups[game.group].append(number)
    return [tuple(sorted({*groups[game.group]} - {number})) for number, game in enumerate(made.games, 1)]


@pytest.mark.parametrize("layout", part([*LAYOUTS], 2))
@pytest.mark.parametrize("seed", part([1, 2], 2))
def test_a_chapter_gives_back_its_games(layout: str, seed: int) -> None:
    made = chapter(seed, layout, count=3)
    document = read_document(made.text)
    assert found(document) == [(game.notation, game.plies, game.white, game.black) for game in made.games]
    assert [game.witnesses for game in document.games] == witnesses(made)
    assert len(document.solutions) == made.problems


@pytest.mark.parametrize("layout", part([*LAYOUTS], 2))
def test_places_point_into_the_original(layout: str) -> None:
    made = chapter(3, layout, count=2)
    rows = made.text.split("\n")
    for game in read_document(made.text).games:
        assert game.heading is not None and game.heading_line is not None
        assert game.record.header("White") in rows[game.heading_line - 1]
        for event in game.record.events:
            if isinstance(event, Move) and event.text and event.text.isascii() and event.line and event.column:
                assert rows[event.line - 1][event.column - 1] == event.text[0]


LOG = "White's move.\n1. ?\nBlack's move.\n1. .. d5\nWhite's move.\n\n"
WORDS = "In those years the club met every Thursday evening and " * 3
PGN = '[Event "x"]\n[Site "y"]\n[Date "1999.??.??"]\n\n1. e4 d5 2. exd5 Qxd5 3. c4 Qa5 4. Nf3 c5 5. a3 Nf6\n1-0\n'
SCORE = "1. f4 e5 2. g4 Qh4# 0-1"


@pytest.mark.parametrize(
    "remark",
    [
        "If White plays at once 2. d3 Nc6 3. Nf3 nothing happens.",
        "Se il Nero gioca subito 3... ♗e7, il Bianco risponde 4. ♘f3.",
        "3. d4 was the move, with 3... Bb4+ 4. c3 to follow.",
        "1. The rules say so.\n2. The umpire agrees.",
    ],
)
def test_prose_never_touches_a_finished_game(remark: str) -> None:
    for between in ("\n\n", "\n"):
        (game,) = read_document(f"# One\n\nGame 1: Ann – Bob\n\n{SCORE}{between}{remark}\n").games
        assert [event.text for event in game.record.events if isinstance(event, Move)] == ["f4", "e5", "g4", "Qh4#"]
        assert game.record.result == "0-1"


def test_a_remark_between_turns_is_a_comment_of_its_game() -> None:
    text = "1. e4 e5 2. Nf3 Nc6\n\nAfter 2... d6 3. d4 White stands well.\n\n3. Bb5 a6 4. Ba4 Nf6 1/2-1/2\n"
    (game,) = read_document(text).games
    assert len([event for event in game.record.events if isinstance(event, Move)]) == 8
    assert [event.text for event in game.record.events if isinstance(event, Comment)] == [
        "After 2... d6 3. d4 White stands well."
    ]


def test_a_game_in_the_middle_of_a_sentence() -> None:
    text = (
        "They began 1 e4 e5 2 Nf3 Nc6 3 Bb5 a6 and White asked in vain. 4 Ba4 Nf6 5 O-O Be7 said nothing to anybody; "
        "6 Re1 b5 7 Bb3 d6 8 c3 O-O 9 h3 Nb8 and White resigned.\n\nNobody was there.\n"
    )
    (game,) = read_document(f"## A night\n\n{text}").games
    assert sum(isinstance(event, Move) for event in game.record.events) == 18
    assert isinstance(game.record.events[-1], End)


@pytest.mark.parametrize("note", ["<sup>2</sup> White could play 8. Nd4, too.", "[^2]: Or 3... d6 4. c3, as above."])
def test_a_footnote_interrupts_no_game(note: str) -> None:
    text = f"1. e4 e5 2. Nf3 Nc6 3.\n\n{note}\n\n142\n\nBb5 a6 4. Ba4 Nf6 1-0\n"
    (game,) = read_document(f"## Ann - Bob, 1931\n\n{text}").games
    assert [event.text for event in game.record.events if isinstance(event, Move)][-4:] == ["Bb5", "a6", "Ba4", "Nf6"]
    assert game.record.result == "1-0"


def test_a_remark_in_italics_behind_the_last_move_is_none_of_the_game() -> None:
    text = "**1. e4 e5**\n**2. Nf3 Nc6**\n*After 3. Nc3 all is well.*\n**3. Bb5 a6**\n*Or 3... d6 4. c3, as above.*\n"
    (game,) = read_document(f"## Ann - Bob, 1931\n\n{text}").games
    assert [event.text for event in game.record.events if isinstance(event, Move)][-2:] == ["Bb5", "a6"]


@pytest.mark.parametrize(
    "text",
    [
        "In the Ruy Lopez, 1. e4 e5 2. Nf3 Nc6 3. Bb5 is played.",
        "1. The player moves.\n2. The umpire says “No”.\n3. The player tries again.",
        "My favourite set-up:\n\n1.c4 2.d4 3.Nc3 4.f3 5.e4 6.Be3 7.Qd2\n",
        "White may say:\n\n1. “Check on the file”;\n2. “Knight check”;\n3. “Capture on e4”.\n",
        "**Diagram 3** *Mate in two*\n\nSolution: 1. Kf3.\n\n1... Nd8+ 2. Qxd8#\n\n1... Kh7 2. Rh5#\n",
        "There were 12 players. 3 of them won 2 games.\n\n4\n\nIn 1951. e4 was popular.",
        "",
        "\n\n",
    ],
)
def test_what_is_no_game(text: str) -> None:
    assert read_document(text).games == ()


def test_a_problem_with_its_position_and_one_without() -> None:
    text = (
        "**Diagram 1** *Mate in two*\n\nSolution: 1. Ra1+.\n\n2. Bc2#\n\n"
        "**Diagram 2** *Mate in two* 8/7B/8/2K5/k1N5/8/8/1R2q3 w - - 0 1\n\nSolution: 1. Ra1+.\n\n2. Bc2#\n"
    )
    assert len(read_document(text).solutions) == 2


@pytest.mark.parametrize(
    ("heading", "headers", "rules"),
    [
        (
            "Partita 6 Forzi-Corna, arbitro Salvi (Corrispondenza, Western rules stile RAND)",
            {"White": "Forzi", "Black": "Corna", "Umpire": "Salvi", "Game": "6"},
            "rand",
        ),
        ("### Game 3. A. Lowe vs. B. Young, Bath, March 1931", {"Site": "Bath", "Date": "1931.03.??"}, None),
        ("**Lowe – Young, Oslo 12.5.1947 (Eastern rules)**", {"White": "Lowe", "Date": "1947.05.12"}, "english"),
        ("## 4.2 How it began", {"Section": "4.2 How it began"}, None),
    ],
)
def test_headings_become_headers(heading: str, headers: dict[str, str], rules: str | None) -> None:
    heading = heading if heading[0] in "#*" else f"**{heading}**"
    (game,) = read_document(f"Words.\n\n{heading}\n\n{SCORE}\n").games
    assert headers.items() <= dict(game.record.headers).items()
    assert game.record.rules == rules


def test_a_rulebook_named_in_the_words_before_the_game() -> None:
    (game,) = read_document(f"## An example\n\nThis was played under Dutch rules.\n\n{SCORE}\n").games
    assert game.record.rules == "dutch"
    assert game.record.sources == {"rules": "page", "header Section": "page"}


def test_what_a_game_s_own_heading_says_is_its_own() -> None:
    (game,) = read_document(f"Words.\n\n**Lowe – Young, Oslo 1947 (Eastern rules)**\n\n{SCORE}\n").games
    assert game.record.rules == "english" and game.record.field_sources == {}


@pytest.mark.parametrize(
    "score",
    [
        "1, e4 e5; 2, Nf3 Nc6;\n3, Bb5 a6; 4, Ba4 Nf6; 5, O-O Be7; 6, Re1 b5;\n7, Bb3 d6; 8, c3 O-O;",
        "1e4 e5 2Nf3 Nc6 3Bb5 a6 4Ba4 Nf6 5O-O Be7 6Re1 b5 7Bb3 d6 8c3 O-O",
        "I. e4 e5 II. Nf3 Nc6 III. Bb5 a6 IV. Ba4 Nf6\nV. O-O Be7 VI. Re1 b5 VII. Bb3 d6 VIII. c3 O-O",
        "1.e4 e52.Nf3 Nc63.Bb5 a64.Ba4 Nf65.O-O Be76.Re1 b57.Bb3 d68.c3 O-O",
    ],
)
def test_numbers_in_every_hand(score: str) -> None:
    (game,) = read_document(f"Words.\n\nAnn - Bob\n\n{score}\n").games
    moves = [(event.turn, event.text) for event in game.record.events if isinstance(event, Move)]
    assert [turn for turn, _ in moves] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8]
    assert " ".join(str(text) for _, text in moves) == "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O"


@pytest.mark.parametrize(
    ("text", "document"),
    [
        (SCORE + "\n", False),
        ('[Event "x"]\n\n1. e4 e5 1-0\n', False),
        ("**Partita 1** *Rossi-Verdi*\n\n1. e4, e5 2. d4, d5\n\n**Partita 2** *A-B*\n\n1. d4, d5 2. c4, e6\n", False),
        (f"# A chapter\n\nSome words.\n\n{SCORE}\n", True),
        ("<html><body><p>1. e4 e5</p></body></html>", True),
        (f"{LOG}{PGN}", True),
        (LOG, False),
        (f"{WORDS}\n\n1. e4, e5 2. d4, d5\n\n{WORDS}\n", True),
        (f"1. e4, e5 2. d4, d5\n\n{WORDS}\n\n3. c4, c5 4. a4, a5\n", False),
        (PGN, False),
        (f"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n\n# A chapter\n\n{SCORE}\n", True),
        (f"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\f{SCORE}\n", True),
        (f"{'1. e4 e5 2. Nf3 Nc6':<30}words of an umpire\n" * 7, True),
        ("Partita n. 12\nRossi – Verdi (Siena, 4.3.1981; arbitro Neri)\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n", True),
    ],
)
def test_which_texts_are_documents(text: str, document: bool) -> None:
    from kriegnote.notations.detection import judge

    assert is_document(text, judge(text).id) is document


SCRIPT = """# An evening at the club

Nobody had slept.

White: e4.
Black: d5.
White: "Any?"
Umpire: "Yes".
White: exd5.
Umpire: Capture on d5.
Black: "Any?"
Umpire: "No".
Black: Qxd5.
Umpire: Capture on d5.

White: a long thing that nobody remembers.
"""


def test_a_script_without_numbers_is_a_game() -> None:
    [game] = read_document(SCRIPT).games
    assert (game.notation.id, game.line, game.record.header("White")) == ("dialogue", 5, None)
    assert [event.text for event in game.record.events if isinstance(event, Move)] == ["e4", "d5", "exd5", "Qxd5"]


@pytest.mark.parametrize(
    ("head", "headers"),
    [
        ("White: Ann Black: Bob", {"White": "Ann", "Black": "Bob"}),
        (
            "White: R. H. Pemberton          Black: Dr. J. Schwarz\nUmpire: Mr. Barlow",
            {"White": "R. H. Pemberton", "Black": "Dr. J. Schwarz", "Umpire": "Mr. Barlow"},
        ),
        ("CITY CHESS CLUB     14 March 1935\nBianco: Anna, Nero: Ugo", {"White": "Anna", "Black": "Ugo"}),
        ("Temple versus Foster, 1910", {"White": "Temple", "Black": "Foster", "Date": "1910.??.??"}),
    ],
)
def test_a_plain_score_under_its_players_names_has_them(head: str, headers: dict[str, str]) -> None:
    (item,) = read_items(io.BytesIO(f"{head}\n\n1. d4 d5 2. c4 e6 1-0\n".encode()))
    assert headers.items() <= dict(item.record.headers).items()
    assert sum(isinstance(event, Move) for event in item.record.events) == 4


AT_ONCE = """# Variants

## Zeitgeist

Both players move at the same time.  Here is a game of Zeitgeist, from a club's page:

**Game 7** *Lund-Brandt 2004*

1. e4 d5
2. e5 d4
3. ♘f3 ♗g4
"""


def test_the_paragraph_that_introduces_a_game_names_its_rules() -> None:
    (game,) = read_document(AT_ONCE).games
    assert (game.record.rules, game.record.header("White")) == ("zeitgeist", "Lund")
    assert repair([game.record])[0].record is game.record  # its umpire reads figurines himself


def test_a_paragraph_that_introduces_nothing_names_no_rules_for_what_follows() -> None:
    (game,) = read_document(
        AT_ONCE.replace("Here is a game of Zeitgeist, from a club's page:", "So is Zeitgeist.")
    ).games
    assert game.record.rules is None


SHADOW = """**Game 8** *A start at Shadow Chess*

White plays: 1.d4.

The umpire informs Black that White has moved.

Black plays 1... b5.

White plays 2.♘f3, of which nobody is told anything, for reasons which the book explains at some length elsewhere.

Black plays a6, and the umpire informs White that there is a pawn on b5 (on grounds that would fill a page of their own,
and which are left to the reader, who may want to look them up).

It is worth a remark that a king sees without being seen, which is more than most of his men do.

White plays c4. Nothing new.

## Another chapter

1. e4 would be another game.
"""


def test_a_record_in_sentences_goes_on_as_long_as_its_moves_can_be_played() -> None:
    game = read_document(SHADOW).games[0]
    assert [one.text for one in game.record.events if isinstance(one, Move)] == ["d4", "b5", "♘f3", "a6", "c4"]
    assert [one.seen for one in game.record.events if isinstance(one, Reveal)] == [{"b5": "P"}, {}]


@pytest.mark.parametrize("behind", [" ", "   ", ", Hull 1921. ", " (Eastern rules) "])
def test_a_score_may_begin_in_the_line_of_its_heading(behind: str) -> None:
    text = (
        f"Game 1 Ash - Bell{behind}1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\nGame 2 Cole - Dunn{behind}1. f3 e5\n"
    )
    found = read_document(f"The club met on Thursdays.\n\n{text}").games
    assert [(one.record.header("White"), one.record.header("Black")) for one in found] == [
        ("Ash", "Bell"),
        ("Cole", "Dunn"),
    ]
    assert [sum(isinstance(event, Move) for event in one.record.events) for one in found] == [7, 2]


def test_a_game_may_be_numbered_within_its_chapter() -> None:
    text = "Partita 9.2  Bini - Ricci, Pisa 1974\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 1-0\n"
    headers = dict(read_document(text).games[0].record.headers)
    assert (headers["Game"], headers["White"], headers["Black"]) == ("9.2", "Bini", "Ricci")


def test_a_title_alone_behind_a_number_heads_its_game() -> None:
    text = (
        "Partita 10 Ash-Bell\n\n1. e4 e5 2. f4 1-0\n\nPartita 12 Miniatura (Eastern rules)\n\n1. e4 f6 2. Qh5+ g6 1-0\n"
    )
    found = read_document(text).games
    assert [(one.record.header("Game"), one.record.rules) for one in found] == [("10", None), ("12", "english")]


@pytest.mark.parametrize(
    ("title", "pair"),
    [
        ("1. guest77 - zebra3, 1998", ("guest77", "zebra3")),
        ("guest5 - Smurf8, 1999", ("guest5", "Smurf8")),
        ("Ash - guest_12", ("Ash", "guest_12")),
        ("Partita A. Conti (Bianco) - Ferri (Nero), Lucca 1968.", ("A. Conti", "Ferri")),
        ("Game J. Ash vs B. Bell", ("J. Ash", "B. Bell")),
    ],
)
def test_a_line_names_servers_players_and_games_without_a_number(title: str, pair: tuple[str, str]) -> None:
    record = read_document(f"{title}\n\n1. f3 e5 2. g4 Qh4# 0-1\n").games[0].record
    assert (record.header("White"), record.header("Black")) == pair


def test_a_whole_score_in_no_game_is_a_warning() -> None:
    text = "Game 1\n\n1. f3 e5 2. g4 Qh4# 0-1 and then 1. e4 g5 2. Nc3 f5 3. Qh5# 1-0 was played.\n"
    assert [one.severity for one in read_document(text).outside() if "part of any game" in one.message] == ["warning"]
