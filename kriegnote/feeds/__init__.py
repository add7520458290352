"""Games for other programs: python-chess, tables, OpenSpiel, Dask, notebooks."""
