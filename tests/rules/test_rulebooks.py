"""Every field of a rulebook that can be told apart on a board: a position by hand, and what each value makes of it."""

from __future__ import annotations

import json
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from kriegnote.chess.position import Position, move_of
from kriegnote.model.events import Answer, AnyEvent, Ask, Capture, End, Move, PawnTries, Promotion, Side, Try
from kriegnote.model.record import Record
from kriegnote.rules import RULES, VARIANTS, RulebookError, all_names, naming, rulebook
from kriegnote.rules import announcements as announce
from kriegnote.rules.load import NAMES
from kriegnote.rules.ruleset import rule_fields
from kriegnote.rules.schema import FILE, rulebook_schema, written
from kriegnote.rules.table import as_text, diff_text
from kriegnote.umpire import announcement_checks as announced
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view
from tests.support import records
from tests.support.records import played, tried
from tests.support.schemas import published

BOOKS = files("kriegnote.rules") / "books"
VALIDATOR = jsonschema.Draft202012Validator(rulebook_schema())


# -- the files -----------------------------------------------------------------------------------------------------


def test_the_published_schema_is_the_fields() -> None:
    assert published(FILE) == written(), "run: python -m tests.generate_docs"
    jsonschema.Draft202012Validator.check_schema(json.loads(published(FILE)))


def test_every_file_is_a_rulebook_and_every_rulebook_a_file() -> None:
    assert sorted(all_names()) == sorted(
        each.name.removesuffix(".toml") for each in BOOKS.iterdir() if each.name.endswith(".toml")
    )
    assert tuple(RULES) == NAMES and not set(NAMES) & set(VARIANTS)


@pytest.mark.parametrize("name", all_names())
def test_a_file_is_valid_cites_its_fields_and_reads_back(name: str) -> None:
    table = tomllib.loads((BOOKS / f"{name}.toml").read_text("utf-8"))
    VALIDATOR.validate(table)
    assert table["id"] == name and table["title"] and table["source"]
    assert RULES[name].id == name
    assert rulebook(RULES[name].id) == RULES[name]
    if not name.startswith("berkeley"):  # its source is another program, which has no paragraphs
        given = {*table.get("fields", ()), *table.get("game", ())}
        assert given <= set(table["sources"]), "a value without its paragraph"


def test_a_rulebook_of_a_file_is_printed_by_its_title_and_by_what_stands_in_a_record(tmp_path: Path) -> None:
    own = tmp_path / "club.toml"
    own.write_text('id = "club"\ntitle = "Fridays"\nsource = "the wall"\nextends = "rand"\n[fields]\ntouch = "piece"\n')
    assert as_text(rulebook(str(own))).splitlines()[:2] == [
        "Fridays; source: the wall",
        'in a record: [Rules "rand; touch=piece"]',
    ]
    assert as_text(RULES["rand"]).splitlines()[0] == "rand: RAND Corporation; source: RAND"


def test_a_rulebook_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "club.toml"
    own.write_text('id = "club"\nextends = "english"\n[fields]\ncaptured = "category"\nmust_try = "no"\n', "utf-8")
    VALIDATOR.validate(tomllib.loads(own.read_text("utf-8")))
    club = rulebook(str(own))
    assert (club.captured, club.must_try, club.questions) == ("category", False, frozenset({"any"}))
    assert club.id == "english; must_try=no; captured=category"
    assert RULES[club.id] == club
    further = tmp_path / "further.toml"
    further.write_text('extends = "club.toml"\n[fields]\ndoubles = false\n', "utf-8")
    assert rulebook(f"{further}; tries_limit=3").id == (
        "english; doubles=no; must_try=no; captured=category; tries_limit=3"
    )


def test_a_rulebook_that_extends_nothing_is_named_after_the_nearest(tmp_path: Path) -> None:
    own = tmp_path / "bare.toml"
    own.write_text('[fields]\npawn_tries = "none"\nrefused_word = "no"\n', "utf-8")
    assert RULES[rulebook(str(own)).id] == rulebook(str(own))


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("iccc", "unknown rulebook 'iccc'; expected one of english, rand"),
        ("rand; dubles=no", "unknown field 'dubles'; did you mean doubles?"),
        ("rand; doubles=perhaps", "doubles is 'perhaps'; expected one of yes, no"),
        ("rand; doubles", "'doubles' has no value; write field=value"),
        ("rand; tries_limit=-1", "tries_limit is '-1'; expected a number from 0"),
        ("rand; questions=any, time", "expected some of any, rebuffs, material"),
        ("rand; refused_word=", "refused_word is ''; expected a string"),
        ("x" * 5000, "5000 characters"),
    ],
)
def test_what_is_no_rulebook_is_told_with_the_remedy(said: str, why: str) -> None:
    with pytest.raises(RulebookError, match=why.replace("(", r"\(")):
        rulebook(said)
    assert said not in RULES


