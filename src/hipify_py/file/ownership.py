"""Which listed names the file defines itself: its own wrappers, stand-ins and variables, which are not CUDA's.

A definition is proved by tokens: the tree alone also calls `CHECK( cudaMemcpy(..) )` without `;` a declarator. What a
declaration declares depends on where it stands: in a class or a namespace CUDA declares nothing. Braces tell that,
and the tree where branches of `#if` leave them unbalanced.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import FURTHER
from hipify_py.reading.preprocessor import Macro
from hipify_py.reading.reading import Neighbours, Reading
from hipify_py.reading.scopes import Kind, Path, Scope
from hipify_py.reading.tokens import Name
from hipify_py.records import dataclass
from hipify_py.tables.model import VECTOR_ELEMENTS
from hipify_py.texts import to_bytes

NEVER = range(0)
ANY = range(sys.maxsize)
# Words that stand before a name without declaring it.
_NOT_A_TYPE = frozenset(
    b"return case else throw new delete goto do sizeof typeof decltype alignof operator using namespace typename "
    b"struct class enum union const volatile static inline extern constexpr consteval constinit explicit virtual "
    b"friend typedef template mutable register thread_local co_return co_yield co_await and or not xor in defined "
    b"bitand bitor compl not_eq and_eq or_eq xor_eq requires concept if elif while for switch public private "
    b"protected default __extension__ __device__ __host__ __global__ __shared__ __constant__ __managed__ "
    b"__restrict__ __restrict __forceinline__".split()
)
_NEVER_BEFORE_MEMBERS = frozenset(
    b"return case throw new delete goto sizeof operator using namespace typename struct class enum union friend "
    b"template public private protected default".split()
)
BUILTIN_TYPES = frozenset(
    b"void bool char short int long float double signed unsigned auto size_t int8_t int16_t int32_t int64_t uint8_t "
    b"uint16_t uint32_t uint64_t half".split()
)
_CLASS_KEYS = (b"class", b"struct", b"union")
_TAGS = (*_CLASS_KEYS, b"enum")
_ENUMERATION_KEYS = (b"enum", b"class", b"struct")
# What stands in brackets of its own where it is declared.
_IN_BRACKETS = ("function pointer", "enumerator", "structured binding")
_HIDES_TYPES = ("variable", "member", "enumerator", "structured binding")
_NAMED = (Kind.CLASS, Kind.NAMESPACE)
# What types that keep their names are declared as.
OWN_TYPES = ("enumeration", "typedef")
_STATEMENT_WORDS = frozenset(b"if for while switch do else return case try catch goto break continue".split())
# `struct dim3 {`, `class dim3;`, `using float4 = …`, `typedef struct {…} float4;`, `#define dim3`: what builds without
# CUDA have in place of its types.
_BUILTIN = b"(dim3|(?:" + b"|".join(map(to_bytes, VECTOR_ELEMENTS)) + b")[234])"
_OWN_BUILTIN = pattern(
    rb"\b(?:struct|class|union)\s+" + _BUILTIN + rb"\s*(?:final\s*)?([{:;])|\busing\s+" + _BUILTIN + rb"\s*="
    rb"|\bdefine[ \t]+" + _BUILTIN + rb"\b|\}\s*" + _BUILTIN + rb"\s*;"
    rb"|\btypedef\b[^;{}]{0,200}\b" + _BUILTIN + rb"\s*(?:__attribute__[^;{}]{0,90})?;"
)
OWN_BUILTINS = frozenset((b"dim3", *(to_bytes(f"{element}{width}") for element in VECTOR_ELEMENTS for width in "234")))
# What every match has, and is soon searched for: variables of the type have none of it.
_MAY_BE_OWN_BUILTIN = pattern(
    rb"\b" + _BUILTIN + rb"\s*(?:final\b|__attribute__|[{:;=])|\bdefine[ \t]+" + _BUILTIN + rb"\b"
)
# One of them is in every name of these types.
_ENDS_OF_BUILTINS = (
    b"dim3",
    *(
        to_bytes(f"{element}{width}")
        for element in ("char", "short", "int", "long", "float", "double")
        for width in "234"
    ),
)
_WORD = pattern(rb"[A-Za-z_]\w*")
_BINDING = pattern(rb"\bauto(?:\s+const\b)?(?:\s*&&?)?\s*\[[\w\s,]*$")
_HIP_NAME = pattern(rb"\b(?:__)?(?:hip|roc)[a-zA-Z_]\w*")
_ENDS_DECLARATOR = (b"=", b";", b",", b")", b"[", b"{", b">")
_ENDS_MEMBER = (b"=", b";", b",", b"[", b"{", b":")
_AFTER_DECLARED = frozenset((*_ENDS_DECLARATOR, *_ENDS_MEMBER, b"(", b"}", b"]", b"f"))
_BEFORE_DECLARED = (b"*", b"&", b">", b",", b"{", b"[")
_TYPE_OF = (b"decltype", b"typeof", b"__typeof__")
_STATEMENT_BYTES = 2_000
_MOST_WORDS_AFTER_PARAMETERS = 12
_TREE_SCOPES = {
    "field_declaration_list": Kind.CLASS,
    "declaration_list": Kind.NAMESPACE,
    "compound_statement": Kind.BLOCK,
    "translation_unit": Kind.FILE,
}


class OwnName(NamedTuple):
    """A definition found: where, as what, and in which namespaces and classes. That of another file is met where this
    one names it first, and in sight from `begin` on, up to its `#undef` at `end`. A macro that `is_called` is one only
    with arguments behind it: `&cudaFree` and `(cudaFree)(p)` mean the function. What `is_local` is in sight between
    both as well, in its block or its function. A function `takes` so many arguments; calls from outside of its
    namespace may find it by what they pass, with so many arguments."""

    name: Name
    what: str
    scope: Path = Path()
    file: str = ""
    is_called: bool = False
    begin: int = 0
    end: int = sys.maxsize
    takes: range = ANY
    found_with: range = NEVER
    relation: str = ""
    is_local: bool = False


def is_no_type(own: OwnName, around: Neighbours) -> bool:
    """Whether a use as in `struct name *p`, which means a type, cannot mean what a file has by that name."""
    return own.what in _HIDES_TYPES and around.word_before in _TAGS


def own_builtins(code: bytes) -> Iterator[tuple[bytes, int]]:
    """The types that code has of its own by the names of `dim3` and of vectors, and where. Of a vector that is only
    declared, CUDA has the definition."""
    if not any(end in code for end in _ENDS_OF_BUILTINS) or not _MAY_BE_OWN_BUILTIN.search(code):
        return
    for found in _OWN_BUILTIN.finditer(code):
        group = next(group for group in (1, 3, 4, 5, 6) if found[group])
        if found[2] != b";" or found[group] == b"dim3":
            yield found[group], found.start(group)


def own_definition(reading: Reading, name: Name, around: Neighbours) -> OwnName | None:
    """The proof that this occurrence defines or declares a name of the user's own, if it does."""
    if around.sign_after not in _AFTER_DECLARED or around.followed_by(b"==") or around.followed_by(b"::"):
        return None
    if around.sign_before not in _BEFORE_DECLARED and not around.word_before and not _follows_decltype(reading, around):
        return None
    between = reading.directives_between(around.before, name.start) if around.code is reading.plain else ()
    if any(line.keyword in FURTHER for line in between):
        return None  # what stands before is of another branch
    place = _Place(reading, name, around)
    what = (
        _named(around)
        or _enumerator(place)
        or _function_pointer(reading, name, around)
        or _member(place)
        or _function(place)
        or _variable(reading, around)
        or _structured_binding(around)
    )
    return OwnName(name, what, place.path(what)) if what else None


