"""Umpires games while they are played: reads what players say, answers, and decides what each side hears.

:mod:`~kriegnote.live.commands` reads a player's line; :mod:`~kriegnote.live.game` is the umpire of one game, with
    :mod:`~kriegnote.live.moves`, :mod:`~kriegnote.live.questions` and :mod:`~kriegnote.live.endings` for the commands
    of players and :mod:`~kriegnote.live.state` for the state of the game. :mod:`~kriegnote.live.feeds` turns the record
    into what each listener hears, as JSON or in words; :mod:`~kriegnote.live.players` lets people and programs play.
"""
