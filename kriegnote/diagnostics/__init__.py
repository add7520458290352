"""Findings: what is wrong in a record, where, and what to do about it; and the table of their codes.

The entry points are :mod:`~kriegnote.diagnostics.findings`, :mod:`~kriegnote.diagnostics.codes` and
:mod:`~kriegnote.diagnostics.finding_set`, which merges, orders and censors findings.
"""
