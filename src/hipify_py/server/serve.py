"""The conversation with an editor."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, BinaryIO

from lsprotocol import types
from pygls.capabilities import get_capability

from hipify_py import __version__
from hipify_py.reading.file_names import SUFFIXES
from hipify_py.rules.load import load as load_rules
from hipify_py.server.actions import KINDS, Actions
from hipify_py.server.answers import Answers
from hipify_py.server.diagnostics import Diagnostics
from hipify_py.server.documents import Documents, path_of
from hipify_py.server.looks import Looks
from hipify_py.server.scan import Scan
from hipify_py.server.trees import RequestFor
from hipify_py.server.wire import Input, Protocol, Server, log_to_standard_error

PREVIEW, CONVERT_FILE, SCAN = "hipify/preview", "hipify.convertFile", "hipify.scanWorkspace"
PREVIEW_COMMAND = "hipify.preview"
_SOURCES = ",".join(sorted(suffix.removeprefix(".") for suffix in SUFFIXES))
_WATCHED = (f"**/*.{{{_SOURCES},cu.in}}", "**/*.{cmake,toml,mk,ptx}", "**/CMakeLists.txt")
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
        self._documents, catalogue = Documents(), load_rules()
        diagnostics = Diagnostics(self._documents, catalogue)
        self._looks = Looks(self.server, self._documents, diagnostics, request_for)
        self._actions = Actions(self._documents, catalogue)
        self._answers = Answers(self.server, self._documents, catalogue, self._actions, self._looks)
        self._scan = Scan(self.server, self._documents, diagnostics, self._looks)
        self._watches = False
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
            (types.TEXT_DOCUMENT_HOVER, self._answers.hover, None),
            (types.TEXT_DOCUMENT_CODE_ACTION, self._answers.code_actions, actions),
            (types.CODE_ACTION_RESOLVE, self._answers.resolve, None),
            (PREVIEW, self._answers.preview, None),
        )
        for name, act, options in features:
            self.server.feature(name, options)(_plain(act))
        commands = (
            (PREVIEW_COMMAND, self._answers.preview_of),
            (CONVERT_FILE, self._answers.convert_file),
            (SCAN, self._scan.scan),
        )
        for name, act in commands:
            self.server.command(name)(_command(act))

    def _initialize(self, params: types.InitializeParams) -> None:
        able = params.capabilities
        encoding = self.server.workspace.position_encoding or types.PositionEncodingKind.Utf16
        self._documents.encoding = types.PositionEncodingKind(encoding).value
        folders = [folder.uri for folder in params.workspace_folders or ()] or [params.root_uri or ""]
        named = [path for uri in folders if (path := path_of(uri)) is not None]
        if not named and not params.root_uri and params.root_path:
            named = [Path(params.root_path)]
        self._looks.forest.folders = [
            path for path in named if path != Path(path.anchor)
        ]  # nobody means all of the disk
        self._watches = bool(get_capability(able, "workspace.did_change_watched_files.dynamic_registration"))
        self._scan.shows_progress = bool(get_capability(able, "window.work_done_progress"))
        support = get_capability(able, "text_document.code_action.resolve_support")
        self._answers.resolves = support is not None and "edit" in support.properties
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
        self._looks.forest.forget(document)
        self._scan.forget(document.uri)
        self._looks.soon(document.uri)

    def _did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        name = params.text_document
        self._documents.change(name.uri, name.version, params.content_changes)
        self._looks.forest.typed()
        self._looks.soon(name.uri)

    def _did_save(self, params: types.DidSaveTextDocumentParams) -> None:
        if (document := self._documents.find(params.text_document.uri)) is not None and document.path is not None:
            self._looks.forest.touched([document.path])

    def _did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        self._looks.forget(uri)
        if (document := self._documents.close(uri)) is not None:
            self._looks.forest.forget(document)
            self._looks.publish(uri, None, [])

    def _did_change_files(self, params: types.DidChangeWatchedFilesParams) -> None:
        self._looks.forest.touched(path for change in params.changes if (path := path_of(change.uri)) is not None)

    def _did_change_folders(self, params: types.DidChangeWorkspaceFoldersParams) -> None:
        gone = {path_of(folder.uri) for folder in params.event.removed}
        added = [path for folder in params.event.added if (path := path_of(folder.uri)) is not None]
        self._looks.forest.folders = [*(each for each in self._looks.forest.folders if each not in gone), *added]
        self._looks.forest.rebuild_all()
        self._looks.look_at_all()

    def _did_change_settings(self, _params: object) -> None:
        self._looks.forest.rebuild_all()


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
