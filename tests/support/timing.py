"""Limits of time that hold on slow machines as on fast ones: seconds of a machine of which the speed is known."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

REFERENCE = 0.02
"""Seconds that the work of `_yardstick` takes on the machine of which the limits speak."""


def _yardstick() -> float:
    """Processor seconds of a fixed piece of work of the kind that readers do: dictionaries, strings and calls."""
    begun = time.process_time()
    found: dict[str, int] = {}
    for at in range(120_000):
        word = str(at & 1023)
        found[word] = found.get(word, 0) + len(word)
    return time.process_time() - begun


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Fails when the work inside takes more processor time than these seconds of the reference machine.

    What the machine takes now is measured before and after the work, because its other tenants come and go.
    """
    before = _yardstick()
    begun = time.process_time()
    yield
    taken = time.process_time() - begun
    slowness = max(1.0, before / REFERENCE, _yardstick() / REFERENCE)
    assert taken < seconds * slowness, f"{taken:.1f} s, and {seconds * slowness:.1f} s were allowed"
