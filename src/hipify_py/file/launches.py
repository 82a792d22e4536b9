"""Kernel launches by `<<<…>>>`: where they stand, and what they are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hipify_py.edits import Span
from hipify_py.patterns import pattern
from hipify_py.reading import tokens
from hipify_py.reading.preprocessor import Macro
from hipify_py.reading.reading import Reading
from hipify_py.records import dataclass

# nvcc reads `<< <` as a launch, clang only `<<<`.
OPENING = pattern(rb"<<[ \t]*<(?!<)")
_CLOSING = pattern(rb"(?<!>)>>(?:\s+>(?=\s*\()|[ \t]+>(?=[ \t]*(?:\\|\r?\n|\Z)))|>>>(?=\s*\()|<<[ \t]*<|[(\[{}\])]|;")
_LAUNCHES = pattern(rb"<<[ \t]*<|\bhipLaunchKernelGGL\b")
# What is longer is no launch, and searching on would be quadratic.
_LONGEST = 4_000
_MOST_PIECES = 50
_BEGINS_NAME = pattern(rb"[\w$\x80-\xff(]|::")
# Behind the parentheses of which a statement stands.
_HEADS = (b"if", b"for", b"while", b"switch", b"constexpr")
_POINTER = pattern(rb"\(\s*\*\s*[A-Za-z_]\w*\s*\)")
_JOINTS = (b"::", b"->", b".")


@dataclass(frozen=True)
class Launch:
    """`kernel<<<configuration>>>(arguments)`; in a macro the arguments may stand elsewhere."""

    opening: Span
    closing: Span
    arguments: Span | None
    holds_launch: bool  # in its configuration

    @property
    def end(self) -> int:
        return self.arguments.end if self.arguments else self.closing.end


def launch_at(reading: Reading, opening: Span) -> Launch | None:
    """The launch whose configuration opens here, if it ends as one, in the code or in a directive."""
    if not _follows_a_name(reading, opening.start):
        return None
    launch = _launch(reading, opening)
    if launch is None or reading.is_interrupted(launch.opening.start, launch.end):
        return None
    return launch


def _follows_a_name(reading: Reading, offset: int) -> bool:
    code, low, _high = reading.surroundings(offset)
    end = tokens.rskip_blank(code, offset, low)
    return end > low and (code[end - 1 : end] in (b">", b")", b"]") or tokens.word_before(code, end, low) is not None)


def _launch(reading: Reading, opening: Span) -> Launch | None:
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
            return Launch(opening, Span(*found.span()), _arguments(reading, found.end()), holds_launch)
    return None


def _arguments(reading: Reading, offset: int) -> Span | None:
    opening = reading.skip_blank(offset)
    closing = reading.closers.get(opening)
    return Span(opening + 1, closing) if closing is not None and reading.code[opening : opening + 1] == b"(" else None


def configuration_of(reading: Reading, launch: Launch) -> list[Span] | None:
    """Grid, block, and maybe shared memory and stream; None where that is not what stands there."""
    parts = [Span(*reading.stripped(*part)) for part in reading.split(launch.opening.end, launch.closing.start)]
    return parts if 2 <= len(parts) <= 4 and all(span.start < span.end for span in parts) else None


def kernel_of(reading: Reading, launch: Launch, behind: int = 0) -> Span | None:
    """What names the kernel, not looked for before the end of another launch; None where it cannot be told: it is a
    name, or a pointer that is followed, and no call; nothing that a word before makes something else of."""
    code, low, _high = reading.surroundings(launch.opening.start)
    low = max(low, behind) if behind <= launch.opening.start else low
    end = tokens.rskip_blank(code, launch.opening.start, low)
    kernel = Span(_kernel_start(code, low, reading.openers, end), end)
    if code[kernel.end - 1 : kernel.end] == b")" and not _POINTER.match(code, kernel.start, kernel.end):
        return None
    if not _BEGINS_NAME.match(code, kernel.start, kernel.end) or tokens.word_before(code, kernel.start, 0) is not None:
        return None
    return kernel if _LAUNCHES.search(code, kernel.start, kernel.end) is None else None


def is_statement(reading: Reading, call: Span) -> bool:
    """Whether a launch stands by itself, where `do { … } while (0)` may stand; the last thing of a macro does if all of
    the calls of that do."""
    code, low, high = reading.surroundings(call.start)
    behind = tokens.skip_blank(code, call.end, high)
    macro = reading.macro_at(call.start) if behind >= high else None
    if macro is not None and not all(is_statement(reading, use) for use in _uses(reading, macro)):
        return False
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


def _uses(reading: Reading, macro: Macro) -> Iterator[Span]:
    """Where a macro is expanded outside of others, with its arguments."""
    for name in reading.names_in_code((macro.name,)):
        opening = reading.skip_blank(name.end)
        yield Span(name.start, reading.closers.get(opening, name.end - 1) + 1)


def _kernel_start(code: bytes, low: int, openers: Mapping[int, int], end: int) -> int:
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
