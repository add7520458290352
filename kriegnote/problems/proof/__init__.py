"""Proofs: what is possible after each announcement, and what a policy does there; beliefs, the prover, the solver.

:mod:`kriegnote.problems.prove` gives verdicts; ``proof.solve`` and ``proof.analysis`` work on positions.
"""
