"""What an editor can do for the user at a place: convert it, follow a finding, silence it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from lsprotocol import types

from hipify_py import helpers
from hipify_py.engine import Result
from hipify_py.report.fixes import fix_text
from hipify_py.report.lines import printable
from hipify_py.rules.model import Catalogue
from hipify_py.run.discover import File
from hipify_py.run.outcome import Remark
from hipify_py.run.request import Request
from hipify_py.run.runner import result_of
from hipify_py.run.task import MAX_BYTES
from hipify_py.server import comments, parts
from hipify_py.server.diagnostics import span_of
from hipify_py.server.documents import Document, Documents, uri_of
from hipify_py.server.parts import Part, Replacement
from hipify_py.server.positions import Text, decoded
from hipify_py.server.trees import Analysis
from hipify_py.source import Source
from hipify_py.system import disk
from hipify_py.texts import to_bytes

CONVERT = "refactor.rewrite.hipify"
CONVERT_FILE = "source.hipify"
KINDS = (types.CodeActionKind.QuickFix, CONVERT, CONVERT_FILE)
_SHOWN = 60


class Wish(NamedTuple):
    """A part of a conversion that an action stands for: it is found when the action is chosen."""

    what: str
    start: int
    end: int


class Actions:
    """`creates_files` and `has_versions` are what the editor can do."""

    def __init__(self, documents: Documents, catalogue: Catalogue) -> None:
        self.creates_files = self.has_versions = False
        self._documents = documents
        self._catalogue = catalogue

    def at(
        self, analysis: Analysis, document: Document, range: types.Range, diagnostics: Sequence[types.Diagnostic]
    ) -> list[types.CodeAction]:
        """All that can be done at a range; conversions without their edits."""
        start, end = sorted(self._documents.span(document.text, range))
        found = list(self._for_findings(analysis, document, start, end, diagnostics))
        result = analysis.result
        if result is not None and result.changed and analysis.file.kind in ("source", "build"):
            found += [
                types.CodeAction(title, kind, data={"uri": document.uri, "version": document.version, "wish": wish})
                for title, kind, wish in _conversions(result, start, end)
            ]
        return found

    def edit(self, analysis: Analysis, document: Document, request: Request, wish: Wish) -> types.WorkspaceEdit | None:
        """What an action to convert something does."""
        if (part := _part(analysis, wish)) is None:
            return None
        return self._edit(document, part.replacements, self._headers(analysis.file, part, request))

    def _for_findings(
        self, analysis: Analysis, document: Document, start: int, end: int, diagnostics: Sequence[types.Diagnostic]
    ) -> Iterator[types.CodeAction]:
        source = Source(str(analysis.file.path), document.text.data)
        for remark in analysis.remarks:
            low, high = span_of(remark, source)
            if low <= end and start <= max(high, low):
                range = self._documents.range(document.text, low, high)
                about = [each for each in diagnostics if each.code == remark.rule and each.range == range]
                for title, changes in self._answers(remark, source, document.text, analysis.file):
                    edit = self._edit(document, changes, ())
                    title = printable(title)
                    yield types.CodeAction(title, types.CodeActionKind.QuickFix, diagnostics=about or None, edit=edit)

    def _answers(
        self, remark: Remark, source: Source, text: Text, file: File
    ) -> Iterator[tuple[str, Sequence[Replacement]]]:
        """What can be done about a finding: mend it, see what to write instead, have silence."""
        is_source, (low, high) = file.kind == "source", span_of(remark, source)
        last = text.line_of(max(low, high - 1))  # where a comment stands in nothing that the finding is about
        if remark.fix:
            yield (
                f"{remark.rule}: {fix_text(remark)}",
                [
                    Replacement(source.offset(each.start), source.offset(each.end), to_bytes(each.text))
                    for each in remark.fix
                ],
            )
        rule = self._catalogue.rules.get(remark.rule)
        first = text.line_of(source.offset(remark.start._replace(line=remark.lines[0] or remark.line, column=1)))
        if rule is not None and (change := comments.instead(text, first, rule, is_source=is_source)):
            yield f"{remark.rule}: insert what to write instead, as a comment", [change]
        if rule is not None and (change := comments.silence(text, last, remark.rule, is_source=is_source)):
            yield f"{remark.rule}: suppress here", [change]

    def _edit(
        self, document: Document, changes: Sequence[Replacement], headers: Sequence[_Header]
    ) -> types.WorkspaceEdit:
        edits = [
            types.TextEdit(self._documents.range(document.text, each.start, each.end), decoded(each.new))
            for each in changes
        ]
        if not self.has_versions:
            return types.WorkspaceEdit(changes={document.uri: edits})
        of_document = types.OptionalVersionedTextDocumentIdentifier(document.uri, document.version)
        operations: list[Any] = [operation for header in headers for operation in self._of_header(header)]
        return types.WorkspaceEdit(document_changes=[*operations, types.TextDocumentEdit(of_document, edits)])

    def _of_header(self, header: _Header) -> Iterator[Any]:
        """A helper header, made or brought up to date before what calls it."""
        uri, old = uri_of(header.path), Text(header.old or b"")
        if header.old is None:
            yield types.CreateFile(uri, options=types.CreateFileOptions(ignore_if_exists=True))
        all_of_it = self._documents.range(old, 0, len(old.data))
        name = types.OptionalVersionedTextDocumentIdentifier(uri, None)
        yield types.TextDocumentEdit(name, [types.TextEdit(all_of_it, decoded(header.new))])

    def _headers(self, file: File, part: Part, request: Request) -> Sequence[_Header]:
        if not (self.creates_files and self.has_versions) or file.real == Path():
            return ()
        wanted = [
            self._header(request.header_for(file, name)[1], name, calls)
            for name, calls in sorted(part.header_calls.items())
        ]
        return [header for header in wanted if header.new != header.old]

    def _header(self, path: Path, header: str, calls: frozenset[str]) -> _Header:
        """One that an earlier action has made is open, and may not be saved yet."""
        opened = self._documents.of_file(path)
        old = opened.text.data if opened is not None else _lying(path)
        return _Header(path, old, to_bytes(helpers.text_for(header, calls, (old or b"",))))


class _Header(NamedTuple):
    """A helper header as it is, if there is one, and as it has to be."""

    path: Path
    old: bytes | None
    new: bytes


def _lying(path: Path) -> bytes | None:
    try:
        return disk.read(path, MAX_BYTES)[0]
    except OSError:
        return None


def _conversions(result: Result, start: int, end: int) -> Iterator[tuple[str, str, Wish]]:
    """The parts of a conversion at a place, small ones first."""
    data = result.source.data
    name = parts.named_at(result, start) if end - start <= _SHOWN else None
    if name is not None and name.end >= end:
        yield _title(name.why, name.new), f"{CONVERT}.name", Wish("name", name.start, name.end)
    if start < end and parts.count(result, (start, end)):
        yield "Convert the selection to HIP", f"{CONVERT}.selection", Wish("selection", start, end)
    elif start == end:
        span = parts.statement_at(data, start)
        if parts.count(result, span) and (name is None or parts.count(result, span) > 1):
            what = "launch" if parts.is_launch(data, span) else "statement"
            yield f"Convert this {what} to HIP", f"{CONVERT}.statement", Wish("statement", *span)
    yield "Convert the file to HIP", CONVERT_FILE, Wish("file", 0, len(data))


def _title(why: str, new: object) -> str:
    text = new.decode("utf-8", "replace") if isinstance(new, bytes) else ""
    to = f" to {text}" if text and len(text) <= _SHOWN and "\n" not in text else " to HIP"
    return printable(f"Convert {why}{to}")


def _part(analysis: Analysis, wish: Wish) -> Part | None:
    result, context = analysis.result, analysis.context
    if result is None or context is None:
        return None
    if wish.what == "file":
        return parts.whole(result)
    convert: Callable[[bytes], Result] = partial(_again, analysis)
    spans = [(wish.start, wish.end)] if wish.what != "name" else []
    return parts.part(result, [*spans, *parts.around(result.source.data, wish.start, wish.end)], convert)


def _again(analysis: Analysis, data: bytes) -> Result:
    assert analysis.context is not None
    return result_of(analysis.file, data, analysis.context)