def test_a_name_that_is_a_files_without_its_ending_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "club.toml").write_text('extends = "english"\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RulebookError, match=r"unknown rulebook 'club'.*; did you mean the file club.toml\?"):
        rulebook("club; tries_limit=3")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("id = 3", "id must be a string in quotation marks"),
        ("names = 'Club'", "names must be a list of strings"),
        ("feilds = 1", "unknown entry 'feilds'"),
        ("fields = 1", r"write \[fields\] on a line of its own"),
        ("[fields]\nchecks = 1", "checks is 1; expected one of yes, no"),
        ("[sources]\nchecks = 1", r"in \[sources\] each entry must be a field and a string"),
        ("[disputed]\nchecks = 1", "disputed.checks must be a string, or"),
        ("[disputed]\nchecks = {note = 'x', values = 1}", "values must be a list"),
        ("extends = 'nothing'", "extends: unknown rulebook 'nothing'"),
        ("extends = 'own.toml'", "extend one another"),
        ("= 3", "is not TOML"),
        ("[fields]\ncaptured = man", "in quotation marks"),
        ("tries_limit = 3", r"tries_limit belongs in the table \[fields\]"),
        ("[game]\ntries_limit = 3", r"tries_limit belongs in the table \[fields\]"),
        ("[fields]\nsight = 'dark'", r"sight belongs in the table \[game\]"),
    ],
)
def test_a_file_that_is_no_rulebook_says_where_and_why(tmp_path: Path, text: str, why: str) -> None:
    own = tmp_path / "own.toml"
    own.write_text(text, "utf-8")
    with pytest.raises(RulebookError, match=why) as caught:
        rulebook(str(own))
    assert "own.toml" in str(caught.value)


def test_the_difference_of_two() -> None:
    assert diff_text(RULES["berkeley"], RULES["berkeley"]) == ""
    told = diff_text(RULES["english"], RULES["dutch"])
    assert [line.split() for line in told.splitlines()] == [
        ["field", "english", "dutch"],
        ["capturer", "no", "if-asked"],
    ]


# -- the fields ----------------------------------------------------------------------------------------------------


def after(fen: str, uci: str, rules: str, *, asked: bool = False) -> dict[type, AnyEvent]:
    """What the umpire says of a move, by kind."""
    position, move, book = Position.from_fen(fen), move_of(uci), RULES[rules]
    side: Side = "white" if position.turn else "black"
    expected = announced.expected_after([position], move, [position.play(move)], book, side, 1, asked)
    return {kind: event for (kind, _), event in expected.items()}


def before(fen: str, rules: str) -> PawnTries | None:
    position = Position.from_fen(fen)
    return announce.pawn_tries(position, RULES[rules], "white" if position.turn else "black", 1)


def codes(fen: str, events: list[AnyEvent], rules: str | None, result: str | None = None) -> list[str]:
    """The codes of what the umpire finds in a record."""
    return records.codes(Record(rules=rules, start=fen, events=tuple(events), result=result))  # type: ignore[arg-type]


def move(uci: str) -> Move:
    return played(uci, "white", 1)


def refused(uci: str, verdict: Any = "illegal") -> Try:
    return tried(uci, "white", 1, verdict)


TWO_ON_D5 = "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1"
NONE = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
PROMOTING = "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1"
EN_PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"


def test_pawn_tries() -> None:
    assert before(TWO_ON_D5, "english") is None
    assert before(TWO_ON_D5, "english; pawn_tries=none") is None
    assert before(TWO_ON_D5, "cincinnati").any is True
    assert before(TWO_ON_D5, "icc").count == 2
    assert before(TWO_ON_D5, "rand").squares == ("d5", "d5")


def test_always() -> None:
    assert before(NONE, "icc").count == 0
    assert before(NONE, "icc; always=no") is None


def test_promoting_captures() -> None:
    assert before(PROMOTING, "icc").count == 1
    assert before(PROMOTING, "icc; promoting_captures=four").count == 4


@pytest.mark.parametrize(("rules", "squares"), [("rand", ("d5", "d5")), ("rand; doubles=no", ("d5",))])
def test_doubles(rules: str, squares: tuple[str, ...]) -> None:
    record = adjudicate(Record(rules=rules, start=TWO_ON_D5, events=(move("c4d5"),))).record
    for seen in (record, view(record, "white"), view(record, "black")):
        assert isinstance(seen.events[0], PawnTries)
        assert seen.events[0].squares == squares


