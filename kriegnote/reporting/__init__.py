"""Output: files that are written completely or not at all; findings as text, JSON, SARIF or GitHub annotations; boards;
schemas.
"""
