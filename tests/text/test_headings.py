"""Headings of games in books, and comments in braces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriegnote.text.comments import brace, is_comment, unbrace
from kriegnote.text.heading_facts import details, named_sides
from kriegnote.text.headings import (
    heading_end,
    is_heading,
    players,
    read_heading,
    result_in_title,
    rules_in_title,
    title_headers,
)


@pytest.mark.parametrize(
    ("line", "white", "rules"),
    [
        ("**Partita 9** *PaoloC-MasterLeBerte, ICC 2002 (Western rules, stile ICC)*\n", "PaoloC", "icc"),
        ("### Partita 3 *David Malcolm - Derek Harris (Eastern rules)*", "David Malcolm", "english"),
        ("Partita 18 *CJunk-PaoloC, ICC 2002 (Western rules, stile ICC)*", "CJunk", "icc"),
        ("**Partita 2** *Hayes vs. Juhasz, 1971 (Western rules, stile Cincinnati)*", "Hayes", "cincinnati"),
        ("**Partita 5** *Keller-Mallett, 1996 (corrispondenza, regole NOST).*", "Keller", "nost"),
        ("**Partita 6** *Forzoni-Cornacchini (Corrispondenza, Western rules stile RAND)*", "Forzoni", "rand"),
        ("**Partita 36** *PaoloC-cub4udk, Dark Chess, www.itsyourturn.com, 2003.*", "PaoloC", "dark"),
        ("**Partita 39** *Una partita a Welbeck Kriegspiel*[29]", None, "welbeck"),
        ("**Partita 12** *Miniatura (Eastern rules)*", None, "english"),
        ("Game 12", None, None),
    ],
)
def test_a_heading_names_players_and_rules(line: str, white: str | None, rules: str | None) -> None:
    assert is_heading(line)
    heading = read_heading(line)
    assert heading is not None
    assert (dict(heading.headers).get("White"), heading.rules) == (white, rules)


@pytest.mark.parametrize(
    ("title", "white", "black"),
    [
        ("Edgard Colle – V. Soultanbeieff (return)", "Edgard Colle", "V. Soultanbeieff"),
        ("Temple versus Foster, 1910", "Temple", "Foster"),
        ("Wolf gegen Grünfeld, Wien 1926", "Wolf", "Grünfeld"),
        ("A. Lowe (White) v. B. Young", "A. Lowe", "B. Young"),
        ("A. Lowe v. B. Young (White)", "B. Young", "A. Lowe"),
        ("A. LOWE v. B. YOUNG (White: Young)", "B. YOUNG", "A. LOWE"),
        ("White - Ann; Black - Bob", "Ann", "Bob"),
        ("Bianco = Anna; Nero = Ugo", "Anna", "Ugo"),
    ],
)
def test_who_played_whom(title: str, white: str, black: str) -> None:
    found = players(title)
    assert found is not None
    assert (found.white, found.black) == (white, black)


@pytest.mark.parametrize(
    ("line", "game"),
    [
        ("Game A", "A"),
        ("**Game C**", "C"),
        ("Partita D: Rossi - Neri", "D"),
        ("Game L.", "L"),
        ("Game IV", "4"),
        ("Game V", "5"),
        ("Game CX", "110"),
        ("Partita A. Conti - Ferri", None),
        ("Game A lot of men fell", None),
    ],
)
def test_a_game_has_a_number_or_a_letter(line: str, game: str | None) -> None:
    heading = read_heading(line)
    assert (dict(heading.headers)["Game"] if heading else None) == game


def test_the_whole_title_is_kept() -> None:
    heading = read_heading("**Partita 14** *Lewis-NN (British Chess Magazine 1918, Eastern rules)*")
    assert heading is not None
    assert heading.headers == (
        ("Game", "14"),
        ("Title", "Lewis-NN (British Chess Magazine 1918, Eastern rules)"),
        ("White", "Lewis"),
        ("Black", "NN"),
        ("Date", "1918.??.??"),
    )


def test_a_title_may_run_over_lines() -> None:
    text = "**Partita 2** *Hayes vs. Juhasz, 1971\n(Western rules, stile Cincinnati)*\n1. e4"
    assert is_heading(text.split("\n", 1)[0])
    assert heading_end(text) == text.index("\n1. e4")


@pytest.mark.parametrize("line", ["1. e4, e5", "Partita a Kriegspiel", "Partita 9 mostra un bluff", "", "# Capitolo 4"])
def test_other_lines_are_no_headings(line: str) -> None:
    assert not is_heading(line)
    assert read_heading(line) is None


@given(st.text(alphabet=st.sampled_from("{}\\ a\n[%") | st.characters(codec="utf-8")))
def test_any_comment_comes_back_from_its_braces(text: str) -> None:
    printed = brace(text)
    assert is_comment(printed)
    assert unbrace(printed) == text


def test_a_line_in_a_comment_never_looks_like_the_first_of_a_record() -> None:
    text = 'see\n[White "nobody"]\n  **Partita 9** *A-B*\nThird game\nFrammento 3\nterza partita\nGame IV\n\\[x'
    printed = brace(text)
    assert unbrace(printed) == text
    assert not any(line.lstrip().startswith(("[", "*")) or is_heading(line) for line in printed.split("\n"))


@pytest.mark.parametrize(
    ("title", "white", "black", "result"),
    [
        ("Ashby 1, Brand 0", "Ashby", "Brand", "1-0"),
        ("Carr 0, Ashby 1", "Carr", "Ashby", "0-1"),
        ("Vance ½, Wray ½", "Vance", "Wray", "1/2-1/2"),
        ("tonyd vs zorro, 3 May 1998", "tonyd", "zorro", None),
        ("Weiß: Krüger, Schwarz: Baum", "Krüger", "Baum", None),
        ("Blancas: R. Blanco, Negras: J. Corzo", "R. Blanco", "J. Corzo", None),
    ],
)
def test_players_with_their_scores_and_by_their_handles(title: str, white: str, black: str, result: str | None) -> None:
    pair = players(title, "plain")
    assert pair is not None
    assert (pair.white, pair.black, pair.result) == (white, black, result)


@pytest.mark.parametrize("line", ["chess vs checkers is a debate", "Ashby 1. e4", "white vs black"])
def test_a_sentence_names_no_players(line: str) -> None:
    assert players(line, "plain") is None


@pytest.mark.parametrize(
    ("title", "rules"),
    [
        ("RAND rules were not then known.", None),
        ("RAND rules not then known; English rules", "english"),
        ("Londra 1931, non ancora le regole RAND (regole inglesi)", "english"),
        ("Not finished (RAND rules)", "rand"),
        ("RAND rules", "rand"),
    ],
)
def test_a_rulebook_that_is_denied_is_not_named(title: str, rules: str | None) -> None:
    assert rules_in_title(title) == rules


@pytest.mark.parametrize(
    ("title", "said"),
    [
        (
            "Lane – Coote, London, 12th March 1909. Umpire: Mr. English.",
            {"White": "Lane", "Site": "London", "Date": "1909.03.12", "Umpire": "Mr. English"},
        ),
        ("Watts – Loder, Chatham 1926. His own corrections are kept.", {"Site": "Chatham", "Date": "1926.??.??"}),
        ("PaoloC-CJunk, ICC 2002 (Western rules)", {"Event": "ICC", "Date": "2002.??.??"}),
        ("Rossi – Neri, Torneo di Siena, 4.V.1931", {"Event": "Torneo di Siena", "Date": "1931.05.04"}),
        (
            "Eteroscacco. Siena, 12 marzo 1974. Bianco: Dr. Aldo Ferri. Nero: Prof. G. Neri. Arbitro: R. Magari.",
            {"White": "Dr. Aldo Ferri", "Black": "Prof. G. Neri", "Site": "Siena", "Umpire": "R. Magari"},
        ),
        (
            "gespielt im Café Central zu Wien am 3. Februar 1912, Weiß: S. Wolf   Schwarz: E. von Perlis",
            {"White": "S. Wolf", "Black": "E. von Perlis", "Site": "Café Central zu Wien", "Date": "1912.02.03"},
        ),
        ("Major Tuke (W) and Lieut. Ames (B), Aldershot", {"White": "Major Tuke", "Black": "Lieut. Ames"}),
        (
            "Les blancs : M. Roux. Les noirs : Mme Tissot. Genève, 1er juin 1949.",
            {"White": "M. Roux", "Site": "Genève"},
        ),
        ("B: Conti   N: Meier   arb. Galli", {"White": "Conti", "Black": "Meier", "Umpire": "Galli"}),
        ("KRIEGSPIEL. Self (Black) agst. Meade.", {"White": "Meade", "Black": "Self"}),
        ("del match Soto-Vidal, Madrid, 4-5-1944", {"White": "Soto", "Site": "Madrid", "Date": "1944.05.04"}),
        ("White: Mr. Temple. Black: Rev. J. Coote. London, November 14th, 1898.", {"Date": "1898.11.14"}),
        ("Thorne v. Lamb, Bath, Aug. 1905. The signs are mine.", {"White": "Thorne", "Date": "1905.08.??"}),
    ],
)
def test_what_a_title_says_of_its_game(title: str, said: dict[str, str]) -> None:
    headers = dict(title_headers(title))
    assert said.items() <= headers.items()
    assert ("Event" in headers) is ("Event" in said)


@pytest.mark.parametrize(
    ("title", "result"),
    [
        ("Parr v. Orde, Newcastle 1949. Black won.", "0-1"),
        ("Parr v. Orde, 1949. Unfinished; adjudicated a win for White by Mr. Fraser.", "1-0"),
        ("Ray v. Poe, 1920. Mr. Ray resigned.", "0-1"),
        ("White: A. Cox. Black: F. Dix. Result: drawn.", "1/2-1/2"),
        ("Ray v. Poe, 1920. White to play and win.", None),
    ],
)
def test_a_title_may_tell_how_the_game_ended(title: str, result: str | None) -> None:
    assert result_in_title(title) == result


@pytest.mark.parametrize("line", ["White: Castles. Black: Castles.", "White: Nf3. Black: e5", "White: Any? Black: No."])
def test_a_dialogue_names_no_players(line: str) -> None:
    assert named_sides(line) is None


@pytest.mark.parametrize(
    ("title", "place"),
    [
        *(
            ("Kriegspiel, Wien 1923", "Wien"),
            ("GAME OF KRIEGSPIEL, London 1905", "London"),
            ("Ein Spiel in Graz, 1930", "Graz"),
        ),
        *(
            ("Partita a eteroscacco, Torino 1970", "Torino"),
            ("Spielberg, 1923", "Spielberg"),
            ("Kriegspiel, 1923", None),
        ),
    ],
)
def test_the_name_of_the_game_is_no_place(title: str, place: str | None) -> None:
    assert details(title).get("Site") == place
