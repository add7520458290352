"""Archives: finding and opening input files, naming outputs, processing many games, lists, statistics, duplicates.

The commands of :mod:`kriegnote.cli` use these modules, which read games through :mod:`kriegnote.operations`.
"""
