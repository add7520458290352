"""The umpire: the only place where the moves of a record are resolved and checked, and where views of it are made.

The entry points are :func:`kriegnote.umpire.adjudication.adjudicate` and :func:`kriegnote.umpire.views.view`.
"""
