"""When an open text is looked at: soon after the last change, and with as much rest as the last look took, so that fast
typing in a long file does not keep the server from all else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

# Changes that come together count as one.
_SETTLING_SECONDS = 0.003
_LONGEST_REST = 2.0


class Schedule:
    """`look` is called with the name of a text."""

    def __init__(self, look: Callable[[str], None]) -> None:
        self._look = look
        self._waiting: dict[str, asyncio.TimerHandle] = {}
        self._rested: dict[str, float] = {}

    def soon(self, name: str) -> None:
        """Look once all that has already arrived is read."""
        self.drop(name)
        loop = asyncio.get_running_loop()
        when = max(loop.time() + _SETTLING_SECONDS, self._rested.get(name, 0.0))
        self._waiting[name] = loop.call_at(when, self._now, name)

    def drop(self, name: str) -> None:
        if (waiting := self._waiting.pop(name, None)) is not None:
            waiting.cancel()

    def forget(self, name: str) -> None:
        self.drop(name)
        self._rested.pop(name, None)

    def _now(self, name: str) -> None:
        self._waiting.pop(name, None)
        clock = asyncio.get_running_loop().time
        started = clock()
        self._look(name)
        self._rested[name] = clock() + min(clock() - started, _LONGEST_REST)