@pytest.mark.parametrize(("rules", "heard"), [("rand", True), ("rand; pawn_tries_heard=player", False)])
def test_who_hears_the_pawn_tries(rules: str, heard: bool) -> None:
    record = adjudicate(Record(rules=rules, start=TWO_ON_D5, events=(move("c4d5"),))).record
    assert isinstance(view(record, "white").events[0], PawnTries)
    assert isinstance(view(record, "black").events[0], PawnTries) == heard
    assert isinstance(view(record, "public").events[0], PawnTries) == heard


def test_questions() -> None:
    ask: list[AnyEvent] = [Ask(side="white", turn=1, what="any"), Answer(side="white", turn=1, any=False), move("e2e4")]
    assert codes(NONE, ask, "english") == []
    assert codes(NONE, ask, "rand") == ["KN302"]


def test_ask() -> None:
    late: list[AnyEvent] = [
        refused("e2d3"), Ask(side="white", turn=1, what="any"), Answer(side="white", turn=1, any=False), move("e2e4"),
    ]  # fmt: skip
    assert codes(NONE, late, "english") == ["KN304"]
    assert codes(NONE, late, "english; ask=any-time") == []


def test_must_try() -> None:
    lazy: list[AnyEvent] = [
        Ask(side="white", turn=1, what="any"), Answer(side="white", turn=1, any=True), move("e1e2"),
    ]  # fmt: skip
    assert codes(TWO_ON_D5, lazy, "english") == ["KN303"]
    assert codes(TWO_ON_D5, lazy, "english; must_try=no") == []


def test_captures_and_who_was_captured() -> None:
    assert Capture not in after(TWO_ON_D5, "c4d5", "english; captures=no")
    assert after(TWO_ON_D5, "c4d5", "english")[Capture].captured is None
    assert after(TWO_ON_D5, "c4d5", "rand")[Capture].captured == "pawn"
    assert after(PROMOTING, "e7d8q", "rand")[Capture].captured == "piece"
    assert after(PROMOTING, "e7d8q", "open-captures")[Capture].captured == "R"


def test_who_captured() -> None:
    assert after(TWO_ON_D5, "c4d5", "english", asked=True)[Capture].by is None
    assert after(TWO_ON_D5, "c4d5", "dutch", asked=True)[Capture].by == "pawn"
    assert after(TWO_ON_D5, "c4d5", "dutch")[Capture].by is None
    assert after(TWO_ON_D5, "c4d5", "dutch; capturer=category")[Capture].by == "pawn"


def test_en_passant() -> None:
    assert after(EN_PASSANT, "e5d6", "english")[Capture].en_passant is True
    assert after(EN_PASSANT, "e5d6", "rand")[Capture].en_passant is None
    assert after(EN_PASSANT, "e5d6", "icc")[Capture].square == "d5"
    assert after(EN_PASSANT, "e5d6", "icc; en_passant_square=landing")[Capture].square == "d6"
    assert Capture not in after(EN_PASSANT, "e5d6", "icc; en_passant_square=silent")


def test_checks() -> None:
    fen = "7k/8/8/8/8/8/8/B5K1 b - - 0 1"
    assert announce.check(Position.from_fen(fen), RULES["english"], "white", 1).directions == ("long",)
    assert announce.check(Position.from_fen(fen), RULES["english; long_short=no"], "white", 1).directions == (
        "diagonal",
    )
    assert announce.check(Position.from_fen(fen), RULES["english; check_directions=no"], "white", 1).directions == ()
    assert announce.check(Position.from_fen(fen), RULES["english; checks=no"], "white", 1) is None


@pytest.mark.parametrize(
    ("fen", "all_of_them", "strongest", "with_the_knight"),
    [
        ("4k3/8/5N2/8/8/8/8/4R1K1 b - - 0 1", ("file", "knight"), ("file",), ("file",)),
        ("4k3/8/5N2/8/B7/8/8/6K1 b - - 0 1", ("knight", "long"), ("long",), ("knight",)),
    ],
)
def test_double_check(
    fen: str, all_of_them: tuple[str, ...], strongest: tuple[str, ...], with_the_knight: tuple[str, ...]
) -> None:
    position = Position.from_fen(fen)
    assert announce.directions(position, RULES["english"]) == all_of_them
    assert announce.directions(position, RULES["english; double_check=strongest"]) == strongest
    assert announce.directions(position, RULES["english; double_check=strongest-knight"]) == with_the_knight


@pytest.mark.parametrize(
    ("rules", "verdict"), [("english", "illegal"), ("english; refusals=count", "refused"), ("icc", None)]
)
def test_who_hears_refusals(rules: str, verdict: str | None) -> None:
    record = Record(rules=rules, start=NONE, events=(refused("e2d3"), move("e2e4")))
    heard = [event.verdict for event in view(adjudicate(record).record, "black").events if isinstance(event, Try)]
    assert heard == ([verdict] if verdict else [])


