"""Operators on vector types that HIP brings itself: `operator+=(float3&, float3)` of the user's own is ambiguous there.

A definition that works component by component, as HIP's does, is kept for other compilers only; where directives
cannot stand around it, or someone names it, it becomes a template, which yields to HIP's. One that means something else
(a complex product on `double2`) is ambiguous where it is for host and device, as the operators of HIP are: these cannot
be switched off. An inline one gets an `enable_if` that is always true, as clang prefers a function with more of these;
others may be declared elsewhere, without one, and are reported.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.functions import Side
from hipify_py.file.proposals import Definition, definition_at, extent, for_others_only, neighbours, stands_alone
from hipify_py.file.rewrites import Anchors, Screen
from hipify_py.findings import VECTOR_OPERATOR, Finding, Severity
from hipify_py.patterns import pattern
from hipify_py.reading.preprocessor import Macro
from hipify_py.reading.tokens import Name
from hipify_py.records import dataclass
from hipify_py.tables.model import VECTOR_ELEMENTS
from hipify_py.texts import to_bytes, to_text

ANCHORS = Anchors(frozenset((b"operator",)))

VECTORS = frozenset(to_bytes(f"{element}{width}") for element in VECTOR_ELEMENTS for width in "234")
# Other names of vector types, in CUDA as in HIP.
COMPLEX = {b"cuComplex": b"float2", b"cuFloatComplex": b"float2", b"cuDoubleComplex": b"double2"}

_OPERATOR = pattern(rb"operator\s*(\*=|/=|\+=|-=|%=|\^=|\|=|&=|>>=|<<=|\+\+|--|\*|/)\s*\(")
# Those of HIP are templates, to which others are preferred.
_SUM = pattern(rb"operator\s*([+-])\s*\(")
_STEPS = (b"++", b"--")
_SUMS = (b"+", b"-")
# `template <class T> T operator/(T a, int b) {`: the types and the names of both sides.
_SIDE = rb"\s{0,9}(?:const\s{1,9})?(\w{1,80})\b[\s&]{1,9}(\w{1,80})\s{0,9}"
_FOR_ANY = pattern(
    rb"\btemplate\s{0,9}<\s{0,9}(?:typename|class)\s{1,9}(\w{1,80})\s{0,9}(?:,[^<>;{}()]{0,200})?>[^;{}()]{0,200}"
    rb"\boperator\s{0,9}([-*/+%]=?)\s{0,9}\(" + _SIDE + rb"," + _SIDE + rb"\)\s{0,9}\{"
)
_COMPONENT = pattern(rb"\b(\w+)\s{0,9}\.\s{0,9}[xyzw]\b")
_SIGNED = pattern(rb"operator\s*([^\s\w()]{1,3})\s*\(")
_PARAMETER = pattern(
    rb"\s*(?:register\s+)?(?:const\s+)?(?:struct\s+)?(\w+)\b(?:\s+const)?\s*(?:(&&?)\s*)?(?:__restrict__\s*)?\b(\w+)\s*"
)
# `operator*(const V &a, V b)`: its sign, which may be a parameter of a macro, and the types of both sides.
_MADE = pattern(
    rb"\boperator\s*(\*=|/=|\+=|-=|%=|\^=|\|=|&=|>>=|<<=|\*|/|\b[A-Za-z_]\w*)\s*"
    rb"\(\s*(?:const\s+)?(\w+)\b[\s&]*\w+\s*,\s*(?:const\s+)?(\w+)\b[\s&]*\w+\s*\)"
)
# The signs of the operators that HIP defines as no templates.
_SIGN = pattern(rb"\s*(?:[*/+%^|&-]=|>>=|<<=|[*/])\s*")
# Sums by component, written as calls.
_COMPLEX_SUM = pattern(rb"\bcuC(add|sub)f?\((\w+),(\w+)\)")
# What else stands in such an operator: a result under some short name, its components, and what makes it.
_ASSIGNS = pattern(rb"(?:[\s(){},;=]|\b\w+\b(?:\s*\.\s*[xyzw]\b)?)*")
_RESULT = pattern(rb"\b(\w+)\b(?:\s*\.\s*[xyzw]\b)?")
_COPY = pattern(rb"\s*(\w+)\s+(\w+)\s*[=({]\s*(\w+)\s*(?:[)}]\s*)?;")
_SHORT = pattern(rb"[a-z]\w{0,5}")
_WORD = pattern(rb"\w+")
_INLINE = frozenset(b"inline static constexpr __inline__ __forceinline__ __inline".split())
_SAY_NO_SIDE = frozenset(b"inline static __inline__ __forceinline__ __inline const".split())
_NAMED = pattern(rb"::\s*operator\b")


@dataclass(frozen=True)
class Operator(Definition):
    """`V operator*(V left, V right) {body}`."""

    sign: bytes
    vector: bytes
    alias: bytes
    left: bytes
    right: bytes

    @property
    def operation(self) -> bytes:
        return self.sign.removesuffix(b"=")


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    spare: list[Operator] = []
    is_named = _NAMED.search(facts.reading.code) is not None
    definitions = list(_definitions(facts))
    alike = _by_component(facts, definitions)
    for definition in definitions:
        if not is_by_component(_body(facts.reading.code, definition), definition, alike):
            if not _is_for_one_side(facts, definition) and not _is_preferred(facts, definition):
                is_certain = _may_prefer(facts, definition)
                yield _prefer(facts, definition) if is_certain else _ambiguous(facts, definition)
        elif is_named or not stands_alone(facts.reading, definition):
            why = f"operator{to_text(definition.sign)}"
            yield Edit(definition.start, definition.start, b"template <int = 0> ", why, "definitions")
        else:
            spare.append(definition)
    yield from _made_by_macros(facts)
    yield from _for_any_type(facts)
    for group in neighbours(facts.reading.code, spare):
        yield for_others_only(facts, extent(group), "operators on vectors", "HIP brings these operators")


def _made_by_macros(facts: Facts) -> Iterator[Finding]:
    """A macro that defines operators on a type that it is given, where it is used with a vector type."""
    code = facts.reading.code
    makers = {macro.name: (macro, made) for macro in facts.reading.macros if (made := _made_by(facts, macro))}
    for name in facts.reading.names(frozenset(makers)):
        macro, made = makers[name.text]
        around = facts.reading.neighbours(name)
        spans = (facts.reading.arguments(around.after) or []) if around.sign_after == b"(" else []
        arguments = [code[slice(*span)] for span in spans]
        if name.start == macro.name_start or len(arguments) < len(macro.parameters or ()):
            continue
        vectors = (arguments[each.type].strip() for each in made if _is_sign_of_hip(each, arguments))
        vector = next((vector for vector in vectors if vector in VECTORS or vector in COMPLEX), None)
        if vector is not None:
            said = to_text(vector)
            message = f"'{to_text(macro.name)}' defines operators on '{said}' that are ambiguous with those of HIP"
            help = f"leave '{said}' out where __HIP_PLATFORM_AMD__ is defined, if HIP's operators do the same"
            yield Finding(VECTOR_OPERATOR, name.start, name.end, message, help=help, subject=to_text(macro.name))


def _for_any_type(facts: Facts) -> Iterator[Finding]:
    """A template of an operator for a vector of any type and a scalar: for host and device as HIP's, and no better."""
    if facts.reading.words.isdisjoint(VECTORS - facts.own_vectors):
        return
    for found in _FOR_ANY.finditer(facts.reading.plain):
        if facts.functions.side_of(facts.reading.plain[found.start() : found.start(2)] + b"(") is not Side.BOTH:
            continue
        vectors = {name for kind, name in (found.group(3, 4), found.group(5, 6)) if kind == found[1]}
        closing = facts.reading.closers.get(found.end() - 1, found.end())
        computed_with = set(_COMPONENT.findall(facts.reading.plain, found.end(), closing))
        if len(vectors) == 1 and vectors <= computed_with and computed_with.isdisjoint({*found.group(4, 6)} - vectors):
            sign = to_text(found[2])
            message = f"the template of 'operator{sign}' is ambiguous with that of HIP for its vector types"
            yield Finding(
                VECTOR_OPERATOR, *found.span(2), message, severity=Severity.WARNING, subject=f"operator{sign}"
            )


