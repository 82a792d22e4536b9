"""What there is to say of open texts, found out when they change and kept until then."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from hipify_py.findings import UNKNOWN_NAME
from hipify_py.server.diagnostics import Diagnostics
from hipify_py.server.documents import Document, Documents, UnknownDocumentError
from hipify_py.server.forest import Forest
from hipify_py.server.schedule import Schedule
from hipify_py.server.tasks import Tasks, failure
from hipify_py.server.trees import Analysis, RequestFor, Tree
from hipify_py.server.wire import Server


class Looks:
    """`forest` has the trees that the texts belong to."""

    def __init__(self, server: Server, documents: Documents, diagnostics: Diagnostics, request_for: RequestFor) -> None:
        self.forest = Forest(documents, request_for, self._warn, self.has_changed)
        self._server = server
        self._documents = documents
        self._diagnostics = diagnostics
        self._schedule = Schedule(self._look)
        self._known: dict[str, tuple[Document, Tree, Analysis]] = {}
        self._tasks = Tasks(self._warn)

    def _warn(self, text: str) -> None:
        self._server.tell(text, types.MessageType.Warning)

    def soon(self, uri: str) -> None:
        """A text is another one: say soon what there is to say of it."""
        self._schedule.soon(uri)

    def forget(self, uri: str) -> None:
        """A text is closed."""
        self._schedule.forget(uri)
        self._known.pop(uri, None)

    def has_changed(self, path: Path) -> None:
        """A tree is another one: all that is open in it is looked at again."""
        for document in self._documents:
            if self.forest.path_of(document) == path:
                self._known.pop(document.uri, None)
                self.soon(document.uri)

    def look_at_all(self) -> None:
        for document in self._documents:
            self.soon(document.uri)

    def _look(self, uri: str) -> None:
        """Say what there is to say of an open text now. A bug of ours costs one look, and not the conversation."""
        try:
            self._look_at(uri)
        except Exception as error:
            self._server.tell(failure(uri, error), types.MessageType.Error)

    def _look_at(self, uri: str) -> None:
        document = self._documents.find(uri)
        if document is None or (tree := self.forest.now(document)) is None:
            if document is not None and not self.forest.is_pending(document):
                self.publish(uri, document.version, [])
            return
        analysis = self._analysis(document, tree)
        found = [] if analysis is None else self._diagnostics.of(analysis, document.text, uri)
        self.publish(uri, document.version, found)
        if analysis is not None and not tree.knows_declared and _has_unknown_names(analysis) and self._tasks.is_idle():
            self._tasks.start(self._find_declared(tree, document), uri)

    def _analysis(self, document: Document, tree: Tree) -> Analysis | None:
        """What a run would say of a version of a text: found out once."""
        known = self._known.get(document.uri)
        if known is not None and known[0] is document and known[1] is tree:
            return known[2]
        file = tree.file_of(document)
        if file is None:
            return None
        analysis = tree.analysis(file, document.text.data)
        self._known[document.uri] = document, tree, analysis
        return analysis

    async def _find_declared(self, tree: Tree, document: Document) -> None:
        with suppress(Exception):  # the task that finds them reports it
            await self.forest.find_declared(tree)
        if tree.knows_declared and (path := self.forest.path_of(document)) is not None:
            self.has_changed(path)

    def publish(self, uri: str, version: int | None, found: list[types.Diagnostic]) -> None:
        self._server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, version))

    async def current(self, uri: str) -> tuple[Document, Tree, Analysis] | None:
        """An open text as it is now, with what there is to say of it."""
        tree = await self.forest.ready(self.opened(uri))
        document = self.opened(uri)  # as it has become meanwhile
        analysis = self._analysis(document, tree) if tree is not None else None
        return None if tree is None or analysis is None else (document, tree, analysis)

    def opened(self, uri: str) -> Document:
        try:
            return self._documents[uri]
        except UnknownDocumentError as error:
            raise JsonRpcInvalidParams(str(error)) from error


def _has_unknown_names(analysis: Analysis) -> bool:
    return any(remark.rule == UNKNOWN_NAME for remark in analysis.remarks)
