"""Calls whose arguments change in a way that a macro with arguments can write: `cudaMemcpyToSymbol(s, p, n)`.

What conversion makes of a plain call is the macro. A call of the code base is served by it if conversion makes the same
of that call.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from hipify_py.edits import Edit, Span, splice
from hipify_py.engine import Context, convert
from hipify_py.file.listed import Call
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.tables.model import Policy
from hipify_py.texts import to_bytes, to_text

_PARAMETER = pattern(r"\bshim_\d+\b")
# What is a pointer of that type already need not be cast, and may.
_CAST = pattern(r"\breinterpret_cast<[\w *]+>\((shim_\d+)\)")
_BLANK = pattern(rb"\s+")
_MOST = 16
_BEFORE, _BEHIND = "void shim_f() { ", "; }"


class Template(NamedTuple):
    """`name(a, b)` and what it becomes, of the same parameters."""

    arity: int
    text: str

    def macro(self, name: str) -> str:
        """Behind `#define `."""
        letters = [chr(ord("a") + index) for index in range(self.arity)]
        return f"{name}({', '.join(letters)}) {self._with(letters)}"

    def call(self, arguments: list[bytes]) -> bytes:
        return to_bytes(self._with([to_text(text) for text in arguments]))

    def before(self, kept: int) -> str | None:
        """What stands before the arguments from one on, if all of these come last and as they are."""
        rest = ", ".join(f"shim_{index}" for index in range(kept, self.arity)) + ")"
        before = self.text.removesuffix(rest)
        return before if before != self.text and all(f"shim_{n}" in before for n in range(kept)) else None

    def _with(self, arguments: list[str]) -> str:
        return _PARAMETER.sub(lambda found: arguments[int(found[0].removeprefix("shim_"))], self.text)


def macro_of(name: str, templates: Iterable[Template]) -> str | None:
    """One macro for calls with different numbers of arguments, if those behind the first ones are only passed on."""
    by_count = sorted(set(templates))
    if len({each.arity for each in by_count}) < len(by_count):
        return None
    if len(by_count) == 1:
        return by_count[0].macro(name)
    for kept in range(1, by_count[0].arity):
        beginnings = {each.before(kept) for each in by_count}
        if len(beginnings) == 1 and (beginning := beginnings.pop()) is not None:
            passed = Template(kept + 1, f"{beginning}shim_{kept})").macro(name)
            return _with_rest(passed, chr(ord("a") + kept))
    return None


def _with_rest(macro: str, last: str) -> str:
    head, _, body = macro.partition(") ")
    return f"{head.removesuffix(last)}...) {body.removesuffix(last + ')')}__VA_ARGS__)"


def template(policy: Policy, name: str, count: int) -> Template | None:
    """What becomes of a call with so many arguments, if each of them is evaluated at most once."""
    return _template(_Key(policy), name, count)


class _Key:
    """A policy, which is the same object in all of a run."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def __hash__(self) -> int:
        return id(self.policy)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.policy is self.policy


@lru_cache(maxsize=4096)
def _template(key: _Key, name: str, count: int) -> Template | None:
    if not 0 < count <= _MOST:
        return None
    call = f"{name}({', '.join(f'shim_{index}' for index in range(count))})"
    result = convert(to_bytes(f"{_BEFORE}{call}{_BEHIND}\n"), Context(key.policy, path="shim.cuh"))
    body = to_text(result.output).rpartition(_BEFORE)[2].partition(_BEHIND)[0]
    parameters = _PARAMETER.findall(body)
    if not result.changed or "\n" in body or len(parameters) != len(set(parameters)):
        return None
    return Template(count, body)


def served(reading: Reading, policy: Policy, call: Call, edits: Sequence[Edit]) -> Template | None:
    """The macro that makes of a call what conversion does; `edits` are those of the call."""
    if call.opening is None or call.item.around.sign_after != b"(" or call.item.name.end > call.opening:
        return None
    spans = reading.arguments(call.opening)
    closing = reading.closers.get(call.opening)
    if not spans or closing is None or any(_is_divided(reading.code[start:end]) for start, end in spans):
        return None
    found = template(policy, to_text(call.item.name.text), len(spans))
    if found is None:
        return None
    data, start = reading.source.data, call.item.name.start
    written = spliced(data, start, closing + 1, edits)
    arguments = [_argument(data, *reading.stripped(*span), edits) for span in spans]
    uncast = found._replace(text=_CAST.sub(r"\1", found.text))
    texts = {_plain(each.call(arguments)) for each in (found, uncast)}
    return found if _plain(written) in texts else None


def _is_divided(argument: bytes) -> bool:
    """Whether the preprocessor sees a comma that C++ does not: `f<a, b>()`, `T{a, b}`."""
    depth = 0
    for sign in argument:
        if sign in b"(":
            depth += 1
        elif sign in b")":
            depth -= 1
        elif sign in b"," and depth == 0:
            return True
    return False


def _plain(text: bytes) -> bytes:
    return _BLANK.sub(b"", text)


def _argument(data: bytes, start: int, end: int, edits: Sequence[Edit]) -> bytes:
    """An argument, without others that are added behind it."""
    return spliced(data, start, end, [edit for edit in edits if edit.start < end])


def spliced(data: bytes, start: int, end: int, edits: Sequence[Edit]) -> bytes:
    """A part of a text with the edits that lie in it."""
    inside = [_moved(edit, -start) for edit in edits if edit.start >= start and edit.end <= end]
    return splice(data[start:end], inside)


def _moved(edit: Edit, by: int) -> Edit:
    if isinstance(edit.new, bytes):
        return edit._replace(start=edit.start + by, end=edit.end + by)
    new = tuple(Span(part.start + by, part.end + by) if isinstance(part, Span) else part for part in edit.new)
    return edit._replace(start=edit.start + by, end=edit.end + by, new=new)
