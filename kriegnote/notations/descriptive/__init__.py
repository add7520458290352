"""Descriptive notation (``P-K4``, ``KtxB``), as sources up to 1950 print it: its reader, its writer, its moves."""
