"""Kernel launches: `<<<…>>>` stays, written so that clang reads it, or becomes `hipLaunchKernelGGL(…)` on demand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hipify_py.edits import Edit, Span
from hipify_py.file.declarations import declared
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors, Screen
from hipify_py.findings import LAUNCH, Finding
from hipify_py.patterns import pattern
from hipify_py.reading import tokens
from hipify_py.reading.reading import Reading
from hipify_py.records import dataclass

ANCHORS = Anchors(signs=(b"<<",))

# nvcc reads `<< <` as a launch, clang only `<<<`.
_OPENING = pattern(rb"<<[ \t]*<(?!<)")
_CLOSING = pattern(rb"(?<!>)>>(?:\s+>(?=\s*\()|[ \t]+>(?=[ \t]*(?:\\|\r?\n|\Z)))|>>>(?=\s*\()|<<[ \t]*<|[(\[{}\])]|;")
_LAUNCHES = pattern(rb"<<[ \t]*<|\bhipLaunchKernelGGL\b")
_SPACED = pattern(rb"<<[ \t]+<")
# What is longer is no launch, and searching on would be quadratic.
_LONGEST = 4_000
_MOST_PIECES = 50
_NAME = pattern(rb"[A-Za-z_]\w*")
_BEGINS_NAME = pattern(rb"[\w$\x80-\xff(]|::")
# Behind the parentheses of which a statement stands.
_HEADS = (b"if", b"for", b"while", b"switch", b"constexpr")
_POINTER = pattern(rb"\(\s*\*\s*[A-Za-z_]\w*\s*\)")
_SIZES = (b"dim3", b"make_uint3")
_COMMA = pattern(rb"[,(\[{]")
_JOINTS = (b"::", b"->", b".")


@dataclass(frozen=True)
class _Launch:
    """`kernel<<<configuration>>>(arguments)`; in a macro the arguments may stand elsewhere."""

    opening: Span
    closing: Span
    arguments: Span | None
    holds_launch: bool  # in its configuration

    @property
    def end(self) -> int:
        return self.arguments.end if self.arguments else self.closing.end


def concerns(screen: Screen) -> bool:
    """Whether a file without any word of ours may hold launches that must change."""
    return _SPACED.search(screen.data) is not None or (screen.style.launches == "macro" and b"<<<" in screen.data)


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    behind = ended = 0
    for found in _OPENING.finditer(facts.reading.code):
        is_left = found.start() < behind or facts.is_left_alone(found.start())
        if is_left or not _follows_a_name(facts.reading, found.start()):
            continue
        launch = _launch(facts.reading, Span(*found.span()))
        if launch is None or facts.reading.is_interrupted(launch.opening.start, launch.end):
            continue
        if facts.style.launches == "macro" and not facts.is_argument_of_function(launch.opening.start):
            behind = launch.end if launch.holds_launch else behind  # those in it stay too, or it would take two runs
            call = _as_macro(facts.reading, launch, ended)
            yield call
            if isinstance(call, Finding):  # it stays a launch, as the second run would have it
                yield from _joined(launch, facts.reading.code)
            ended = launch.end + 1
        else:
            yield from _joined(launch, facts.reading.code)
            yield from _braced(facts.reading, launch)


def _follows_a_name(reading: Reading, offset: int) -> bool:
    code, low, _high = reading.surroundings(offset)
    end = tokens.rskip_blank(code, offset, low)
    return end > low and (code[end - 1 : end] in (b">", b")", b"]") or tokens.word_before(code, end, low) is not None)


def _launch(reading: Reading, opening: Span) -> _Launch | None:
    """The launch whose configuration opens here, if it ends as one."""
    position, depth, holds_launch = opening.end, 0, False
    limit = opening.end + _LONGEST
    while (found := _CLOSING.search(reading.code, position, limit)) is not None:
        sign = found.group()
        if sign in b"([{":
            position = reading.closers.get(found.start(), len(reading.code)) + 1
        elif sign in b")]};":
            return None
        elif sign[:1] == b"<" or depth:
            depth += 1 if sign[:1] == b"<" else -1
            position, holds_launch = found.end(), True
        else:
            return _Launch(opening, Span(*found.span()), _arguments(reading, found.end()), holds_launch)
    return None


def _arguments(reading: Reading, offset: int) -> Span | None:
    opening = reading.skip_blank(offset)
    closing = reading.closers.get(opening)
    return Span(opening + 1, closing) if closing is not None and reading.code[opening : opening + 1] == b"(" else None


def _joined(launch: _Launch, code: bytes) -> Iterator[Edit]:
    for span, sign in ((launch.opening, b"<<<"), (launch.closing, b">>>")):
        if code[span.start : span.end] != sign:
            yield Edit(span.start, span.end, sign, sign.decode(), "launches", (sign,))


def _braced(reading: Reading, launch: _Launch) -> Iterator[Edit]:
    """`<<<{2, 2}, {64}>>>`, which clang does not read."""
    for part in reading.split(launch.opening.end, launch.closing.start)[:2]:
        size = Span(*reading.stripped(*part))
        if reading.code[size.start : size.start + 1] == b"{" and reading.closers.get(size.start) == size.end - 1:
            values = Span(size.start + 1, size.end - 1)
            yield Edit(size.start, size.end, (b"dim3(", values, b")"), "dim3", "dialect", (b"{", b"}"))


def _as_macro(reading: Reading, launch: _Launch, ended: int) -> Edit | Finding:
    """The call of HIP's macro; the kernel is not looked for in the launch that ended before."""
    configuration = [Span(*reading.stripped(*part)) for part in reading.split(launch.opening.end, launch.closing.start)]
    code, low, _high = reading.surroundings(launch.opening.start)
    low = max(low, ended) if ended <= launch.opening.start else low
    end = tokens.rskip_blank(code, launch.opening.start, low)
    kernel = Span(_kernel(code, low, reading.openers, end), end)
    is_configured = 2 <= len(configuration) <= 4 and all(span.start < span.end for span in configuration)
    if launch.arguments is None or launch.holds_launch or not is_configured or not _names_kernel(code, kernel):
        return _left(launch, "its parts cannot be determined")
    if not _is_statement(reading, Span(kernel.start, launch.arguments.end + 1)):
        return _left(launch, "hipLaunchKernelGGL is a statement, and cannot stand in an expression")
    grid, block, *rest = configuration
    parts: list[bytes | Span] = [b"hipLaunchKernelGGL(", *_named(reading, kernel), b", ", *_as_dim3(reading, grid)]
    parts += [Span(grid.end, block.start), *_as_dim3(reading, block)]
    for before, span in zip((block, *rest), rest, strict=False):
        parts += [Span(before.end, span.start), *_held(reading, span)]
    parts += [b", 0"] * (2 - len(rest))
    parts += [b", ", passed] if (passed := _passed(reading, launch.arguments)) else []
    return Edit(kernel.start, launch.arguments.end + 1, (*parts, b")"), "<<<…>>>", "launches", (b"<<<>>>()",))


