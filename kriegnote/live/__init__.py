"""A game while it is played: what players say, what the umpire answers, what each side hears of it.

:mod:`~kriegnote.live.commands` reads a player's line; :mod:`~kriegnote.live.game` is the umpire of one game, with
:mod:`~kriegnote.live.moves`, :mod:`~kriegnote.live.questions` and :mod:`~kriegnote.live.endings` for what may be said
and :mod:`~kriegnote.live.state` for how the game stands.  :mod:`~kriegnote.live.feeds` turns his record into what each
listener hears, as JSON or in words; :mod:`~kriegnote.live.players` has terminals and programs play.
"""
