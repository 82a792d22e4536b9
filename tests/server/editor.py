"""An editor: pytest-lsp's client on a server of its own, with a project below a temporary directory."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lsprotocol import types
from pytest_lsp import LanguageClient, client_capabilities
from pytest_lsp.client import make_test_lsp_client

from hipify_py.server.documents import Documents
from hipify_py.server.positions import Text

SERVER = (sys.executable, "-m", "hipify_py", "server")
_SECONDS = 60


@dataclass
class Editor:
    """`documents` keeps the texts as an editor does."""

    client: LanguageClient
    folder: Path
    documents: Documents
    said: dict[str, list[types.PublishDiagnosticsParams]] = field(default_factory=dict)
    applied: list[types.WorkspaceEdit] = field(default_factory=list)

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    async def open(self, name: str, text: str, *, is_saved: bool = True, language: str = "cuda-cpp") -> str:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if is_saved:
            path.write_bytes(text.encode())
        return await self.open_uri(path.as_uri(), text, language)

    async def open_uri(self, uri: str, text: str, language: str = "cuda-cpp") -> str:
        item = types.TextDocumentItem(uri, language, 1, text)
        self.documents.open(item)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def replace(self, uri: str, old: str, new: str) -> int:
        """Type something in the place of what stands there; the version is then another one."""
        document = self.documents[uri]
        start = document.text.data.index(old.encode())
        place = self.documents.range(document.text, start, start + len(old.encode()))
        return self.change(uri, [types.TextDocumentContentChangePartial(range=place, text=new)])

    def change(self, uri: str, changes: Sequence[types.TextDocumentContentChangeEvent]) -> int:
        version = self.documents[uri].version + 1
        self.documents.change(uri, version, changes)
        name = types.VersionedTextDocumentIdentifier(version=version, uri=uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(name, changes))
        return version

    def text(self, uri: str) -> str:
        return self.documents[uri].text.data.decode()

    async def diagnostics(self, uri: str, codes: Sequence[str] | None = None) -> list[types.Diagnostic]:
        """What is said of the version that is open; where `codes` are expected, when these are said."""
        return await asyncio.wait_for(self._diagnostics(uri, codes), _SECONDS)

    async def _diagnostics(self, uri: str, codes: Sequence[str] | None) -> list[types.Diagnostic]:
        while True:
            last = self.said.get(uri, [])[-1:]
            if last and last[0].version == self.documents[uri].version:
                found = list(last[0].diagnostics)
                if codes is None or sorted(str(each.code) for each in found) == sorted(codes):
                    return found
            await asyncio.sleep(0.01)

    async def codes(self, uri: str) -> list[str]:
        return [str(each.code) for each in await self.diagnostics(uri)]

    def place(self, uri: str, words: str, ahead: int = 1) -> types.Position:
        """A place in some words."""
        text = self.documents[uri].text
        start = text.data.index(words.encode()) + ahead
        return self.documents.range(text, start, start).start

    async def hover(self, uri: str, words: str, ahead: int = 1) -> types.Hover | None:
        name = types.TextDocumentIdentifier(uri)
        return await self.client.text_document_hover_async(types.HoverParams(name, self.place(uri, words, ahead)))

    async def actions(self, uri: str, words: str, *, selected: bool = False) -> dict[str, types.CodeAction]:
        """What can be done at some words, by its title."""
        start = self.place(uri, words, 0)
        end = self.place(uri, words, len(words.encode())) if selected else start
        context = types.CodeActionContext(await self.diagnostics(uri))
        name = types.TextDocumentIdentifier(uri)
        params = types.CodeActionParams(name, types.Range(start, end), context)
        found = await self.client.text_document_code_action_async(params) or []
        return {each.title: each for each in found if isinstance(each, types.CodeAction)}

    async def act(self, uri: str, action: types.CodeAction) -> str:
        """The text after an action."""
        if action.edit is None:
            action = await self.client.code_action_resolve_async(action)
        assert action.edit is not None
        return self.after(uri, action.edit)

    def after(self, uri: str, edit: types.WorkspaceEdit) -> str:
        document = self.documents[uri]
        text = self._edited(document.text, (edit.changes or {}).get(uri, ()))
        for change in edit.document_changes or ():
            if isinstance(change, types.TextDocumentEdit) and change.text_document.uri == uri:
                assert change.text_document.version == document.version
                text = self._edited(text, change.edits)
        return text.data.decode()

    def _edited(self, text: Text, edits: Sequence[Any]) -> Text:
        spans = [(*self.documents.span(text, edit.range), edit.new_text.encode()) for edit in edits]
        data = text.data
        for start, end, new in reversed(spans):
            data = data[:start] + new + data[end:]
        return Text(data)

    async def request(self, method: str, params: object) -> Any:
        return await self.client.protocol.send_request_async(method, params)  # type: ignore[no-untyped-call]

    async def command(self, name: str, *arguments: object) -> Any:
        params = types.ExecuteCommandParams(name, list(arguments))
        return await self.client.workspace_execute_command_async(params)


@asynccontextmanager
async def editor(
    folder: Path, *, encodings: Sequence[str] = (), client_name: str = "visual-studio-code", opened: bool = True
) -> AsyncIterator[Editor]:
    """An editor with a directory open."""
    client = make_test_lsp_client()
    able = client_capabilities(client_name)
    if encodings:
        able.general = types.GeneralClientCapabilities(
            position_encodings=[types.PositionEncodingKind(each) for each in encodings]
        )
    found = Editor(client, folder, Documents())

    def note(params: types.PublishDiagnosticsParams) -> None:
        found.said.setdefault(params.uri, []).append(params)

    def apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        found.applied.append(params.edit)
        return types.ApplyWorkspaceEditResult(applied=True)

    client.protocol.fm.features.pop(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, None)
    client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(note)
    client.feature(types.WORKSPACE_APPLY_EDIT)(apply)
    await client.start_io(*SERVER)
    root = folder.as_uri() if opened else None
    answer = await client.initialize_session(types.InitializeParams(able, root_uri=root))
    found.documents.encoding = types.PositionEncodingKind(answer.capabilities.position_encoding or "utf-16").value
    try:
        yield found
    finally:
        await client.shutdown_session()
        await client.stop()  # type: ignore[no-untyped-call]
