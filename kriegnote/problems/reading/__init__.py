"""Reads printed solutions in four stages: the page, its phrases, their order, and the policy that they describe.

The entry points are :func:`kriegnote.problems.reading.reader.read_problems` and
:func:`kriegnote.problems.reading.solution.read_solution`.
"""
