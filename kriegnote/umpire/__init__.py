"""The umpire: the only place where a record is replayed, judged, and turned into what each player heard.

From outside: :func:`kriegnote.umpire.adjudication.adjudicate` and :func:`kriegnote.umpire.views.view`.
"""
