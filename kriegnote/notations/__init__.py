"""The notations: one folder for each (its row, its reader, its writer and whatever only it needs), and their table.

From outside: :mod:`~kriegnote.notations.registry` (the table), :mod:`~kriegnote.notations.detection` (which notation a
text is in) and :mod:`~kriegnote.notations.loss` (what each notation can express).  The grammars are in ``grammars/``.
"""
