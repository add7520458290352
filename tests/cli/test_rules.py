"""``rules``: all rulebooks, or all fields of one with their sources; what one is called is in its page of cases."""

from __future__ import annotations

import pytest

from kriegnote.rules import RULES, all_names
from kriegnote.rules.ruleset import all_fields
from tests.support.commands import kriegnote


def test_a_line_for_each_with_its_source() -> None:
    lines = kriegnote("rules").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(all_names())
    assert all("; source: " in line for line in lines)


@pytest.mark.parametrize("name", ["rand", "icc; always=no", "zeitgeist"])
def test_every_field_of_one(name: str) -> None:
    lines = kriegnote("rules", name).stdout.splitlines()
    title = f"{RULES[name].title}; source: {RULES[name].source}"
    assert lines[:2] == [title, f'in a record: [Rules "{name}"]'] if ";" in name else lines[0] == f"{name}: {title}"
    assert {line.split()[0] for line in lines[1:]} >= set(all_fields())


def test_a_value_has_its_paragraph_and_a_doubt_its_other_values() -> None:
    told = kriegnote("rules", "icc").stdout
    assert "captured             category   [ICC: “Pawn at … captured”, “Piece at … captured”]\n" in told
    assert "disputed: a capture that promotes is four legal moves and one capture (then four)" in told


def test_the_difference_of_two() -> None:
    lines = kriegnote("rules --diff english dutch").stdout.splitlines()
    assert [line.split() for line in lines] == [["field", "english", "dutch"], ["capturer", "no", "if-asked"]]


@pytest.mark.parametrize("line", ["rules calvinball", "rules --diff english calvinball"])
def test_what_is_no_rulebook(line: str) -> None:
    done = kriegnote(line)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("kriegnote: unknown rulebook 'calvinball'; expected one of english, rand")
