"""The legal game behind a damaged page: every reading that the page allows, with its weight, and the board decides.

:func:`kriegnote.restoration.restorer.repair` takes records as readers leave them.  The page becomes slots (``page``);
the signs that stand there are weighed as noisy copies of what may have been written (``misprints``,
``figurine_model``); the legal games that fit form a lattice (``lattice``, ``search``); the dialogue weighs them
(``evidence``); ``result`` makes a record of the best.
"""