class _Made(NamedTuple):
    """Which parameters of a macro are the type of both sides of an operator, and its sign; -1 for a sign of HIP's that
    stands in the macro."""

    type: int
    sign: int


def _made_by(facts: Facts, macro: Macro) -> list[_Made]:
    body = facts.reading.code[macro.body : macro.end]
    is_for_one_side = b"__device__" in body and b"__host__" not in body
    known = macro.parameters or ()
    if not known or b"operator" not in body or is_for_one_side:
        return []
    return [
        _Made(known.index(found[2]), known.index(found[1]) if found[1] in known else -1)
        for found in _MADE.finditer(body)
        if found[2] == found[3] and found[2] in known and (found[1] in known or _SIGN.fullmatch(found[1]))
    ]


def _is_sign_of_hip(made: _Made, arguments: Sequence[bytes]) -> bool:
    return made.sign < 0 or _SIGN.fullmatch(arguments[made.sign]) is not None


def _definitions(facts: Facts, sign: re.Pattern[bytes] = _OPERATOR) -> Iterator[Operator]:
    names = facts.names((b"operator",))
    found = [(name, each) for name in names if (each := sign.match(facts.reading.plain, name.start))]
    own = facts.own_vectors if found else frozenset()
    for name, each in found:
        definition = _definition(facts, name, each, own)
        # A template yields to HIP's operators, which are none.
        if definition and b"template" not in facts.reading.code[definition.start : name.start]:
            yield definition


