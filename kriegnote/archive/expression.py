"""The language of ``--where``, which selects games of an archive.

::

    loser = black and end = checkmate and moves < 20
    white ~ "carl" and date >= 1998-05 and not (rules in (icc, rand))
    tries / moves > 0.5 or promotions is unknown

A name is a field of a game (:data:`kriegnote.archive.summary.COLUMNS`), or a possible value of the field with which it
is compared. Operators from loosest to tightest: ``or``, ``and``, ``not``, then ``= != < <= > >= ~ !~ in is``, then ``+
-``, then ``* /``. ``~`` means “contains”; texts are compared regardless of case, dates as far as both are known. A
comparison with an unknown value is unknown itself, and neither it nor its ``not`` selects a game; ``is unknown`` tests
for it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from kriegnote.archive.summary import COLUMNS, GameField, GameSummary, Kind
from kriegnote.errors import KriegnoteError, did_you_mean
from kriegnote.parsing import grammar
from kriegnote.printed_numbers import whole_number

Value = Any  # a number, a text, the parts of a date, True, False, or None for unknown
Where = Callable[[GameSummary], bool]
Sort = Kind | Literal["truth"]
MOST_CHARACTERS: Final = 10_000


class ExpressionError(KriegnoteError):
    """Raised for an expression that cannot be understood; says what is wrong and where (``column``, from 1)."""

    def __init__(self, message: str, text: str, column: int) -> None:
        super().__init__(f"{message}\n  {text}\n  {' ' * (column - 1)}^")
        self.message, self.text, self.column = message, text, column


@dataclass(frozen=True)
class _Part:
    """A part of an expression: the type of its value, the function that computes it for a game, and its column."""

    sort: Sort
    value: Callable[[GameSummary], Value]
    column: int
    words: frozenset[str] = frozenset()  # the possible values of the field
    takes_names: bool = False  # whether its values need no quotation marks
    name: str | None = None  # if the part is only a name
    is_field: bool = True  # if not, it may be a value of the field with which it is compared
    quoted: str | None = None  # if the part is only a text


def where(text: str) -> Where:
    """The expression as a function that says whether a game is selected.

    >>> pick = where("loser = black and end = checkmate and moves < 20")
    >>> pick(GameSummary(loser="black", end="checkmate", moves=12)), pick(GameSummary(loser="black", moves=12))
    (True, False)

    :raises ExpressionError: if the expression cannot be understood.
    """
    part = _Compiler(text).compile()
    value = part.value
    return lambda game: value(game) is True


class _Compiler:
    """Compiles the parse tree of an expression into functions, with type checks."""

    def __init__(self, text: str) -> None:
        self.source = text

    def compile(self) -> _Part:
        from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

        if len(self.source) > MOST_CHARACTERS:
            raise self.wrong("this expression is too long", 1)
        try:
            tree = grammar("where", propagate_positions=True).parse(self.source)
        except UnexpectedToken as error:
            if error.token.type == "$END":
                raise self.wrong("something is missing at the end", len(self.source) + 1) from None
            raise self.wrong(f"{str(error.token)!r} does not fit here", error.token.column or 1) from None
        except (UnexpectedCharacters, UnexpectedEOF) as error:
            raise self.wrong("this cannot be read", getattr(error, "column", 1)) from None
        except UnexpectedInput:
            raise self.wrong("this cannot be read", 1) from None
        try:
            return self.truth(self.part(tree.children[0]))
        except RecursionError:
            raise self.wrong("this is nested too deeply", 1) from None

    def wrong(self, message: str, column: int) -> ExpressionError:
        return ExpressionError(message, self.source, column)

    # -- parts -----------------------------------------------------------------------------------------------------

    def part(self, tree: Any) -> _Part:
        part: _Part = getattr(self, tree.data)(tree.children, tree.meta.column)
        return part

    def truth(self, part: _Part) -> _Part:
        """The part, which must be a condition."""
        part = self.known_name(part)
        if part.sort != "truth":
            raise self.wrong("this is a value, not a condition; compare it, as in plies > 40", part.column)
        return part

    def known_name(self, part: _Part, other: _Part | None = None) -> _Part:
        """The part, unless it is a name that stands for a value of the field with which it is compared."""
        words = other.words if other is not None else frozenset()
        if words and part.quoted is not None:
            return self.word(replace(part, name=part.quoted), words)
        if part.name in words:
            return _constant("word", part.name, part.column)
        if part.name is None or part.is_field:
            return part
        if words:
            return self.word(part, words)
        if other is not None and other.takes_names:
            return _constant("text", part.name, part.column)
        advice = did_you_mean(part.name, COLUMNS, f"the fields are {', '.join(COLUMNS)}")
        raise self.wrong(f"unknown field {part.name!r}; {advice}", part.column)

    def word(self, part: _Part, words: frozenset[str]) -> _Part:
        if part.name in words:
            return _constant("word", part.name, part.column)
        advice = did_you_mean(str(part.name), words, f"expected one of {', '.join(sorted(words))}")
        raise self.wrong(f"{part.name!r} is not a value of this field; {advice}", part.column)

    def either(self, children: list[Any], column: int) -> _Part:
        parts = [self.truth(self.part(child)).value for child in children]
        return _Part("truth", lambda game: _any(part(game) for part in parts), column)

    def both(self, children: list[Any], column: int) -> _Part:
        parts = [self.truth(self.part(child)).value for child in children]
        return _Part("truth", lambda game: _all(part(game) for part in parts), column)

    def negation(self, children: list[Any], column: int) -> _Part:
        inner = self.truth(self.part(children[0])).value
        return _Part("truth", lambda game: _not(inner(game)), column)

    def comparison(self, children: list[Any], column: int) -> _Part:
        left, sign, right = self.part(children[0]), str(children[1]), self.part(children[2])
        return self.compared(left, "=" if sign == "==" else sign, right, children[1].column)

    def compared(self, left: _Part, sign: str, right: _Part, column: int) -> _Part:
        if "~" not in sign:
            left, right = self.known_name(left, right), self.known_name(right, left)
        left, right = self.known_name(left), self.known_name(right)
        left, right = self.as_field(left, right), self.as_field(right, left)
        if "~" in sign:
            if left.sort not in ("text", "word") or right.sort not in ("text", "word"):
                raise self.wrong("~ looks for text within text", column)
        elif not _comparable(left.sort, right.sort):
            raise self.wrong(f"{_WITH_ARTICLE[left.sort]} cannot be compared with {_WITH_ARTICLE[right.sort]}", column)
        elif sign not in ("=", "!=") and left.sort in ("word", "truth"):
            raise self.wrong(f"{_WITH_ARTICLE[left.sort]} has no order; use = or !=", column)
        test = _DATES[sign] if "date" in (left.sort, right.sort) and "~" not in sign else _TESTS[sign]
        a, b = left.value, right.value

        def value(game: GameSummary) -> Value:
            one, two = a(game), b(game)
            return None if one is None or two is None else test(one, two)

        return _Part("truth", value, left.column)

    def as_field(self, part: _Part, other: _Part) -> _Part:
        """The part; a number or text that is compared with a date becomes a date."""
        if part.sort == "number" and other.sort == "date":
            number = part.value
            return _Part("date", lambda game: _parts_of(str(number(game))), part.column)
        if part.sort == "text" and other.sort == "date":
            text = part.value
            return _Part("date", lambda game: _parts_of(text(game)), part.column)
        return part

    def membership(self, children: list[Any], column: int) -> _Part:
        left = self.part(children[0])
        tests = [self.compared(left, "=", self.part(child), child.meta.column).value for child in children[1:]]
        return _Part("truth", lambda game: _any(test(game) for test in tests), column)

    def absence(self, children: list[Any], column: int) -> _Part:
        inner = self.membership(children, column).value
        return _Part("truth", lambda game: _not(inner(game)), column)

    def unknown(self, children: list[Any], column: int) -> _Part:
        inner = self.known_name(self.part(children[0])).value
        return _Part("truth", lambda game: inner(game) is None, column)

    def known(self, children: list[Any], column: int) -> _Part:
        inner = self.known_name(self.part(children[0])).value
        return _Part("truth", lambda game: inner(game) is not None, column)

    def arithmetic(self, children: list[Any], column: int) -> _Part:
        total = self.number_part(self.part(children[0])).value
        for sign, child in zip(children[1::2], children[2::2], strict=True):
            total = _calculated(_SUMS[str(sign)], total, self.number_part(self.part(child)).value)
        return _Part("number", total, column)

    def signed(self, children: list[Any], column: int) -> _Part:
        inner = self.number_part(self.part(children[1])).value
        sign = -1 if children[0] == "-" else 1
        return _Part("number", lambda game: None if (value := inner(game)) is None else sign * value, column)

    def number_part(self, part: _Part) -> _Part:
        part = self.known_name(part)
        if part.sort != "number":
            raise self.wrong(f"{_WITH_ARTICLE[part.sort]} cannot be used in arithmetic", part.column)
        return part

    # -- leaves ----------------------------------------------------------------------------------------------------

    def number(self, children: list[Any], column: int) -> _Part:
        text = str(children[0])
        return _constant("number", float(text) if "." in text else int(text), column)

    def result(self, children: list[Any], column: int) -> _Part:
        return self.quoted(str(children[0]), column)

    def string(self, children: list[Any], column: int) -> _Part:
        return self.quoted(str(children[0])[1:-1].casefold(), column)

    def quoted(self, text: str, column: int) -> _Part:
        """A text; compared with a field that has fixed values, it must be one of them."""
        return _Part("text", lambda game: text, column, quoted=text)

    def date(self, children: list[Any], column: int) -> _Part:
        return _constant("date", _parts_of(str(children[0])), column)

    def name(self, children: list[Any], column: int) -> _Part:
        name = str(children[0])
        field = COLUMNS.get(name.lower())
        if field is None:
            return _Part("word", lambda game: None, column, name=name.lower(), is_field=False)
        return _field(name.lower(), field, column)


def _field(name: str, field: GameField, column: int) -> _Part:
    get = operator.attrgetter(name)
    value: Callable[[GameSummary], Value] = get
    if field.kind == "date":
        value = lambda game: _parts_of(get(game))  # noqa: E731
    elif field.kind == "text":
        value = lambda game: None if (text := get(game)) is None else str(text).casefold()  # noqa: E731
    return _Part(field.kind, value, column, field.words, field.is_name, name)


def _constant(sort: Sort, value: Value, column: int) -> _Part:
    return _Part(sort, lambda game: value, column)


_WITH_ARTICLE: Final = {"text": "a text", "number": "a number", "date": "a date", "word": "a word", "truth": "a truth"}


def _comparable(one: Sort, two: Sort) -> bool:
    return one == two or {one, two} == {"text", "word"}


def _any(values: Iterable[Value]) -> Value:
    """Logical or: true if any value is; otherwise unknown if any is; otherwise false."""
    found: Value = False
    for value in values:
        if value:
            return True
        found = None if value is None else found
    return found


def _all(values: Iterable[Value]) -> Value:
    """Logical and: false if any value is; otherwise unknown if any is; otherwise true."""
    found: Value = True
    for value in values:
        if value is False:
            return False
        found = None if value is None else found
    return found


def _not(value: Value) -> Value:
    return None if value is None else not value


def _calculated(
    sign: Callable[[Value, Value], Value], one: Callable[[GameSummary], Value], two: Callable[[GameSummary], Value]
) -> Callable[[GameSummary], Value]:
    def value(game: GameSummary) -> Value:
        a, b = one(game), two(game)
        return None if a is None or b is None else sign(a, b)

    return value


def _parts_of(text: str | None) -> tuple[int, ...] | None:
    """Year, month and day, as far as they are known: ``1998.05.??`` is (1998, 5).

    >>> _parts_of("1998.05.??"), _parts_of("2001-1-31"), _parts_of("????.??.??")
    ((1998, 5), (2001, 1, 31), None)
    """
    parts: list[int] = []
    for part in (text or "").replace("-", ".").replace("/", ".").split(".")[:3]:
        if not part.strip().isdecimal():
            break
        parts.append(whole_number(part.strip()))
    return tuple(parts) or None


def _by_date(test: Callable[[Value, Value], bool]) -> Callable[[Value, Value], bool]:
    """A comparison of dates as far as both are known."""

    def compare(one: tuple[int, ...], two: tuple[int, ...]) -> bool:
        shared = min(len(one), len(two))
        return test(one[:shared], two[:shared])

    return compare


_ORDER: Final[Mapping[str, Callable[[Value, Value], bool]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_TESTS: Final = {**_ORDER, "~": lambda one, two: two in one, "!~": lambda one, two: two not in one}
_DATES: Final = {sign: _by_date(test) for sign, test in _ORDER.items()}
_SUMS: Final[Mapping[str, Callable[[Value, Value], Value]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda one, two: one / two if two else None,
}
