"""What is possible after each announcement and what a policy does there: beliefs, the prover, the solver.

:mod:`kriegnote.problems.prove` is the way in for verdicts, ``proof.solve`` and ``proof.analysis`` for positions.
"""
