"""PGN in and out: python-chess is the oracle for moves, headers, comments, glyphs and variations."""

from __future__ import annotations

import io
from pathlib import Path

import chess
import chess.pgn
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kriegnote.model.events import Capture, Check, Comment, End, Junk, Move, Nag, Try, Variation, type_name
from kriegnote.model.record import Record
from kriegnote.operations.conversion import Item, convert_record, lookup, read_items
from kriegnote.rules import RULES
from kriegnote.umpire.adjudication import adjudicate
from tests.support.timing import at_most

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "pgn"
PGN, JSON = lookup("pgn"), lookup("json")
SLOW = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def read(text: str | bytes) -> list[tuple[Record, list[str]]]:
    data = text.encode() if isinstance(text, str) else text
    return [(one.record, [found.code for found in one.findings]) for one in read_items(io.BytesIO(data), "pgn")]


def record(text: str | bytes) -> Record:
    (one,) = read(text)
    return one[0]


def kinds(events: object) -> list[str]:
    return [type_name(event) for event in events]  # type: ignore[attr-defined]


def moves(one: Record) -> list[str | None]:
    return [event.text for event in one.events if isinstance(event, Move)]


def through_json(text: str) -> str:
    """pgn → json → pgn."""
    out = []
    for item in read_items(io.BytesIO(text.encode()), "pgn"):
        told = convert_record(item.record, JSON).text
        (back,) = read_items(io.BytesIO(told.encode()), "json")
        out.append(convert_record(back.record, PGN).text)
    return "\n".join(out)


def tree(node: chess.pgn.GameNode) -> tuple[object, ...]:
    """What python-chess sees of a game, one blank at either end of a comment aside (it strips that itself)."""
    comment = node.comment
    start = getattr(node, "starting_comment", "")
    return (
        node.move.uci() if isinstance(node, chess.pgn.ChildNode) else None,
        comment,
        start,
        sorted(node.nags),
        [tree(child) for child in node.variations],
    )


def games(text: str) -> list[chess.pgn.Game]:
    stream, found = io.StringIO(text), []
    while (game := chess.pgn.read_game(stream)) is not None:
        assert not game.errors, game.errors
        found.append(game)
    return found


def assert_same(one: str, two: str) -> None:
    before, after = games(one), games(two)
    assert len(before) == len(after)
    for left, right in zip(before, after, strict=True):
        assert list(left.headers.items()) == [pair for pair in right.headers.items() if pair[0] != "Silence"]
        assert tree(left) == tree(right)


WORDS = st.text(
    st.characters(codec="utf-8", exclude_characters="{}\r\n", exclude_categories=["Cs", "Cc", "Zl", "Zp"]),
    max_size=20,
).map(str.strip)


@st.composite
def annotated(draw: st.DrawFn) -> str:
    """A game by python-chess's own writer, with headers, comments, glyphs and variations."""
    game = chess.pgn.Game()
    for name in draw(st.lists(st.sampled_from(["Event", "White", "Annotator", "Odd_tag"]), unique=True)):
        game.headers[name] = draw(WORDS.filter(lambda text: '"' not in text and "\\" not in text))
    game.comment = draw(WORDS)

    def grow(node: chess.pgn.GameNode, plies: int, depth: int) -> None:
        for _ in range(plies):
            legal = list(node.board().legal_moves)
            if not legal:
                return
            chosen = draw(st.lists(st.sampled_from(legal), min_size=1, max_size=2 if depth < 3 else 1, unique=True))
            for number, move in enumerate(chosen):
                child = node.add_variation(
                    move, comment=draw(WORDS), nags=draw(st.sets(st.integers(1, 140), max_size=2))
                )
                if number:
                    child.starting_comment = draw(WORDS)
                    grow(child, 2, depth + 1)
            node = node.variations[0]

    grow(game, draw(st.integers(0, 8)), 0)
    return str(game) + "\n"


@SLOW
@given(annotated())
def test_what_python_chess_writes_comes_back_whole(text: str) -> None:
    ours = through_json(text)
    if any(mark in text.partition("\n\n")[2] + ours for mark in ("(K:", "[%kn", "[Event")):
        return  # words of a dialect are put in quotation marks
    assert_same(text, ours)


