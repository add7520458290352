"""Shapes that once broke one of the two promises: nothing is lost silently, nobody hears too much or too little."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from kriegnote.api import check, convert
from kriegnote.cli import main
from kriegnote.model.events import AnyEvent, Ask, End, Move, Try
from kriegnote.model.record import Record
from kriegnote.notations.registry import notation
from kriegnote.operations.conversion import convert_record
from kriegnote.text.writing import Style
from tests.support.records import game, tried


def white(text: str, to: str = "pgn") -> str:
    """White's record of a PGN, all that the command shows, status too."""
    told = CliRunner().invoke(main, ["convert", "--from", "pgn", "--to", to, "--view", "white"], input=text)
    return told.output + told.stderr + str(told.exit_code)


def unsilenced(told: str) -> str:
    """A told record without its silence, the one thing that must depend on whether the umpire could follow the game."""
    return re.sub(r'\[Silence .*\n|"silence":\[.*?\]', "", told)


def hearing(record: Record, listener: str, **options: Any) -> str:
    """A listener's record as JSON."""
    return convert_record(record, notation("json"), listener=listener, **options).text  # type: ignore[arg-type]


def more(record: Record, *events: AnyEvent) -> Record:
    return record.replace(events=(*record.events, *events))


# -- nobody hears too much, or too little ------------------------------------------------------------------------------


@pytest.mark.parametrize("listener", ["white", "public"])
def test_a_try_at_the_open_end_is_not_heard(listener: str) -> None:
    before = game("e2e4", rules="icc")
    after = more(before, tried("e7d6", "black", 1))
    assert hearing(before, listener) == hearing(after, listener)
    for until in (1, 2, 3):
        assert hearing(before, listener, until=until) == hearing(after, listener, until=until)


def test_what_follows_does_not_decide_what_the_umpire_says_of_the_last_move() -> None:
    (letter,) = convert('[Rules "magari"]\n\n1. e4 d5 *', "magari", from_="pgn", view="white")
    assert "2.:d5" in letter.text


@pytest.mark.parametrize(
    "hidden",
    [
        ("1. e4 Nc6 2. d4 Qh4 3. Nf3 a6 *", "1. e4 e6 2. d4 Qh4 3. Nf3 a6 *"),
        ("1. e4 Nf9 2. d4 a6 3. Nf3 a5 *", "1. e4 Nf6 2. d4 a6 3. Nf3 a5 *"),
        ("1. e4 e5 2. d4 a6, 3. Nf3 a5 ) *", "1. e4 e5 2. d4 a6 3. Nf3 a5 *"),
    ],
)
def test_errors_and_status_are_silent_on_hidden_moves(hidden: tuple[str, str]) -> None:
    one, two = (unsilenced(white(f'[Rules "english"]\n\n{text}\n')) for text in hidden)
    assert one == two


@pytest.mark.parametrize(
    ("rules", "wrong"),
    [("", ""), ("", "{[%kn capture d4]} "), ('[Rules "english"]\n', "{[%kn capture d4]} ")],
)
def test_a_move_is_never_spelled_as_the_umpires_board_has_it(rules: str, wrong: str) -> None:
    taken = f"{rules}\n1. Nf3 e6 2. d4 e5 3. a3 e4 4. a4 exf3 {wrong}5. d5 a6 6. Nd2 a5 *"
    stands = f"{rules}\n1. Nf3 e6 2. d4 e5 3. a3 e4 4. a4 e3 {wrong}5. d5 a6 6. Nbd2 a5 *"
    assert white(taken) == white(stands)


def test_only_the_silence_of_a_view_depends_on_whether_the_umpire_could_follow_a_hidden_move() -> None:
    """What he could not have announced is not denied."""
    followed, lost = (
        hearing(
            more(game("e2e4", move, rules="english"), tried("e4d5", "white", 2), *game("d2d4").events),
            "white",
        )
        for move in ("b8c6", None)
    )
    assert unsilenced(followed) == unsilenced(lost)
    assert '"silence":["capture","check"]' in followed
    assert '"silence":[]' in lost


