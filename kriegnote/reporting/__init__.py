"""Where results go and how findings are shown: whole files or none, text with a caret, JSON, SARIF, GitHub, schemas."""