def _is_for_one_side(facts: Facts, definition: Operator) -> bool:
    """Whether an operator is for the device alone, or for the host alone in a file that clang compiles as HIP: it is
    better there than HIP's operators, which are for both. `constexpr` alone is for both, and macros may be."""
    rest = _head_words(facts, definition) - {*_SAY_NO_SIDE, definition.vector, definition.alias, b"operator"}
    if b"__device__" in rest:
        return rest <= {b"__device__", b"constexpr"}
    return facts.reading.is_cuda and rest <= {b"__host__"}


def _is_preferred(facts: Facts, definition: Operator) -> bool:
    """Whether the attribute is there already, in directives of its own."""
    code, start = facts.reading.plain, definition.name.start
    behind = max(code.rfind(sign, 0, start) for sign in (b";", b"{", b"}")) + 1
    return b"enable_if" in _WORD.findall(code, behind, start)


def _may_prefer(facts: Facts, definition: Operator) -> bool:
    """Whether an operator is a function of this file alone, and of code that clang compiles."""
    words = _all_head_words(facts, definition)
    is_for_clang = facts.reading.is_cuda or b"__device__" in words
    is_inline = not words.isdisjoint(_INLINE) and b"friend" not in words
    is_whole = stands_alone(facts.reading, definition) and not _is_declared(facts, definition.sign)
    return is_for_clang and is_inline and is_whole


def _all_head_words(facts: Facts, definition: Operator) -> set[bytes]:
    """The words of a head, and of the macros in it."""
    words = _head_words(facts, definition)
    for macro in facts.reading.macros:
        if macro.name in words:
            words.update(_WORD.findall(facts.reading.code, macro.body, macro.end))
    return words


def _head_words(facts: Facts, definition: Operator) -> set[bytes]:
    return set(_WORD.findall(facts.reading.code, definition.start, definition.name.start))


def _is_declared(facts: Facts, sign: bytes) -> bool:
    """Whether the file also declares an operator by its sign without a body, which would be another function."""
    reading = facts.reading
    for name in facts.names((b"operator",)):
        found = _SIGNED.match(reading.plain, name.start)
        closing = reading.closers.get(found.end() - 1) if found is not None and found[1] == sign else None
        behind = reading.skip_blank(closing + 1) if closing is not None else -1
        if reading.plain[behind : behind + 1] == b";" and behind >= 0:
            return True
    return False


def _prefer(facts: Facts, definition: Operator) -> Edit:
    """The attribute goes before the head, as none may stand behind the parameters of a definition."""
    lines = (
        b"#if defined(__HIP_PLATFORM_AMD__)  // HIP brings such an operator",
        b'__attribute__((enable_if(true, "preferred to the operator of HIP")))',
        b"#endif",
        b"",
    )
    start = facts.reading.line_start(definition.start)
    new = facts.reading.line_end.join(lines)
    return Edit(start, start, new, f"operator{to_text(definition.sign)}", "definitions")


def concerns(screen: Screen) -> bool:
    """Whether a file may define such an operator."""
    return not VECTORS.isdisjoint(screen.words) or not COMPLEX.keys().isdisjoint(screen.words)


def _definition(facts: Facts, name: Name, found: re.Match[bytes], own: Collection[bytes]) -> Operator | None:
    code = facts.reading.plain
    definition = definition_at(facts.reading, name, found.end() - 1)
    if definition is None:
        return None
    parameters = facts.reading.arguments(definition.opening) or []
    is_step = found[1] in _STEPS and 1 <= len(parameters) <= 2
    if len(parameters) != 2 and not is_step:
        return None
    left, right = (_PARAMETER.fullmatch(code, *parameters[0 if is_step else side]) for side in (0, 1))
    if left is None or right is None or left[1] != right[1]:
        return None
    if left[2] != b"&" and (is_step or found[1].endswith(b"=")):
        return None
    known = facts.reading.declarations.at(Name(*left.span(3), left[3]))
    vector = COMPLEX.get(known.type, known.type) if known is not None else b""
    if vector not in VECTORS or vector in own:
        return None
    place = (definition.start, definition.opening, definition.body, definition.end)
    return Operator(name, *place, found[1], vector, left[1], left[3], right[3])


