"""What each use of a name declares, and for what part of the file."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading import extents
from hipify_py.reading.declarators import CALLED_SPECIFIERS, CONTROLS, Declaration, Declarators, Declared, Where
from hipify_py.reading.scopes import Kind, Scope
from hipify_py.reading.tokens import Name, rskip_blank, skip_blank, word_before

if TYPE_CHECKING:
    from hipify_py.reading.preprocessor import Macro
    from hipify_py.reading.reading import Reading

_MAY_FOLLOW = pattern(rb"\s*(?:[;,)\]\[({>}]|=(?!=)|:(?!:)|\Z|__attribute__|alignas|asm\b)")
# What stands behind an operand, and behind no declarator.
_USED = pattern(rb"\s*(?:[.+\-*/%?|^!&]|==)")
_BEFORE_OPERAND = frozenset(b"= + - < ! ? / % | ^ ~ ;".split())
_NO_TYPE_BEFORE = frozenset(
    b"return throw delete new goto else do case sizeof operator not and or co_return co_await co_yield".split()
)
_BEFORE_DECLARATOR = frozenset(b"* & > , ) ] . ( [ } :".split())
# `(*name`, `(Class::*name`
_POINTERS = pattern(rb"\s*(?:[A-Za-z_]\w*\s*(?:::\s*)?)?[*&^][\s*&]*(?:(?:const|__restrict__|__restrict)\b\s*)?\Z")
_AUTO = pattern(rb"\bauto\b\s{0,9}&{0,2}\s{0,9}\Z")
_LAMBDA_WORDS = frozenset((b"__device__", b"__host__"))
_ENDS_OPERAND = pattern(rb"[\w)\]\"']")
_INITIALIZES = pattern(rb"\s*(?:=(?!=)|[({])")
_ENUMERATOR = pattern(rb"\s*(?:[,=}]|\Z)")
_SCOPED_ENUM = pattern(rb"\benum\s+(?:class|struct)\b")
_UNNAMED = pattern(rb"\b(?:struct|union)\s*\Z")
# How macros are called, or what they are handed, that declare a variable.
_DECLARING_MACRO = pattern(rb"DECL|DEF|VAR|LOCAL|SHARED|ALLOC|LET|PARAM")
_TYPE_ARGUMENT = pattern(
    rb"[(,]\s*(?:const\s+)?(?:unsigned|signed|bool|char|short|int|long|float|double|auto|half|\w+_t)\b[\s\w*&]*,"
)
_LONGEST_HEAD = 2_000


class Head(NamedTuple):
    """What brackets declare for the statement or the body behind them, up to its end; for `where` None, a macro or the
    captures of a lambda may declare anything."""

    where: Where | None
    end: int


class Binding(NamedTuple):
    """A declaration in brackets that begin at `start`; it is in force from `begin` to `end`."""

    start: int
    begin: int
    end: int
    declaration: Declaration


class Bindings:
    """All declarations of a name, by the number of the pair that they are for, or -1 for the file: in brackets, and
    directly in a block, a class and so on."""

    def __init__(self) -> None:
        self.in_brackets: defaultdict[int, list[Binding]] = defaultdict(list)
        self.direct: defaultdict[int, list[Declaration]] = defaultdict(list)

    @property
    def is_empty(self) -> bool:
        return not self.direct and not self.in_brackets

    @cached_property
    def bounds(self) -> list[int]:
        """Where another declaration may come into force, or one goes out of it."""
        in_brackets = [each for found in self.in_brackets.values() for each in found]
        begin = [each.place for found in self.direct.values() for each in found]
        return sorted([*begin, *(each.begin for each in in_brackets), *(each.end for each in in_brackets)])


class Binder:
    def __init__(self, reading: Reading) -> None:
        self._reading, self._code, self._scopes = reading, reading.plain, reading.scopes
        self._declarators = Declarators(reading)
        self._heads: dict[int, Head | None] = {}
        self._calls: set[int] = set()  # the brackets of calls that declare nothing
        self._uses_of: dict[bytes, tuple[list[Name], set[bytes]]] = {}

    def all_of(self, name: bytes, function: Scope | None = None) -> Bindings:
        """The declarations of a name in the file, or in a function; those that macros may hold are in both."""
        found, (uses, macros) = Bindings(), self._uses(name)
        if function is not None:
            uses = uses[bisect_left(uses, (function.head,)) : bisect_left(uses, (function.end,))]
        for use in uses:
            self._add(found, use)
        if macros:
            self._add_calls(found, macros)
        return found

    def _uses(self, name: bytes) -> tuple[list[Name], set[bytes]]:
        """Where a name stands in the code proper, and the macros whose text may declare it."""
        if name not in self._uses_of:
            every, plain = self._reading.names((name,)), list[Name]()
            macros = set[bytes]()
            for use in every:
                if self._code.startswith(name, use.start):
                    plain.append(use)
                elif macro := self._declaring_macro(use):
                    macros.add(macro)
            self._uses_of[name] = plain, macros
        return self._uses_of[name]

    def _add_calls(self, found: Bindings, macros: Iterable[bytes]) -> None:
        """Where macros are called whose text may declare the name, it is unknown from there on."""
        for call in self._reading.names(macros):
            scope = self._scopes.at(call.start)
            while scope is not None and scope.kind is Kind.BRACKET:
                scope = self._scopes.parent(scope)
            if self._code.startswith(call.text, call.start):
                found.direct[-1 if scope is None else scope.index].append(_unknown(call))
        for declarations in found.direct.values():
            declarations.sort(key=attrgetter("place"))

    def at(self, name: Name) -> Declaration | None:
        """What a name declares where it stands; None where it declares nothing, or where that is in a macro."""
        return self._declared(name, self._home(name)) if self._code.startswith(name.text, name.start) else None

    def _add(self, found: Bindings, use: Name) -> None:
        if self._is_used(use):
            return
        home = self._home(use)
        declaration = self._declared(use, home) if home is None or home.index not in self._calls else None
        if declaration is None:
            return
        key = self._around(home)
        head = self._head(home) if home is not None and home.kind is Kind.BRACKET else None
        if home is not None and head is not None:
            end = max(head.end, home.end)
            found.in_brackets[key].append(Binding(home.start, use.end, end, declaration))
        elif template_end := self._behind_template(use, home):
            end = extents.declaration_end(self._reading, template_end)
            found.in_brackets[key].append(Binding(use.start, use.end, end, declaration))
        else:
            found.direct[key].append(declaration)

    def _is_used(self, use: Name) -> bool:
        """Whether the signs beside a name tell that it declares nothing."""
        if _USED.match(self._code, use.end):
            return True
        before = rskip_blank(self._code, use.start, 0)
        if self._code.endswith((b".", b"->"), 0, before):
            return not self._code.endswith(b"...", 0, before)
        return self._code[before - 1 : before] in _BEFORE_OPERAND

    # -- where a use stands --------------------------------------------------------------------------------------------

    def _home(self, use: Name) -> Scope | None:
        """The pair that a use may declare something in: around the brackets of `(*name)` and of `auto [name, b]`."""
        home = self._scopes.at(use.start)
        for _level in range(2):
            if home is None or home.kind is not Kind.BRACKET or not self._is_declarator(home, use):
                break
            home = self._scopes.parent(home)
        return home

    def _around(self, home: Scope | None) -> int:
        """The number of the pair for which something is declared in another one."""
        kind = _kind(home)
        is_inner = kind in (Kind.BRACKET, Kind.ENUM) or (
            home is not None and kind is Kind.CLASS and self._is_unnamed(home)
        )
        around = self._scopes.parent(home) if home is not None and is_inner else home
        return around.index if around is not None else -1

    def _is_declarator(self, brackets: Scope, use: Name) -> bool:
        code = self._code
        if code[brackets.start] == 0x5B:
            return _AUTO.search(code, max(0, brackets.start - 20), brackets.start) is not None
        behind = self._sign_behind(brackets.end + 1)
        return behind in (b"(", b"[") and _POINTERS.match(code, brackets.start + 1, use.start) is not None

    def _is_unnamed(self, of_class: Scope) -> bool:
        """Whether members are those of what their structure stands in: `union { float f; int i; };`."""
        head = self._code[max(of_class.head, of_class.start - _LONGEST_HEAD) : of_class.start]
        return self._sign_behind(of_class.end + 1) == b";" and _UNNAMED.search(head) is not None

    def _sign_behind(self, place: int) -> bytes:
        place = skip_blank(self._code, place, len(self._code))
        return self._code[place : place + 1]

    def _sign_before(self, place: int) -> bytes:
        place = rskip_blank(self._code, place, 0)
        return self._code[place - 1 : place]

    def _word_before(self, place: int) -> Name:
        place = rskip_blank(self._code, place, 0)
        return word_before(self._code, place, 0) or Name(place, place, b"")

    # -- what a use declares -------------------------------------------------------------------------------------------

    def _declared(self, use: Name, home: Scope | None) -> Declaration | None:
        """What a use declares in a pair; None where it declares nothing."""
        kind = _kind(home)
        if home is not None and kind is Kind.BRACKET:
            return self._declared_in_brackets(use, home)
        if home is not None and kind is Kind.ENUM:
            return _unknown(use) if self._is_enumerator(use, home) else None
        if kind is Kind.INITIALIZER or not self._may_declare(use):
            return None
        declared = self._statement(use, home)
        return declared.names.get(use.start) if declared is not None else _unknown(use)

    def _statement(self, use: Name, home: Scope | None) -> Declared | None:
        """What the statement declares that a use stands in; None where it is too long."""
        start = self._scopes.statement_in(home, use.start)
        where = Where.STATEMENT if _kind(home) is Kind.BLOCK else Where.MEMBER
        return self._declarators.read(start, where, lambda: self._end(use, home)) if start >= 0 else None

    def _end(self, use: Name, home: Scope | None) -> int:
        """Where the declaration ends that a use stands in."""
        behind, inner = use.end, self._scopes.at(use.start)
        while inner is not None and inner is not home:
            behind, inner = inner.end + 1, self._scopes.parent(inner)
        return extents.declaration_end(self._reading, behind)

    def _behind_template(self, use: Name, home: Scope | None) -> int:
        """Where the parameters of a template end of which a use is one; else 0."""
        declared = self._statement(use, home) if _kind(home) is not Kind.ENUM else None
        return declared.template_end if declared is not None and use.start < declared.template_end else 0

    def _is_enumerator(self, use: Name, home: Scope) -> bool:
        is_one = self._sign_before(use.start) in b"{," and _ENUMERATOR.match(self._code, use.end, home.end) is not None
        return is_one and not _SCOPED_ENUM.search(self._code, home.head, home.start)

    def _may_declare(self, use: Name) -> bool:
        """Whether what stands around a name may make it a declarator: for most uses it does not."""
        if not _MAY_FOLLOW.match(self._code, use.end):
            return False
        word = self._word_before(use.start).text
        if word:
            return word not in _NO_TYPE_BEFORE and not word[:1].isdigit()
        return self._sign_before(use.start) in _BEFORE_DECLARATOR

    def _declared_in_brackets(self, use: Name, home: Scope) -> Declaration | None:
        head = self._head(home)
        is_list = self._code[home.start] == 0x5B
        if head is not None and head.where is not None:
            if rskip_blank(self._code, use.start, 0) == home.start + 1:
                return None  # what stands first is no declarator
            return self._declarators.read(home.start + 1, head.where, lambda: home.end).names.get(use.start)
        if head is None and (is_list or not self._is_like_macro(self._word_before(home.start).text)):
            self._calls.add(home.index)
            return None
        is_alone = self._sign_before(use.start) in b"(," and self._sign_behind(use.end) in b",)"
        if head is None:
            return _unknown(use) if is_alone and self._is_macro_declaration(use, home) else None
        if is_list:
            is_capture = self._sign_before(use.start) in b"[,&" and _INITIALIZES.match(self._code, use.end) is not None
            return _unknown(use) if is_capture else None
        return _unknown(use) if is_alone or self._may_declare(use) else None

    # -- brackets ------------------------------------------------------------------------------------------------------

    def _head(self, brackets: Scope) -> Head | None:
        """What brackets declare something for, if they do."""
        if brackets.index not in self._heads:
            is_list = self._code[brackets.start] == 0x5B
            self._heads[brackets.index] = self._captures(brackets) if is_list else self._parameters(brackets)
        return self._heads[brackets.index]

    def _captures(self, brackets: Scope) -> Head | None:
        end = extents.body_end(self._reading, brackets.end + 1) if self._is_lambda(brackets.start) else None
        return self._head_to(None, brackets, end) if end is not None else None

    def _head_to(self, where: Where | None, brackets: Scope, end: int) -> Head:
        """Anything may be declared, and for the rest of what is around, where an end is unknown."""
        if end != extents.UNKNOWN:
            return Head(where, end)
        around = self._scopes.parent(brackets)
        return Head(None, around.end if around is not None else len(self._code))

    def _is_lambda(self, opening: int) -> bool:
        before = rskip_blank(self._code, opening, 0)
        is_operand = before > 0 and _ENDS_OPERAND.match(self._code, before - 1) is not None
        return not is_operand or self._word_before(opening).text == b"return"

    def _parameters(self, brackets: Scope) -> Head | None:
        reading, word = self._reading, self._word_before(brackets.start)
        if word.text == b"constexpr":
            word = self._word_before(word.start)
        behind = brackets.end + 1
        if word.text in CALLED_SPECIFIERS:
            return None
        if word.text in CONTROLS:
            end = extents.statement_end(reading, behind, choices=int(word.text == b"if"))
            return self._head_to(Where.CONDITION, brackets, end)
        if word.text == b"catch":
            return self._head_to(Where.PARAMETERS, brackets, extents.simple_end(reading, behind))
        kind = _kind(self._scopes.parent(brackets))
        if kind in (Kind.NAMESPACE, Kind.CLASS, Kind.FILE) or self._is_behind_captures(brackets.start):
            body = extents.body_end(reading, behind)
            return self._head_to(Where.PARAMETERS, brackets, brackets.end if body is None else body)
        return self._loop_of_macro(brackets, word.text) if kind is Kind.BLOCK else None

    def _is_behind_captures(self, place: int) -> bool:
        """Whether the captures of a lambda end before a place, or its words behind them."""
        while (word := self._word_before(place)).text in _LAMBDA_WORDS:
            place = word.start
        place = rskip_blank(self._code, place, 0)
        opening = self._reading.openers.get(place - 1) if self._code.endswith(b"]", 0, place) else None
        return opening is not None and self._is_lambda(opening)

    def _loop_of_macro(self, brackets: Scope, word: bytes) -> Head | None:
        """`FOR_EACH(i, n) { … }`, which may declare what it is handed."""
        follows = self._sign_behind(brackets.end + 1)
        is_loop = follows in (b"{", b"_") or follows.isalpha()
        if not word or not is_loop or word in _NO_TYPE_BEFORE:
            return None
        return self._head_to(None, brackets, extents.statement_end(self._reading, brackets.end + 1))

    # -- macros --------------------------------------------------------------------------------------------------------

    def _declaring_macro(self, use: Name) -> bytes:
        """The macro that a use stands in, if its text may declare the name; else nothing."""
        macro = self._reading.macro_at(use.start)
        if macro is None or use.start < macro.body or use.text in (macro.parameters or ()):
            return b""
        return macro.name if self._may_declare_in(macro, use.start, use.end) else b""

    def _may_declare_in(self, macro: Macro, start: int, end: int) -> bool:
        """Whether the text of a macro may declare what stands in it, for what follows a call."""
        code = self._reading.code
        opening = self._reading.bracket_around(code, start, macro.body)
        if opening is not None and not self._is_loop_head(opening, macro):
            return False
        before = code[macro.body : start].rstrip()
        word = word_before(before, len(before), 0)
        is_typed = before.endswith((b"*", b"&", b">")) if word is None else word.text not in _NO_TYPE_BEFORE
        return is_typed and _MAY_FOLLOW.match(code, end, macro.end) is not None

    def _is_loop_head(self, opening: int, macro: Macro) -> bool:
        before = self._reading.code[macro.body : opening].rstrip()
        word = word_before(before, len(before), 0)
        return word is not None and word.text in CONTROLS

    def _is_macro_declaration(self, use: Name, brackets: Scope) -> bool:
        """Whether a macro may declare what it is handed as a whole argument: `DECLARE(float, x);`"""
        callee, around = self._word_before(brackets.start), self._scopes.parent(brackets)
        if _kind(around) is not Kind.BLOCK:
            return False
        start = self._scopes.statement_in(around, callee.start)
        if start < 0 or self._code[start : callee.start].strip():
            return False
        macros = self._reading.macros_called.get(callee.text)
        if macros is None:
            is_typed = _TYPE_ARGUMENT.search(self._code, brackets.start, use.start) is not None
            return is_typed or _DECLARING_MACRO.search(callee.text) is not None
        number = len(self._reading.split(brackets.start + 1, use.start)) - 1
        return any(self._declares_parameter(macro, max(number, 0)) for macro in macros)

    def _is_like_macro(self, word: bytes) -> bool:
        return word.isupper() or word in self._reading.macros_called

    def _declares_parameter(self, macro: Macro, number: int) -> bool:
        if macro.parameters is None or number >= len(macro.parameters):
            return True
        uses = self._reading.names((macro.parameters[number],))
        inside = (use for use in uses if macro.body <= use.start < macro.end)
        return any(self._may_declare_in(macro, use.start, use.end) for use in inside)


def _kind(scope: Scope | None) -> Kind:
    return scope.kind if scope is not None else Kind.FILE


def _unknown(use: Name) -> Declaration:
    return Declaration(b"", 0, use.start)
