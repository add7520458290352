"""The data model: records, their events and printed moves.  Nothing here knows a board, a rulebook or a text.

From outside: :mod:`~kriegnote.model.events`, :mod:`~kriegnote.model.record`, :mod:`~kriegnote.model.printed_moves`.
"""
