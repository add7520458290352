"""Kriegspiel problems: reads printed solutions, follows them through White's beliefs, and proves or refutes them.

No lower room imports this one.  Its interface is :mod:`~kriegnote.problems.prove`,
:mod:`~kriegnote.problems.policy`, and the packages ``reading`` and ``proof``.
"""
