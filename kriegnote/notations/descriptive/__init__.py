"""Descriptive notation (``P-K4``, ``KtxB``), as in sources up to 1950: its reader, its writer, its moves."""
