"""The JSON of the Python package ``kriegspiel`` (schema 9, of its version 1.7)."""
