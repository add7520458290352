"""From the text of a solution to its policy: the page, its phrases, their order, the branches that they open.

From outside only :func:`kriegnote.problems.reading.reader.read_problems` and
:func:`kriegnote.problems.reading.solution.read_solution` are called.
"""
