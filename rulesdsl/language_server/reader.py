"""A process that reads what may take long, so that the server goes on answering."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from typing import TypeVar

from attrs import define

LONGEST = 120
"""Seconds that a process may read; one that takes longer is started anew."""
Given = TypeVar("Given")


@define(eq=False)
class Reader:
    """A process that reads, one text after the other; a new one where it broke."""

    _pool: ProcessPoolExecutor | None = None

    async def ask(self, question: Callable[..., Given], *given: object) -> Given | None:
        """None where the process came to no answer: it was stopped, or it took too long."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
        pool = self._pool
        try:
            future: Future[Given] = pool.submit(question, *given)
            return await asyncio.wait_for(asyncio.wrap_future(future), LONGEST)
        except (BrokenExecutor, TimeoutError):
            self._pool = None
            self._end(pool)
            return None

    @staticmethod
    def _end(pool: ProcessPoolExecutor) -> None:
        processes = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()

    def close(self) -> None:
        if self._pool is not None:
            self._end(self._pool)
            self._pool = None