@pytest.mark.parametrize("name", ["game8-icc.pgn", "game8-tries.pgn", "annotated.pgn"])
def test_examples_come_back_whole(name: str) -> None:
    text = (EXAMPLES / name).read_text()
    text = text.replace(" ; the main line\n% a line for another program\n", " {the main line}\n").replace(
        '[FEN "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n', ""
    )
    ours = through_json(text)
    if name == "annotated.pgn":
        assert_same(text, ours)
    assert through_json(ours) == ours


@pytest.mark.parametrize("rules", ["icc", "rand", "english", None])
def test_every_pgn_reader_accepts_what_is_written(rules: str | None) -> None:
    for name in ("game8-tries.pgn", "annotated.pgn"):
        source = (EXAMPLES / name).read_text()
        told = convert_record(record(source), PGN, rules=RULES[rules] if rules else None).text
        (theirs,) = games(told)
        assert [move.uci() for move in theirs.mainline_moves()] == [
            move.uci() for move in games(source)[0].mainline_moves()
        ]


# -- the letter of the standard ----------------------------------------------------------------------------------------


def test_headers_whole_and_in_order_with_escapes_and_unknown_names() -> None:
    text = '[White "A \\"B\\" \\\\C"]\n[Zzz "1"]\n[Event "e"]\n[Zzz "2"]\n\n1. e4 *\n'
    headers = (("White", 'A "B" \\C'), ("Zzz", "1"), ("Event", "e"), ("Zzz", "2"))
    assert record(text).headers == headers
    assert record(PGN.write(record(text))).headers == headers


def test_a_header_with_quotes_of_its_own() -> None:
    assert record('[White "A "B" C"]\n[Black "back\\slash\\"]\n\n*\n').headers == (
        ("White", 'A "B" C'),
        ("Black", "back\\slash\\"),
    )


def test_a_broken_header_is_junk_with_a_finding_and_the_others_are_kept() -> None:
    ((one, codes),) = read('[Event "e"]\n[White "Smith]\n[Black "B"]\n\n1. e4 *\n')
    assert one.headers == (("Event", "e"), ("Black", "B"))
    assert kinds(one.events) == ["junk", "move"] and codes == ["KN108"]


@pytest.mark.parametrize(
    "data",
    [
        b'\xef\xbb\xbf[White "M\xc3\xbcller"]\r\n\r\n1. e4 {Gr\xc3\xbc\xc3\x9fe} e5\r\n*\r\n',
        b'[White "M\xfcller"]\r\n\r\n1. e4 {Gr\xfc\xdfe} e5\r\n*',
    ],
    ids=["utf-8 with BOM", "latin-1"],
)
def test_encodings_and_line_ends(data: bytes) -> None:
    one = record(data)
    assert one.headers == (("White", "Müller"),)
    assert [event.text for event in one.events if isinstance(event, Comment)] == ["Grüße"]
    assert one.result == "*"


def test_comments_stand_verbatim_wherever_they_are() -> None:
    text = (
        "{ before } 1. {between} e4 ; to the end { of the line\n; and the next\n1... e5 {\ntwo\n\nlines } 1-0 {after}\n"
    )
    one = record(text)
    assert [event.text for event in one.events if isinstance(event, Comment)] == [
        " before ", "between", " to the end { of the line\n and the next", "\ntwo\n\nlines ", "after",
    ]  # fmt: skip
    assert one.result == "1-0" and moves(one) == ["e4", "e5"]
    again = record(PGN.write(one))
    assert [e.text for e in again.events if isinstance(e, Comment)] == [
        e.text for e in one.events if isinstance(e, Comment)
    ]


@pytest.mark.parametrize(
    "text",
    ["}", "a } b\nc", "[%kn try Ba6]", "(K:e4:Td5)", '\n\n[Event "x"]\n', "", ";", "%", "(", "1-0", "\\", "{"],
)
def test_a_comment_never_comes_back_as_anything_else(text: str) -> None:
    one = Record(
        events=(Comment(text=text), Comment(text=text), Move(side="white", turn=1, move=None, text="e4", san=None))
    )
    (back,) = read(PGN.write(one))
    assert [e.text for e in back[0].events if isinstance(e, Comment)] == [text, text]
    assert kinds(back[0].events) == ["comment", "comment", "move"] and back[1] == []


