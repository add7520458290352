"""Repair: readings of a damaged page with their weights, and the board that decides between them."""
