"""One folder a notation (its row, its reader, its writer, what only it needs), and the table that names them all.

From outside: :mod:`~kriegnote.notations.registry` (the table), :mod:`~kriegnote.notations.detection` (which notation a
text is in) and :mod:`~kriegnote.notations.loss` (what each notation can say).  The grammars are in ``grammars/``.
"""
