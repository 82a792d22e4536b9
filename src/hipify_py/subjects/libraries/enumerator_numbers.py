"""LIB029: enumerations whose enumerators are other numbers in HIP, made from a number, or used as one."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Span
from hipify_py.file.arithmetic import NUMBERS, SMALL, Typed
from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.file.usage import Usage, usage
from hipify_py.file.value_uses import Role, Use, stored_type, use_of
from hipify_py.findings import Severity
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text

_DECLARED = pattern(rb"\s{0,40}(?:const\b\s{0,40})?&?\s{0,40}([A-Za-z_]\w{0,80})\s{0,40}(?:[=;,){\[:]|$)")
_ENUMERATOR = pattern(rb"\s*(?:CU[A-Z]|cudaDev|\*|const\b|void\s*\))")
_OPERATOR_BEFORE = pattern(rb"[=(,?:&|!<>+\-\[{]\s*$|\breturn\s*$")
_NUMBER = pattern(rb"[(\s]*-?\d[\dxXuUlL]*[)\s]*")
_ZERO = pattern(rb"[(\s]*-?0+[uUlL]*[)\s]*")
_CASE = pattern(rb"\bcase\s+(-?\d+)\s*:")
# Of a status, success is 0 in both.
_STATUSES = (b"cublasStatus_t", b"cusolverStatus_t")
_INTEGERS = (NUMBERS | SMALL) - {b"float", b"double", b"bool"}
_PRINTED_HELP = "nothing is decided by it; print a name where people read it"
_SET_OR_BESIDE_NAME = pattern(rb"\s{0,9}(?:=(?!=)|[=!]=\s{0,9}[A-Z])")
# Of functions that neither print nor are words or types of C++.
_FUNCTION = pattern(rb"cu[a-z]+[A-Z]\w*")
_REACH = 80
_CALL_REACH = 600


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if facts.is_ported:
        return
    types = frozenset(word for word in words if not word.startswith((b"CUBLAS_", b"CUSOLVER_")))
    yield from _enumerators(facts, words - types)
    variables: set[bytes] = set()
    for name in facts.reading.names(types):
        around = facts.reading.neighbours(name)
        if name.text not in _STATUSES and _is_made_of_number(facts, around):
            yield Hit(name.start, name.end)
        elif found := _DECLARED.match(facts.reading.code, name.end):
            variables.add(found[1])
    for name in facts.reading.names(variables):
        typed = expression_types(facts).of_name(name) if not _is_no_number(facts, name) else None
        if typed is not None and typed.type in types and not typed.stars:
            use = use_of(facts.reading, *name[:2])
            yield from _used(facts, typed, use) if use is not None else ()


def _enumerators(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    """`(int)CUBLAS_OP_T`, `number == CUBLAS_OP_T`, `number = CUBLAS_OP_T`, `case CUBLAS_OP_T:` of a number."""
    for name in facts.reading.names(words):
        use = use_of(facts.reading, *name[:2]) if not _is_no_number(facts, name) else None
        if use is None:
            continue
        if _is_printed(facts, use):
            yield _printed(facts, use.value)
        elif _is_with_number(facts, use):
            message = f"'{to_text(name.text)}' is used as a number; it is another one in HIP"
            yield Hit(name.start, name.end, message=message)


def _is_no_number(facts: Facts, name: Name) -> bool:
    """Whether a name is all of an argument of a function that does not print, as most are, or is set or compared with
    another name."""
    around = facts.reading.neighbours(name)
    if _SET_OR_BESIDE_NAME.match(facts.reading.code, name.end):
        return True
    if around.sign_before not in (b"(", b",") or around.sign_after not in (b",", b")"):
        return False
    passed = facts.reading.argument_at(name.start, _CALL_REACH)
    return passed is not None and passed.span == name[:2] and _FUNCTION.fullmatch(passed.callee.text) is not None


def _is_with_number(facts: Facts, use: Use) -> bool:
    """Whether an enumerator is cast to a number, compared with one, stored or chosen as one."""
    if use.role is Role.CAST:
        return _type_at(facts, use.other).type in _INTEGERS
    if use.role is Role.CHOSEN:
        return use.other is not None and _NUMBER.fullmatch(facts.reading.code, *use.other) is not None
    return use.role in (Role.COMPARED, Role.STORED, Role.CASE) and _is_integer(facts, use)


def _used(facts: Facts, typed: Typed, use: Use) -> Iterator[Hit]:
    """Where a variable, an element or a member is taken for a number, or for true and false."""
    is_status, value = typed.type in _STATUSES, use.value
    if _is_printed(facts, use) and not is_status:
        yield _printed(facts, value)
        return
    if use.role is Role.CAST and _type_at(facts, use.other).type in _INTEGERS:
        use = use_of(facts.reading, *use.value) or use
    text = to_text(facts.reading.code[slice(*value)])
    message = f"'{text}' is used as a number; the enumerators of '{to_text(typed.type)}' are other ones in HIP"
    if use.role is Role.SWITCHED and use.other is not None:
        for label in _CASE.finditer(facts.reading.plain, *use.other):
            if not is_status or not _ZERO.fullmatch(label[1]):
                yield Hit(*label.span(1), message=message)
    elif _is_number(facts, use, is_status=is_status):
        yield Hit(*use.value, message=message)


def _is_number(facts: Facts, use: Use, *, is_status: bool) -> bool:
    if use.role is Role.COMPARED and use.other is not None:
        code = facts.reading.code
        is_zero = _ZERO.fullmatch(code, *use.other) is not None
        return _NUMBER.fullmatch(code, *use.other) is not None and not (is_status and is_zero)
    is_taken = use.role in (Role.TESTED, Role.INDEX) or (use.role is Role.STORED and _is_integer(facts, use))
    return is_taken and not is_status


def _is_integer(facts: Facts, use: Use) -> bool:
    """Whether the other side of a use is a number: what is declared or assigned to, or compared with."""
    if use.other is None:
        return False
    typed = stored_type(facts, use) if use.role is Role.STORED else expression_types(facts).of(*use.other)
    return typed is not None and not typed.stars and typed.type in _INTEGERS


def _type_at(facts: Facts, place: Span | None) -> Typed:
    return Typed(b" ".join(facts.reading.code[slice(*place)].removeprefix(b"std::").split()) if place else b"")


def _is_printed(facts: Facts, use: Use) -> bool:
    """Whether all of an argument of `printf` is a value."""
    is_passed = use.role is Role.PASSED and use.other is not None
    return is_passed and facts.reading.code[slice(*(use.other or (0, 0)))].endswith(b"printf")


def _printed(facts: Facts, place: Span) -> Hit:
    message = f"'{to_text(facts.reading.code[slice(*place)])}' is printed as a number; it is another one in HIP"
    return Hit(*place, message=message, help=_PRINTED_HELP, severity=Severity.INFO)


def _is_made_of_number(facts: Facts, around: Neighbours) -> bool:
    """`cublasDiagType_t(t)`, in an expression."""
    if around.sign_after != b"(" or usage(around, is_scope=True) not in (Usage.PLAIN, Usage.GLOBAL):
        return False
    code = facts.reading.code
    arguments = facts.reading.arguments(around.after) or []
    if len(arguments) != 1 or _ENUMERATOR.match(code, arguments[0][0]) or not code[slice(*arguments[0])].strip():
        return False
    start = max(around.low, around.before - _REACH)  # comments between do not count
    return _OPERATOR_BEFORE.search(around.code, start, around.before) is not None
