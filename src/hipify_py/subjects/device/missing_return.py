"""DEV035: device functions with a result that come to their end without a `return`, which clang takes for impossible
and nvcc does not. Brackets tell that, without a syntax tree: most functions end with a `return`."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.function_heads import Head, head_of
from hipify_py.file.functions import LIKE_MACRO
from hipify_py.findings import Severity
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.reading.scopes import Kind, Scope
from hipify_py.reading.tokens import Name, rskip_blank, skip_blank, word_before
from hipify_py.rules.detect import Hit

_RETURN = b"return"
_NAME = pattern(
    rb"\b(?:(operator)\b|(?!(?:__(?:launch_bounds|attribute|cluster_dims|block_size|maxnreg|align)__|alignas)\b)"
    rb"([A-Za-z_]\w*)\s*(?:<[^<>(){};]{0,90}>\s*)?\()"
)
_SPECIFIERS = frozenset(
    b"__forceinline__ __noinline__ __inline__ __inline inline static virtual explicit friend extern const typename "
    b"__attribute__ always_inline noinline nodiscard maybe_unused".split()
)
_NO_RESULT = frozenset(b"void VOID __global__ auto decltype constexpr consteval requires".split())
# Types that may be `void`.
_COMPUTED = pattern(rb"enable_if|void|conditional|::\s*type\b")
# What may leave a function in another way, or never come to its end.
_LEAVES = pattern(
    rb"\b(?:(?:throw|goto|asm|__asm__|__asm|static_assert|co_return|__builtin_assume|__assume)\b"
    rb"|while\s{0,9}\(\s{0,9}(?:1|true)\s{0,9}\)|for\s{0,9}\([^;{}]{0,90};\s{0,9};|[A-Z][A-Z0-9_]{2,60}\s{0,9}[(;])"
    rb"|(?i:trap|abort|assert|unreachable|exit|fatal|fail|panic|unsupported|not_?implemented|error)"
)
_WORD = pattern(rb"[A-Za-z_]\w*")
_OPEN = "'{text}' returns a value in one branch only, and the compiler takes the other for impossible"


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    reading, plain = facts.reading, facts.reading.plain
    uses = reading.names_in_code(words | facts.functions.device_macros)
    for body in reading.scopes.behind(use.start for use in uses):
        last = plain.rfind(_RETURN, body.start, body.end)
        choice = _last_choice(reading, body, last) if last >= 0 else None
        is_open = choice is not None if last >= 0 else b"void" not in plain[body.head : body.start]
        head = _head(facts, body) if is_open else None
        if head is None or not _comes_to_end(facts, body) or (choice and _is_of_template(facts, choice)):
            continue
        name = reading.stripped(head.declarator, head.opening)
        yield Hit(*name) if choice is None else Hit(*name, message=_OPEN, severity=Severity.WARNING)


def _last_choice(reading: Reading, body: Scope, last: int) -> Name | None:
    """The `if` that ends a body, without an `else`, and holds the only `return` of it as its last statement."""
    plain, scopes = reading.plain, reading.scopes
    end = plain.find(b";", last, body.end)
    rest = skip_blank(plain, end + 1, body.end) if end >= 0 else body.end
    around = scopes.at(last)
    if around is None or rest != around.end:
        return None
    is_block = around is not body
    if is_block and (skip_blank(plain, rest + 1, body.end) != body.end or scopes.parent(around) is not body):
        return None
    before = rskip_blank(plain, around.start if is_block else last, body.start)
    opening = reading.openers.get(before - 1, body.start)
    word = word_before(plain, rskip_blank(plain, opening, body.start), body.start)
    if word is None or word.text != b"if" or plain.find(_RETURN, body.start, last) >= 0:
        return None
    is_statement = plain[rskip_blank(plain, word.start, body.start) - 1] in b";{}"
    return Name(word.start, opening, word.text) if is_statement and scopes.at(word.start) is body else None


def _is_of_template(facts: Facts, choice: Name) -> bool:
    """Whether nothing but the parameters of templates decides, so that the other branch may never be compiled."""
    plain, declarations = facts.reading.plain, facts.reading.declarations
    asked = _WORD.findall(plain, choice.end, facts.reading.closers.get(choice.end, choice.end))
    known = (declarations.of(word, choice.start) for word in asked)
    return all(each is not None and each.is_of_template for each in known)


def _comes_to_end(facts: Facts, body: Scope) -> bool:
    """Whether nothing in a body may leave the function, or keep it."""
    plain, macros = facts.reading.plain, facts.reading.macros_called
    if _LEAVES.search(plain, body.start, body.end):
        return False
    return macros.keys().isdisjoint(_WORD.findall(plain, body.start, body.end))


def _head(facts: Facts, body: Scope) -> Head | None:
    """The head of a function that certainly has a result, and is the same in all builds."""
    reading = facts.reading
    found = _NAME.search(reading.plain, body.head, body.start) if body.kind is Kind.BLOCK else None
    if found is None or reading.is_interrupted(body.head, body.end):
        return None
    group = 1 if found[1] else 2
    name = Name(*found.span(group), found[group])
    if name.text in reading.macros_called or LIKE_MACRO.fullmatch(name.text):
        return None
    head = head_of(reading, name)
    if head is None or head.ends != b"{" or not body.head <= head.start < head.opening < body.start:
        return None
    if b"(" in reading.plain[reading.closers[head.opening] : body.start]:
        return None  # a macro with arguments before the name
    return head if _has_result(facts, head) else None


def _has_result(facts: Facts, head: Head) -> bool:
    text = facts.reading.plain[head.specifiers : head.declarator]
    words = [word for word in _WORD.findall(text) if word not in _SPECIFIERS and not facts.functions.said(word)]
    if not words or not _NO_RESULT.isdisjoint(words) or _COMPUTED.search(text):
        return False
    macros, declarations = facts.reading.macros_called, facts.reading.declarations
    if any(word in macros or LIKE_MACRO.fullmatch(word) for word in words):
        return False
    is_address = text.rstrip().endswith((b"*", b"&"))
    return is_address or not any(declarations.is_type_parameter(word, head.declarator) for word in words)
