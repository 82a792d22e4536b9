"""The header of translated PTX, which lies there before the first file that calls it, with what is called and no more.

What is called is known when all files are converted. Until then those that call it wait; where nothing is written, or
too much would wait, they do not. What is called stays in the header, whoever called it: a run that concerns a part of a
tree knows nothing of the others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from hipify_py.file.marks import PTX_HEADER
from hipify_py.run.delivery import Companion
from hipify_py.run.outcome import FileOutcome
from hipify_py.run.task import MAX_BYTES
from hipify_py.system import disk

if TYPE_CHECKING:
    from hipify_py.run.app import Request

# The bytes of files that wait. Of more, the header is the whole one.
_MOST_WAITING = 64_000_000


class Headers:
    """Those of a run: one for a tree, or one beside each file that is named alone."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._is_whole = request.whole_header
        self._called: dict[Path, set[str]] = defaultdict(set)
        self._waiting: list[FileOutcome] = []
        self._bytes = 0
        self._name = request.job.ptx_header.name if request.job.ptx_header else PTX_HEADER
        self._copied: dict[Path, bytes] = {}

    def keeps(self, outcome: FileOutcome) -> bool:
        """Note what a file calls; whether it waits until `waiting` gives it."""
        if outcome.header_calls:
            self._called[self._request.header_for(outcome.file)[1]] |= outcome.header_calls
        waits = self._request.writes and not self._is_whole and outcome.needs_header
        file = outcome.file
        if self._request.output is not None and file.relative.name == self._name:
            waits = True
            with suppress(OSError):  # told when it is copied
                self._copied[self._request.written_tree / file.relative] = disk.read(file.real, MAX_BYTES)[0] or b""
        if waits:
            self._waiting.append(outcome)
            self._bytes += len(outcome.original or b"") + len(outcome.output or b"")
            self._is_whole = self._is_whole or self._bytes > _MOST_WAITING
        return waits

    def waiting(self) -> Iterator[FileOutcome]:
        """Those that call the header; then that of the source, which is copied unless it was written for these."""
        yield from sorted(self._waiting, key=lambda outcome: not outcome.needs_header)

    def companion(self, outcome: FileOutcome) -> Companion:
        """The header that a converted file includes."""
        path, real = self._request.header_for(outcome.file)

        def over(lying: bytes | None) -> bytes:
            from hipify_py.subjects.ptx import header

            if self._is_whole:
                return header.text().encode()
            return header.text_for(self._called[real], (lying or b"", self._copied.get(real, b""))).encode()

        return Companion(path, real, over)
