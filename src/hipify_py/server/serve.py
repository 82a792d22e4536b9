"""The conversation with an editor."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, BinaryIO
from uuid import uuid4

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcContentModified, JsonRpcInvalidParams

from hipify_py import __version__
from hipify_py.report.lines import counted
from hipify_py.rules.load import load as load_rules
from hipify_py.run.task import most_bytes
from hipify_py.run.triage.triage import UNKNOWN_NAME
from hipify_py.server.actions import KINDS, Actions, Wish
from hipify_py.server.diagnostics import Diagnostics
from hipify_py.server.documents import Document, Documents, UnknownDocumentError, path_of, uri_of
from hipify_py.server.forest import Forest
from hipify_py.server.hover import hover
from hipify_py.server.positions import Text, decoded
from hipify_py.server.schedule import Schedule
from hipify_py.server.trees import Analysis, RequestFor, Tree
from hipify_py.server.wire import Input, Protocol, Server, log_to_standard_error
from hipify_py.system import disk

PREVIEW, CONVERT_FILE, SCAN = "hipify/preview", "hipify.convertFile", "hipify.scanWorkspace"
PREVIEW_COMMAND = "hipify.preview"
# Of so many files one is told.
_REPORTED = 10
_WATCHED = ("**/*.{cu,cuh,cu.in,h,hh,hpp,hxx,c,cc,cpp,cxx,inl,inc}", "**/*.{cmake,toml,mk,ptx}", "**/CMakeLists.txt")
_WATCHED_NAMES = ("**/.gitignore", "**/Makefile", "**/setup.py", "**/compile_commands.json")


def serve(request_for: RequestFor, stdin: BinaryIO, stdout: BinaryIO) -> int:
    """Talk until the editor says that it is enough; 1 if it just goes."""
    log_to_standard_error()
    session = Session(request_for)
    session.server.start_io(Input(stdin, session.server.tell), stdout)  # type: ignore[arg-type]
    return 0 if session.is_over else 1


class Session:
    """All that one editor has open."""

    def __init__(self, request_for: RequestFor) -> None:
        self.is_over = False
        self.server = Server("hipify-py", __version__, protocol_cls=Protocol)
        self._documents = Documents()
        self._catalogue = load_rules()
        self._diagnostics = Diagnostics(self._documents, self._catalogue)
        self._actions = Actions(self._documents, self._catalogue)
        self._forest = Forest(self._documents, request_for, self._warn, self._has_changed)
        self._schedule = Schedule(self._look)
        self._known: dict[str, tuple[Document, Tree, Analysis]] = {}
        self._scanned: set[str] = set()
        self._watches = self._resolves = self._shows_progress = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._register()

    def _register(self) -> None:
        actions = types.CodeActionOptions(code_action_kinds=list(KINDS), resolve_provider=True)
        features: tuple[tuple[str, Callable[[Any], Any], Any], ...] = (
            (types.INITIALIZE, self._initialize, None),
            (types.INITIALIZED, self._initialized, None),
            (types.SHUTDOWN, self._shut_down, None),
            (types.TEXT_DOCUMENT_DID_OPEN, self._did_open, None),
            (types.TEXT_DOCUMENT_DID_CHANGE, self._did_change, None),
            (types.TEXT_DOCUMENT_DID_SAVE, self._did_save, None),
            (types.TEXT_DOCUMENT_DID_CLOSE, self._did_close, None),
            (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, self._did_change_files, None),
            (types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, self._did_change_folders, None),
            (types.WORKSPACE_DID_CHANGE_CONFIGURATION, self._did_change_settings, None),
            (types.TEXT_DOCUMENT_HOVER, self._hover, None),
            (types.TEXT_DOCUMENT_CODE_ACTION, self._code_actions, actions),
            (types.CODE_ACTION_RESOLVE, self._resolve, None),
            (PREVIEW, self._preview, None),
        )
        for name, act, options in features:
            self.server.feature(name, options)(_plain(act))
        for name, act in ((PREVIEW_COMMAND, self._preview_of), (CONVERT_FILE, self._convert_file), (SCAN, self._scan)):
            self.server.command(name)(_command(act))

    def _warn(self, text: str) -> None:
        self.server.tell(text, types.MessageType.Warning)

    def _initialize(self, params: types.InitializeParams) -> None:
        able = params.capabilities
        encoding = self.server.workspace.position_encoding or types.PositionEncodingKind.Utf16
        self._documents.encoding = types.PositionEncodingKind(encoding).value
        folders = [folder.uri for folder in params.workspace_folders or ()] or [params.root_uri or ""]
        named = [path for uri in folders if (path := path_of(uri)) is not None]
        if not named and not params.root_uri and params.root_path:
            named = [Path(params.root_path)]
        self._forest.folders = [path for path in named if path != Path(path.anchor)]  # nobody means all of the disk
        self._watches = bool(get_capability(able, "workspace.did_change_watched_files.dynamic_registration"))
        self._shows_progress = bool(get_capability(able, "window.work_done_progress"))
        support = get_capability(able, "text_document.code_action.resolve_support")
        self._resolves = support is not None and "edit" in support.properties
        self._actions.has_versions = bool(get_capability(able, "workspace.workspace_edit.document_changes"))
        operations = get_capability(able, "workspace.workspace_edit.resource_operations") or ()
        self._actions.creates_files = types.ResourceOperationKind.Create in operations

    def _initialized(self, _params: object) -> None:
        if not self._watches:
            return
        watchers = [types.FileSystemWatcher(pattern) for pattern in (*_WATCHED, *_WATCHED_NAMES)]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        asked = types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        self.server.client_register_capability(types.RegistrationParams([asked]))

    def _shut_down(self, _params: object) -> None:
        self.is_over = True

    def _did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        document = self._documents.open(params.text_document)
        self._forest.forget(document)
        self._scanned.discard(document.uri)
        self._schedule.soon(document.uri)

    def _did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        name = params.text_document
        self._documents.change(name.uri, name.version, params.content_changes)
        self._forest.typed()
        self._schedule.soon(name.uri)

    def _did_save(self, params: types.DidSaveTextDocumentParams) -> None:
        if (document := self._documents.find(params.text_document.uri)) is not None and document.path is not None:
            self._forest.touched([document.path])

    def _did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        self._schedule.forget(uri)
        self._known.pop(uri, None)
        if (document := self._documents.close(uri)) is not None:
            self._forest.forget(document)
            self._publish(uri, None, [])

    def _did_change_files(self, params: types.DidChangeWatchedFilesParams) -> None:
        self._forest.touched(path for change in params.changes if (path := path_of(change.uri)) is not None)

    def _did_change_folders(self, params: types.DidChangeWorkspaceFoldersParams) -> None:
        gone = {path_of(folder.uri) for folder in params.event.removed}
        added = [path for folder in params.event.added if (path := path_of(folder.uri)) is not None]
        self._forest.folders = [*(each for each in self._forest.folders if each not in gone), *added]
        self._forest.rebuild_all()
        self._look_at_all()

    def _did_change_settings(self, _params: object) -> None:
        self._forest.rebuild_all()

    def _has_changed(self, path: Path) -> None:
        """A tree is another one: all that is open in it is looked at again."""
        for document in self._documents:
            if self._forest.path_of(document) == path:
                self._known.pop(document.uri, None)
                self._schedule.soon(document.uri)

    def _look_at_all(self) -> None:
        for document in self._documents:
            self._schedule.soon(document.uri)

    def _look(self, uri: str) -> None:
        """Say what there is to say of an open text now."""
        document = self._documents.find(uri)
        if document is None or (tree := self._forest.now(document)) is None:
            if document is not None and not self._forest.is_pending(document):
                self._publish(uri, document.version, [])
            return
        try:
            analysis = self._analysis(document, tree)
            found = [] if analysis is None else self._diagnostics.of(analysis, document.text, uri)
            self._publish(uri, document.version, found)
        except Exception as error:  # a bug of ours must cost one look, and not the conversation
            self.server.report_server_error(error, None)
            return
        if analysis is not None and not tree.knows_declared and _has_unknown_names(analysis) and not self._tasks:
            self._start(self._find_declared(tree, document))

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
        try:
            await self._forest.find_declared(tree)
        except Exception as error:
            self.server.report_server_error(error, None)
        if tree.knows_declared and (path := self._forest.path_of(document)) is not None:
            self._has_changed(path)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _publish(self, uri: str, version: int | None, found: list[types.Diagnostic]) -> None:
        self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, version))

    async def _current(self, uri: str) -> tuple[Document, Tree, Analysis] | None:
        """An open text as it is now, with what there is to say of it."""
        tree = await self._forest.ready(self._opened(uri))
        document = self._opened(uri)  # as it has become meanwhile
        analysis = self._analysis(document, tree) if tree is not None else None
        return None if tree is None or analysis is None else (document, tree, analysis)

    def _opened(self, uri: str) -> Document:
        try:
            return self._documents[uri]
        except UnknownDocumentError as error:
            raise JsonRpcInvalidParams(str(error)) from error

    async def _hover(self, params: types.HoverParams) -> types.Hover | None:
        tree = await self._forest.ready(self._opened(params.text_document.uri))
        document = self._opened(params.text_document.uri)
        file = tree.file_of(document) if tree is not None else None
        if tree is None or file is None:
            return None
        offset = self._documents.offset(document.text, params.position)
        is_source = file.kind == "source"
        found = hover(document.text.data, offset, tree.policy, self._catalogue, is_source=is_source)
        if found is None:
            return None
        text = types.MarkupContent(types.MarkupKind.Markdown, found.text)
        return types.Hover(text, self._documents.range(document.text, found.start, found.end))

    async def _code_actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        current = await self._current(params.text_document.uri)
        if current is None:
            return []
        document, tree, analysis = current
        found = self._actions.at(analysis, document, params.range, params.context.diagnostics)
        if (only := params.context.only) is not None:
            found = [each for each in found if any(_is_within(str(each.kind), str(_value(kind))) for kind in only)]
        for action in found if not self._resolves else ():
            if action.data is not None:
                wish = Wish(*action.data["wish"])
                action.edit, action.data = self._actions.edit(analysis, document, tree.request, wish), None
                await asyncio.sleep(0)
        return found

    async def _resolve(self, action: types.CodeAction) -> types.CodeAction:
        try:
            uri, version, wish = (action.data[key] for key in ("uri", "version", "wish"))  # type: ignore[index]
            wish = Wish(str(wish[0]), int(wish[1]), int(wish[2]))
        except (IndexError, KeyError, TypeError, ValueError) as error:
            raise JsonRpcInvalidParams("not an action of this server") from error
        current = await self._current(uri)
        if current is None or current[0].version != version:
            raise JsonRpcContentModified("the text has changed; ask for actions again")
        document, tree, analysis = current
        action.edit = self._actions.edit(analysis, document, tree.request, wish)
        return action

    async def _preview(self, params: Any) -> dict[str, Any] | None:
        try:
            uri = params.textDocument.uri
        except AttributeError as error:
            raise JsonRpcInvalidParams("expected {textDocument: {uri}}") from error
        return await self._preview_of(uri)

    async def _preview_of(self, *arguments: object) -> dict[str, Any] | None:
        """A text as HIP; None if it belongs to no tree, or is nothing that a run looks at."""
        uri = _only_uri(arguments)
        if (current := await self._current(uri)) is None:
            return None
        document, _tree, analysis = current
        output = analysis.outcome.output
        text = decoded(document.text.data if output is None else output)
        return {"uri": uri, "version": document.version, "text": text, "changed": output is not None}

    async def _convert_file(self, *arguments: object) -> bool:
        """Have the editor replace an open text by what it becomes."""
        if (current := await self._current(_only_uri(arguments))) is None:
            return False
        document, tree, analysis = current
        if analysis.result is None or not analysis.result.changed or analysis.file.kind not in ("source", "build"):
            return False
        edit = self._actions.edit(analysis, document, tree.request, Wish("file", 0, 0))
        if edit is None:
            return False
        asked = types.ApplyWorkspaceEditParams(edit, "Convert the file to HIP")
        return (await self.server.workspace_apply_edit_async(asked)).applied

    async def _scan(self, *_arguments: object) -> dict[str, int]:
        """Say what there is to say of every file of the trees that are open, also of those that are not."""
        counts = {"files": 0, "findings": 0}
        old, self._scanned = self._scanned, set()
        async with self._progress("hipify-py: scanning") as report:
            for folder in self._forest.folders:
                if (tree := await self._forest.tree(folder)) is not None:
                    await self._scan_tree(tree, counts, report)
        for uri in old - self._scanned:
            if self._documents.find(uri) is None:
                self._publish(uri, None, [])
        self.server.tell(f"scanned {counted(counts['files'], 'file')}: {counted(counts['findings'], 'finding')}")
        return counts

    @asynccontextmanager
    async def _progress(self, title: str) -> AsyncIterator[Callable[[int, int], None]]:
        """Shows how far something is, where the editor can; it is cancelled where the user says so."""
        if not self._shows_progress:
            yield lambda _done, _all: None
            return
        token, progress = uuid4().hex, self.server.work_done_progress
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

    async def _scan_tree(self, tree: Tree, counts: dict[str, int], report: Callable[[int, int], None]) -> None:
        await self._forest.find_declared(tree)
        opened = {each.real: each for each in self._documents if each.real is not None}
        for number, file in enumerate(files := list(tree.files.values())):
            await asyncio.sleep(0)  # who types comes first, and who cancels
            report(number, len(files))
            document = opened.get(file.real)
            if file.kind == "other":
                continue
            try:
                data = document.text.data if document is not None else disk.read(file.real, most_bytes(file))[0]
            except OSError:
                continue
            text = Text(data or b"") if document is None else document.text
            uri = uri_of(file.real) if document is None else document.uri
            found = self._diagnostics.of(tree.analysis(file, text.data), text, uri)
            counts["files"] += 1
            counts["findings"] += len(found)
            if document is None and found:
                self._scanned.add(uri)
                self._publish(uri, None, found)


def _has_unknown_names(analysis: Analysis) -> bool:
    return any(remark.rule == UNKNOWN_NAME for remark in analysis.remarks)


def _is_within(kind: str, wanted: str) -> bool:
    return not wanted or kind == wanted or kind.startswith(wanted + ".")


def _value(kind: object) -> object:
    return getattr(kind, "value", kind)


def _only_uri(arguments: tuple[object, ...]) -> str:
    if len(arguments) != 1 or not isinstance(arguments[0], str):
        raise JsonRpcInvalidParams("expected the URI of a text")
    return arguments[0]


def _plain(act: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A method as a function, which is what the library takes; by the types of parameters it tells what to pass."""
    if asyncio.iscoroutinefunction(act):

        async def answer(params: Any) -> Any:
            return await act(params)

        return answer

    def note(params: Any) -> None:
        act(params)

    return note


def _command(act: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Coroutine[Any, Any, Any]]:
    async def answer(*arguments: str) -> Any:
        return await act(*arguments)

    return answer


def streams() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output, for nobody else any more: what is printed by mistake goes to standard error."""
    talking = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return sys.stdin.buffer, talking