@pytest.mark.parametrize(
    ("rules", "moves"),
    [
        ("english", "1. e4 d5 {[%kn tries 1]} 2. Nf3 a6 *"),
        ("dutch", "1. e4 d5 2. exd5 {[%kn capture d5 by-pawn]} a6 *"),
        ("dark", "1. e4 f6 2. a3 g6 3. Qh5 {[%kn check]} a6 *"),
    ],
)
def test_what_a_rulebook_does_not_announce_is_not_heard(rules: str, moves: str) -> None:
    told = white(f'[Rules "{rules}"]\n\n{moves}')
    assert not any(word in told for word in ("tries", "by-pawn", "check]"))


def test_under_icc_a_player_hears_a_number_and_no_squares() -> None:
    told = white('[Rules "icc"]\n\n1. e4 d5 {[%kn tries d5]} 2. Nf3 a6 *')
    assert "tries d5" not in told
    assert "tries 1" in told


def test_the_number_of_a_game_reaches_the_log() -> None:
    record = game("e2e4", rules="icc", headers=(("White", "A"), ("Black", "B"), ("GameNumber", "193")))
    assert "Game 193" in convert_record(record, notation("icc"), listener="white").text


def test_the_later_entries_of_a_list_belong_before_the_move() -> None:
    start = "4k3/8/8/8/8/3R4/8/3RK3 w - - 0 1"
    first = game("d3h3", rules="nost", start=start)
    record = more(first, tried("d3d7", "white", 1, "untested"))
    (back,) = convert(convert_record(record, notation("nost"), listener="white").text, "json", from_="nost")
    assert msgspec.json.decode(back.text)["events"][1]["move"] == "d3d7"


# -- nothing is lost silently ------------------------------------------------------------------------------------------


def again(record: Record, to: str, **options: Any) -> tuple[Record, Record]:
    """A record as it is written in a notation, and as it is read back and resolved."""
    out = convert_record(record, notation(to), **options)
    (back,) = convert(out.text, "json", from_=to, view=out.record.view)
    return out.record, back.record


def played(record: Record) -> list[tuple[Any, ...]]:
    moves = [one for one in record.events if isinstance(one, (Move, Try))]
    return [(type(one).__name__, one.side, one.turn, one.move, getattr(one, "verdict", None)) for one in moves]


SCORES = ("json", "pgn", "san", "tries", "dialogue", "nost", "magari")


