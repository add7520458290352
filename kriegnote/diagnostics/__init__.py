"""Findings: what is wrong in a record, where, and what to do about it; and the table of their codes."""
