"""One folder a notation (its reader, its writer, what only it needs), and the table that names them all.

From outside: :mod:`~kriegnote.notations.registry` (the table, detection) and :mod:`~kriegnote.notations.loss` (what
each notation can say).  The grammars are in ``grammars/``.
"""
