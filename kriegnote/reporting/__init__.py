"""Output: files written completely or not at all; findings as text, JSON, SARIF or annotations; boards; schemas."""