def _names_kernel(code: bytes, kernel: Span) -> bool:
    """A name, or a pointer that is followed, and no call; nothing that a word before makes something else of."""
    if code[kernel.end - 1 : kernel.end] == b")" and not _POINTER.match(code, kernel.start, kernel.end):
        return False
    if not _BEGINS_NAME.match(code, kernel.start, kernel.end) or tokens.word_before(code, kernel.start, 0) is not None:
        return False
    return _LAUNCHES.search(code, kernel.start, kernel.end) is None


def _as_dim3(reading: Reading, size: Span) -> tuple[bytes | Span, ...]:
    """A size, as a `dim3` if it is none. One that is made of a `uint3` becomes one anyway."""
    code = reading.code
    opening = code.find(b"(", size.start, size.end) if code.startswith(_SIZES, size.start) else -1
    is_whole = (
        opening >= 0 and reading.closers.get(opening) == size.end - 1 and code[size.start : opening].strip() in _SIZES
    )
    word = code[size.start : size.end]
    known = declared(reading.plain, word, size.start) if not is_whole and _NAME.fullmatch(word) else None
    is_size = known is not None and known.type in (b"dim3", b"uint3") and not (known.stars or known.is_array)
    return (size,) if is_whole or is_size else (b"dim3(", size, b")")


