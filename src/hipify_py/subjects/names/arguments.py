"""Arguments that must change with the name: `cudaMemcpyToSymbol(s, …)` becomes `hipMemcpyToSymbol(HIP_SYMBOL(s), …)`.

The tables list the changes of each function. A call's arguments become one edit, of the original spans and of what
comes between them, so that everything else inside them is converted as ever.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from hipify_py.edits import Edit, Span
from hipify_py.file.effects import acts, assigns
from hipify_py.file.facts import Facts
from hipify_py.file.listed import Call, Change
from hipify_py.file.proposals import macro_argument, rename
from hipify_py.file.rewrites import LISTED
from hipify_py.findings import ARGUMENTS_DIFFER, Finding, Severity
from hipify_py.patterns import pattern
from hipify_py.subjects.names.implied_arguments import is_implied
from hipify_py.tables.model import worded
from hipify_py.texts import to_bytes, to_text

ANCHORS = LISTED

Piece = tuple[bytes | Span, ...]

_OBJECT = pattern(rb"[A-Za-z_]\w{0,80}(?:(?:\.|->)[A-Za-z_]\w{0,80}){0,9}")
_POINTER_CAST = pattern(rb"\(\s*(?:const\s+)?void(?:\s+const)?\s*\*\s*(?:\*+\s*)?\)|reinterpret_cast\b")

# The changes without which a call has the wrong number of arguments.
_COUNTED = frozenset(("insert", "remove", "copy"))
_NULL = (b"NULL", b"0", b"{}")
_NAME = pattern(rb"[A-Za-z_]\w*")
_VARIABLE = pattern(rb"(&?)\s*([A-Za-z_]\w*)")

# Calls that nobody misses.
_GIVES_ONLY = pattern(
    rb"(?:::\s*)?(?:std\s*::\s*)?(?:gettid|pthread_self|GetCurrentThreadId|syscall|this_thread\s*::\s*get_id|numeric_limits)\b.*"
    rb"|[\w.\s]*(?:\.|->)\s*(?:size|data|get|begin|c_str)\s*\(\s*\)",
    re.DOTALL,
)


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    for call in (*facts.calls, *facts.typed_calls):
        if not call.changes or call.heads_macro or facts.declares(call.item.name, call.item.around):
            continue
        needed = [change for change in call.changes if not is_implied(facts, call, change)]
        changes = [_with_text(facts, call, change) for change in needed if "point" not in change]
        if len(changes) < len(needed) and call.opening is not None:
            yield _untold(call, [change for change in needed if "point" in change])
        if call.count is None and all(change.get("style") == "const" for change in changes):
            continue  # only some programs need them
        if facts.may_mean_overload(call.item):
            if not call.wrong_count:
                yield _untold(call, changes, " if this call means CUDA's function")
            continue
        is_open = call.count is None or any("from" in change for change in changes)
        if is_open or _would_act_otherwise(facts, call, changes) or _means_more(facts, call, changes):
            yield _untold(call, changes)
        else:
            yield from _changed(facts, call, changes)
    renamed = (call for call in facts.typed_calls if call.target != call.item.resolution.target)
    yield from (rename(facts, call.item, call.target) for call in renamed)


def _with_text(facts: Facts, call: Call, change: Change) -> Change:
    """A change with the text of an argument that it takes from another call, where that is seen: the one call of that
    function, for the same object, in the function around."""
    if "from" not in change or call.count is None:
        return change
    code, place, same = facts.reading.code, int(change["insert"]), int(change["same"])
    around = facts.functions.around(call.item.name.start)
    texts = {
        code[slice(*other.arguments[place])]
        for other in facts.calls
        if other.item.resolution.entry.name == change["from"]
        and len(other.arguments) > place
        and code[slice(*other.arguments[same])] == code[slice(*call.arguments[same])]
        and facts.functions.around(other.item.name.start) == around
    }
    if len(texts) != 1 or around is None or _OBJECT.fullmatch(text := texts.pop()) is None:
        return change
    return {"insert": place, "text": to_text(text)}


def _would_act_otherwise(facts: Facts, call: Call, changes: Sequence[Change]) -> bool:
    """Whether an argument that must stand twice, or go, does something when it is evaluated."""
    code = facts.reading.code
    for change in changes:
        what = next(iter(change))
        run = slice(int(change[what]), int(change[what]) + int(change.get("count", 1)))
        texts = [code[start:end] for start, end in call.arguments[run]]
        if what == "copy" and any(map(acts, texts)):
            return True
        if what in ("remove", "replace") and any(map(_would_be_missed, texts)):
            return True
    return False


def _means_more(facts: Facts, call: Call, changes: Sequence[Change]) -> bool:
    """Whether an argument that must go says anything else than what HIP does without it."""
    code = facts.reading.code
    for change in changes:
        place = int(change.get("remove", len(call.arguments)))
        texts = (code[start:end] for start, end in call.arguments[place : place + int(change.get("count", 1))])
        allowed = {to_bytes(value) for value in change.get("only", ())}
        if allowed and not all(text.removeprefix(b"::") in allowed for text in texts):
            return True
    return False


def _would_be_missed(text: bytes) -> bool:
    """Whether an argument does something; a lambda is not called where it stands."""
    is_lambda = text.startswith(b"[")
    return not is_lambda and (assigns(text) or (acts(text) and not _GIVES_ONLY.fullmatch(text)))


def _untold(call: Call, changes: Sequence[Change], condition: str = "") -> Finding:
    name = call.item.resolution.entry.name
    message = f"'{name}' was renamed, but {'; '.join(worded(change) for change in changes)}{condition}"
    is_wrong = call.count is not None and not condition and any(_COUNTED.intersection(each) for each in changes)
    severity = Severity.ERROR if is_wrong else None
    return Finding(ARGUMENTS_DIFFER, *call.item.name[:2], message, subject=name, severity=severity)


def _changed(facts: Facts, call: Call, changes: Sequence[Change]) -> Iterator[Edit]:
    if (explicit := _explicit_template(facts, call, changes)) is not None:
        yield explicit
    spans = call.arguments
    old = [Span(*span) for span in spans]
    slots = _slots(facts, old, changes)
    new = [piece for slot in slots for piece in slot]
    if new != [(span,) for span in old]:
        start = old[0].start if old else (call.opening or 0) + 1
        name = call.item.resolution.entry.name
        parts = _joined(new, old)
        takes = tuple(_taken(parts, old))
        yield Edit(start, old[-1].end if old else start, parts, f"{name}(…)", "arguments", takes)


def _taken(parts: Piece, old: Sequence[Span]) -> Iterator[bytes | Span]:
    """The arguments that go, and the commas that other text replaces."""
    kept = frozenset(parts)
    yield from (span for span in old if span not in kept)
    yield from (b"," for left, right in pairwise(old) if Span(left.end, right.start) not in kept)


def _explicit_template(facts: Facts, call: Call, changes: Sequence[Change]) -> Edit | None:
    """`cudaLaunchKernel<void(int)>(…)`: what takes an untyped kernel in HIP is no template there."""
    opening = call.item.around.after
    closing = facts.reading.closing_angle(opening) if call.item.around.sign_after == b"<" else None
    if closing is None or not any("cast" in change for change in changes):
        return None
    takes = (b"<", Span(opening + 1, closing), b">")
    return Edit(opening, closing + 1, b"", call.item.resolution.entry.name, "arguments", takes)


def _slots(facts: Facts, old: Sequence[Span], changes: Sequence[Change]) -> list[list[Piece]]:
    """For each place of the call, and for its end, what stands there afterwards."""
    before: list[list[Piece]] = [[] for _ in range(len(old) + 1)]
    kept: list[Piece] = [(span,) for span in old]
    for change in changes:
        what = next(iter(change))
        place = min(int(change[what]), len(old))
        run = range(place, min(place + int(change.get("count", 1)), len(old)))
        if what == "insert":
            before[place].append((to_bytes(change["text"]),))
        elif what in ("copy", "move"):
            before[min(int(change["to"]), len(old))] += [(old[index],) for index in run]
        elif what == "replace" and run:
            kept[place] = (to_bytes(change["text"]),)
        elif what in ("wrap", "cast") and run:
            kept[place] = _wrapped(facts, old[place], change)
        if what in ("remove", "move"):
            for index in run:
                kept[index] = ()
    return [
        [*before[index], *([kept[index]] if kept[index] else [])] if index < len(old) else before[index]
        for index in range(len(old) + 1)
    ]


def _wrapped(facts: Facts, span: Span, change: Change) -> Piece:
    code = facts.reading.code
    if change.get("with") == "&":
        is_done, is_object = code.startswith(b"&", span.start), _OBJECT.fullmatch(code, *span) is not None
        return (span,) if is_done else (b"&", span) if is_object else (b"&(", span, b")")
    if "wrap" in change:
        is_done = code[span.start : span.start + 1] == b'"' or code.startswith(to_bytes(change["with"]), span.start)
        wrapper = to_bytes(f"{change['with']}(")
        return (span,) if is_done else (wrapper, *macro_argument(facts.reading, span), b")")
    style = change.get("style", "reinterpret_cast")
    is_no_cast = style != "static_cast" and code[span.start : span.end] == b"nullptr"
    if is_no_cast or _has_the_type(facts, span, style, to_bytes(change["to"])):
        return (span,)
    if facts.is_c or style in ("C", "const"):
        return to_bytes(f"({change['to']})("), span, b")"
    return to_bytes(f"{style}<{change['to']}>("), span, b")"


def _has_the_type(facts: Facts, span: Span, style: str, wanted: bytes) -> bool:
    """Whether a cast is there already, or a variable is declared so; one that only has to drop a `const` is not needed
    for the address of a variable, nor for one that is seen to be declared without it."""
    code = facts.reading.code
    if _is_declared_as(facts, span, wanted):
        return True
    if style not in ("C", "const"):
        return _POINTER_CAST.match(code, span.start, span.end) is not None
    text = b"".join(code[span.start : span.end].split())
    cast = wanted.replace(b" ", b"")
    if text.startswith((b"(%s)" % cast, b"reinterpret_cast<%s>" % cast, b"const_cast<%s>" % cast)):
        return True
    return style == "const" and (text.startswith(b"&") or text in _NULL or _is_not_const(facts, text, span.start))


def _is_declared_as(facts: Facts, span: Span, wanted: bytes) -> bool:
    """`v`, or `&v`, of a variable of the type that is wanted."""
    found = _VARIABLE.fullmatch(facts.reading.code, *span)
    known = facts.reading.declarations.of(found[2], found.start(2)) if found is not None else None
    if found is None or known is None or known.dimensions or known.is_const:
        return False
    return known.type + b"*" * (known.stars + len(found[1])) == wanted.replace(b" ", b"")


def _is_not_const(facts: Facts, name: bytes, place: int) -> bool:
    known = facts.reading.declarations.of(name, place) if _NAME.fullmatch(name) else None
    return known is not None and known.type != b"auto" and not known.is_const


def _joined(new: Sequence[Piece], old: Sequence[Span]) -> Piece:
    """The pieces with what stood before each in the call between them."""
    between = {right: Span(left.end, right.start) for left, right in pairwise(old)}
    parts: list[bytes | Span] = []
    for index, piece in enumerate(new):
        if index:
            span = next((part for part in piece if isinstance(part, Span)), None)
            parts.append(between.get(span, b", ") if span is not None else b", ")
        parts += piece
    return tuple(parts)
