"""Repair: the legal game behind a damaged page.  Every possible reading has a weight, and the board decides.

:func:`kriegnote.restoration.restorer.repair` takes records as the readers leave them.  The page becomes a row of slots
(``page``); each printed sign is weighed as a noisy copy of what may have been written (``misprints``,
``figurine_model``); the legal games that fit form a lattice (``lattice``, ``search``); the dialogue adds its evidence
(``evidence``); ``result`` makes a record of the best game.
"""
