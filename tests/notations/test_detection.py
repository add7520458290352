"""Which notation a text is in: our own output in each is told without being named; foreign JSON is refused."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from kriegnote.api import read
from kriegnote.cli import main
from kriegnote.model.events import AnyEvent, Comment, Move, type_name
from kriegnote.model.record import Record
from kriegnote.notations.detection import judge
from kriegnote.notations.registry import BUILT_IN
from kriegnote.operations.conversion import InputError, convert_record, lookup, read_items
from tests.support.games import random_record

OWN_MOVES = (
    '[Event "x"]\n[White "A"]\n[Result "1-0"]\n\n1.c4 c5 2.Nf3 Nf6\n{a}\n3.g3!\n{b}\n3...b6 \n4.Bg2!\n{c}\n4...Bb7\n'
    "5.O-O!\n{d}\n5...g6\n6.b3!\n{e}\n6...Bg7\n7.Bb2!\n{f} 1-0\n"
)
DARK = '[Rules "dark"]\n[View "white"]\n[Silence "capture reveal"]\n\n10. Nc7(Ra8, Ke8), -\n12. Ne6(Qd8, Bf8), (Pa6)\n'


def written(name: str, count: int) -> Iterator[str]:
    """Random records of every length, with and without heads and hostile comments, in a notation."""
    row = lookup(name)
    books = ["dark"] if row.rules == "dark" else ["english", "icc", "nost", "rand", None]
    for seed in range(count):
        rng = random.Random(seed)
        record = random_record(
            seed,
            rules=rng.choice(books),
            plies=rng.choice([2, 5, 12]),
            headers=rng.random() < 0.5,
            hostile=rng.random() < 0.7,
        )
        view = rng.choice(row.views) if row.views[0] != "umpire" or rng.random() < 0.4 else None
        if text := convert_record(record, row, listener=view).text:
            yield text


def told(text: str, name: str) -> tuple[object, list[AnyEvent]]:
    """What a record says in a notation, comments and places aside."""
    (item,) = read_items(io.BytesIO(text.encode()), name)
    record: Record = item.record
    plain = [(type_name(e), getattr(e, "side", None), getattr(e, "turn", None)) for e in record.events]
    texts = [getattr(e, "text", None) for e in record.events if not isinstance(e, Comment)]
    return (record.headers, record.rules, record.view, record.result, texts), plain  # type: ignore[return-value]


def test_a_game_that_goes_on_behind_a_semicolon_is_no_comment() -> None:
    text = "1. e4 c5 2. Cf3 d6 3. d4; il Nero chiede: sì; cxd4, un pedone. 4. il Bianco chiede: no; Cxd4, un pedone.\n"
    (game,) = read(text)
    assert [one.text for one in game.record.events if isinstance(one, Move)][-2:] == ["cxd4", "Cxd4"]


def test_maryland_s_pgn_is_pgn() -> None:
    assert {judge(text).id for text in written("maryland", 40) if len(text) > 200} == {"pgn"}


@pytest.mark.parametrize("name", [row.id for row in BUILT_IN if row.id not in ("maryland", "darkboard", "progressive")])
def test_our_own_output_is_told(name: str) -> None:
    """A text that is the same in two notations (a move or two) may be told as either: it means the same."""
    others = 0
    for text in written(name, 100):
        found = judge(text).id
        assert found is not None, text
        if found != name:
            others += 1
            if found == "pgn" and "{Il Nero chiede" in text:
                continue  # PGN reads the question that the comment tells, a score keeps the comment
            assert told(text, found) == told(text, name), text
            assert text.count(".") <= 12, text
    assert others <= 30


BRIEF = (
    '[Event "x"]\n[White "A"]\n[SetUp "1"]\n'
    '[FEN "1n2k2r/1r5p/3q1pP1/2p2nN1/1PPP1bP1/Bb2p2B/R2P2KP/1N1Q2R1 b k - 3 30"]\n'
    "\n30. - [pawn tries in b4, d2, d4] O-O\n31.[pawn tries in c5, e3; White resigns (turn 31)] 0-1\n"
)
BRIEF_DESCRIBED = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/6p1/4K2R b K - 0 17"]\n\n{a word} 17. -, PxR(Kt) *\n'


@pytest.mark.parametrize(
    ("text", "name"),
    [(OWN_MOVES, "pgn"), (DARK, "darkchess"), (BRIEF, "tries"), (BRIEF_DESCRIBED, "descriptive")],
)
def test_what_others_print(text: str, name: str) -> None:
    assert judge(text).id == name


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"schema_version": 9, "game_type": "BerkeleyGame", "game_state": {}}', "Python package kriegspiel"),
        ('{"type": "GameHistory", "senses": {}, "sense_results": {}}', "reconchess"),
        ('{\n  "hello": [1, 2]\n}', "neither schema nor events"),
        ('[{"hello": 1}]', "neither schema nor events"),
    ],
)
@pytest.mark.parametrize("name", [None, "json"])
def test_foreign_json_is_refused(text: str, words: str, name: str | None) -> None:
    with pytest.raises(InputError, match=words):
        list(read_items(io.BytesIO(text.encode()), name))


def test_foreign_json_has_status_2(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text('{"game_type": "x", "game_state": {}}', encoding="utf-8")
    done = CliRunner().invoke(main, ["convert", str(path), "--to", "pgn"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert "not a kriegnote record" in done.stderr


@pytest.mark.parametrize("text", ['{"events": [}', '{"schema": "kriegnote/2"}', '{"view": "white"}'])
def test_a_broken_record_is_ours(text: str) -> None:
    (item,) = read_items(io.BytesIO(text.encode()))
    assert item.notation.id == "json"


@pytest.mark.parametrize(
    "heading",
    [
        "From the diary of F. Marshall, 14 July 1904.",
        "Partie jouée au Café de la Régence, 1911",
        "Wien 1926. Schwarz: H. Wolf, Weiss: E. Gruenfeld",
        "Club de Ajedrez, 1939",
    ],
)
def test_words_and_dates_around_a_score_make_no_game_of_their_own(heading: str) -> None:
    text = f"{heading}\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2\nAt move 3 White first tried Bc4, in vain.\n"
    (item,) = read_items(io.BytesIO(text.encode()))
    assert [one.text for one in item.record.events if type_name(one) == "move"] == [
        "e4",
        "e5",
        "Nf3",
        "Nc6",
        "Bb5",
        "a6",
    ]
    assert item.record.result == "1/2-1/2"
    assert any(heading in getattr(one, "text", "") for one in item.record.events)


@pytest.mark.parametrize(
    "text", ["{[%kn tries 0]} *", "{[%kn try Na1 impossible]} *", "{[%kn end resignation 0-1]} 0-1", "*"]
)
def test_a_game_without_moves_is_told(text: str, tmp_path: Path) -> None:
    (tmp_path / "game.pgn").write_text(f'[Rules "icc"]\n[Silence "capture check"]\n\n{text}\n')
    told = CliRunner().invoke(main, ["list", "--columns", "notation,rules,plies", str(tmp_path / "game.pgn")])
    assert told.exit_code == 0, told.stderr
    assert told.stdout.split() == ["notation", "rules", "plies", "pgn", "icc", "0"]


def test_a_tag_that_names_the_notation_decides() -> None:
    played = '[White "A"]\n\n1. e4 e5\n2. Kf2 (Rg1, Bg2, Kb2) [Black: no pawn tries]\n'
    assert judge(f'[Notation "nost"]\n{played}').id == "nost"
    assert judge(f'[Event "x"]\n[Notation "dialogue"]\n{played}').id == "dialogue"
    assert judge(f'[Notation "unheard of"]\n{played}').id != "unheard of"


def test_lists_of_refused_tries_are_no_series_of_moves() -> None:
    text = "1. e5\n2. Nf6\n3. a6\n4. h6\n5. gxh5 no, fxe6 no, bxc6 no, Rg8\n6. Nc6\n"
    assert judge(text).id != "progressive"
    assert judge("1. e4\n2. d5, Nc6\n3. Nf3, Bc4, Nc3\n4. e5, d6, Be7, Nf6+\n").id == "progressive"


def test_moves_in_the_json_of_another_program_are_no_score() -> None:
    lines = [f'{{"ply": {ply}, "attempt": "{move}", "legal": true}}\n' for ply, move in enumerate(("e2e4", "e7e5"), 1)]
    with pytest.raises(InputError, match="not a kriegnote record"):
        list(read_items(io.BytesIO("".join(lines).encode())))