def test_glyphs() -> None:
    one = record("1. e4! e5?? 2. Nf3 $146 ?! Nc6 +- 3. Bb5 ± *")
    assert [event.code for event in one.events if isinstance(event, Nag)] == [1, 4, 146, 6, 18, 16]


def test_escaped_lines_are_for_other_programs() -> None:
    ((one, codes),) = read("% first\n1. e4\n%(1. d4\ne5 *\n")
    assert moves(one) == ["e4", "e5"] and codes == ["KN110", "KN110"]


def test_several_games_with_and_without_tags_or_moves() -> None:
    text = (
        '[Event "1"]\n\n1. e4 *\n\n[Event "2"]\n\n1-0\n\n[Event "3"]\n[White "w"]\n\n[Event "4"]\n\n'
        '1. d4 {\n[Event "no"]\n} d5\n'
        "\n1. c4 c5 2. Nf3 1/2-1/2\n1. f4 0-1\n\n1. b4 b5\n2. Bb2\n\n1. a4 *"
    )
    found = [(one.header("Event"), moves(one), one.result) for one, _ in read(text)]
    assert found == [
        ("1", ["e4"], "*"), ("2", [], "1-0"), ("3", [], None), ("4", ["d4", "d5"], None),
        (None, ["c4", "c5", "Nf3"], "1/2-1/2"), (None, ["f4"], "0-1"), (None, ["b4", "b5", "Bb2"], None),
        (None, ["a4"], "*"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "1.e4 e5 2.Nf3", "1. e4 1... e5 2. Nf3", "1 e4 e5 2 Nf3", "e4 e5 Nf3", "1. e4 1. e5 2. Nf3",
        "1.e4 1. ... e5 2.Nf3",
        "1. e4 1. .. e5 2. Nf3", "1.\ne4\ne5\n2.\nNf3", "1... 1. e4 e5 2. Nf3", "1. e4 1… e5 2. Nf3",
    ],
)  # fmt: skip
def test_numbers_in_every_manner(text: str) -> None:
    if text.startswith("1..."):
        text = text.removeprefix("1... ")
    told = [(event.side, event.turn, event.text) for event in record(text + " *").events if isinstance(event, Move)]
    assert told == [("white", 1, "e4"), ("black", 1, "e5"), ("white", 2, "Nf3")]


def test_black_begins_and_numbers_go_on() -> None:
    one = record('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30"]\n\n30... Kd7 31. e4 *')
    assert [(event.side, event.turn) for event in one.events if isinstance(event, Move)] == [
        ("black", 30),
        ("white", 31),
    ]
    assert one.start == "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30" and one.headers == ()
    assert "30... Kd7 31. e4" in PGN.write(convert_record(one, PGN).record)


@pytest.mark.parametrize(
    "word", ["exd6 e.p.", "exd6e.p.", "exd6ep", "0-0", "O-O-O+", "00", "--", "Z0", "b8Q", "b8=Q#", "e2e4"]
)
def test_ways_to_print_a_move(word: str) -> None:
    ((one, codes),) = read(f"1. {word} e5 *")
    assert moves(one) == [word, "e5"] and codes == []


def test_variations_take_the_place_of_the_move_before() -> None:
    one = record("1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nc3 *")
    (outer,) = [event for event in one.events if isinstance(event, Variation)]
    assert (outer.side, outer.turn) == ("black", 1)
    first, second, inner = outer.events
    assert (first.side, first.turn, second.side, second.turn) == ("black", 1, "white", 2)  # type: ignore[union-attr]
    assert isinstance(inner, Variation) and inner.events[0].text == "c3"  # type: ignore[union-attr]


def test_too_many_nested_variations_are_junk_and_the_game_goes_on() -> None:
    ((one, codes),) = read("1. e4 " + "(1. d4 " * 150 + ")" * 150 + " 1... e5 *")
    assert codes == ["KN103"] and moves(one) == ["e4", "e5"]
    assert PGN.write(one).partition("[%kn junk")[0].count("(") == 100


# -- faults ------------------------------------------------------------------------------------------------------------