def hides_type(own: OwnName, around: Neighbours) -> bool:
    """Whether a type of CUDA is out of sight where a definition by its name is in sight: one of a variable or a member,
    or of a type in a namespace or a class. A type outside of these stands for CUDA's."""
    is_type = own.what in ("class", "alias")
    return bool(own.scope.names) if is_type else own.what in _HIDES_TYPES and not is_typedef(around)


def holder(reading: Reading, place: int, what: str) -> Scope | None:
    """The innermost pair of brackets around a definition as a whole: around the `(` of a function pointer, and around
    the enumeration of an enumerator."""
    scope = reading.scopes.at(place)
    return reading.scopes.parent(scope) if scope is not None and what in _IN_BRACKETS else scope


@dataclass(eq=False)  # one is made of each use of a name: frozen ones cost three times as much
class _Place:
    """A name, its neighbours, and what it stands in, which is dear and seldom asked for."""

    reading: Reading
    name: Name
    around: Neighbours

    @cached_property
    def scope(self) -> Kind | None:
        """What the name stands in directly; None where neither braces nor the tree can tell."""
        if self.around.code is not self.reading.plain:
            return Kind.FILE  # the body of a macro
        if self.reading.scopes.balanced:
            return self.reading.scopes.kind_at(self.name.start)
        if self.reading.tree is None:
            return None
        around = self.reading.tree.enclosing(self.name.start)
        return next((_TREE_SCOPES[kind] for kind in around if kind in _TREE_SCOPES), None)

    def path(self, what: str) -> Path:
        """The namespaces and classes that a definition directly in one stands in; some class if one cannot tell."""
        scopes, is_whole = self.reading.scopes, what not in _IN_BRACKETS
        if is_whole and self.scope not in _NAMED:
            return Path()
        if not scopes.balanced:
            return Path(is_in_class=is_whole)
        around = holder(self.reading, self.name.start, what)
        if around is None or around.kind not in _NAMED or self.around.code is not self.reading.plain:
            return Path()
        return scopes.path_at(scopes.outside_of_classes(around.start + 1) if self.is_friend else around.start + 1)

    @property
    def is_friend(self) -> bool:
        """Whether the name is that of a function of what is around the class."""
        return b"friend" in statement_before(self.around).split()

    @cached_property
    def is_argument(self) -> bool:
        """Whether a parenthesis is open since the last statement or brace: the usual case, settled cheaply."""
        statement = statement_before(self.around)
        return statement.count(b"(") > statement.count(b")")


