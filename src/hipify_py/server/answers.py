"""What an editor asks about an open text, answered."""

from __future__ import annotations

import asyncio
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified, JsonRpcInvalidParams

from hipify_py.rules.model import Catalogue
from hipify_py.server.actions import Actions, Wish
from hipify_py.server.documents import Documents
from hipify_py.server.hover import hover
from hipify_py.server.looks import Looks
from hipify_py.server.positions import decoded
from hipify_py.server.wire import Server


class Answers:
    """`resolves` is whether the editor asks for the edit of an action when it is chosen."""

    def __init__(
        self, server: Server, documents: Documents, catalogue: Catalogue, actions: Actions, looks: Looks
    ) -> None:
        self.resolves = False
        self._server = server
        self._documents = documents
        self._catalogue = catalogue
        self._actions = actions
        self._looks = looks

    async def hover(self, params: types.HoverParams) -> types.Hover | None:
        tree = await self._looks.forest.ready(self._looks.opened(params.text_document.uri))
        document = self._looks.opened(params.text_document.uri)
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

    async def code_actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        current = await self._looks.current(params.text_document.uri)
        if current is None:
            return []
        document, tree, analysis = current
        found = self._actions.at(analysis, document, params.range, params.context.diagnostics)
        if (only := params.context.only) is not None:
            found = [each for each in found if any(_is_within(str(each.kind), str(_value(kind))) for kind in only)]
        for action in found if not self.resolves else ():
            if action.data is not None:
                wish = Wish(*action.data["wish"])
                action.edit, action.data = self._actions.edit(analysis, document, tree.request, wish), None
                await asyncio.sleep(0)
        return found

    async def resolve(self, action: types.CodeAction) -> types.CodeAction:
        try:
            uri, version, wish = (action.data[key] for key in ("uri", "version", "wish"))  # type: ignore[index]
            wish = Wish(str(wish[0]), int(wish[1]), int(wish[2]))
        except (IndexError, KeyError, TypeError, ValueError) as error:
            raise JsonRpcInvalidParams("not an action of this server") from error
        current = await self._looks.current(uri)
        if current is None or current[0].version != version:
            raise JsonRpcContentModified("the text has changed; ask for actions again")
        document, tree, analysis = current
        action.edit = self._actions.edit(analysis, document, tree.request, wish)
        return action

    async def preview(self, params: Any) -> dict[str, Any] | None:
        try:
            uri = params.textDocument.uri
        except AttributeError as error:
            raise JsonRpcInvalidParams("expected {textDocument: {uri}}") from error
        return await self.preview_of(uri)

    async def preview_of(self, *arguments: object) -> dict[str, Any] | None:
        """A text as HIP; None if it belongs to no tree, or is nothing that a run looks at."""
        uri = _only_uri(arguments)
        if (current := await self._looks.current(uri)) is None:
            return None
        document, _tree, analysis = current
        output = analysis.outcome.output
        text = decoded(document.text.data if output is None else output)
        return {"uri": uri, "version": document.version, "text": text, "changed": output is not None}

    async def convert_file(self, *arguments: object) -> bool:
        """Have the editor replace an open text by what it becomes."""
        if (current := await self._looks.current(_only_uri(arguments))) is None:
            return False
        document, tree, analysis = current
        if analysis.result is None or not analysis.result.changed or analysis.file.kind not in ("source", "build"):
            return False
        edit = self._actions.edit(analysis, document, tree.request, Wish("file", 0, 0))
        if edit is None:
            return False
        asked = types.ApplyWorkspaceEditParams(edit, "Convert the file to HIP")
        return (await self._server.workspace_apply_edit_async(asked)).applied


def _is_within(kind: str, wanted: str) -> bool:
    return not wanted or kind == wanted or kind.startswith(wanted + ".")


def _value(kind: object) -> object:
    return getattr(kind, "value", kind)


def _only_uri(arguments: tuple[object, ...]) -> str:
    if len(arguments) != 1 or not isinstance(arguments[0], str):
        raise JsonRpcInvalidParams("expected the URI of a text")
    return arguments[0]
