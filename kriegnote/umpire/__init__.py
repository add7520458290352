"""The umpire: the only place where a record is replayed and checked, and where views of it are made.

The entry points are :func:`kriegnote.umpire.adjudication.adjudicate` and :func:`kriegnote.umpire.views.view`.
"""