def _by_component(facts: Facts, definitions: Sequence[Operator]) -> Collection[tuple[bytes, bytes]]:
    """For which types which operators do as HIP's: those that the file itself defines so, and sums that it does not
    define, as nobody defines these otherwise without need."""
    code = facts.reading.code
    using = {(each.operation, each.vector) for each in definitions if each.sign != each.operation}
    sums = [key for key in using if key[0] in _SUMS]
    found = dict.fromkeys(sums, True)
    for each in (*definitions, *(_definitions(facts, _SUM) if sums else ())):
        if not each.sign.endswith(b"="):
            key = each.sign, each.vector
            found[key] = found.get(key, True) and is_by_component(_body(code, each), each, ())
    return {key for key, is_alike in found.items() if is_alike}


def _body(code: bytes, definition: Operator) -> bytes:
    return code[definition.body + 1 : definition.end - 1]


def is_by_component(body: bytes, definition: Operator, alike: Collection[tuple[bytes, bytes]]) -> bool:
    """Whether the body is nothing but `left.c op right.c` for each component, in any of the usual spellings."""
    body, operand = _without_copy(body, definition)
    operation, left, right = (re.escape(part) for part in (definition.operation, operand, definition.right))
    if any(found[1] != found[2] for found in re.finditer(rb"\.\s*([xyzw])\s*=\s*" + left + rb"\s*\.\s*([xyzw])", body)):
        return False
    single = re.compile(rb"\b" + left + rb"\s*\.\s*([xyzw])\s*" + operation + rb"=?\s*" + right + rb"\s*\.\s*\1\b")
    components = b"".join(found[1] for found in single.finditer(body))
    if components != b"xyzw"[: int(definition.vector[-1:])]:
        return _is_by_operator(body, definition, alike)
    rest = single.sub(b" ", body)
    types = definition.alias, definition.vector
    known = {b"return", b"const", b"auto", definition.left, *types, *(b"make_" + name for name in types)}
    words = (found[1] for found in _RESULT.finditer(rest))
    return _ASSIGNS.fullmatch(rest) is not None and all(word in known or _SHORT.fullmatch(word) for word in words)


def _without_copy(body: bytes, definition: Operator) -> tuple[bytes, bytes]:
    """A body, and the name of what it begins with; a copy of the left side is as good: `V res = left; res.x *= …`."""
    found = _COPY.match(body) if definition.sign == definition.operation else None
    types = (b"auto", definition.alias, definition.vector)
    if found is None or found[1] not in types or found[3] != definition.left:
        return body, definition.left
    rest = body[found.end() :]
    changes = re.findall(rb"\b" + re.escape(found[2]) + rb"\s*\.\s*[xyzw]\s*(?:[^\w\s]=)", rest)
    is_left_used = definition.left in _WORD.findall(rest)
    is_all = len(changes) == int(definition.vector[-1:]) and not is_left_used
    return (rest, found[2]) if is_all else (body, definition.left)


def _is_by_operator(body: bytes, definition: Operator, alike: Collection[tuple[bytes, bytes]]) -> bool:
    """`a = a + b;`: as good as the operator that it uses, which the caller gets from HIP as well. A product may be
    another one (of complex numbers), unless the file itself defines it as HIP does, and so may a sum that carries."""
    left, right, operation = definition.left, definition.right, definition.operation
    wanted = (left + b"=" + left + operation + right + b";", b"return" + left + b";")
    text = _COMPLEX_SUM.sub(_sum, b"".join(body.split()))
    is_same = (operation, definition.vector) in alike
    return definition.sign != operation and is_same and text in (wanted[0], wanted[0] + wanted[1])


def _sum(call: re.Match[bytes]) -> bytes:
    return call[2] + (b"+" if call[1] == b"add" else b"-") + call[3]


def _ambiguous(facts: Facts, definition: Operator) -> Finding:
    sign, vector = to_text(definition.sign), to_text(definition.vector)
    message = f"'operator{sign}' on '{vector}' is ambiguous with the componentwise operator of HIP"
    is_inline = not _all_head_words(facts, definition).isdisjoint(_INLINE)
    change = (
        "define it outside of classes, on lines of its own and without a declaration" if is_inline else "make it inline"
    )
    help = f"{change}, so that conversion makes it preferred to that of HIP, or make it a named function"
    return Finding(VECTOR_OPERATOR, definition.name.start, definition.name.end, message, help=help, subject=sign)
