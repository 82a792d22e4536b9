"""The helper headers, which lie there before the first file that calls them, with what is called and no more.

What is called is known when all files are converted. Until then those that call it wait; where nothing is written, or
too much would wait, they do not. What is called stays in a header, whoever called it: a run that concerns a part of a
tree knows nothing of the others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from hipify_py.file.marks import HEADERS
from hipify_py.run.delivery import Companion
from hipify_py.run.outcome import FileOutcome
from hipify_py.run.task import MAX_BYTES
from hipify_py.system import disk
from hipify_py.texts import to_bytes

if TYPE_CHECKING:
    from hipify_py.run.request import Request

# The bytes of files that wait. Of more, the headers are whole ones.
_MOST_WAITING = 64_000_000


class Headers:
    """Those of a run: one of each kind for a tree, or one beside each file that is named alone. `callers` are the files
    that call one, by its kind."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._is_whole = request.whole_header
        self._called: dict[Path, set[str]] = defaultdict(set)
        self.callers: dict[str, set[str]] = defaultdict(set)
        self._waiting: list[FileOutcome] = []
        self._bytes = 0
        self._names = frozenset(map(request.job.name_of_header, HEADERS))
        self._copied: dict[Path, bytes] = {}

    def keeps(self, outcome: FileOutcome) -> bool:
        """Note what a file calls; whether it waits until `waiting` gives it."""
        for header, names in outcome.header_calls.items():
            self._called[self._request.header_for(outcome.file, header)[1]] |= names
            self.callers[header].add(outcome.file.real.as_posix())
        waits = self._request.writes and not self._is_whole and bool(outcome.needs_headers)
        file = outcome.file
        if self._request.output is not None and file.relative.name in self._names:
            waits = True
            with suppress(OSError):  # told when it is copied
                self._copied[self._request.written_tree / file.relative] = disk.read(file.real, MAX_BYTES)[0] or b""
        if waits:
            self._waiting.append(outcome)
            self._bytes += len(outcome.original or b"") + len(outcome.output or b"")
            self._is_whole = self._is_whole or self._bytes > _MOST_WAITING
        return waits

    def waiting(self) -> Iterator[FileOutcome]:
        """Those that call a header; then those of the source, which are copied unless they were written for these."""
        yield from sorted(self._waiting, key=lambda outcome: not outcome.needs_headers)

    def companions(self, outcome: FileOutcome) -> Iterator[Companion]:
        """The headers that a converted file includes."""
        for header in sorted(outcome.needs_headers):
            yield self._companion(header, *self._request.header_for(outcome.file, header))

    def _companion(self, header: str, path: Path, real: Path) -> Companion:
        def over(lying: bytes | None) -> bytes:
            from hipify_py import helpers

            if self._is_whole:
                return to_bytes(helpers.text(header))
            present = (lying or b"", self._copied.get(real, b""))
            return to_bytes(helpers.text_for(header, self._called[real], present))

        return Companion(header, path, real, over)
