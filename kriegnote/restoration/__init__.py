"""Repair: finds the legal game behind a damaged page.  Every reading has a weight; the rules of chess decide.

:func:`kriegnote.restoration.restorer.repair` takes records as the readers produce them.  The page becomes a sequence of
slots, one per ply (``page``, ``page_reading``, ``slot_reading``); each printed sign is weighed as a noisy copy of what
may have been written (``misprints``, ``figurine_model``); the legal games that fit form a lattice (``lattice``,
``decoding``, ``search``); the umpire's announcements add evidence (``evidence``); ``result`` makes a record of the
best game.
"""
