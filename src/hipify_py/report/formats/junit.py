"""JUnit's XML, which most CI servers show: a suite for each file, a case for each finding. What does not fail the run
passes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from hipify_py.patterns import pattern
from hipify_py.report.formats.shared.paths import posix
from hipify_py.report.formats.shared.places import message_with_lines
from hipify_py.report.lines import printable
from hipify_py.report.model import Report
from hipify_py.rules.model import Catalogue
from hipify_py.run.outcome import Remark

_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;"}
_SPECIAL = pattern(r"[&<>\"\t]")
# XML has no way to write these, not even as references.
_FORBIDDEN = pattern("[\ud800-\udfff\ufffe\uffff]")


def render(report: Report, _catalogue: Catalogue) -> Iterator[str]:
    """The suites; one that passes where there is nothing to say, since servers take an empty file for a mistake."""
    failures = sum(map(report.fails, report.remarks))
    errors = len(report.problems)
    tests = len(report.remarks) + errors or 1
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuites name="hipify-py" {_counts(tests, failures, errors)} time="{report.seconds:.3f}">\n'
    for path, remarks in groupby(report.remarks, key=lambda remark: remark.path):
        yield from _suite(posix(path), list(remarks), report.fails)
    if report.problems:
        yield f'  <testsuite name="problems" {_counts(errors, 0, errors)}>\n'
        for problem in report.problems:
            yield f'    <testcase name="{_text(posix(problem.path))}" classname="problems">\n'
            yield f'      <error message="{_text(problem.reason)}"/>\n    </testcase>\n'
        yield "  </testsuite>\n"
    if not report.remarks and not report.problems:
        yield f'  <testsuite name="hipify-py" {_counts(1, 0, 0)}>\n'
        yield '    <testcase name="no findings" classname="hipify-py"/>\n  </testsuite>\n'
    yield "</testsuites>\n"


def _suite(path: str, remarks: list[Remark], fails: Callable[[Remark], bool]) -> Iterator[str]:
    failures = sum(map(fails, remarks))
    yield f'  <testsuite name="{_text(path)}" {_counts(len(remarks), failures, 0)}>\n'
    for remark in remarks:
        name = f"{remark.rule} at {remark.line}:{remark.column}"
        pieces = (f"{path}:{remark.line}:{remark.column}", remark.source, remark.help)
        details = "&#10;".join(_text(piece) for piece in pieces if piece)
        yield f'    <testcase name="{name}" classname="{_text(path)}" file="{_text(path)}" line="{remark.line}">\n'
        if fails(remark):
            message = f'message="{_text(message_with_lines(remark))}" type="{remark.severity}"'
            yield f"      <failure {message}>{details}</failure>\n"
        else:
            yield f"      <system-out>{_text(message_with_lines(remark))}&#10;{details}</system-out>\n"
        yield "    </testcase>\n"
    yield "  </testsuite>\n"


def _counts(tests: int, failures: int, errors: int) -> str:
    return f'tests="{tests}" failures="{failures}" errors="{errors}"'


def _text(text: str) -> str:
    """Text as it may stand between tags and in attributes."""
    shown = "\t".join(map(printable, _FORBIDDEN.sub("\ufffd", text).split("\t")))
    return _SPECIAL.sub(lambda sign: _ESCAPES[sign[0]], shown)
