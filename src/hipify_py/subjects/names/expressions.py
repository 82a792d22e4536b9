"""Names that no single HIP name answers to, but an expression does: `__finite(x)` becomes `(isfinite(x) ? 1 : 0)`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hipify_py.edits import Edit, Span
from hipify_py.file.effects import acts
from hipify_py.file.facts import Facts
from hipify_py.file.listed import Call
from hipify_py.file.proposals import caution, rename
from hipify_py.file.rewrites import LISTED
from hipify_py.file.usage import Usage
from hipify_py.findings import UNSUPPORTED, Finding
from hipify_py.patterns import pattern
from hipify_py.texts import to_bytes

ANCHORS = LISTED

# Directives that take the name of a macro, and those with a condition, which may hold `defined`.
_BY_NAME = (b"ifdef", b"ifndef", b"elifdef", b"elifndef", b"undef")
_CONDITIONS = (b"if", b"elif")
_PLACEHOLDER = pattern(r"\{(\d)\}")
_WORD = pattern(rb"[A-Za-z_]\w*")
_HALF = pattern(rb"(?:__)?half2?")
_BFLOAT = pattern(rb"bfloat16|bf16|BFloat16")
# A word that goes takes the blanks behind it along, if it stands before another one.
_TRAILING_BLANKS = pattern(rb"[ \t]+(?=[\w*&(])")


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    for call in facts.calls:
        expression = call.item.resolution.expression
        if expression is None:
            continue
        expression = _for_bfloat(facts, call) or expression
        places = Counter(int(place) for place in _PLACEHOLDER.findall(expression))
        if not places and (question := _question(facts, call)):
            yield from _asked(facts, call, question)
        elif not places and call.opening is not None and facts.policy.argument_changes(call.item.resolution.entry):
            yield _call(facts, call, expression)  # a macro whose arguments say nothing
        elif not places:
            yield _name(facts, call, expression)
        elif problem := _problem(facts, call, places):
            if call.count == max(places) + 1 or not _is_everyones(call):
                yield _finding(call, problem, expression)
        else:
            yield _call(facts, call, expression)


def _for_bfloat(facts: Facts, call: Call) -> str:
    """What the table has for arguments that may be of bfloat16: CUDA has one name for both, and templates call it."""
    expression = call.item.resolution.entry.get("bfloat")
    if not expression or not call.arguments:
        return ""
    start, end = call.arguments[0]
    argument = facts.reading.code[start:end]
    known = facts.reading.declarations.of(argument, start) if _WORD.fullmatch(argument) else None
    if known is not None:
        return "" if _HALF.fullmatch(known.type) else expression
    return expression if any(map(_BFLOAT.search, facts.reading.words)) else ""


def _is_everyones(call: Call) -> bool:
    """Whether a name that is not called as CUDA's function is just a word, as `umin` is."""
    return b"_" not in call.item.name.text and call.item.name.text.islower()


def _question(facts: Facts, call: Call) -> bytes:
    """The word of the preprocessor that a name is handed to by itself, for which no expression can stand."""
    around, name = call.item.around, call.item.name
    line = facts.reading.directive_at(name.start)
    if line is None:
        return b""
    if line.keyword in _BY_NAME:
        return line.keyword
    start, token = around.token_before(around.before)
    if token == b"(":
        _start, token = around.token_before(start)
    return token if line.keyword in _CONDITIONS and token == b"defined" else b""


def _asked(facts: Facts, call: Call, question: bytes) -> Iterator[Edit | Finding]:
    """Whether a name is defined is asked of the macro that its table names; a definition that is taken back is none."""
    item = call.item
    if question == b"undef":
        return
    entry = item.resolution.entry
    stand_in = facts.policy.name(entry.get("asked") or "")
    if stand_in is not None and stand_in.target:
        yield rename(facts, item, stand_in.target)
        yield from caution(facts.policy, stand_in, item.name.start, item.name.end)
    else:
        message = f"'{entry.name}' is never defined in HIP"
        help = stand_in.help if stand_in else "if AMD needs the code, test __HIPCC__"
        yield Finding(UNSUPPORTED, item.name.start, item.name.end, message, help=help, subject=entry.name)


def _name(facts: Facts, call: Call, expression: str) -> Edit:
    name = call.item.name
    end = name.end
    if not expression and (blanks := _TRAILING_BLANKS.match(facts.reading.code, end)):
        end = blanks.end()
    start, takes = _qualified(call)
    return Edit(start, end, to_bytes(expression), call.item.resolution.entry.name, call.item.library, takes)


def _qualified(call: Call) -> tuple[int, tuple[bytes | Span, ...]]:
    """Where the name begins and what it is, with the `::` of the global namespace, which goes with it."""
    around, name = call.item.around, call.item.name
    colons = around.colons_before(around.before) if call.item.usage is Usage.GLOBAL else None
    return (name.start, (name.text,)) if colons is None else (colons, (b"::", name.text))


def _call(facts: Facts, call: Call, expression: str) -> Edit:
    parts: list[bytes | Span] = []
    for index, piece in enumerate(_PLACEHOLDER.split(expression)):
        parts.append(Span(*call.arguments[int(piece)]) if index % 2 else to_bytes(piece))
    closing = facts.reading.closers[call.opening or 0]
    start, takes = _qualified(call)
    unused = (Span(*span) for span in call.arguments)
    takes = (*takes, b"(", b"," * (len(call.arguments) - 1), b")", *(span for span in unused if span not in parts))
    return Edit(start, closing + 1, tuple(parts), call.item.resolution.entry.name, call.item.library, takes)


def _problem(facts: Facts, call: Call, places: Counter[int]) -> str:
    """Why the expression cannot stand for this use."""
    if call.count is None or call.item.around.sign_before in (b'"', b"'"):
        return "is not called directly here, or its arguments cannot be counted"
    if call.count != max(places) + 1:
        return f"is called with {call.count} arguments"
    code = facts.reading.code
    again = (call.arguments[place] for place, times in places.items() if times > 1)
    if any(acts(code[start:end]) for start, end in again):
        return "needs an argument twice that may have a side effect"
    return ""


def _finding(call: Call, problem: str, expression: str) -> Finding:
    name = call.item.resolution.entry.name
    help = f"write {_PLACEHOLDER.sub(lambda found: 'abcd'[int(found[1]) % 4], expression)}"
    return Finding(
        UNSUPPORTED, call.item.name.start, call.item.name.end, f"'{name}' {problem}", help=help, subject=name
    )
