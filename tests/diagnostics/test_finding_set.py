"""Findings that are told together: merged, placed, ordered, censored."""

from __future__ import annotations

from kriegnote.diagnostics.finding_set import FindingSet
from kriegnote.diagnostics.findings import Finding, finding


def _at(code: str, line: int | None, column: int | None = 1, **more: str) -> Finding:
    return finding(code, f"{code} here", line=line, column=column, **more)  # type: ignore[arg-type]


def test_what_reader_and_umpire_say_of_one_line_is_told_once_the_graver_way() -> None:
    mild = _at("KN334", 2, severity="info")
    graver = _at("KN334", 2, severity="warning")
    assert FindingSet([mild]).judged(FindingSet([graver])).listed() == [graver]
    assert FindingSet([graver]).judged(FindingSet([mild])).listed() == [graver]
    elsewhere = _at("KN334", 3)
    assert FindingSet([mild]).judged(FindingSet([elsewhere])).listed() == [mild, elsewhere]


def test_of_a_game_whose_rules_are_not_known_nothing_is_said_about_its_moves() -> None:
    read = [_at("KN101", 1), _at("KN205", 1), _at("KN102", 1)]
    told = FindingSet(read).judged(FindingSet([_at("KN407", None)])).listed()
    assert [one.code for one in told] == ["KN102", "KN407"]


def test_the_order_is_that_of_the_text_and_the_record_comes_last() -> None:
    found = FindingSet([_at("KN403", None), _at("KN201", 3), _at("KN101", 2, 9), _at("KN101", 2, 1)])
    assert [(one.line, one.column) for one in found.in_order()] == [(2, 1), (2, 9), (3, 1), (None, 1)]
    assert {(one.file, one.number) for one in found.of_game("a.txt", 4)} == {("a.txt", 4)}


def test_a_listener_hears_no_places() -> None:
    assert [one.line for one in FindingSet([_at("KN201", 3)]).for_listener().listed()] == [None]


def test_what_a_header_says_wrongly_is_found_at_its_tag() -> None:
    found = FindingSet([finding("KN403", "the Result header says 1-0")])
    [placed] = found.at_headers('[White "A"]\n[Result "1-0"]\n', 7).listed()
    assert (placed.line, placed.column, placed.length) == (8, 1, len('[Result "1-0"]'))
