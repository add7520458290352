"""Reading a printed solution: the page, its phrases, their order, and the branches that make up its policy.

From outside: :func:`kriegnote.problems.reading.reader.read_problems` and
:func:`kriegnote.problems.reading.solution.read_solution`.
"""
