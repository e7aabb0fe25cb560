"""Processes that work beside this one, deaf to Ctrl-C, which is for this one alone."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.context import BaseContext, SpawnContext, SpawnProcess
from multiprocessing.process import BaseProcess
from typing import TypeVar

from .exit_status import CannotDo

Item = TypeVar("Item")
Made = TypeVar("Made")


class _Deaf(BaseProcess):
    """Deaf to Ctrl-C from its first moment, not only once it has begun to work."""

    def start(self) -> None:
        if not hasattr(signal, "pthread_sigmask"):
            super().start()
            return
        # What is held back here is held back in what is started.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Worker(_Deaf, SpawnProcess):
    """A fresh interpreter."""


class Spawning(SpawnContext):
    Process = Worker


if sys.platform == "linux":
    from multiprocessing.context import ForkContext, ForkProcess

    class Copy(_Deaf, ForkProcess):
        """A copy of this process, with all that it has read so far."""

    class Copying(ForkContext):
        Process = Copy


def _quickest() -> BaseContext:
    """Copies where that is safe: they would share other threads with what these hold, and libraries of
    other systems are known to mind."""
    if sys.platform == "linux" and threading.active_count() == 1:
        return Copying()
    return Spawning()


def leave_interrupts() -> None:
    """In a worker: Ctrl-C on the terminal is for the process that has the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def workers(many: int, context: BaseContext | None = None) -> Iterator[Executor]:
    # A fresh interpreter in each, if nobody says otherwise: a copy of this one would share its threads.
    executor = ProcessPoolExecutor(many, context or Spawning(), initializer=leave_interrupts)
    try:
        yield executor
    except KeyboardInterrupt:
        for worker in multiprocessing.active_children():
            worker.terminate()
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    finally:
        # Python itself stumbles when it ends while its workers are still being sent home.
        executor.shutdown(cancel_futures=True)


FEW = 3
"""So few things are done here before another process has begun."""


def on_all_cores(
    make: Callable[[Item], Made], items: Sequence[Item], prepare: Callable[[], object]
) -> Iterator[Made]:
    """What is made of each, in their order; what `prepare` reads is read once for all."""
    many = min(cores(), len(items))
    if many == 1 or len(items) <= FEW:
        yield from map(make, items)
        return
    try:
        prepare()
        with workers(many, _quickest()) as executor:
            yield from executor.map(make, items)
    except BrokenExecutor:
        raise CannotDo("a worker died, perhaps for want of memory") from None