def test_nonsense() -> None:
    checked = "4r1k1/8/8/8/8/8/P7/4K3 w - - 0 1"
    ignores: list[AnyEvent] = [refused("a2a3", verdict="impossible"), move("e1d1")]
    assert codes(checked, ignores, "rand") == []
    assert codes(checked, ignores, "rand; nonsense=own-men") == ["KN314"]
    assert codes(checked, ignores, "rand; nonsense=own-men; either_word=announced-check") == []
    unannounced: list[AnyEvent] = [refused("e2d3", verdict="impossible"), move("e2e4")]
    assert codes(NONE, unannounced, "cincinnati") == []
    assert codes(NONE, unannounced, "cincinnati; nonsense=own-men") == ["KN314"]
    elsewhere: list[AnyEvent] = [refused("c4b5", verdict="impossible"), move("c4d5")]
    assert codes(TWO_ON_D5, elsewhere, "rand") == [], "RAND 10: only d5 was announced"
    assert codes(TWO_ON_D5, elsewhere, "rand; nonsense=own-men") == ["KN314"]


def test_the_umpires_words_in_a_players_ear() -> None:
    record = Record(rules="icc", start=NONE, events=(refused("e1e2", verdict="impossible"), move("e2e4")))
    assert [event.verdict for event in view(adjudicate(record).record, "white").events if isinstance(event, Try)] == [
        "illegal"
    ]


def test_tries_limit() -> None:
    twice: list[AnyEvent] = [refused("e2d3"), refused("e2f3"), move("e2e4")]
    assert codes(NONE, twice, "english") == []
    assert codes(NONE, twice, "english; tries_limit=2") == []
    assert codes(NONE, twice, "english; tries_limit=1") == ["KN316"]


def test_touch() -> None:
    blocked = "4k3/8/8/8/4p3/8/3PP3/R3K3 w - - 0 1"
    king: list[AnyEvent] = [refused("e2e4"), move("e1d1")]
    assert codes(blocked, king, "english") == []
    assert codes(blocked, king, "english; touch=piece") == ["KN317"]
    assert codes(blocked, [refused("e2e4"), move("e2e3")], "english; touch=piece") == []
    stuck = "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1"
    assert codes(stuck, [refused("e2e4"), move("e1d1")], "english; touch=piece") == [], "the pawn has no move"


def test_completion() -> None:
    taken_back: list[AnyEvent] = [refused("e2e3", verdict=None), move("e2e4")]
    assert codes(NONE, taken_back, "rand") == ["KN312"], "RAND 11: it touched the board, so it stood"
    assert codes(NONE, taken_back, "rand; completion=released") == []


def test_promotion() -> None:
    assert Promotion in after(PROMOTING, "e7d8q", "rand")
    assert Promotion not in after(PROMOTING, "e7d8q", "icc")


def test_naming() -> None:
    taken: list[AnyEvent] = [move("c4d5"), Capture(side="white", turn=1, square="d4", captured=None)]
    for rules, noted in (("english", True), ("english; naming=white", False), ("english; naming=mover", False)):
        (found,) = adjudicate(Record(rules=rules, start=TWO_ON_D5, events=tuple(taken))).findings
        assert ("counts squares from" in (found.note or "")) == noted, rules
    assert naming.square_named("QB5", "white") == "c5" and naming.square_named("QB4", "black") == "c5"
    assert naming.square_named("king's-bishop eight", "white") == "f8"
    files = {"QR": "a", "QN": "b", "QB": "c", "Q": "d", "K": "e", "KB": "f", "KN": "g", "KR": "h"}
    for name, rank in ((name, rank) for name in files for rank in range(1, 9)):
        assert naming.square_named(f"{name}{rank}", "white") == f"{files[name]}{rank}"
        assert naming.square_named(f"{name}{rank}", "black") == f"{files[name]}{9 - rank}"
    assert naming.square_named("KKt3", "white") == "g3" and naming.square_named("Z9", "white") is None


STALEMATE = "7k/5K2/8/8/8/8/8/6Q1 w - - 0 1"


@pytest.mark.parametrize(
    ("worth", "result"), [("draw", "1/2-1/2"), ("stalemated-loses", "1-0"), ("stalemated-wins", "0-1")]
)
def test_stalemate(worth: str, result: str) -> None:
    rules = f"english; stalemate={worth}"
    assert after(STALEMATE, "g1g6", rules)[End].result == result
    for said in ("1/2-1/2", "1-0", "0-1"):
        assert codes(STALEMATE, [move("g1g6")], rules, said) == ([] if said == result else ["KN402"])
    assert codes(STALEMATE, [move("g1g6")], "rand", "1-0") == [], "RAND 20: in ladder games"


def test_a_diff_names_what_changed() -> None:
    assert set(rule_fields()) >= {"touch", "completion", "naming", "tries_limit", "insufficient"}
