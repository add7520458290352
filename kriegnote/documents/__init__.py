"""Documents: the games that stand in a text among prose, headings and markup (chapters, saved pages, scans)."""
