"""Which findings count: ``--select`` and ``--ignore``, codes or their beginnings (``KN2`` is all of its family)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kriegnote.diagnostics.codes import CODES
from kriegnote.diagnostics.findings import Finding
from kriegnote.errors import KriegnoteError, did_you_mean


class SelectionError(KriegnoteError):
    """What no code begins with."""


@dataclass(frozen=True, slots=True)
class Selection:
    """The codes that count (none named: all), and those that do not."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def picks(self, code: str) -> bool:
        """Whether findings of a code count."""
        return (not self.select or code.startswith(self.select)) and not (self.ignore and code.startswith(self.ignore))

    def of(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that count."""
        return [one for one in findings if self.picks(one.code)]


EVERYTHING = Selection()


def selection(select: Iterable[str], ignore: Iterable[str]) -> Selection:
    """From what the options say: codes, or lists of codes with commas.

    >>> selection(["KN2,kn104"], []).picks("KN201"), selection([], ["KN2"]).picks("KN201")
    (True, False)

    :raises SelectionError: no code begins with one of them; the message says which is near.
    """
    return Selection(_codes("--select", select), _codes("--ignore", ignore))


def _codes(option: str, values: Iterable[str]) -> tuple[str, ...]:
    codes = [code.strip().upper() for value in values for code in value.split(",") if code.strip()]
    for code in codes:
        if not any(known.startswith(code) for known in CODES):
            advice = did_you_mean(code, CODES, "`kriegnote explain` lists the codes")
            raise SelectionError(f"{option}: no code starts with {code!r}; {advice}")
    return tuple(codes)
