"""Text: decoding, splitting, tags, headings, comments, and the words and results that notations share; never a board.

From outside: :mod:`~kriegnote.text.source`, whose builder makes sure that every character belongs to an event.
"""
