"""Which declaration a name means at a place, by the scopes of C++: blocks, heads of loops, parameters, classes,
namespaces. None where that is not certain: a guess may convert what must not be converted."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.bindings import Binder, Bindings
from hipify_py.reading.declarators import BUILTIN, Declaration
from hipify_py.reading.scopes import Kind, Scope, brackets, scopes_opened
from hipify_py.reading.tokens import Name, rskip_blank

if TYPE_CHECKING:
    from hipify_py.reading.conditionals import Branch, Chain
    from hipify_py.reading.reading import Reading

_QUALIFIED_FUNCTION = pattern(rb"::\s{0,90}(?:operator\b|~?\s{0,90}[A-Za-z_]\w*\s{0,90}(?:<[^<>]{0,90}>\s{0,90})?\()")
# `TEST(name) {`: a macro makes the head of the function.
_MADE_BY_MACRO = pattern(rb"\s*(?!main\b)[A-Za-z_]\w*\s*(?=\()")
_COLON = pattern(rb"(?<!:):(?!:)")
_BASE = pattern(
    rb"\s*(?:\b(?:public|private|protected|virtual)\b\s{0,90}){0,2}(?:::)?\s{0,90}(?:\w+\s{0,90}::\s{0,90}){0,4}(\w+)\s*"
)
# The names that may be aliases, and others.
_ALIASES = pattern(rb"\busing\s+(\w+)\s*=|\btypedef\b([^;{]*)")
_WORDS = pattern(rb"\w+")
_TEMPLATE = pattern(rb"\btemplate\s*<")
_OUTSIDE = (Kind.CLASS, Kind.NAMESPACE, Kind.FILE)
_THIS = pattern(rb"\bthis\s*->\s*\Z")
_NEAR = 40
_LONGEST_HEAD = 2_000
_DEEPEST = 64
# So many declarations of one name in branches of `#if` are compared, and so many classes looked through.
_MOST = 20

# A declaration, and whether one in sight farther away could make no difference.
Choice = tuple["Declaration | None", bool]


class Declarations:
    def __init__(self, reading: Reading) -> None:
        self._reading, self._code, self._scopes = reading, reading.plain, reading.scopes
        self._binder = Binder(reading)
        self._bindings: dict[tuple[bytes, int], Bindings] = {}
        self._known: dict[tuple[bytes, int], Declaration | None] = {}
        self._in_regions: dict[tuple[bytes, tuple[int, ...] | None, bool], Choice] = {}
        self._functions_of: dict[int, Scope] = {}
        self._odd: dict[int, bool] = {}
        # Around most places stand the same pairs as around others.
        self._statements: dict[tuple[int, int], int] = {}
        self._functions: dict[tuple[int, Kind], tuple[bool, list[bytes]]] = {}

    def of(self, name: bytes, place: int) -> Declaration | None:
        """The declaration of the variable that a name means at a place."""
        found = self.of_any(name, place)
        return found if found is not None and not found.is_function else None

    def of_any(self, name: bytes, place: int) -> Declaration | None:
        """The declaration of the variable, or of any function, that a name means at a place."""
        key = name, place
        if key not in self._known:
            found = self._in_force(name, place)
            self._known[key] = self._without_alias(found, place) if found is not None and found.type else None
        return self._known[key]

    def at(self, name: Name) -> Declaration | None:
        """What a name declares where it stands, of which the type may be unknown."""
        found = self._binder.at(name)
        return self._without_alias(found, found.place) if found is not None else None

    def is_local(self, name: bytes, place: int) -> bool:
        """Whether a block or parameters around a place declare a name, in whatever way."""
        blocks, nearest = list(self._scopes.around(place)), self.nearest(name, place)
        return bool(blocks) and nearest is not None and nearest.place > blocks[-1].head

    def is_type_parameter(self, name: bytes, place: int) -> bool:
        """Whether a name means at a place a type that a template is given."""
        nearest = self.nearest(name, place) if name in self._of_templates else None
        return nearest is not None and not nearest.type and nearest.is_of_template

    @cached_property
    def _of_templates(self) -> frozenset[bytes]:
        """The words of the heads of templates, the names of their parameters among them."""
        code, found = self._reading.code, set[bytes]()
        for head in _TEMPLATE.finditer(code) if b"template" in self._reading.words else ():
            end = self._reading.closing_angle(head.end() - 1)
            found.update(_WORDS.findall(code, head.end(), end if end is not None else head.end() + _LONGEST_HEAD))
        return frozenset(found - BUILTIN)

    def real_type(self, name: bytes, place: int) -> bytes:
        """The type that a name stands for at a place: the name itself, unless it is a known alias."""
        return self._without_alias(Declaration(name, 0, place, 0), place).type

    def _without_alias(self, known: Declaration, place: int) -> Declaration:
        """A declaration with the type that its alias stands for, where every build that reads a place reads both."""
        if known.type not in self._aliases:
            return known
        here, at = self._reading.conditionals.around(place), known
        for _step in range(_MOST):
            alias = self._in_force(known.type, at.place) if known.type in self._aliases else None
            if alias is None or not alias.aliased or not self._are_read_with(here, at, alias):
                break
            known, at = known.of_alias(alias), alias
        return known

    def _are_read_with(self, here: Sequence[Branch], *declarations: Declaration) -> bool:
        around = self._reading.conditionals.around
        return all(branch in here for each in declarations for branch in around(each.place))

    @cached_property
    def _aliases(self) -> frozenset[bytes]:
        """The names of types that may be aliases."""
        is_any = not self._reading.words.isdisjoint((b"using", b"typedef"))
        found = _ALIASES.finditer(self._code) if is_any else ()
        return frozenset(word for each in found for word in _WORDS.findall(each[1] or each[2]))

    def nearest(self, name: bytes, place: int) -> Declaration | None:
        """The declaration that a name most likely means, of whatever it is."""
        function = self.function_at(place)
        if function is not None:
            own = self._around(self._bindings_of(name, function), place, is_of_this=False, in_function=True)
            if (found := next(filter(None, own), None)) is not None:
                return found
        return next(filter(None, self._around(self._bindings_of(name), place, is_of_this=False)), None)

    def _in_force(self, name: bytes, place: int) -> Declaration | None:
        reading = self._reading
        if name in reading.macros_called or reading.cuts_names:
            return None
        if reading.directive_at(place) is not None:
            return self._in_macro(name, place)
        is_of_this = self._is_of_this(name, place)
        if is_of_this is None or self._is_torn(place):
            return None
        if is_of_this:
            return self._chosen(self._around(self._bindings_of(name), place, is_of_this=True), place)[0]
        if (function := self.function_at(place)) is not None:
            found, is_settled = self._seen_from(name, place, function)
            if is_settled:
                return found  # nothing else in the file is read for a name that its function declares
        return self._seen_from(name, place, None)[0]

    def _seen_from(self, name: bytes, place: int, function: Scope | None) -> Choice:
        """What a name means at a place by what its function declares, or the file; without a function the latter."""
        bindings, in_function = self._bindings_of(name, function), function is not None
        if in_function and bindings.is_empty:
            return None, False
        region = self._region(bindings, place)
        key = name, region, in_function
        if region is None or key not in self._in_regions:
            around = self._around(bindings, place, is_of_this=False, in_function=in_function)
            self._in_regions[key] = self._chosen(around, place)
        return self._in_regions[key]

    def function_at(self, place: int) -> Scope | None:
        """The outermost of the blocks around a place between which no class stands."""
        scope = self._scopes.block_at(place)
        if scope is not None and scope.index not in self._functions_of:
            function, around = scope, self._scopes.parent(scope)
            while around is not None and around.kind not in _OUTSIDE:
                function = around if around.kind is Kind.BLOCK else function
                around = self._scopes.parent(around)
            self._functions_of[scope.index] = function
        return self._functions_of[scope.index] if scope is not None else None

    def _region(self, bindings: Bindings, place: int) -> tuple[int, ...] | None:
        """The part of a block around a place in which a name means one thing: its block, its statement where brackets
        of the block declare the name, what has been declared before, and the directive before; None outside."""
        scope, inner = self._scopes.at(place), place
        while scope is not None and scope.kind is Kind.BRACKET and scope.index not in bindings.in_brackets:
            inner, scope = scope.start, self._scopes.parent(scope)
        if scope is None or scope.kind is not Kind.BLOCK:
            return None
        start, directive = self._statement(scope, inner), self._reading.directive_before(place)
        return (
            scope.index,
            start if scope.index in bindings.in_brackets else min(start, 0),
            bisect_left(bindings.bounds, place),
            bisect_right(bindings.bounds, place),
            directive.start if directive is not None else -1,
        )

    def _in_macro(self, name: bytes, place: int) -> Declaration | None:
        """What the text of a macro means by a name that the file declares once, outside of classes and functions."""
        macro, bindings = self._reading.macro_at(place), self._bindings_of(name)
        declared = [(index, each) for index, found in bindings.direct.items() for each in found]
        if macro is None or name in (macro.parameters or ()) or bindings.in_brackets or len(declared) != 1:
            return None
        index, declaration = declared[0]
        return declaration if any(index in pairs for pairs in self._namespaces.values()) else None

    def _bindings_of(self, name: bytes, function: Scope | None = None) -> Bindings:
        key = name, -1 if function is None else function.index
        if key not in self._bindings:
            self._bindings[key] = self._binder.all_of(name, function)
        return self._bindings[key]

    def _is_of_this(self, name: bytes, place: int) -> bool | None:
        """Whether a name is a member of `this`; None for one of something else."""
        end = rskip_blank(self._code, place, 0)
        is_member = self._code.endswith((b".", b"->", b"::"), 0, end) and not self._code.endswith(b"...", 0, end)
        if not is_member or not self._code.startswith(name, place):
            return False
        return True if _THIS.search(self._code, max(0, end - _NEAR), end) else None

    def _is_torn(self, place: int) -> bool:
        """Whether the function around a place has brackets that branches of `#if` open or close each in its way."""
        if not self._unpaired:
            return False
        scope, inner = self._scopes.at(place), place
        while scope is not None and scope.kind not in (Kind.NAMESPACE, Kind.FILE):
            inner, scope = scope.start, self._scopes.parent(scope)
        start = self._scopes.statement_in(scope, inner)
        first = bisect_left(self._unpaired, start)
        return start < 0 or (first < len(self._unpaired) and self._unpaired[first] < place)

    @cached_property
    def _unpaired(self) -> Sequence[int]:
        if self._scopes.balanced:
            return ()
        closers, openers = self._reading.closers, self._reading.openers
        places = brackets(self._code, 0, len(self._code))
        return [place for place in places if place not in closers and place not in openers]

    def _chosen(self, candidates: Iterator[Declaration | None], place: int) -> Choice:
        """The first of the declarations that every build reads which reads the place, if those before say the same;
        of functions, all are to say the same. Nothing where there may be one that nobody knows."""
        conditionals = self._reading.conditionals
        here = conditionals.around(place)
        chains = [branch.chain for branch in here]
        variants, read, is_settled = list[Declaration](), set[int](), False
        for candidate in candidates:
            if candidate is None or len(variants) > _MOST:
                return None, True
            around = [branch for branch in conditionals.around(candidate.place) if branch not in here]
            if any(branch.chain in chains for branch in around):
                continue  # no build reads both
            variants.append(candidate)
            read.update(map(id, around))
            is_everywhere = all(_has_rest(branch.chain, read) for branch in around)
            if is_everywhere and not candidate.is_function:
                is_settled = True
                break
        first = next(iter(variants), None)
        is_one = first is not None and all(candidate._replace(place=first.place) == first for candidate in variants[1:])
        return first if is_one else None, is_settled

    # -- from the inside out -------------------------------------------------------------------------------------------

    def _around(
        self, bindings: Bindings, place: int, *, is_of_this: bool, in_function: bool = False
    ) -> Iterator[Declaration | None]:
        """The declarations in sight of a place, those that hide others first; the members of `this` alone, or those in
        the function alone. None stands where there may be one that nobody knows."""
        scope, inner, child = self._scopes.at(place), place, Kind.FILE
        for _level in range(_DEEPEST):
            kind = scope.kind if scope is not None else Kind.FILE
            start = self._statement(scope, inner)
            if start < 0:
                yield None
            if not is_of_this:
                yield from self._in_brackets(bindings, scope, start, place)
            if in_function and kind in _OUTSIDE:
                return
            if kind is Kind.BLOCK and scope is not None and not is_of_this:
                yield from _before(bindings.direct.get(scope.index, ()), place)
            elif kind is Kind.CLASS and scope is not None:
                yield from self._of_class(bindings, scope)
            elif kind in (Kind.FILE, Kind.NAMESPACE):
                yield from self._of_function_elsewhere(bindings, (start, inner), scope, child, place)
                yield from self._of_namespace(bindings, self._path(scope), place) if not is_of_this else ()
            if scope is None or (is_of_this and kind is Kind.CLASS):
                return
            inner, child, scope = scope.start, kind, self._scopes.parent(scope)
        yield None

    def _in_brackets(self, bindings: Bindings, scope: Scope | None, start: int, place: int) -> Iterator[Declaration]:
        """What brackets declare that stand in the statement around a place, or that it stands in."""
        for binding in reversed(bindings.in_brackets.get(-1 if scope is None else scope.index, ())):
            if binding.start < start:
                break
            if binding.begin <= place <= binding.end:
                yield binding.declaration

    def _statement(self, scope: Scope | None, inner: int) -> int:
        """Where the statement in a pair begins that goes on at a place; -1 where nobody knows."""
        if scope is None or scope.kind not in (Kind.BRACKET, Kind.INITIALIZER):
            key = -1 if scope is None else scope.index, inner
            if key not in self._statements:
                self._statements[key] = self._scopes.statement_in(scope, inner)
            return self._statements[key]
        return -1 if scope.kind is Kind.INITIALIZER and self._holds_statements(scope) else scope.start

    def _holds_statements(self, values: Scope) -> bool:
        """Whether what looks like a list of values is the body of something."""
        if values.index not in self._odd:
            end = self._code.find(b";", values.start, values.end)
            self._odd[values.index] = end >= 0 and self._scopes.at(end) is values
        return self._odd[values.index]

    def _of_function_elsewhere(
        self, bindings: Bindings, span: tuple[int, int], scope: Scope | None, child: Kind, place: int
    ) -> Iterator[Declaration | None]:
        """What the classes and namespaces have of which a head names a function: `void A::f(int n)`."""
        key = span[1], child
        if key not in self._functions:
            self._functions[key] = self._function(*span, child)
        is_unknown, qualifiers = self._functions[key]
        if is_unknown:
            yield None
        for count in range(len(qualifiers), 0, -1):
            path = (*self._path(scope), *qualifiers[:count])
            classes = self._classes.get(path, ())
            if len(classes) == 1:
                yield from self._of_class(bindings, classes[0])
            elif classes or path not in self._namespaces:
                yield None
            yield from self._of_namespace(bindings, path, place)

    def _function(self, start: int, inner: int, child: Kind) -> tuple[bool, list[bytes]]:
        """Whether a head may name a function in a way that nobody knows, and the scopes that it names."""
        head = self._code[max(start, inner + 1 - _LONGEST_HEAD) : inner + 1] if start >= 0 else b""
        qualifiers = scopes_opened(head, Kind.BLOCK) if child in (Kind.BLOCK, Kind.BRACKET) else []
        is_unknown = not qualifiers and b"::" in head and _QUALIFIED_FUNCTION.search(head) is not None
        return is_unknown or (child is Kind.BLOCK and self._is_unusual(head[:-1])), qualifiers

    def _is_unusual(self, head: bytes) -> bool:
        """Whether a macro makes the head of a function, or declarations stand in it: `f(a) int a; {`."""
        made = _MADE_BY_MACRO.match(head)
        return not head.strip() or (made is not None and head[made.end() :].count(b"(") == 1)

    def _of_namespace(self, bindings: Bindings, path: tuple[bytes, ...], place: int) -> Iterator[Declaration]:
        pairs = self._namespaces.get(path, ())
        found = [each for index in pairs for each in bindings.direct.get(index, ())]
        return _before(sorted(found, key=_place) if len(pairs) > 1 else found, place)

    def _of_class(self, bindings: Bindings, scope: Scope, depth: int = 0) -> Iterator[Declaration | None]:
        """The members of a class, wherever they stand in it, and those of its bases."""
        yield from bindings.direct.get(scope.index, ())
        head = self._code[max(scope.head, scope.start - _LONGEST_HEAD) : scope.start].rpartition(b"{")[2]
        colon = _COLON.search(head)
        for text in head[colon.end() :].split(b",") if colon is not None else ():
            base = _BASE.fullmatch(text)
            classes: Sequence[Scope] = self._classes_called.get(base[1], ()) if base is not None else ()
            is_known = len(classes) == 1 and depth < _MOST
            yield from self._of_class(bindings, classes[0], depth + 1) if is_known else (None,)

    def _path(self, scope: Scope | None) -> tuple[bytes, ...]:
        return self._scopes.path_at(scope.start + 1).names if scope is not None else ()

    @cached_property
    def _classes(self) -> dict[tuple[bytes, ...], list[Scope]]:
        """The classes that stand in no function, by their names and those around."""
        found: dict[tuple[bytes, ...], list[Scope]] = {}
        for scope in self._scopes.outside_of_functions():
            if scope.kind is Kind.CLASS and (path := self._path(scope)):
                found.setdefault(path, []).append(scope)
        return found

    @cached_property
    def _classes_called(self) -> dict[bytes, list[Scope]]:
        found: dict[bytes, list[Scope]] = {}
        for (*_around, name), classes in self._classes.items():
            found.setdefault(name, []).extend(classes)
        return found

    @cached_property
    def _namespaces(self) -> dict[tuple[bytes, ...], list[int]]:
        """The pairs that are parts of each namespace; -1 stands for the file."""
        found: dict[tuple[bytes, ...], list[int]] = {(): [-1]}
        for scope in self._scopes.outside_of_functions():
            if scope.kind is not Kind.CLASS:
                found.setdefault(self._path(scope), []).append(scope.index)
        return found


def _has_rest(chain: Chain, read: Collection[int]) -> bool:
    """Whether every build reads one of some branches of an `#if`."""
    return chain.branches[-1].directive.keyword == b"else" and all(id(branch) in read for branch in chain.branches)


def _place(declaration: Declaration) -> int:
    return declaration.place


def _before(declarations: Sequence[Declaration], place: int) -> Iterator[Declaration]:
    """Those before a place, the nearest first."""
    return reversed(declarations[: bisect_left(declarations, place, key=_place)])
