"""Series of progressive games (§8.7): their reader and their writer."""