def _left(launch: _Launch, why: str) -> Finding:
    message = f"this launch was not rewritten: {why}"
    help = "none needed: clang compiles <<<…>>>"
    return Finding(LAUNCH, launch.opening.start, launch.opening.end, message, help=help, subject="<<<")


def _is_statement(reading: Reading, call: Span) -> bool:
    """Whether a launch stands by itself, where `do { … } while (0)` may stand."""
    code, low, high = reading.surroundings(call.start)
    behind = tokens.skip_blank(code, call.end, high)
    if behind < high and code[behind : behind + 1] not in (b";", b"}"):
        return False
    before = tokens.rskip_blank(code, call.start, low)
    sign, word = code[max(low, before - 1) : before], tokens.word_before(code, before, low)
    if word is not None:
        return word.text in (b"else", b"do")
    if sign == b")" and (opening := reading.openers.get(before - 1)) is not None:
        head = tokens.word_before(code, tokens.rskip_blank(code, opening, low), low)
        return head is not None and head.text in _HEADS
    if sign == b":":
        statement = code[max(low, tokens.behind_last(code[:before], b";{}")) : before]
        return b"?" not in statement and not statement.endswith(b"::")
    return sign in (b"", b";", b"{", b"}")


def _passed(reading: Reading, arguments: Span) -> Span | None:
    """The arguments as they are laid out, from where their first line begins to the end of the last one."""
    start, end = reading.stripped(arguments.start, arguments.end)
    before = reading.source.text[arguments.start : start]
    return Span(start - len(before.lstrip()), end) if start < end else None


def _held(reading: Reading, value: Span) -> tuple[bytes | Span, ...]:
    """The preprocessor knows no template arguments: a comma between them would end the value."""
    closers, place = reading.closers, value.start
    while (found := _COMMA.search(reading.code, place, value.end)) is not None:
        if found[0] == b",":
            return b"(", value, b")"
        place = closers.get(found.start(), found.start()) + 1
    return (value,)


def _named(reading: Reading, kernel: Span) -> tuple[bytes | Span, ...]:
    """A name with a comma in it must be held together for the macro."""
    has_comma = b"," in reading.code[kernel.start : kernel.end]
    return (b"HIP_KERNEL_NAME(", kernel, b")") if has_comma else (kernel,)


def _kernel(code: bytes, low: int, openers: Mapping[int, int], end: int) -> int:
    """Where the expression that names the kernel begins: names, brackets and template arguments, back from its end."""
    start = end
    for _piece in range(_MOST_PIECES):
        piece = _template_start(code, low, openers, start) if code[start - 1 : start] == b">" else start
        while low <= (last := tokens.rskip_blank(code, piece, low) - 1) in openers and code[last] in b")]":
            piece = openers[last]
        word = tokens.word_before(code, tokens.rskip_blank(code, piece, low), low)
        piece = word.start if word and word.text != b"return" else piece
        before = tokens.rskip_blank(code, piece, low)
        if word and word.text != b"template" and code.endswith(b"template", low, before):
            piece = before = tokens.rskip_blank(code, before - len(b"template"), low)
        joint = next((sign for sign in _JOINTS if code.endswith(sign, low, before)), None)
        if joint is None or piece == start:
            return piece
        start = tokens.rskip_blank(code, before - len(joint), low)
        if not (code[start - 1 : start] in (b">", b")", b"]") or tokens.word_before(code, start, low)):
            return before - len(joint)
    return end


def _template_start(code: bytes, low: int, openers: Mapping[int, int], end: int) -> int:
    """The end of the name whose template arguments end here."""
    depth, position = 0, end
    limit = max(low, end - _LONGEST)
    while position > limit:
        position -= 1
        if position in openers:
            position = openers[position]
        elif code[position] == 0x3E and code[position - 1] != 0x2D:
            depth += 1
        elif code[position] == 0x3C:
            depth -= 1
            if depth == 0:
                return tokens.rskip_blank(code, position, low)
        elif code[position] in b";{}":
            break
    return end
