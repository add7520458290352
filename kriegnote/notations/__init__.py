"""The notations: one folder for each (its row, reader, writer and what only it needs), and their table.

The public modules are :mod:`~kriegnote.notations.registry` (the table), :mod:`~kriegnote.notations.detection` (which
notation a text is in) and :mod:`~kriegnote.notations.loss` (what each notation can express). The grammars are in
``grammars/``.
"""