def test_a_fault_in_one_turn_leaves_the_others() -> None:
    ((one, codes),) = read("1. e4 e5 2. N%%3 Nc6 3. Bb5 ) a6 4. Ba4 what Nf6 *")
    places = [(event.side, event.turn, event.text) for event in one.events if isinstance(event, Move)]
    assert places[2:] == [
        ("white", 2, "N%%3"), ("black", 2, "Nc6"), ("white", 3, "Bb5"), ("black", 3, "a6"), ("white", 4, "Ba4"),
        ("black", 4, "Nf6"),
    ]  # fmt: skip
    assert [event.text for event in one.events if isinstance(event, Junk)] == [")", "what"]
    assert codes == ["KN101"] * 3


def test_a_comment_never_closed_ends_at_the_next_game() -> None:
    (first, second) = read('[Event "1"]\n\n1. e4 {never\nclosed\n\n[Event "2"]\n\n1. d4 *\n')
    assert first[1] == ["KN102"] and moves(second[0]) == ["d4"]


@pytest.mark.parametrize(
    ("text", "main", "inner"),
    [
        ("1. e4 (1. d4 d5 *", ["e4"], ["d4", "d5"]),
        ("1. e4 (1. d4 d5 2. c4 1... e5 2. Nf3 *", ["e4", "e5", "Nf3"], ["d4", "d5", "c4"]),
        (
            "1. e4 d5 2. exd5 (2. e5 c5 3. c3 Qxd5 3. Nc3 Qa5 *",
            ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5"],
            ["e5", "c5", "c3"],
        ),
        ("1. e4 e5 (1... c5 2. Nf3 {3. x} d6 2. Nc3 Nf6 1-0", ["e4", "e5", "Nc3", "Nf6"], ["c5", "Nf3", "d6"]),
    ],
)
def test_a_variation_never_closed(text: str, main: list[str], inner: list[str]) -> None:
    ((one, codes),) = read(text)
    assert codes == ["KN101"] and moves(one) == main and one.result == text.split()[-1]
    (variation,) = [event for event in one.events if isinstance(event, Variation)]
    assert [event.text for event in variation.events if isinstance(event, Move)] == inner


def is_tiled(item: Item) -> None:
    """The spans of a game's events, laid end to end, are its text; one without events has no words but tags, a result
    and what a finding names."""
    text, base = item.chunk.text, item.chunk.offset
    spans = sorted(event.span for event in item.record.events if event.span)
    if spans:
        assert "".join(text[start - base : end - base] for start, end in spans) == text
    else:
        assert item.findings or item.record.headers or item.record.result or not any(map(str.isalpha, text)), text


@pytest.mark.parametrize(
    "text", ["", "\n\n", "\x00\x01", "%", "{", ")", "((((", "[", '[A "', "1.", "*", ";", "??", "$", "1... ??"]
)
def test_scraps_never_raise_and_nothing_is_lost(text: str) -> None:
    items = list(read_items(io.BytesIO(text.encode()), "pgn"))
    assert bool(items) == (text not in ("", "\n\n", "\x00\x01"))
    for item in items:
        is_tiled(item)


@SLOW
@given(st.text(st.sampled_from('1.e45N f3{}();%$[]"\\\n*-?!xKabc0Oo:K+#…½'), max_size=80))
def test_any_text_is_tiled_by_its_events(text: str) -> None:
    for item in read_items(io.BytesIO(text.encode()), "pgn"):
        is_tiled(item)
        PGN.write(item.record)


