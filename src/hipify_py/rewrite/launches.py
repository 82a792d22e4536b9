"""Kernel launches: `<<<…>>>` stays, written so that clang reads it, or becomes `hipLaunchKernelGGL(…)` on demand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hipify_py.analysis.facts import Facts, Style
from hipify_py.edits import Edit, Span
from hipify_py.findings import LAUNCH, Finding
from hipify_py.syntax import tokens

# nvcc reads `<< <` as a launch, clang only `<<<`.
_OPENING = re.compile(rb"<<[ \t]*<(?!<)")
_SPACED = re.compile(rb"<<[ \t]+<")
_CLOSING = re.compile(rb">>([ \t]*)>(?=\s*\()|[(\[{}\])]|;")
_QUALIFIED = re.compile(rb"(?:\w+\s*(?:::|\.|->)\s*)*(?:template\s+)?\w+$|(?:::\s*)(?:\w+\s*::\s*)*\w+$")


@dataclass(frozen=True)
class _Launch:
    """`kernel<<<configuration>>>(arguments)`; `start` is where the kernel is named."""

    start: int
    opening: Span
    closing: Span
    arguments: Span

    @property
    def end(self) -> int:
        return self.arguments.end + 1


def rewrite(facts: Facts) -> Iterator[Edit | Finding]:
    code = facts.reading.code
    for found in _OPENING.finditer(code):
        if facts.is_left_alone(found.start()) or not _follows_a_name(code, found.start()):
            continue
        launch = _launch(facts, Span(*found.span()))
        if launch is None:
            continue
        if facts.style.launches == "macro":
            yield from _as_macro(facts, launch)
        else:
            yield from _joined(launch, code)


def concerns(data: bytes, style: Style) -> bool:
    """Whether a file without any word of ours may hold launches that must change."""
    return _SPACED.search(data) is not None or (style.launches == "macro" and b"<<<" in data)


def _follows_a_name(code: bytes, offset: int) -> bool:
    end = tokens.rskip_blank(code, offset, 0)
    return code[end - 1 : end] in (b">", b")") or tokens.word_before(code, end, 0) is not None


def _launch(facts: Facts, opening: Span) -> _Launch | None:
    """The launch whose configuration opens here, if it ends as one."""
    code, closers = facts.reading.code, facts.reading.closers
    position = opening.end
    while (found := _CLOSING.search(code, position)) is not None:
        sign = found.group()
        if sign in b"([{":
            position = closers.get(found.start(), len(code)) + 1
        elif sign in b")]};":
            return None
        else:
            arguments = facts.reading.skip_blank(found.end())
            end = closers.get(arguments)
            start = _kernel(code, opening.start)
            return None if end is None else _Launch(start, opening, Span(*found.span()), Span(arguments + 1, end))
    return None


def _kernel(code: bytes, end: int) -> int:
    """Where the expression that names the kernel begins."""
    end = tokens.rskip_blank(code, end, 0)
    if code[end - 1 : end] == b">":
        depth, position = 0, end
        while position > 0:
            position -= 1
            depth += (code[position] == 0x3E) - (code[position] == 0x3C)
            if depth == 0 or code[position] in b";{}":
                break
        end = tokens.rskip_blank(code, position, 0)
    found = _QUALIFIED.search(code, max(0, end - 500), end)
    return found.start() if found else end


def _joined(launch: _Launch, code: bytes) -> Iterator[Edit]:
    for span, sign in ((launch.opening, b"<<<"), (launch.closing, b">>>")):
        if code[span.start : span.end] != sign:
            yield Edit(span.start, span.end, sign, sign.decode(), "launches")


def _as_macro(facts: Facts, launch: _Launch) -> Iterator[Edit | Finding]:
    reading = facts.reading
    configuration = [Span(*reading.stripped(*part)) for part in reading.split(launch.opening.end, launch.closing.start)]
    kernel = Span(launch.start, tokens.rskip_blank(reading.code, launch.opening.start, 0))
    name = reading.code[kernel.start : kernel.end]
    if not 2 <= len(configuration) <= 4 or not name or name.endswith(b")"):
        message = "this launch was left: its configuration or its kernel cannot be told apart"
        help = "clang compiles it as it is"
        yield Finding(LAUNCH, launch.opening.start, launch.opening.end, message, help=help, subject="<<<")
        return
    grid, block, *rest = configuration
    shared: Span | bytes = rest[0] if rest else b"0"
    stream: Span | bytes = rest[1] if len(rest) > 1 else b"0"
    named = (b"HIP_KERNEL_NAME(", kernel, b")") if b"," in name else (kernel,)
    arguments = Span(*reading.stripped(launch.arguments.start, launch.arguments.end))
    passed = (b", ", arguments) if arguments.end > arguments.start else ()
    new = (b"hipLaunchKernelGGL(", *named, b", dim3(", grid, b"), dim3(", block, b"), ")
    yield Edit(launch.start, launch.end, (*new, shared, b", ", stream, *passed, b")"), "<<<…>>>", "launches")