def statement_before(around: Neighbours) -> bytes:
    """The text since the last statement or brace, as far as it is short enough to matter."""
    low, end, rfind = max(around.low, around.before - _STATEMENT_BYTES), around.before, around.code.rfind
    begin = max(rfind(b";", low, end), rfind(b"{", low, end), rfind(b"}", low, end)) + 1
    return around.code[max(low, begin) : end]


def names_hip_type(around: Neighbours) -> bool:
    """`typedef __hip_bfloat16 name;`, `using name = hipStream_t;`: the code base's own way to have CUDA's name."""
    if around.sign_after == b"=" and around.word_before == b"using":
        end = around.code.find(b";", around.after, around.after + _STATEMENT_BYTES)
        return end >= 0 and _HIP_NAME.search(around.code, around.after, end) is not None
    if around.sign_after not in (b";", b","):
        return False
    statement = statement_before(around)
    return b"typedef" in statement and statement.split()[:1] == [b"typedef"] and bool(_HIP_NAME.search(statement))


def is_forward_declared(around: Neighbours) -> bool:
    """`struct __hip_bfloat16;`"""
    return around.word_before in _CLASS_KEYS and around.sign_after == b";"


def own_declaration(name: Name, around: Neighbours) -> OwnName | None:
    """Who declares a type of HIP's knows it beside CUDA's."""
    return OwnName(name, "type") if is_forward_declared(around) else None


def own_enumerations(reading: Reading, own: Iterable[OwnName], types: Sequence[Name]) -> Iterator[OwnName]:
    """The types of CUDA that the file declares with enumerators of its own: `enum name {…}`, `typedef enum {…} name;`,
    `typedef enum tag name;`."""
    lists = {scope for each in own if each.what == "enumerator" and (scope := reading.scopes.at(each.name.start))}
    tags = set()
    for name in types if lists else ():
        if any(_names_enumeration(reading, name, scope) for scope in lists):
            tags.add(name.text)
            yield OwnName(name, "enumeration", reading.scopes.path_at(name.start))
    for name in types if tags else ():
        around = reading.neighbours(name)
        if is_typedef(around) and not tags.isdisjoint(statement_before(around).split()):
            yield OwnName(name, "enumeration", reading.scopes.path_at(name.start))


def own_types_in_scopes(reading: Reading, types: Iterable[Name]) -> Iterator[OwnName]:
    """The types that namespaces and classes declare by names of CUDA: `typedef int name;`, `enum name {…}`."""
    for name in types:
        around = reading.neighbours(name)
        is_enumeration = around.word_before in _ENUMERATION_KEYS and around.sign_after in (b"{", b":")
        if is_enumeration or is_typedef(around):
            scope = reading.scopes.at(name.start)
            path = reading.scopes.path_at(name.start) if scope is not None and scope.kind in _NAMED else Path()
            if path.names and not around.followed_by(b"::"):
                yield OwnName(name, "enumeration" if is_enumeration else "typedef", path)


