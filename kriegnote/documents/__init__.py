"""Documents: finding the games in a text with prose, headings and markup (book chapters, web pages, scans)."""
