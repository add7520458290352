"""Which findings are reported: ``--select`` and ``--ignore``, with codes or prefixes of codes (``KN2``)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kriegnote.diagnostics.codes import CODES
from kriegnote.diagnostics.findings import Finding
from kriegnote.errors import KriegnoteError, did_you_mean


class SelectionError(KriegnoteError):
    """Raised for a prefix with which no code begins."""


@dataclass(frozen=True, slots=True)
class Selection:
    """The prefixes of the codes that are reported (none: all), and of those that are not."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def picks(self, code: str) -> bool:
        """Whether findings with this code are reported."""
        return (not self.select or code.startswith(self.select)) and not (self.ignore and code.startswith(self.ignore))

    def of(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that are reported."""
        return [one for one in findings if self.picks(one.code)]


EVERYTHING = Selection()


def selection(select: Iterable[str], ignore: Iterable[str]) -> Selection:
    """The selection given by the options: codes, or lists of codes separated by commas.

    >>> selection(["KN2,kn104"], []).picks("KN201"), selection([], ["KN2"]).picks("KN201")
    (True, False)

    :raises SelectionError: if no code begins with one of them; the message suggests a similar one.
    """
    return Selection(_codes("--select", select), _codes("--ignore", ignore))


def _codes(option: str, values: Iterable[str]) -> tuple[str, ...]:
    codes = [code.strip().upper() for value in values for code in value.split(",") if code.strip()]
    for code in codes:
        if not any(known.startswith(code) for known in CODES):
            advice = did_you_mean(code, CODES, "`kriegnote explain` lists the codes")
            raise SelectionError(f"{option}: no code starts with {code!r}; {advice}")
    return tuple(codes)
