"""LALR parser tables: Lark builds them from the grammars; they are cached as lists of numbers.

These load in a tenth of the time that Lark's own cached parsers take.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, Literal, NamedTuple

from lark.grammar import Rule as LarkRule
from lark.grammar import Symbol
from lark.grammar import Terminal as LarkTerminal
from lark.parsers.lalr_analysis import Shift

from kriegnote.cache import cached
from kriegnote.parsing import Terminal, grammars_key, open_grammar, terminals_of

_Part = Literal["left out", "kept", "inlined"]
_LEFT_OUT: Final[_Part] = "left out"
KEPT: Final[_Part] = "kept"
INLINED: Final[_Part] = "inlined"


class Rule(NamedTuple):
    """A rule of a grammar.

    ``origin``: its name in the table; ``name``: the name of its tree; ``parts``: what becomes of each part
    (``inlined``: its children take its place); ``single``: whether a tree with one child is replaced by that child.
    """

    origin: str
    name: str
    parts: list[_Part]
    single: bool


class Table(NamedTuple):
    """A parser's table.

    ``rows``: for each state, the next state for each kind of word or rule; a negative number is the complement of the
    index of a rule that is complete before this word.
    """

    rows: list[dict[str, int]]
    rules: list[Rule]
    begin: int
    end: int
    terminals: dict[str, Terminal]
    """In the order in which they are tried."""
    ignored: list[str]


@cache
def table_of(name: str, start: str, *, keep_all_tokens: bool) -> Table:
    """The table of ``grammars/<name>.lark``.

    :param start: the rule that matches a whole text.
    :param keep_all_tokens: whether the tree also contains words that the grammar does not name.
    """
    options = {"start": start, "keep_all_tokens": keep_all_tokens}
    read = Table(*cached(f"{name}-{start}.table", f"{grammars_key()} {_Part} {options}", lambda: _built(name, options)))
    terminals = {name: Terminal(*one) for name, one in read.terminals.items()}
    return read._replace(rules=[Rule(*rule) for rule in read.rules], terminals=terminals)


def _built(name: str, options: dict[str, Any]) -> Table:
    """The table that Lark builds from a grammar."""
    front: Any = open_grammar(name, parser="lalr", lexer="basic", maybe_placeholders=False, **options).parser
    table, lexer, start = front.parser._parse_table, front.lexer, options["start"]
    rules: dict[LarkRule, int] = {}
    rows = [
        {kind: what if action is Shift else ~rules.setdefault(what, len(rules)) for kind, (action, what) in row.items()}
        for _, row in sorted(table.states.items())
    ]
    return Table(
        rows,
        [_rule(rule) for rule in rules],
        table.start_states[start],
        table.end_states[start],
        terminals_of(lexer.terminals),
        sorted(lexer.ignore_types),
    )


def _rule(rule: LarkRule) -> Rule:
    name = rule.alias or rule.options.template_source or rule.origin.name
    parts = [_part(symbol, rule.options.keep_all_tokens) for symbol in rule.expansion]
    return Rule(str(rule.origin.name), str(name), parts, rule.options.expand1 and not rule.alias)


def _part(symbol: Symbol, keep_all_tokens: bool) -> _Part:
    if isinstance(symbol, LarkTerminal):
        return _LEFT_OUT if symbol.filter_out and not keep_all_tokens else KEPT
    return INLINED if symbol.name.startswith("_") else KEPT
