"""Kriegspiel problems: reading solutions, following what White may still think possible, and proving them.

Nothing below this room imports it.  From outside: :mod:`~kriegnote.problems.prove`, :mod:`~kriegnote.problems.policy`,
and the two packages ``reading`` and ``proof``.
"""
