"""Findings as diagnostics."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from hipify_py.findings import LEGACY_API, Severity
from hipify_py.report.fixes import safety
from hipify_py.report.lines import printable
from hipify_py.rules.model import Catalogue
from hipify_py.run.outcome import Remark
from hipify_py.server.documents import Documents
from hipify_py.server.pages import Pages
from hipify_py.server.positions import Text
from hipify_py.server.trees import Analysis
from hipify_py.source import Position, Source

SOURCE = "hipify-py"
# What the command shows on request only is no more than a hint in an editor.
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Hint,
}
# Of the other places that one finding stands for.
_MOST_RELATED = 20


class Diagnostics:
    def __init__(self, documents: Documents, catalogue: Catalogue) -> None:
        self._documents = documents
        self._catalogue = catalogue
        self._pages = Pages(catalogue)

    def of(self, analysis: Analysis, text: Text, uri: str) -> list[types.Diagnostic]:
        """What there is to say of a text."""
        source = Source(str(analysis.file.path), text.data)
        found = [self._diagnostic(remark, source, text, uri) for remark in analysis.remarks]
        if analysis.outcome.problem:
            start, worst = self._documents.range(text, 0, 0), types.DiagnosticSeverity.Error
            found.append(types.Diagnostic(start, analysis.outcome.problem, worst, source=SOURCE))
        return found

    def _diagnostic(self, remark: Remark, source: Source, text: Text, uri: str) -> types.Diagnostic:
        rule = self._catalogue.rules.get(remark.rule)
        page = self._pages.address(rule) if rule is not None else None
        return types.Diagnostic(
            range=self._documents.range(text, *span_of(remark, source)),
            message="\n".join(map(printable, _message(remark))),
            severity=_SEVERITIES[remark.severity],
            code=remark.rule,
            code_description=types.CodeDescription(page) if page is not None else None,
            source=SOURCE,
            tags=[types.DiagnosticTag.Deprecated] if remark.rule == LEGACY_API else None,
            related_information=list(self._related(remark, source, text, uri)) or None,
            data={
                "fingerprint": remark.fingerprint,
                "subject": remark.subject,
                "help": remark.help,
                "fix": safety(remark, self._catalogue) if remark.fix else "none",
            },
        )

    def _related(
        self, remark: Remark, source: Source, text: Text, uri: str
    ) -> Iterator[types.DiagnosticRelatedInformation]:
        """The other places that one finding stands for."""
        for line in list(dict.fromkeys(remark.also))[:_MOST_RELATED]:
            start = source.offset(Position(line, 1))
            place = self._documents.range(text, start, text.line_end(text.line_of(start)))
            yield types.DiagnosticRelatedInformation(types.Location(uri, place), "also here")


def span_of(remark: Remark, source: Source) -> tuple[int, int]:
    """The bytes that a finding is about."""
    return source.offset(remark.start), source.offset(remark.end)


def _message(remark: Remark) -> Iterator[str]:
    yield remark.message
    if remark.guard:
        yield f"not compiled for AMD: {remark.guard}"
    if remark.help:
        yield f"help: {remark.help}"
