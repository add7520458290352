"""Characters: decoding, cutting, tags, headings, comments, words and results that notations share; never a board.

From outside: :mod:`~kriegnote.text.source`, whose builder lets no character of a text fall outside an event.
"""
