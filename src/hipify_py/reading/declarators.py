"""What one declaration declares: the names in `const float *a, b[4];`, each with its type.

A statement that is no declaration declares nothing. What is declared in a way that is not understood has no type.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.scopes import Kind

if TYPE_CHECKING:
    from hipify_py.reading.reading import Reading

_TOKEN = pattern(rb"\s*([A-Za-z_$\x80-\xff][\w$\x80-\xff]*|::|->|\.\.\.|&&|\w+|[^\s\w])?")
_WORD = pattern(rb"[A-Za-z_$\x80-\xff]")
_LABEL = pattern(rb"\s*(?:case\b(?:[^:;{}]|::)*:(?!:)|[A-Za-z_]\w*\s*:(?!:))")
_ANGLE = pattern(rb"[<>(\[{;)}\]]|\|\|")
# `(*name`, `(&name`, `(Class::*name`
_NESTED = pattern(
    rb"\(\s{0,90}(?:[A-Za-z_]\w*\b\s{0,90}(?:::\s{0,90})?){0,4}[*&^][\s*&]*(?:(?:const|volatile|__restrict__|__restrict)\b\s*)?"
    rb"([A-Za-z_]\w*)"
)
_PARAMETERS = pattern(
    rb"\s*(?:$|(?:const|unsigned|signed|void|bool|char|short|int|long|float|double|struct|std\s*::\s*\w+)\b\s*(?![\s(])"
    rb"|[A-Za-z_][\w:]*\s+[A-Za-z_]\w*\s*(?:[,=\[]|$))"
)
# What begins no parameter.
_VALUE = pattern(rb"\s*(?:[\d\"'.+!~{-]|(?:true|false|nullptr|sizeof)\b)")
_SPECIFIERS = frozenset(
    b"const constexpr consteval constinit static volatile mutable register extern inline thread_local typename virtual "
    b"explicit friend __inline__ __inline __forceinline__ __noinline__ __shared__ __constant__ __device__ __host__ "
    b"__global__ __managed__ __restrict__ __restrict restrict __grid_constant__ __volatile__ __extension__".split()
)
_CONSTANT = frozenset((b"const", b"constexpr"))
_CHANGES_TYPE = frozenset((b"const", b"volatile"))
BUILTIN = frozenset(b"void bool char short int long float double signed unsigned auto wchar_t __int128".split())
_TAGS = frozenset(b"struct class union enum".split())
# Words with brackets behind them that are a part of what stands around.
CALLED_SPECIFIERS = frozenset(b"__attribute__ __declspec alignas __align__ __builtin_align__ __launch_bounds__".split())
_TYPES_OF = frozenset(b"decltype typeof __typeof__ __typeof".split())
_NO_DECLARATION = frozenset(
    b"return throw delete new goto break continue sizeof alignof this operator static_assert asm __asm__ __asm and or "
    b"not xor bitand bitor compl nullptr true false co_return co_await co_yield namespace concept requires try catch "
    b"case default public private protected static_cast reinterpret_cast const_cast dynamic_cast".split()
)
_BEHIND_PARAMETERS = frozenset(b"const volatile noexcept override final try throw requires".split())
CONTROLS = frozenset((b"if", b"for", b"while", b"switch"))
_POINTERS = (b"*", b"&", b"&&")
_ENDS = (b"", b";")
_LONGEST_ANGLES = 1_000
# Of a template, each with a comment behind it.
_LONGEST_PARAMETERS = 10_000
_MOST_WORDS = 40
# `T x(3);` is a variable of a template's type, `CHECK f(3);` may be a macro before a call.
_LONGEST_PARAMETER = 2


class Where(Enum):
    """What may stand in a place."""

    STATEMENT = auto()
    MEMBER = auto()  # of a class, a namespace or the file
    CONDITION = auto()  # in the brackets behind `if`, `for` and so on
    PARAMETERS = auto()


class Declaration(NamedTuple):
    """`const float *p[4]`: the type, which is empty where it is unknown, how many pointers and dimensions deep it is,
    where the name stands, and the words around the type: `const`, `__shared__`. `aliased` is the type that a name of
    `using` or `typedef` stands for, where it is a plain one."""

    type: bytes
    stars: int
    place: int
    dimensions: int = 0
    qualifiers: frozenset[bytes] = frozenset()
    is_reference: bool = False
    is_function: bool = False
    aliased: bytes = b""

    @property
    def depth(self) -> int:
        """How many pointers or arrays deep."""
        return self.stars + self.dimensions

    @property
    def is_of_template(self) -> bool:
        """Whether it is the parameter of a template."""
        return b"template" in self.qualifiers

    @property
    def is_const(self) -> bool:
        """Whether what it is or points to is constant."""
        return not self.qualifiers.isdisjoint(_CONSTANT)

    def of_alias(self, alias: Declaration) -> Declaration:
        """The declaration of what an alias stands for; `const` before the alias of a pointer is the pointer's."""
        own = self.qualifiers - _CONSTANT if alias.stars or alias.is_reference else self.qualifiers
        return self._replace(
            type=alias.aliased,
            stars=self.stars + alias.stars,
            dimensions=self.dimensions + alias.dimensions,
            qualifiers=own | (alias.qualifiers & _CHANGES_TYPE),
            is_reference=self.is_reference or alias.is_reference,
        )

    def _of_template(self) -> Declaration:
        return self._replace(qualifiers=self.qualifiers | {b"template"})


