"""Distributes work over several processes: tasks are sent out one after the other, results return in the same order.

The tasks and results of a run are never all in memory at once: only a few tasks per process are pending. If the run is
interrupted or killed, its processes end with it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Final, TypeVar

from kriegnote.errors import KriegnoteError

T = TypeVar("T")
R = TypeVar("R")
AHEAD: Final = 8  # the most pending tasks per process
_PATIENCE: Final = 5.0  # the seconds that a stopped process has for sending its last result
_START: Final = "fork" if sys.platform.startswith("linux") else "spawn"


class WorkerError(KriegnoteError):
    """Raised if a process ends before its work does: it was killed, or memory ran out."""


def cores() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def ordered(work: Callable[[T], R], tasks: Iterable[T], jobs: int = 1) -> Iterator[R]:
    """The results of all tasks, in the order of the tasks.

    :param work: a module-level function, or a ``functools.partial`` of one, so that other processes can import it.
    :param jobs: the number of processes; with 1, everything is done in this one.
    :raises WorkerError: if a process was killed.
    """
    if jobs <= 1:
        yield from map(work, tasks)
        return
    context = multiprocessing.get_context(_START)
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin)
    stoppable = partial(_done, work)
    try:
        waiting: deque[Future[R]] = deque()
        for task in tasks:
            waiting.append(pool.submit(stoppable, task))
            if len(waiting) >= jobs * AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        raise WorkerError("a process was killed, perhaps for lack of memory; try fewer --jobs") from None
    except BaseException:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


class _Stopped(BaseException):
    """Raised in a worker when its parent was interrupted, to abandon the task."""


class _Worker:
    """The state of this process as a worker."""

    stopped = False
    at_work = False


def _begin() -> None:
    """Prepares a worker: it ends when its parent says so or no longer exists; Ctrl-C is left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _stop(*_: object) -> None:
    """Abandons the task; a result that is being sent is sent completely, since the parent would wait for the rest."""
    _Worker.stopped = True
    if hasattr(signal, "setitimer"):  # there may be no receiver left
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, _PATIENCE)
    if _Worker.at_work:
        _Worker.at_work = False
        raise _Stopped


def _done(work: Callable[[T], R], task: T) -> R:
    """The result of a task.

    :raises _Stopped: if the parent was interrupted.
    """
    _Worker.at_work = True
    try:
        if _Worker.stopped:
            raise _Stopped
        return work(task)
    finally:
        _Worker.at_work = False


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