@pytest.mark.parametrize("opening", ["", "1. e4 {"], ids=["bare", "comment"])
@pytest.mark.parametrize(
    "unit", ["(", ")", "{", "}", "1 ", "1.", ". ", "e4 ", "$1", "(1. e4 ", "[",
    "\n[A \"", ";\n", "%\n", "e e p ", "0-", "\n\n", "(K:", "[%kn ", "* ", "1.\n", "\n1. ", "1 pawn try.\n", "1-0 ",
    "½-½\n", "?? ", "1\n.\n", "and so ", "Nc9 ", "{[%kn x]} ", "e4 e4 ", "[%kn \"", "[%kn a;", "(K:]",
    "[%kn tries d5 d5 q]", "[%kn a b c "]
)  # fmt: skip
def test_no_text_takes_long(unit: str, opening: str) -> None:
    with at_most(1):
        for item in read_items(io.BytesIO((opening + unit * (12_000 // len(unit))).encode()), "pgn"):
            PGN.write(item.record)


# -- Kriegspiel in comments --------------------------------------------------------------------------------------------


def test_the_dialect_of_maryland_and_berkeley() -> None:
    one = record("1. e4 {(K:e5,Ke3:)} d5 2. exd5 {(K:dd3:Td5) a word} Qxd5 {(K::Td5CFCK)} *")
    told = [(type_name(event), event.side, event.turn) for event in one.events if not isinstance(event, Comment)]  # type: ignore[union-attr]
    assert told == [
        ("try", "white", 1), ("try", "white", 1), ("move", "white", 1), ("move", "black", 1),
        ("try", "white", 2), ("move", "white", 2), ("capture", "white", 2),
        ("move", "black", 2), ("capture", "black", 2), ("check", "black", 2),
    ]  # fmt: skip
    tries = [event for event in one.events if isinstance(event, Try)]
    assert [(event.text, event.verdict) for event in tries] == [
        ("e5", "refused"),
        ("Ke3", "refused"),
        ("dd3", "refused"),
    ]
    assert next(event for event in one.events if isinstance(event, Check)).directions == ("file", "knight")
    assert [event.text for event in one.events if isinstance(event, Comment)] == [" a word"]


@pytest.mark.parametrize(
    ("stretch", "word", "kept"),
    [
        ("[%kn capture d5 pwan]", "pwan", ["capture"]),
        ("[%kn captur d5; tries 0]", "captur", ["pawn_tries", "junk"]),
        ("[%kn try dxc3 legal; tries 0]", "legal", ["pawn_tries", "junk"]),
        ("[%kn tries 0; end soon]", "soon", ["pawn_tries", "junk"]),
        ("[%kn tries 0; ask]", "ask", ["pawn_tries", "junk"]),
        ("[%kn plan]", "plan", ["comment"]),
        ('[%kn plan steps="moves=e4; 2." ask=no]', 'steps="moves=e4; 2."', ["comment"]),
        ("(K::CX)", "CX", ["comment"]),
        ("(K:e4;Td5)", ";", ["comment"]),
    ],
)
def test_the_word_that_is_not_understood_is_named_and_the_rest_is_read(
    stretch: str, word: str, kept: list[str]
) -> None:
    text = f"1. e4 {{{stretch}}} e5 *"
    (item,) = read_items(io.BytesIO(text.encode()), "pgn")
    (found,) = item.findings
    assert found.code == "KN109" and found.column is not None
    assert text[found.column - 1 : found.column - 1 + found.length] == word
    assert sorted(kinds(item.record.events)) == sorted(["move", *kept, "move"])


@pytest.mark.parametrize(
    ("stretch", "note"),
    [
        ("[%kn capture d5 pwan]", "did you mean pawn?"),
        ("[%kn tries some]", "expected a number, a square, no, nowhere, yes"),
        ("[%kn tries 2 yes]", "expected a square, nowhere"),
        ("[%kn ask]", "expected a field like what=draw, any, material, rebuffs, squares"),
        ("[%kn ofer what=draw]", "did you mean offer?"),
        ('[%kn plan steps="@w4; take"]', "expected a field like what=draw"),
        ("(K::CX)", "expected a capture like Td3, CR, CF, CD or CK"),
    ],
)
def test_a_finding_says_what_the_grammar_takes_in_that_place(stretch: str, note: str) -> None:
    (item,) = read_items(io.BytesIO(f"1. e4 {{{stretch}}} e5 *".encode()), "pgn")
    assert [found.note for found in item.findings] == [note]


@pytest.mark.parametrize("text", ["{(K:}", "{(K:e4:X)}", "{[%kn nonsense]}", "{[%kn end soon]}", "{[%kn tries 1}"])
def test_a_dialect_that_nobody_understands_stays_a_comment(text: str) -> None:
    ((one, codes),) = read(f"1. e4 {text} e5 *")
    assert [event.text for event in one.events if isinstance(event, Comment)] == [text[1:-1]]
    assert codes == ["KN109"]


def test_moves_that_are_not_shown() -> None:
    (_, filtered) = read((EXAMPLES / "maryland.pgn").read_text())
    one = filtered[0]
    assert one.view == "black" and filtered[1] == []
    assert {event.text for event in one.events if isinstance(event, Move) and event.side == "white"} == {None}
    text = PGN.write(one)
    assert '[View "black"]' in text and "1. -- d5" in text and "?" not in text.partition("\n\n")[2]
    assert record(text).view == "black"


def test_a_null_move_is_not_a_hidden_one() -> None:
    assert moves(record("1. e4 -- 2. d4 *")) == ["e4", "--", "d4"]
    assert moves(record('[View "white"]\n\n1. e4 -- 2. d4 *')) == ["e4", None, "d4"]
    assert moves(record("1. e4 ?? 2. d4 d5 3. c4 ?? d6 *")) == ["e4", None, "d4", "d5", "c4", "d6"]


def test_a_move_out_of_step_and_a_side_unsaid_come_back() -> None:
    odd = (
        Move(side="white", turn=5, move=None, text="e4", san=None),
        Move(side="white", turn=5, move=None, text="d4", san=None),
        Move(side=None, turn=None, move=None, text="weird move!", san=None),
        Capture(side="black", turn=77, square=None),
        End(side=None, turn=None, reason="time", result="0-1"),
        Move(side="black", turn=2, move=None, text=None, san=None),
    )
    back = record(PGN.write(Record(events=odd)))
    assert [(type(e), e.side, e.turn, getattr(e, "text", 0)) for e in back.events] == [  # type: ignore[union-attr]
        (type(e), e.side, e.turn, getattr(e, "text", 0)) for e in odd
    ]


def test_check_on_game_8_finds_the_position_tag_and_nothing_else() -> None:
    from kriegnote.operations.conversion import check_record

    (item,) = read_items(EXAMPLES / "game8-icc.pgn", "pgn")
    assert [found.code for found in item.findings] == ["KN404"]
    assert check_record(item.record) == []
    (item,) = read_items(EXAMPLES / "game8-tries.pgn", "pgn")
    assert item.findings == [] and check_record(item.record) == []


@pytest.mark.parametrize("words", ["White resigns.", "White resigned", "Les Blancs abandonnent", "White resigns. 0-1"])
def test_words_behind_the_last_move_say_how_the_game_ended(words: str) -> None:
    ((record, findings),) = read(f"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {words}\n")
    end = record.events[-1]
    assert isinstance(end, End)
    assert (end.reason, end.side, findings) == ("resignation", "white", [])
    assert adjudicate(record).record.result == "0-1"


def test_noughts_before_a_number_are_castling() -> None:
    ((record, findings),) = read("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. d3 00 5. 00 d6 *\n")
    assert [event.text for event in record.events[7:9]] == ["00", "00"]
    assert [event.turn for event in record.events] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert not findings


@pytest.mark.parametrize("number", ["S.", "B.", "l."])
def test_the_run_of_turns_reads_a_misprinted_number(number: str) -> None:
    ((record, findings),) = read(f"1. e4 e5 2. Nf3 Nc6 {number} Bc4 Bc5 4. c3 Nf6 *\n")
    assert [event.turn for event in record.events] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert [event.text for event in record.events[4:6]] == ["Bc4", "Bc5"]
    assert len(findings) == 1


@pytest.mark.parametrize(
    ("movetext", "plies"),
    [
        ("1. e4 e5 2. N f 3 N c 6 3. B-\nb5 a6 *", "e4 e5 Nf3 Nc6 Bb5 a6"),
        ("1. e4 e5 2. Nf-\n3 {2. Nc3 is as good} Nc6 (2... N f 6) 3. Bb5 a6 *", "e4 e5 Nf3 Nc6 Bb5 a6"),
        ("1. e 4 e 5 2. K e 2 Q x d 5 3. a3 *", "e4 e5 Ke2 Qxd5 a3"),
        ("1. e4 e5 2. Nf3 so Black plays 2... Nc6 3. Bb5 a6 *", "e4 e5 Nf3 Nc6 Bb5 a6"),
    ],
)
def test_plies_that_a_press_broke_are_put_together_and_named(movetext: str, plies: str) -> None:
    ((one, codes),) = read(f'[White "A"]\n\n{movetext}\n')
    moves = [event for event in one.events if isinstance(event, Move)]
    assert " ".join(event.text or "" for event in moves) == plies
    assert set(codes) <= {"KN110", "KN101"}
    last = moves[-1]
    assert last.line == 3 + movetext.count("\n")  # all else keeps its place


def test_lines_of_a_printed_page_among_the_moves_are_named_and_part_no_turn() -> None:
    text = '[Event "x"]\n\n1. e4 e5\n124 Il Kriegspiel\n2. Nf3 Nc6 3. Bb5\n- 9 -\na6 4. Ba4 Nf6\n37\n5. O-O *\n'
    ((one, codes),) = read(text)
    assert [event.text for event in one.events if isinstance(event, Junk)] == ["124 Il Kriegspiel", "- 9 -", "37"]
    assert codes == ["KN101"] * 3
    moves = [(event.turn, event.text) for event in one.events if isinstance(event, Move)]
    assert moves[2:7] == [(2, "Nf3"), (2, "Nc6"), (3, "Bb5"), (3, "a6"), (4, "Ba4")]


@pytest.mark.parametrize(
    ("movetext", "tries"),
    [
        ("1. e4 e5 2. Kf2 {illegal} 2. Ke2 *", [("white", 2, "Kf2", "illegal")]),
        ("1. e4 Nc3 {No.} 1... e5 *", [("black", 1, "Nc3", "refused")]),
        ("1. e4 {No.} 1. d4 {Impossible!} 1. c4 *", [("white", 1, "e4", "refused"), ("white", 1, "d4", "impossible")]),
        ("1. e4 e5 2. Nf3 {no good} 2. Nc3 *", []),
    ],
)  # fmt: skip
def test_a_move_that_a_comment_refuses_before_its_number_is_printed_again_is_a_try(
    movetext: str, tries: list[tuple[str, int, str, str]]
) -> None:
    (item,) = read_items(io.BytesIO(movetext.encode()), "pgn")
    made = [one for one in item.record.events if isinstance(one, Try)]
    assert [(one.side, one.turn, one.text, one.verdict) for one in made] == tries


@pytest.mark.parametrize(
    ("text", "sans"),
    [
        ("1. e4 e5 2. Sf3 Sc6 3. Lb5 Sf6 4. Kf1", "e4 e5 Nf3 Nc6 Bb5 Nf6 Kf1"),  # German
        ("1. e4 e5 2. Cf3 Cc6 3. Fb5 Cf6 4. Rf1", "e4 e5 Nf3 Nc6 Bb5 Nf6 Kf1"),  # French
        ("1. e4 e5 2. Cf3 Cc6 3. Ab5 Cf6 4. Rf1", "e4 e5 Nf3 Nc6 Bb5 Nf6 Kf1"),  # Spanish
        ("1. e4 e5 2. Pf3 Pc6 3. Lb5 Pf6 4. Kf1", "e4 e5 Nf3 Nc6 Bb5 Nf6 Kf1"),  # Dutch
        ("1. e4 e5 2. Sf3 {Läufer} Sc6 (2... Sf6 3. Lc4) 3. Lb5", "e4 e5 Nf3 Nc6 Bb5"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 {Sf6, Lg7}", "e4 e5 Nf3 Nc6 Bb5"),  # what comments print tells nothing
    ],
)
def test_the_letters_of_the_men_are_those_of_the_games_language(text: str, sans: str) -> None:
    (one,) = read_items(io.BytesIO(f'[Event "x"]\n\n{text} *\n'.encode()), "pgn")
    assert one.findings == []
    assert [event.san for event in adjudicate(one.record).record.events if isinstance(event, Move)] == sans.split()


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 d5 {Weiß versuchte Lb5} 2. Sf3 Lg4",
        "1. e4 d5 {Les Blancs ont essayé Fb5} 2. Cf3 Fg4",
        "1. e4 d5 {Blancas intentó Ab5} 2. Cf3 Ag4",
        "1. e4 d5 {Wit probeerde Lb5} 2. Pf3 Lg4",
        "1. e4 d5 {[%kn try Bb5 refused]} 2. Sf3 Lg4",  # our own words are English
    ],
)
def test_tries_in_comments_have_the_letters_of_the_games_language(text: str) -> None:
    one = adjudicate(record(f'[Event "x"]\n\n{text} *\n')).record
    assert [(event.side, event.turn, event.move) for event in one.events if isinstance(event, Try)] == [
        ("white", 2, "f1b5")
    ]