class Declared(NamedTuple):
    """What a declaration declares, by where the names stand; those before `template_end` are of its template."""

    names: dict[int, Declaration]
    template_end: int = 0


class Declarators:
    """The declarations of a file, each read once."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._known: dict[tuple[int, Where], Declared] = {}

    def read(self, start: int, where: Where, end: Callable[[], int]) -> Declared:
        """What is declared from a place on; its end is dear, and needed once."""
        key = start, where
        if key not in self._known:
            parser = _Parser(self._reading, start, end(), where)
            parser.read()
            self._known[key] = Declared(parser.found, parser.template_end)
        return self._known[key]


class _Type(NamedTuple):
    name: bytes
    qualifiers: frozenset[bytes]
    is_certain: bool  # whether only a declaration can begin so


class _Parser:
    def __init__(self, reading: Reading, start: int, end: int, where: Where) -> None:
        self._reading, self._code, self._closers = reading, reading.plain, reading.closers
        self._start, self._position, self._end, self._where = start, start, end, where
        self._names_types = self._is_unnamed = False
        self.found: dict[int, Declaration] = {}
        self.template_end = 0

    def read(self) -> None:
        if self._where is Where.PARAMETERS:
            self._parameters(self._end)
        elif self._where is Where.CONDITION:
            self._condition()
        elif self._skip_labels():
            self._declaration()

    # -- tokens --------------------------------------------------------------------------------------------------------

    def _token(self, position: int) -> tuple[bytes, int]:
        """The next token, and where it ends; nothing at the end."""
        found = _TOKEN.match(self._code, position, self._end)
        return (found[1] or b"", found.end()) if found is not None else (b"", position)

    def _peek(self) -> bytes:
        return self._token(self._position)[0]

    def _advance(self) -> None:
        self._position = self._token(self._position)[1]

    def _skip_brackets(self) -> bool:
        """Goes behind the brackets that open next; False where they do not close."""
        token, end = self._token(self._position)
        closing = self._closers.get(end - 1) if token in (b"(", b"[", b"{") else None
        if closing is None or closing > self._end:
            return False
        self._position = closing + 1
        return True

    def _closing_angle(self, opening: int, longest: int = _LONGEST_ANGLES) -> int | None:
        depth, position, limit = 0, opening, min(self._end, opening + longest)
        while (found := _ANGLE.search(self._code, position, limit)) is not None:
            sign, position = found[0], found.end()
            if sign in (b"(", b"[", b"{"):
                position = self._closers.get(found.start(), limit) + 1
            elif sign in (b"<", b">"):
                is_arrow = sign == b">" and self._code.endswith(b"-", 0, found.start())
                depth += 0 if is_arrow else 1 if sign == b"<" else -1
                if not depth:
                    return found.start()
            else:
                return None
        return None

    def _behind_name(self, end: int) -> int:
        """Where `A::B<C>::D` ends whose first word ends at a place."""
        for _part in range(_MOST_WORDS):
            token, behind = self._token(end)
            if token == b"<" and not self._code.startswith((b"<<", b"<="), behind - 1):
                closing = self._closing_angle(behind - 1)
                if closing is None:
                    return end
                end = closing + 1
            elif token == b"::":
                word, behind = self._token(behind)
                if word == b"template":
                    word, behind = self._token(behind)
                if not _WORD.match(word) or word == b"operator":
                    return end
                end = behind
            else:
                return end
        return end

    @cached_property
    def _commas(self) -> list[int]:
        return self._reading.commas(self._position, self._end)

    def _skip_to_comma(self) -> bool:
        """Goes behind the next comma outside of brackets, if there is one."""
        if self._code.find(b",", self._position, self._end) < 0:
            return False
        index = bisect_left(self._commas, self._position)
        if index == len(self._commas):
            return False
        self._position = self._commas[index] + 1
        return True

    # -- what is declared ----------------------------------------------------------------------------------------------

    def _skip_labels(self) -> bool:
        """Goes behind labels, and behind the parameters of templates. False where what follows is only a branch or the
        body of a loop, which declares nothing for others."""
        for _label in range(_MOST_WORDS):
            token, end = self._token(self._position)
            if token == b"template" and self._token(end)[0] == b"<":
                opening = self._token(end)[1] - 1
                closing = self._closing_angle(opening, _LONGEST_PARAMETERS)
                if closing is None:
                    return False
                self._position = opening + 1
                self._parameters(closing)
                self.found = {place: each._of_template() for place, each in self.found.items()}
                self._position = self.template_end = closing + 1
            elif label := _LABEL.match(self._code, self._position, self._end):
                self._position = label.end()
            else:
                return token not in CONTROLS and token not in (b"else", b"do")
        return False

    def _parameters(self, end: int) -> None:
        """Those of a function or of a template."""
        end, self._end = self._end, end
        while self._position < self._end:
            if self._peek() == b"template" or not self._type_parameter():
                self._declaration(is_parameter=True)
            if not self._skip_to_comma():
                break
        self._end = end
        self.__dict__.pop("_commas", None)

    def _type_parameter(self) -> bool:
        """`typename T`, `class... T`"""
        word, end = self._token(self._position)
        if word not in (b"typename", b"class"):
            return False
        token, end = self._token(end)
        if token == b"...":
            token, end = self._token(end)
        if not _WORD.match(token) or self._token(end)[0] not in (b"", b",", b"="):
            return False
        self._add(b"", end - len(token))
        return True

    def _condition(self) -> None:
        """`int i = 0; i < n; ++i`, `T *p = f()`, `auto x : list`"""
        end = self._end
        while self._position < end:
            semicolon = self._semicolon(end)
            self._end = semicolon
            self._declaration()
            self._position, self._end = semicolon + 1, end
            self.__dict__.pop("_commas", None)

    def _semicolon(self, end: int) -> int:
        place = self._position
        while (found := self._code.find(b";", place, end)) >= 0:
            inner = self._reading.scopes.at(found)
            if inner is None or inner.end >= end:
                return found
            place = inner.end
        return end

    def _declaration(self, *, is_parameter: bool = False) -> None:
        declared = self._specifiers()
        if declared is None:
            return
        while self._declarator(declared, is_parameter=is_parameter):
            if is_parameter or not self._skip_to_comma():
                return

    def _specifiers(self) -> _Type | None:
        """The type that a declaration begins with; the position is at its first declarator then."""
        builtin, named, qualifiers, is_certain = list[bytes](), list[bytes](), set[bytes](), False
        for _word in range(_MOST_WORDS):
            token, end = self._token(self._position)
            if token in _SPECIFIERS:
                qualifiers.add(token)
                self._position, is_certain = end, True
            elif token in BUILTIN:
                builtin.append(token)
                self._position, is_certain = end, True
            elif token in (b"typedef", b"using"):
                self._names_types = is_certain = True
                self._position = end
                if token == b"using":
                    self._using()
                    return None
            elif token in _TAGS:
                is_certain = True
                tag = self._tag(end)
                if tag is None:
                    return None
                named.append(tag)
            elif token == b'"' or (token == b"::" and not named):
                self._position = end
            elif token == b"[" and self._code.startswith(b"[", end):
                if not self._skip_brackets():
                    return None
            elif not self._word(token, end, named, is_typed=bool(builtin or named)):
                break
        if not builtin and not named:
            return None
        is_unknown = self._names_types and builtin and named  # a macro may change the type
        name = b"" if is_unknown else b" ".join(builtin) if builtin else self._named(named)
        return _Type(name, frozenset(qualifiers), is_certain)

    def _word(self, word: bytes, end: int, named: list[bytes], *, is_typed: bool) -> bool:
        """Takes a word that belongs to the type; False where it does not."""
        if not _WORD.match(word) or word in _NO_DECLARATION:
            return False
        behind = self._behind_name(end)
        follows, behind_sign = self._token(behind)
        if follows == b"(":
            return self._word_with_brackets(word, behind, behind_sign - 1, named, is_typed=is_typed)
        is_before_word = _WORD.match(follows) is not None and follows not in _NO_DECLARATION
        is_whole = self._is_unnamed and follows in _ENDS
        if not (is_before_word or is_whole or follows in _POINTERS or follows == b"..."):
            return False
        named.append(b" ".join(self._code[end - len(word) : behind].split()))
        self._position = behind
        return True

    def _word_with_brackets(self, word: bytes, end: int, opening: int, named: list[bytes], *, is_typed: bool) -> bool:
        """`alignas(16)`, `decltype(x)`, `MACRO(x) T`, and the `T` of `T (*name)(…)`."""
        closing = self._closers.get(opening, self._end)
        follows = self._token(closing + 1)[0] if closing < self._end else b""
        if word in _TYPES_OF:
            named.append(b"")
        elif word not in CALLED_SPECIFIERS:
            if is_typed or not follows:
                return False
            if follows in (b"(", b"[") and _NESTED.match(self._code, opening, closing):
                named.append(b" ".join(self._code[end - len(word) : end].split()))
                self._position = end
                return False
            if not _WORD.match(follows) or follows in _BEHIND_PARAMETERS:
                return False
        self._position = closing + 1
        return True

    def _named(self, named: list[bytes]) -> bytes:
        """The type among words of which all others are macros."""
        if len(named) == 1:
            return named[0]
        types = [each for each in named if not self._is_macro(each)]
        return types[0] if len(types) == 1 and types[0] == named[-1] else b""

    def _is_macro(self, word: bytes) -> bool:
        return word.isupper() or word.startswith(b"__") or word in self._reading.macros_called

    def _using(self) -> None:
        """`using T = float;`, `using a::b;`"""
        token, end = self._token(self._position)
        if token == b"namespace":
            return
        behind = self._behind_name(end)
        last = self._code[self._position : behind]
        word = last.rpartition(b"::")[2].strip()
        place = behind - len(word)
        self._add(b"", place)
        self._position = self._token(behind)[1]
        if word == token and self._code[self._position - 1 : self._position] == b"=":
            self._found_alias(place)

    def _found_alias(self, place: int) -> None:
        """The type behind `using T =`, if it has no more than pointers behind its name."""
        start, self._is_unnamed, stars, is_reference = self._position, True, 0, False
        of = self._specifiers()
        while (sign := self._peek()) in _POINTERS or sign in _SPECIFIERS:
            stars += sign == b"*"
            is_reference = is_reference or sign in (b"&", b"&&")
            self._advance()
        if of is not None and sign in _ENDS and self._code.find(b"(", start, self._position) < 0:
            self.found[place] = Declaration(b"", stars, place, 0, of.qualifiers, is_reference, aliased=of.name)

    def _tag(self, position: int) -> bytes | None:
        """The name behind `struct`; with a body, that is passed over."""
        token, end = self._token(position)
        while token in _TAGS or token in CALLED_SPECIFIERS or token == b"[":
            self._position = end if token in _TAGS or token in CALLED_SPECIFIERS else position
            if token not in _TAGS and not self._skip_brackets():
                return None
            position = self._position
            token, end = self._token(position)
        name, behind = b"", position
        while _WORD.match(token) and token not in _SPECIFIERS:  # the last of several, as the others are macros
            following, following_end = self._token(end)
            behind = self._behind_name(end)
            name = self._code[end - len(token) : behind]
            if not _WORD.match(following) or following == b"final":
                break
            if following not in (b"final",) and self._token(following_end)[0] not in (b"{", b":", b"final"):
                break
            token, end = following, following_end
        follows, follows_end = self._token(behind)
        if follows == b"final":
            follows, follows_end = self._token(follows_end)
        has_body = follows in (b"{", b":")
        if has_body:
            brace = self._code.find(b"{", follows_end - 1, self._end)
            closing = self._closers.get(brace) if brace >= 0 else None
            if closing is None:
                return None
            behind = closing + 1
        if name and (has_body or follows == b";" or not follows):
            self._add(b"", end - len(token))
        self._position = behind
        return b" ".join(name.split())

    # -- declarators ---------------------------------------------------------------------------------------------------

    def _declarator(self, of: _Type, *, is_parameter: bool) -> bool:
        """Reads a declarator; False where none is there."""
        stars, is_pack, signs, qualifiers = 0, False, set[bytes](), set(of.qualifiers)
        for _token in range(_MOST_WORDS):
            token, end = self._token(self._position)
            if token in _POINTERS:
                stars += token == b"*"
                signs.add(token)
            elif token == b"...":
                is_pack = True
            elif token == b"(":
                return self._nested(Declaration(of.name, stars, 0, 0, frozenset(qualifiers), is_reference=True))
            elif token == b"[" and of.name == b"auto" and not is_parameter:
                return self._structured(end)
            elif not _WORD.match(token) or token in _NO_DECLARATION or token in BUILTIN:
                return False
            elif token in _SPECIFIERS:
                qualifiers.update({token} - _CONSTANT)  # that is the pointer
            elif not self._is_before_name(end):
                break
            self._position = end
        else:
            return False
        if self._token(end)[0] == b"::":
            self._position = self._behind_name(end)
            return True  # a member that is declared in its class
        self._position = end
        type = b"" if is_pack or self._names_types else of.name
        is_plain = self._names_types and self._code.find(b"(", self._start, end) < 0
        is_reference, aliased = not signs.isdisjoint((b"&", b"&&")), of.name if is_plain else b""
        place = end - len(token)
        kind = Declaration(type, stars, place, 0, frozenset(qualifiers), is_reference, aliased=aliased)
        return self._behind_declarator(kind, is_certain=of.is_certain or not signs, is_parameter=is_parameter)

    def _is_before_name(self, end: int) -> bool:
        """Whether a word is a macro before the name, as in `float *RESTRICT p`."""
        follows = self._token(end)[0]
        return _WORD.match(follows) is not None and follows not in CALLED_SPECIFIERS and follows not in _NO_DECLARATION

    def _behind_declarator(self, kind: Declaration, *, is_certain: bool, is_parameter: bool) -> bool:
        dimensions = 0
        while self._peek() == b"[":
            dimensions += not self._code.startswith(b"[[", self._token(self._position)[1] - 1)
            if not self._skip_brackets():
                return False
        follows, end = self._token(self._position)
        if not self._may_follow(follows, end, is_parameter=is_parameter):
            return False
        is_function = False
        if follows == b"(":
            if not is_certain and self._where is Where.STATEMENT:
                return False  # `a * f(x);`
            may_be_call = kind.type.isupper() and len(kind.type) > _LONGEST_PARAMETER and not kind.stars
            is_function = may_be_call or self._is_function(end - 1)
            if is_parameter or may_be_call:
                kind = kind._replace(type=b"")
        if kind.aliased and follows not in (b"", b";", b","):
            kind = kind._replace(aliased=b"")  # attributes, and parameters of a function
        if dimensions or is_function:
            kind = kind._replace(dimensions=dimensions, is_function=is_function)
        self.found[kind.place] = kind
        return True

    def _may_follow(self, sign: bytes, end: int, *, is_parameter: bool) -> bool:
        """Whether a sign may stand behind a declarator."""
        if sign == b"=":
            return not self._code.startswith(b"=", end)
        if is_parameter:
            return sign in (b"", b",", b"(") or sign in CALLED_SPECIFIERS
        if self._where is Where.CONDITION:
            return sign in (b"{", b":") or (self._has_parts and sign in (b"", b",", b"("))
        if sign == b":":
            return self._where is Where.MEMBER
        return sign in (b"", b";", b",", b"(", b"{") or sign in CALLED_SPECIFIERS or sign in (b"asm", b"__asm__")

    @property
    def _has_parts(self) -> bool:
        """Whether a semicolon stands behind this part of a condition."""
        return self._code.startswith(b";", self._end)

    def _is_function(self, opening: int) -> bool:
        closing = self._closers.get(opening, opening)
        brackets = self._reading.scopes.at(opening)
        around = self._reading.scopes.parent(brackets) if brackets is not None else None
        if self._where is Where.MEMBER:
            is_member = around is not None and around.kind is Kind.CLASS
            return is_member or _VALUE.match(self._code, opening + 1, closing) is None
        return _PARAMETERS.match(self._code, opening + 1, closing) is not None

    def _nested(self, element: Declaration) -> bool:
        """`(*name)(…)`, of no simple type; `(&name)[4]`, which is as good as an array."""
        opening = self._token(self._position)[1] - 1
        found = _NESTED.match(self._code, opening, self._end)
        if found is None or not self._skip_brackets() or self._peek() not in (b"(", b"["):
            return False
        place, behind = found.start(1), list[bytes]()
        self._add(b"", place)
        while (sign := self._peek()) in (b"(", b"["):
            behind.append(sign)
            if not self._skip_brackets():
                return False
        is_array = b"(" not in behind and self._code[opening + 1 : place].strip() == b"&"
        if is_array and not self._names_types:
            self.found[place] = element._replace(place=place, dimensions=len(behind))
        return True

    def _structured(self, start: int) -> bool:
        """`[a, b]`"""
        closing = self._closers.get(start - 1)
        if closing is None:
            return False
        while start < closing:
            token, end = self._token(start)
            if _WORD.match(token):
                self._add(b"", end - len(token))
            start = end
        self._position = closing + 1
        return True

    def _add(self, type: bytes, place: int) -> None:
        self.found[place] = Declaration(type, 0, place)