@pytest.mark.parametrize("to", SCORES)
def test_a_known_move_is_written_though_nobody_knows_the_board(to: str) -> None:
    lost = game("e2e4", None, "g1f3", "b8c6", "b7b8q", rules="english")
    shifted = [
        one.__class__(**{**msgspec.structs.asdict(one), "turn": 12 + at // 2}) for at, one in enumerate(lost.events)
    ]
    for record in (lost, Record(events=tuple(shifted[2:]))):
        first, back = again(record, to)
        assert played(first) == played(back)
        assert [one.move for one in first.events if isinstance(one, Move)][-3:] == ["g1f3", "b8c6", "b7b8q"]


@pytest.mark.parametrize("to", ["icc", "magari", "nost", "pgn", "tries", "dialogue"])
def test_so_it_is_for_a_player(to: str) -> None:
    record = game("e2e4", "e7e5", None, "b8c6", "g1f3", "g8f6", rules="icc")
    first, back = again(record, to, listener="white")
    assert played(first) == played(back)


@pytest.mark.parametrize("to", ["tries", "nost", "pgn", "dialogue"])
def test_a_try_that_the_players_own_men_forbid_keeps_its_squares(to: str) -> None:
    record = Record(
        rules="english",
        events=(tried("e1g1", "white", 1, "impossible"), tried("a1a5", "white", 1, "impossible"), *game("e2e4").events),
    )
    first, back = again(record, to)
    assert [row[:4] for row in played(first)] == [row[:4] for row in played(back)]


ITALIAN = Style("it", "it")


@pytest.mark.parametrize("to", ["san", "tries", "dialogue", "nost", "magari"])
@pytest.mark.parametrize("tries", [(), (tried("h4h2", "white", 1),)])
def test_an_italian_king_is_never_a_rook(to: str, tries: tuple[Try, ...]) -> None:
    start = "r3k3/8/8/8/7Q/7p/8/R3K3 w Qq - 0 1"
    record = Record(rules="english", start=start, events=(*tries, *game("e1d1", "e8e7").events))
    first, back = again(record, to, style=ITALIAN)
    moves = [[row for row in played(one) if row[0] == "Move"] for one in (first, back)]
    assert moves[0] == moves[1]


@pytest.mark.parametrize("to", ["icc", "magari", "nost", "dialogue", "tries"])
def test_nor_in_a_players_record(to: str) -> None:
    record = Record(
        rules="icc", start="r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1", events=game("e1d1", "e8e7").events, result="1-0"
    )
    out = convert_record(record, notation(to), listener="white", style=ITALIAN)
    back = convert_record(
        next(convert(out.text, "json", from_=to)).record.replace(start=record.start), notation("json")
    ).record
    assert played(back) == played(out.record)


@pytest.mark.parametrize("to", ["san", "tries", "dialogue", "nost", "magari", "pgn"])
@pytest.mark.parametrize("style", [Style(), ITALIAN, Style("en", "figurine")])
def test_what_fits_no_board_is_written_in_the_tongue_of_the_rest(to: str, style: Style) -> None:
    text = '[FEN "4k3/8/8/R2p4/8/8/8/4K1N1 w - - 0 1"]\n[Rules "english"]\n\n1.(Rd6 impossibile) Cf3 Re7 2. Rg1 Rf6'
    (read,) = convert(text, "json", from_="tries")
    first, back = again(read.record, to, style=style)

    def men(record: Record) -> list[Any]:
        moves = [one for one in record.events if isinstance(one, Move)]
        return [one.move or (one.parts and (one.parts.piece, one.parts.to)) for one in moves]

    assert men(back) == men(first)


def test_a_try_from_an_empty_square_has_no_letter() -> None:
    (done,) = convert(game("e2e4", rules="dutch"), "json")
    gap = done.record.replace(
        events=(
            *done.record.events,
            Move(side="white", turn=2, move="g2g3", text=None, san=None),
            Move(side="black", turn=2, move="a7a6", text=None, san=None),
            Move(side="white", turn=3, move="d2d4", text=None, san=None),
            tried("f5g4", "black", 3),
        )
    )
    assert "?" not in str(msgspec.json.decode(next(convert(gap, "json")).text)["events"][-1].get("san"))


@pytest.mark.parametrize("to", ["pgn", "san", "tries", "nost", "magari"])
@pytest.mark.parametrize(("side", "turn"), [(None, 1), ("white", 2), ("white", None), (None, None), ("black", 1)])
def test_an_end_keeps_its_side_and_turn(to: str, side: Any, turn: int | None) -> None:
    for reason in ("agreement", "time", "resignation"):
        end = End(side=side, turn=turn, reason=reason, result="0-1")  # type: ignore[arg-type]
        first, back = again(more(game("e2e4", "e7e5", result="0-1"), end), to)
        ends = [[(one.side, one.turn) for one in record.events if isinstance(one, End)] for record in (first, back)]
        assert ends == [[(side, turn)], [(side, turn)]]


def test_a_side_that_a_notation_cannot_leave_unsaid_is_reported() -> None:
    end = End(side=None, turn=1, reason="agreement", result="1/2-1/2")
    done = convert_record(more(game("e2e4", "e7e5"), end), notation("dialogue"))
    assert done.account.weakened == {"end": 1}
    asked = Record(events=(Ask(side=None, turn=None), *game("e2e4").events))
    assert convert_record(asked, notation("tries")).account.weakened == {"ask": 1}
    assert not convert_record(asked, notation("pgn")).account.weakened


@pytest.mark.parametrize("to", SCORES)
def test_a_null_move_is_told_from_a_hidden_one_or_reported(to: str) -> None:
    (read,) = convert("1. e4 -- 2. d4 d5 *", "json", from_="pgn")
    done = convert_record(read.record, notation(to))
    (back,) = convert(done.text, "json", from_=to)
    texts = [[one.text for one in record.events if isinstance(one, Move)][1] for record in (read.record, back.record)]
    assert texts == ["--", "--"] or (texts == ["--", None] and done.account.weakened == {"move": 1})
    assert len([one for one in back.record.events if isinstance(one, Move)]) == 4


def test_an_end_without_a_result_in_magaris_shorthand() -> None:
    record = more(game("e2e4"), End(side="white", turn=1, reason="abandoned", result="*"))
    _, back = again(record, "magari")
    assert [one.result for one in back.events if isinstance(one, End)] == ["*"]


@pytest.mark.parametrize("rules", ["english", "icc"])
def test_the_rulebook_asked_for_beats_the_one_of_a_tag(rules: str) -> None:
    text = '[Event "x"]\n[Rules "rand"]\n[White "A"]\n\n1. e4 d5 2. exd5 Qxd5 1-0\n'
    (done,) = convert(text, "pgn", from_="pgn", rules=rules)
    (back,) = convert(done.text, "json", from_="pgn")
    assert back.record.rules == rules


@pytest.mark.parametrize(
    "header", [["View", "white"], ["Rules", "rand"], ["Silence", "check"], ["FEN", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]]
)
def test_a_header_is_no_field_of_the_record(header: list[str]) -> None:
    event = {"type": "move", "side": "white", "turn": 1, "move": "e2e4", "text": None, "san": None}
    text = msgspec.json.encode({"headers": [header], "rules": "english", "events": [event]}).decode()
    (done,) = convert(text, "pgn", from_="json")
    (back,) = convert(done.text, "json", from_="pgn")
    assert (back.record.view, back.record.rules, back.record.start) == ("umpire", "english", None)
    assert [one.code for one in check(text, from_="json")] == ["KN111"]


@pytest.mark.parametrize(
    ("event", "says"),
    [
        ({"parts": {"to": "e9"}}, "to is 'e9'"),
        ({"parts": {"to": "e4", "from": "i"}}, "from is 'i'"),
        ({"options": [{"move": "zz", "weight": 0.5}]}, "move is 'zz'"),
        ({"options": [{"move": "e2e4", "weight": 2}]}, "weight is 2"),
    ],
)
def test_json_that_no_record_can_have_is_a_finding(event: dict[str, Any], says: str) -> None:
    move = {"type": "move", "side": "white", "turn": 1, "move": None, "text": "e4", "san": None}
    (found,) = check(msgspec.json.encode({"events": [move | event]}).decode(), from_="json")
    assert found.code == "KN107"
    assert found.message.startswith(says)


def test_line_breaks_in_json_make_no_new_tags() -> None:
    move = {"type": "move", "side": "white", "turn": 10000, "move": "e2e4", "text": None, "san": None}
    text = msgspec.json.encode({"headers": [["White", "a\r\nb"]], "events": [move]}).decode()
    (done,) = convert(text, "pgn", from_="json")
    assert '[White "a b"]' in done.text
    (back,) = convert(done.text, "json", from_="pgn")
    assert [one.turn for one in back.record.events if isinstance(one, Move)] == [10000]
    assert not list(check(back.text, from_="json"))


def test_boards_of_a_record_without_a_move() -> None:
    text = '{"events":[{"type":"ask","side":"white","turn":1}]}'
    assert CliRunner().invoke(main, ["show", "--from", "json", "--ply", "1"], input=text).exit_code == 0


def test_a_verdict_of_two_words_stands_on_one_line() -> None:
    later = [tried(move, "white", 1, "untested") for move in ("d2d4", "c2c4", "b2b4", "a2a4", "h2h4", "g2g4")]
    record = more(game("e2e4", rules="nost"), *later)
    first, back = again(record, "tries", style=ITALIAN)
    assert played(first) == played(back)


def test_an_unmarked_try_that_promotes_stays_a_try() -> None:
    start = "4k3/8/8/8/8/8/5p2/3K4 b - - 0 1"
    own = Move(side="black", turn=1, move="f2f1q", text=None, san=None)
    try_ = Try(side="black", turn=1, move="f2g1q", text=None, verdict=None)
    first, back = again(Record(rules="english", start=start, events=(try_, own)), "tries")
    assert played(first) == played(back)


def test_a_refused_push_before_a_capture_on_its_square_is_told_by_itself() -> None:
    moves = game("d2d4", "d7d5", "e2e4", "a7a6", "e4d5", rules="berkeley")
    tries = (tried("e4f5", "white", 3, "refused"), tried("d4d5", "white", 3, "refused"))
    first, back = again(moves.replace(events=(*moves.events[:4], *tries, moves.events[4])), "dialogue")
    assert played(first) == played(back)
