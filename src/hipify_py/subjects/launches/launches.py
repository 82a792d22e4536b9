"""Kernel launches: `<<<…>>>` stays, written so that clang reads it, or becomes `hipLaunchKernelGGL(…)` on demand."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit, Span
from hipify_py.file.facts import Facts
from hipify_py.file.launches import OPENING, Launch, configuration_of, is_statement, kernel_of, launch_at
from hipify_py.file.proposals import macro_argument
from hipify_py.file.rewrites import Anchors, Screen
from hipify_py.findings import LAUNCH, Finding
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.texts import to_text

ANCHORS = Anchors(signs=(b"<<",))

_SPACED = pattern(rb"<<[ \t]+<")
_NAME = pattern(rb"[A-Za-z_]\w*")
_SIZE = b"dim3"


def concerns(screen: Screen) -> bool:
    """Whether a file without any word of ours may hold launches that must change."""
    return _SPACED.search(screen.data) is not None or (screen.style.launches == "macro" and b"<<<" in screen.data)


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    behind = ended = 0
    for found in OPENING.finditer(facts.reading.code):
        is_left = found.start() < behind or facts.is_left_alone(found.start())
        launch = None if is_left else launch_at(facts.reading, Span(*found.span()))
        if launch is None:
            continue
        if facts.style.launches == "macro" and not facts.is_argument_of_function(launch.opening.start):
            behind = launch.end if launch.holds_launch else behind  # those in it stay too, or it would take two runs
            call = _as_macro(facts.reading, launch, ended)
            yield call
            ended = launch.end + 1
            if isinstance(call, Edit):
                yield from _braced(facts.reading, launch)
                continue
        yield from _joined(launch, facts.reading.code)
        yield from _braced(facts.reading, launch)


def _joined(launch: Launch, code: bytes) -> Iterator[Edit]:
    for span, sign in ((launch.opening, b"<<<"), (launch.closing, b">>>")):
        if code[span.start : span.end] != sign:
            yield Edit(span.start, span.end, sign, to_text(sign), "launches", (sign,))


def _braced(reading: Reading, launch: Launch) -> Iterator[Edit]:
    """`<<<{2, 2}, {64}>>>`, which clang does not read."""
    for part in reading.split(launch.opening.end, launch.closing.start)[:2]:
        size = Span(*reading.stripped(*part))
        if _is_braced(reading, size):
            values = Span(size.start + 1, size.end - 1)
            yield Edit(size.start, size.end, (b"dim3(", values, b")"), "dim3", "dialect", (b"{", b"}"))


def _is_braced(reading: Reading, size: Span) -> bool:
    return reading.code[size.start : size.start + 1] == b"{" and reading.closers.get(size.start) == size.end - 1


def _as_macro(reading: Reading, launch: Launch, ended: int) -> Edit | Finding:
    """The call of HIP's macro; the kernel is not looked for in the launch that ended before."""
    configuration = configuration_of(reading, launch)
    kernel = kernel_of(reading, launch, ended)
    if launch.arguments is None or launch.holds_launch or configuration is None or kernel is None:
        return _left(launch, "its parts cannot be determined")
    if not is_statement(reading, Span(kernel.start, launch.arguments.end + 1)):
        return _left(launch, "hipLaunchKernelGGL is a statement, and cannot be part of an expression")
    grid, block, *rest = configuration
    parts: list[bytes | Span] = [b"hipLaunchKernelGGL(", *_named(reading, kernel), b", ", *_as_dim3(reading, grid)]
    parts += [Span(grid.end, block.start), *_as_dim3(reading, block)]
    for before, span in zip((block, *rest), rest, strict=False):
        parts += [Span(before.end, span.start), *macro_argument(reading, span)]
    parts += [b", 0"] * (2 - len(rest))
    parts += [b", ", passed] if (passed := _passed(reading, launch.arguments)) else []
    return Edit(kernel.start, launch.arguments.end + 1, (*parts, b")"), "<<<…>>>", "launches", (b"<<<>>>()",))


def _as_dim3(reading: Reading, size: Span) -> tuple[bytes | Span, ...]:
    """A size, as a `dim3` if it is none; one in braces becomes one anyway."""
    code = reading.code
    if _is_braced(reading, size):
        return (size,)
    opening = code.find(b"(", size.start, size.end) if code.startswith(_SIZE, size.start) else -1
    is_call = opening >= 0 and reading.closers.get(opening) == size.end - 1
    is_whole = is_call and code[size.start : opening].strip() == _SIZE
    word = code[size.start : size.end]
    known = reading.declarations.of(word, size.start) if not is_whole and _NAME.fullmatch(word) else None
    is_size = known is not None and known.type == _SIZE and not known.depth
    return (size,) if is_whole or is_size else (b"dim3(", size, b")")


def _left(launch: Launch, why: str) -> Finding:
    message = f"this launch was not rewritten: {why}"
    help = "none needed: clang compiles <<<…>>>"
    return Finding(LAUNCH, launch.opening.start, launch.opening.end, message, help=help, subject="<<<")


def _passed(reading: Reading, arguments: Span) -> Span | None:
    """The arguments as they are laid out, from where their first line begins to the end of the last one."""
    start, end = reading.stripped(arguments.start, arguments.end)
    before = reading.source.text[arguments.start : start]
    return Span(start - len(before.lstrip()), end) if start < end else None


def _named(reading: Reading, kernel: Span) -> tuple[bytes | Span, ...]:
    """A name with a comma in it must be held together for the macro."""
    has_comma = b"," in reading.code[kernel.start : kernel.end]
    return (b"HIP_KERNEL_NAME(", kernel, b")") if has_comma else (kernel,)
