"""The texts that are open in the editor: these count, and not what lies on the disk."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import unquote_to_bytes, urlsplit

from lsprotocol import types

from hipify_py.records import dataclass
from hipify_py.server.positions import Encoding, Place, Text

# What editors call sources that have no name yet.
_LANGUAGES = frozenset(("cuda", "cuda-cpp", "cuda-c++"))


@dataclass(frozen=True)
class Document:
    """One version of an open text. `path` is that of its file, if it is one; links in it are followed in `real`."""

    uri: str
    language: str
    version: int
    text: Text
    path: Path | None
    real: Path | None

    @property
    def is_cuda_without_a_file(self) -> bool:
        return self.path is None and self.language in _LANGUAGES


class UnknownDocumentError(Exception):
    """An editor speaks of a text that it has not opened."""


class Documents:
    """Changed by the editor only; `encoding` is how it counts characters."""

    def __init__(self) -> None:
        self.encoding: Encoding = "utf-16"
        self._open: dict[str, Document] = {}

    def __iter__(self) -> Iterator[Document]:
        return iter(tuple(self._open.values()))

    def find(self, uri: str) -> Document | None:
        return self._open.get(uri)

    def of_file(self, path: Path) -> Document | None:
        """The open text of a file."""
        real = Path(os.path.realpath(path))
        return next((each for each in self if each.real == real), None)

    def __getitem__(self, uri: str) -> Document:
        if (found := self._open.get(uri)) is None:
            raise UnknownDocumentError(f"{uri}: is not open")
        return found

    def open(self, item: types.TextDocumentItem) -> Document:
        path = path_of(item.uri)
        real = Path(os.path.realpath(path)) if path is not None else None
        opened = Document(item.uri, item.language_id, item.version, Text.of(item.text), path, real)
        self._open[item.uri] = opened
        return opened

    def change(self, uri: str, version: int, changes: Iterable[types.TextDocumentContentChangeEvent]) -> Document:
        old = self[uri]
        text = old.text
        for change in changes:
            text = self._changed(text, change)
        changed = Document(uri, old.language, version, text, old.path, old.real)
        self._open[uri] = changed
        return changed

    def close(self, uri: str) -> Document | None:
        return self._open.pop(uri, None)

    def _changed(self, text: Text, change: types.TextDocumentContentChangeEvent) -> Text:
        if not isinstance(change, types.TextDocumentContentChangePartial):
            return Text.of(change.text)
        return text.replaced(*self.span(text, change.range), change.text)

    def span(self, text: Text, range: types.Range) -> tuple[int, int]:
        """The bytes of a range of the editor's."""
        start, end = (self.offset(text, place) for place in (range.start, range.end))
        return start, end

    def offset(self, text: Text, position: types.Position) -> int:
        return text.offset(Place(position.line, position.character), self.encoding)

    def range(self, text: Text, start: int, end: int) -> types.Range:
        """Bytes as a range of the editor's."""
        return types.Range(*(types.Position(*text.place(offset, self.encoding)) for offset in (start, end)))


def path_of(uri: str) -> Path | None:
    """The file that a URI names, if it names one here."""
    try:
        parts = urlsplit(uri, allow_fragments=False)
    except ValueError:
        return None
    ahead = (
        f"?{parts.query}" if parts.query else ""
    )  # a file has neither queries nor parts: the editor forgot to escape
    name = os.fsdecode(unquote_to_bytes(parts.path + ahead))
    if parts.scheme != "file" or not name or "\0" in name:
        return None
    if os.name == "nt":
        name = name[1:] if name[2:3] == ":" else f"//{parts.netloc}{name}"
    return Path(name)


def uri_of(path: Path) -> str:
    return path.as_uri()