def _names_enumeration(reading: Reading, name: Name, enumerators: Scope) -> bool:
    if name.start < enumerators.start:
        return enumerators.head <= name.start and reading.neighbours(name).word_before in _ENUMERATION_KEYS
    return enumerators.end < name.start < reading.plain.find(b";", enumerators.end)


def own_macro(macro: Macro, end: int = sys.maxsize) -> OwnName:
    name = Name(macro.name_start, macro.name_end, macro.name)
    return OwnName(name, "macro", is_called=macro.parameters is not None, begin=macro.name_start, end=end)


def is_typedef(around: Neighbours) -> bool:
    """`typedef struct X *name;`: whether the name is the one that is made."""
    if around.sign_after not in (b";", b","):
        return False
    statement = statement_before(around)
    is_whole = statement.count(b"(") == statement.count(b")") and statement.count(b"<") == statement.count(b">")
    return is_whole and statement.split()[:1] == [b"typedef"]


def opens_namespace(around: Neighbours, target: bytes) -> bool:
    """Whether the name is opened as a namespace of the file's own, or made an alias of anything but our target."""
    if around.word_before != b"namespace":
        return False
    if around.sign_after == b"{":
        return True
    after = around.token_after(around.after + 1)
    says_what_we_would = bool(target) and around.code.startswith((target, b"::" + target), after)
    return is_namespace_alias(around) and not says_what_we_would


def is_namespace_alias(around: Neighbours) -> bool:
    """`namespace name = …`"""
    return around.word_before == b"namespace" and around.sign_after == b"="


def _named(around: Neighbours) -> str:
    """`class name {`, `using name = …`"""
    word, sign = around.word_before, around.sign_after
    if word in _CLASS_KEYS and (sign == b"{" or around.followed_by(b"final")):
        return "class"
    return "alias" if word == b"using" and sign == b"=" else ""


def _enumerator(place: _Place) -> str:
    is_listed = place.around.sign_before in (b"{", b",") and not place.is_argument
    return "enumerator" if is_listed and place.scope is Kind.ENUM else ""


def _function_pointer(reading: Reading, name: Name, around: Neighbours) -> str:
    """`T (*name)(…)`, also with a calling convention: `T (API *name)(…)`. The parameters may be one of a macro."""
    if around.sign_before != b"*" or around.sign_after != b")":
        return ""
    start, token = around.token_before(around.before - 1)
    if _WORD.fullmatch(token):
        start, token = around.token_before(start)
    parameters = around.token_after(around.after + 1)
    if token != b"(" or not (around.code.startswith(b"(", parameters) or _is_parameter(reading, name, parameters)):
        return ""
    _start, type_end = around.token_before(start)
    is_type = type_end in (b"*", b"&", b">") or (_WORD.match(type_end) and type_end not in _NOT_A_TYPE)
    return "function pointer" if is_type else ""


def _is_parameter(reading: Reading, name: Name, place: int) -> bool:
    """Whether a parameter of the macro that a name stands in begins at a place."""
    macro = reading.macro_at(name.start)
    word = _WORD.match(reading.code, place)
    return macro is not None and word is not None and word[0] in (macro.parameters or ())


def _member(place: _Place) -> str:
    """A declarator directly in a class body: anything with a type before it. A friend at file scope is CUDA's own
    function, or one of the file's, declared again."""
    around = place.around
    is_declarator = _follows_type(around) or _follows_decltype(place.reading, around)
    if place.is_argument or not is_declarator or place.scope is not Kind.CLASS:
        return ""
    if around.sign_after == b"(":
        end = after_parameters(place.reading, around)
        is_again = end == b";" and place.is_friend and place.path("function") == Path()
        return "function" if end and not is_again else ""
    return "member" if around.sign_after in _ENDS_MEMBER else ""


def _follows_decltype(reading: Reading, around: Neighbours) -> bool:
    """`decltype(&::cudaFree) name`"""
    opening = reading.openers.get(around.before - 1) if around.sign_before == b")" else None
    return opening is not None and around.token_before(opening)[1] in _TYPE_OF


