"""Processes that work beside this one, deaf to Ctrl-C, which is for this one alone."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import TypeVar

from .exit_status import CannotDo

Item = TypeVar("Item")
Made = TypeVar("Made")


class Worker(SpawnProcess):
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


class Spawning(SpawnContext):
    Process = Worker


def leave_interrupts() -> None:
    """In a worker: Ctrl-C on the terminal is for the process that has the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def workers(many: int) -> Iterator[Executor]:
    # A fresh interpreter in each: a copy of this one would share its threads and open files.
    executor = ProcessPoolExecutor(many, Spawning(), initializer=leave_interrupts)
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


def on_all_cores(make: Callable[[Item], Made], items: Sequence[Item]) -> Iterator[Made]:
    """What is made of each, in their order."""
    many = min(cores(), len(items))
    if many == 1 or len(items) <= FEW:
        yield from map(make, items)
        return
    try:
        with workers(many) as executor:
            yield from executor.map(make, items)
    except BrokenExecutor:
        raise CannotDo("a worker died, perhaps for want of memory") from None
