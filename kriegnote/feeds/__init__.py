"""Games for other programs: python-chess, tables, the package ``kriegspiel``, OpenSpiel, notebooks."""