def _follows_type(around: Neighbours) -> bool:
    word = around.word_before
    if word:
        return word not in _NEVER_BEFORE_MEMBERS
    if around.sign_before == b",":
        # `int a, name;` but not `Base<a, name> b;` nor `int a = f<b, name>();`
        declaration = statement_before(around)
        return declaration.count(b"<") == declaration.count(b">")
    if b"=" in statement_before(around).rpartition(b",")[2]:
        return False  # `auto f = &name;`, `int a = 1 & name;`
    return around.sign_before in (b"*", b"&", b">") and not around.preceded_by(b"->")


def _function(place: _Place) -> str:
    """`T name(…) {` anywhere; `T name(…);` in a namespace, or where one cannot tell. At file scope the latter declares
    CUDA's own function again."""
    around = place.around
    if around.sign_after != b"(" or not could_return(around):
        return ""
    rest = after_parameters(place.reading, around)
    if rest == b"{":
        return "function"
    is_macro_call = around.word_before != b"" and not _is_type_like(around.word_before)
    return "function" if rest and not is_macro_call and place.scope in (Kind.NAMESPACE, None) else ""


def could_return(around: Neighbours) -> bool:
    """Whether what stands before the name may be the end of a return type."""
    word = around.word_before
    if word:
        return word not in _NOT_A_TYPE and not word[:1].isdigit()
    return around.sign_before in (b"*", b"&", b">") and not around.preceded_by(b"->")


def after_parameters(reading: Reading, around: Neighbours) -> bytes:
    """What ends a function's head, `{`, `;` or `=`, behind its parameters and specifiers; nothing if it is no head."""
    offset = reading.closers.get(around.after, around.high) + 1
    if around.code.startswith(b"(", around.token_after(offset)):
        return b""  # `CUresult CUDAAPI (*load)(int);`
    in_return_type = False
    for _ in range(_MOST_WORDS_AFTER_PARAMETERS):
        offset = around.token_after(offset)
        sign = around.code[offset : min(offset + 1, around.high)]
        if sign in (b"{", b";", b"="):
            return sign
        if sign == b":" and not around.code.startswith(b"::", offset):
            return b"{"  # a constructor's initializers: only a definition has them
        if around.code.startswith(b"->", offset):
            in_return_type, offset = True, offset + 2
        elif sign in (b"(", b"["):
            offset = reading.closers.get(offset, around.high) + 1
        elif (word := _WORD.match(around.code, offset, around.high)) and word.group() not in _STATEMENT_WORDS:
            offset = word.end()
        elif in_return_type and sign in (b"<", b">", b":", b"*", b"&", b","):
            offset += 1
        else:
            return b""
    return b""


def _variable(reading: Reading, around: Neighbours) -> str:
    """`T name = …`, `T *name;`, parameters: a type, a name, and the end of a declarator."""
    if around.sign_after not in _ENDS_DECLARATOR:
        return ""
    if _follows_decltype(reading, around):
        return "variable"
    word = around.word_before
    if word:
        return "variable" if word not in _NOT_A_TYPE and _is_type_like(word) else ""
    if around.sign_before not in (b"*", b"&"):
        return ""
    offset = around.before
    sign = b"*"
    while sign in (b"*", b"&"):
        offset, sign = around.token_before(offset)
    if sign in BUILTIN_TYPES:
        return "variable"
    # `T *name;` at the start of a statement: nobody multiplies there.
    starts_statement = _WORD.match(sign) and sign not in _NOT_A_TYPE and _starts_statement(around, offset)
    return "variable" if starts_statement and around.sign_after in (b";", b"=", b"[") else ""


def _structured_binding(around: Neighbours) -> str:
    """`auto [name, other]`"""
    is_listed = around.sign_before in (b"[", b",") and around.sign_after in (b",", b"]")
    return "structured binding" if is_listed and _BINDING.search(statement_before(around)) else ""


def _starts_statement(around: Neighbours, offset: int) -> bool:
    _start, token = around.token_before(offset)
    return token in (b"", b";", b"}", b"extern", b"static", b"const", b"thread_local")


def _is_type_like(word: bytes) -> bool:
    """Types are seldom all capitals; macros are."""
    return not word[:1].isdigit() and (word in BUILTIN_TYPES or word != word.upper())
