"""What there is to say of all files of the trees that are open in the editor."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from uuid import uuid4

from lsprotocol import types

from hipify_py.report.lines import counted
from hipify_py.server.diagnostics import Diagnostics
from hipify_py.server.documents import Documents, uri_of
from hipify_py.server.looks import Looks
from hipify_py.server.positions import Text
from hipify_py.server.trees import Tree
from hipify_py.server.wire import Server

# Of so many files one is told.
_REPORTED = 10


class Scan:
    """`shows_progress` is whether the editor can."""

    def __init__(self, server: Server, documents: Documents, diagnostics: Diagnostics, looks: Looks) -> None:
        self.shows_progress = False
        self._server = server
        self._documents = documents
        self._diagnostics = diagnostics
        self._looks = looks
        self._scanned: set[str] = set()

    def forget(self, uri: str) -> None:
        """A file is open, and said to be what it is there."""
        self._scanned.discard(uri)

    async def scan(self, *_arguments: object) -> dict[str, int]:
        """Say what there is to say of every file of the trees that are open, also of those that are not."""
        counts, before = {"files": 0, "findings": 0}, set(self._scanned)
        said: set[str] = set()
        async with self._progress("hipify-py: scanning") as report:
            for folder in self._looks.forest.folders:
                if (tree := await self._looks.forest.tree(folder)) is not None:
                    await self._scan_tree(tree, counts, said, report)
        for uri in before - said:
            if self._documents.find(uri) is None:
                self._looks.publish(uri, None, [])
        self._scanned = said
        self._server.tell(f"scanned {counted(counts['files'], 'file')}: {counted(counts['findings'], 'finding')}")
        return counts

    @asynccontextmanager
    async def _progress(self, title: str) -> AsyncIterator[Callable[[int, int], None]]:
        """Shows how far something is, where the editor can; it is cancelled where the user says so."""
        if not self.shows_progress:
            yield lambda _done, _all: None
            return
        token, progress = uuid4().hex, self._server.work_done_progress
        await progress.create_async(token)
        progress.begin(token, types.WorkDoneProgressBegin(title, cancellable=True, percentage=0))

        def report(done: int, all: int) -> None:
            if progress.tokens[token].cancelled():
                raise asyncio.CancelledError
            if done % _REPORTED == 0:
                progress.report(token, types.WorkDoneProgressReport(percentage=100 * done // all))

        try:
            yield report
        finally:
            progress.end(token, types.WorkDoneProgressEnd())

    async def _scan_tree(
        self, tree: Tree, counts: dict[str, int], said: set[str], report: Callable[[int, int], None]
    ) -> None:
        await self._looks.forest.find_declared(tree)
        opened = {each.real: each for each in self._documents if each.real is not None}
        for number, file in enumerate(files := list(tree.files.values())):
            await asyncio.sleep(0)  # who types comes first, and who cancels
            report(number, len(files))
            document = opened.get(file.real)
            if file.kind == "other":
                continue
            try:
                data = document.text.data if document is not None else tree.read(file)
            except OSError:
                continue
            text = Text(data or b"") if document is None else document.text
            uri = uri_of(file.real) if document is None else document.uri
            found = self._diagnostics.of(tree.analysis(file, data), text, uri)
            counts["files"] += 1
            counts["findings"] += len(found)
            if document is None and found:
                said.add(uri)
                self._scanned.add(uri)  # also of a scan that is cancelled
                self._looks.publish(uri, None, found)
