"""Tests in Python that are skipped on AMD GPUs: they need a module for NVIDIA's, or say so."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.absent import MODULES
from hipify_py.subjects.buildfiles.branches import holds_for_hip
from hipify_py.subjects.buildfiles.optional import Optional, optional
from hipify_py.subjects.buildfiles.python import Line, Python

_NEEDS = pattern(rb"(?:\w+[ \t]*=[ \t]*)?(?:pytest\.)?importorskip\([ \t]*[\"']" + MODULES + rb"[^()]*\)")
_SETS_UP = pattern(rb"def[ \t]+(?:setUp(?:Class)?|setup(?:_class|_method)?)\b")
_MARKS = pattern(rb"pytestmark[ \t]*=")
_DECORATES = pattern(rb"@(?=(?:pytest\.mark\.skipif|(?:unittest\.)?skip(?:If|Unless))[ \t]*\()")
_DEFINES = pattern(rb"(?:async[ \t]+)?def\b|class\b")
# The condition, without calls of more than a name in it.
_CONDITION = pattern(
    rb"\b(?:mark\.skipif|skipIf|(?P<unless>skipUnless))[ \t]*\((?P<condition>[^(),]*(?:\([^(),]*\)[^(),]*)?)[,)]"
)


def skipped(python: Python) -> Iterator[tuple[int, int, str]]:
    """Where they stand, each with what skips them."""
    if b"skip" not in python.code:
        return
    around: list[Line] = []
    waiting: list[tuple[int, int, str]] = []  # the indent that ends it, where it began, and why it is skipped
    mark, decorated, modules = "", "", optional(python)
    for line in python.lines:
        while around and line.indent <= around[-1].indent:
            around.pop()
        while waiting and line.indent < waiting[-1][0]:
            _indent, start, why = waiting.pop()
            yield start, line.start, why
        statement = python.code[line.head : line.end]
        if line.indent == 0 and _MARKS.match(statement):
            mark = _why(statement, modules)
        elif _DECORATES.match(statement):
            decorated = decorated or _why(statement, modules)
        elif _DEFINES.match(statement):
            if why := decorated or ("" if line.indent else mark):
                waiting.append((line.indent + 1, line.start, why))
            decorated = ""
        elif _NEEDS.match(statement):
            sets_up = len(around) > 1 and _SETS_UP.match(python.code, around[-1].head) is not None
            start, indent = (around[-2].start, around[-1].indent) if sets_up else (line.start, line.indent)
            waiting.append((indent, start, _text(statement)))
        if line.colon >= 0:
            around.append(line)
    yield from ((start, len(python.code), why) for _indent, start, why in waiting)


def _why(statement: bytes, modules: Optional) -> str:
    """The first condition that skips a test on AMD, or without a module for NVIDIA's GPUs."""
    for each in _CONDITION.finditer(statement):
        condition = each["condition"]
        if each["unless"] and modules.are_needed(condition):
            return f"skipped unless {_text(condition)}"
        if not each["unless"] and (holds_for_hip(condition) or modules.are_missed(condition)):
            return f"skipped if {_text(condition)}"
    return ""


def _text(code: bytes) -> str:
    return " ".join(code.decode("utf-8", "replace").split())
