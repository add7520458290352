"""A prefix is learned where it stands, but for its digits, before several lines of the notation."""

from __future__ import annotations

import pytest

from kriegnote.notations.icc.lines import server_span
from kriegnote.text.line_prefixes import Prefixes, without

SAID = ["White's move.", "1. e4", "Black's move.", "1. .. ?xe4", "Pawn at e4 captured, White's move, 1 pawn try."]


def bare(lines: list[str]) -> list[str]:
    prefixes = Prefixes()
    prefixes.learn(lines, server_span)
    return [without(line, prefixes.of(line)).strip() for line in lines]


@pytest.mark.parametrize(
    "form",
    ["Game 77: {}", "[20:05:0{i}] <umpire> {}", "20:0{i}_aics% {}", "2003-04-05 20:0{i} {}", "   1{i}  {}", "#krieg {}",
     '2003-04-05T20:01:0{i}Z "{}"', "<li>{}</li>", "| {i} | {} |", "aics% {}", "> > {}"],
)  # fmt: skip
def test_prefixes_are_learned(form: str) -> None:
    assert bare([form.replace("{i}", str(i)).replace("{}", line) for i, line in enumerate(SAID)]) == SAID


@pytest.mark.parametrize(
    "lines",
    [
        SAID,
        ["Bob says: White's move.", "Bob says: 1. e4", "Bob says: Black's move.", *SAID],
        ["12. Qxd5", "12. .. ?", "13. Qd4"],
        ["It is White's move.", *SAID],
    ],
)
def test_what_is_no_prefix_stays(lines: list[str]) -> None:
    assert bare(lines) == lines


def test_a_line_without_its_prefix_is_as_long_as_it_was() -> None:
    prefixes = Prefixes()
    lines = [f'{i:03} "{line}"' for i, line in enumerate(SAID)]
    prefixes.learn(lines, server_span)
    assert [len(without(line, prefixes.of(line))) for line in lines] == list(map(len, lines))


def test_the_numbers_of_a_prefix_are_those_that_are_no_time() -> None:
    prefixes = Prefixes()
    lines = [f"[Game 77 at 20:05:{i:02}] {line}" for i, line in enumerate(SAID)]
    prefixes.learn(lines, server_span)
    assert {prefixes.of(line).numbers for line in lines} == {("77",)}
