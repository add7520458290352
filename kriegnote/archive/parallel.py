"""Work on several cores: tasks go out one after the other, results come back in the same order.

The tasks and results of a run never stand in memory together: no more than a few tasks a process are under way.  When
the run is interrupted its processes end with it, also when it is killed outright.
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
AHEAD: Final = 8  # tasks a process that may be under way
_PATIENCE: Final = 5.0  # seconds in which a process that was told to end sends its last result
_START: Final = "fork" if sys.platform.startswith("linux") else "spawn"


class WorkerError(KriegnoteError):
    """A process ended before its work did: it was killed, or memory ran out."""


def cores() -> int:
    """How many processes this one may have at work."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def ordered(work: Callable[[T], R], tasks: Iterable[T], jobs: int = 1) -> Iterator[R]:
    """The results of all tasks, in the order of the tasks.

    :param work: a function of a module, or a ``functools.partial`` of one: other processes must find it.
    :param jobs: how many processes; with 1 everything is done in this one.
    :raises WorkerError: a process was killed.
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
    """The parent has been interrupted: the task is given up."""


class _Worker:
    """This process, as one that works for another."""

    stopped = False
    at_work = False


def _begin() -> None:
    """A process that works ends when its parent says so, or when its parent is no more; Ctrl-C is its parent's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _stop(*_: object) -> None:
    """Gives up the task; a result that is being sent is sent whole, since the parent would wait for its other half."""
    _Worker.stopped = True
    if hasattr(signal, "setitimer"):  # nobody may be left to take it
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, _PATIENCE)
    if _Worker.at_work:
        _Worker.at_work = False
        raise _Stopped


def _done(work: Callable[[T], R], task: T) -> R:
    """The result of a task.

    :raises _Stopped: the parent has been interrupted.
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
