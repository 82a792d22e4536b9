"""`warpSize`: 32 in CUDA, as many lanes as a wave has in HIP; a code base may have variables of that name, too.

Where the file has a constant for the 32 lanes of a warp, that takes its place.
"""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.lane_builtins import WARP_LANES, WARP_SIZE
from hipify_py.file.usage import Usage, usage
from hipify_py.findings import WARP_BUILTIN, Finding
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours
from hipify_py.reading.scopes import Path
from hipify_py.reading.tokens import Name
from hipify_py.subjects.warps.warp_constants import NAME_OF_SIZE

_VARIABLE = pattern(
    rb"\b(?:static[ \t]+)?constexpr[ \t]+(?:static[ \t]+)?int[ \t]+(\w+)[ \t]*(?:=[ \t]*32|\{[ \t]*32[ \t]*\})[ \t]*;"
)
_BEFORE_ADDRESSES = (b"(", b",", b"=")
_BEFORE_OPERANDS = (b"(", b",", b"=", b"<", b">", b"+", b"-", b"[", b"{", b"?", b":", b";")
_DIVISOR = pattern(rb"\s{0,9}/\s{0,9}([1-9]\d?)(?![\w.'])")
# `>> 1` and `- 1` bind less tightly: nothing else may stand beside them.
_SHIFTED = pattern(rb"\s{0,9}>>\s{0,9}([1-5])\s{0,9}(?=[;,)\]}])")
_LESS = pattern(rb"\s{0,9}-\s{0,9}([1-9]\d?)\s{0,9}(?=[;,)\]}])")
_BEFORE_WHOLES = (b"(", b",", b"=", b"[", b"{")
_BEFORE_BRACKETS = (b"&", b"|", b"^", b"+", b"-", b"*", b"%", b"=", b"<", b"[", b",", b"(")


def warp_sizes(facts: Facts) -> Iterator[Edit | Finding]:
    """The built-in variable becomes the number that it is in CUDA, where it is the built-in one."""
    uses = facts.reading.names((WARP_SIZE,))
    places = [(name, facts.reading.neighbours(name)) for name in uses]
    undeclared = [
        name
        for name, around in places
        if is_changed(around) and not facts.introduces(name) and not _is_own(facts, name, around)
    ]
    constant, since = _constant(facts) if places else (b"", 0)
    for name, around in places:
        if not (_is_value(facts, name, around) and facts.may_change(name)) or facts.introduces(name):
            continue
        if name in undeclared or _is_beside(facts, name, undeclared) or _is_own(facts, name, around):
            continue
        if other := facts.maybe_own.get(WARP_SIZE):
            yield _left(name, other.file, other.relation)
        elif constant and name.start > since:
            start = around.colons_before(around.before)
            start = name.start if start is None else start
            yield Edit(start, name.end, constant, "warpSize", "warps", (around.code[start : name.end],))
        elif (colons := around.colons_before(around.before)) is not None:
            taken = (around.code[colons : name.end],)
            yield Edit(colons, name.end, b"%d" % WARP_LANES, "warpSize", "warps", taken)
        else:
            end, number = _with_divisor(name, around)
            start, end = _without_brackets(name.start, end, around) if end > name.end else (name.start, end)
            taken = (around.code[start:end],)
            yield Edit(start, end, b"%d" % number, "warpSize", "warps", taken)


def _constant(facts: Facts) -> tuple[bytes, int]:
    """The macro or variable of the file that is 32, by a name for the size of a warp, and where it begins to be so;
    nothing if it is not certain everywhere below."""
    reading = facts.reading
    found = [(macro.name, macro.end) for macro in reading.macros if _is_size(reading.code[macro.body : macro.end])]
    found += [(each[1], each.end()) for each in _VARIABLE.finditer(reading.plain)]
    for name, end in found:
        mentions = [each for each in reading.names((name,)) if _introduces(facts, each)]
        is_global = reading.scopes.at(end) is None and reading.conditionals.at(end) is None
        if NAME_OF_SIZE.fullmatch(name) and is_global and len(mentions) == 1 and not facts.is_left_alone(end):
            return name, end
    return b"", 0


