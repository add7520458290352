"""Folders, compressed files and what can be said of many games: inputs, outputs, lists, statistics, duplicates."""
