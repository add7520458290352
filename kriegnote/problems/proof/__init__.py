"""Proves policies: beliefs, the prover, which follows a printed policy through them, and the solver.

:mod:`kriegnote.problems.prove` gives verdicts on printed solutions; ``proof.solve`` and ``proof.analysis`` need only
positions.
"""
