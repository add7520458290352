"""The data model: records, their events and printed moves. Nothing here depends on boards, rulebooks or texts.

The entry points are :mod:`~kriegnote.model.events`, :mod:`~kriegnote.model.record` and
:mod:`~kriegnote.model.printed_moves`.
"""
