"""Finds the games in documents with prose, headings and markup: chapters of books, web pages, scans."""
