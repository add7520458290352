"""Text: decoding, splitting, tags, headings, comments, and the words and results that notations share; never a board.

The main module is :mod:`~kriegnote.text.source`, whose builder ensures that every character belongs to an event.
"""
