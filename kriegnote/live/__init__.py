"""A game while it is played: what players say, what the umpire answers, what each side hears of it.

:mod:`~kriegnote.live.commands` reads a player's line, :mod:`~kriegnote.live.game` is the umpire of one game, and
:mod:`~kriegnote.live.feeds` turns his record into what each listener hears, as JSON or in words.
"""