def _is_size(value: bytes) -> bool:
    return value.strip(b" \t()") == b"%d" % WARP_LANES


def _introduces(facts: Facts, name: Name) -> bool:
    """Whether a name is declared, as a parameter of a template maybe, or a directive is about it."""
    line = facts.reading.directive_at(name.start)
    is_about = line is not None and name.start == facts.reading.skip_blank(line.body)
    return is_about or facts.introduces(name) or facts.reading.neighbours(name).word_before not in (b"", b"return")


def _with_divisor(name: Name, around: Neighbours) -> tuple[int, int]:
    """Where `warpSize`, `warpSize / 2`, `warpSize >> 1` or `warpSize - 1` ends, and the number that it is."""
    code = around.code
    found = _DIVISOR.match(code, name.end)
    if found is not None and _is_operand(around) and WARP_LANES % int(found[1]) == 0:
        return found.end(), WARP_LANES // int(found[1])
    if around.sign_before in _BEFORE_WHOLES or around.word_before == b"return":
        if found := _SHIFTED.match(code, name.end):
            return found.end(1), WARP_LANES >> int(found[1])
        if (found := _LESS.match(code, name.end)) and int(found[1]) < WARP_LANES:
            return found.end(1), WARP_LANES - int(found[1])
    return name.end, WARP_LANES


def _without_brackets(start: int, end: int, around: Neighbours) -> tuple[int, int]:
    """A number, with the parentheses around it that are no call's: `x & (warpSize - 1)`."""
    code = around.code
    closing = around.token_after(end)
    opening = around.before - 1
    if around.sign_before != b"(" or code[closing : closing + 1] != b")":
        return start, end
    before = around.rskip_blank(opening)
    return (opening, closing + 1) if code[before - 1 : before] in _BEFORE_BRACKETS else (start, end)


def _is_operand(around: Neighbours) -> bool:
    """Whether nothing before the name takes it without its divisor, as `x * warpSize / 2` does."""
    return around.sign_before in _BEFORE_OPERANDS or around.word_before == b"return"


def _is_own(facts: Facts, name: Name, around: Neighbours) -> bool:
    own = facts.own_called(WARP_SIZE)
    if facts.reading.directive_at(name.start) is not None:
        own = [each for each in own if not (each.is_local or each.scope.is_in_class)]  # macros are for kernels
    return facts.meant_of(own, name, around) is not None


def _is_value(facts: Facts, name: Name, around: Neighbours) -> bool:
    line = facts.reading.directive_at(name.start)
    return usage(around, is_scope=False) in (Usage.PLAIN, Usage.GLOBAL) and (line is None or line.keyword == b"define")


def is_changed(around: Neighbours) -> bool:
    """`warpSize = 32`, `warpSize(32)`, `f(&warpSize)`: not the built-in variable, wherever the own one is declared."""
    if around.sign_after in (b"(", b"{") or (around.sign_after == b"=" and not around.followed_by(b"==")):
        return True
    return around.sign_before == b"&" and around.token_before(around.before - 1)[1] in _BEFORE_ADDRESSES


def _is_beside(facts: Facts, name: Name, undeclared: list[Name]) -> bool:
    """Whether a use stands in the class or namespace, or else the function, in which the variable is changed."""
    scopes = facts.reading.scopes
    if undeclared and not scopes.balanced:
        return True
    return any(_home(facts, name) == _home(facts, other) for other in undeclared)


def _home(facts: Facts, name: Name) -> Path | int:
    scopes = facts.reading.scopes
    *_inner, outermost = (-1, *(block.start for block in scopes.around(name.start)))
    path = scopes.path_at(name.start)
    return path if path.is_in_class else outermost


def _left(name: Name, file: str, relation: str) -> Finding:
    message = f"'warpSize' was not converted: {file}, {relation}, may define it as a macro"
    help = "write 32 if CUDA's variable is meant; else rename the macro"
    return Finding(WARP_BUILTIN, name.start, name.end, message, help=help, subject="warpSize")
