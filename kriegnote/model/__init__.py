"""What a record is: its events, its printed moves, and nothing that knows a board, a rulebook or a text.

From outside: :mod:`~kriegnote.model.events`, :mod:`~kriegnote.model.record`, :mod:`~kriegnote.model.printed_moves`.
"""
