"""What the heads of functions say: the name with what is around it, the parameters, the templates.

A head that is not certainly that of a function has no signature, so that no two functions are taken for one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.reading.scopes import Kind, Scope
from hipify_py.reading.tokens import WORD_BYTES, Name

Tokens = tuple[bytes, ...]

# The word that finds a function, by the first list behind a word in its head.
_NAMED = pattern(
    rb"\b(?!(?:__launch_bounds__|__attribute__|__align__|__declspec|alignas|decltype|explicit)\b)"
    rb"(operator(?=[^\w])|[A-Za-z_]\w*(?=\s*\())"
)
_ENDS = pattern(rb"\s*(?:;|=\s*0\s*;|const\b|volatile\b|noexcept\b|override\b|final\b|&)")
_DECLARES = pattern(rb"\)\s*(?:(?:const|volatile|noexcept|override|final)\b\s*|&\s*|=\s*0\s*){0,9};")
_NO_TYPE = frozenset(b"return else do new delete throw case goto".split())
_BEFORE = frozenset((b"", *(bytes((byte,)) for byte in b'*&>~:;{}]"' + bytes(sorted(WORD_BYTES)))))
_TOKEN = pattern(rb"[A-Za-z_]\w*|\d[\w.]*|::|->|\.\.\.|[^\s\w]")
_LONGEST = 4_000
_CLOSING = {b"(": b")", b"[": b"]", b"{": b"}", b"<": b">"}
_ACCESS = frozenset((b"public", b"protected", b"private"))
_CLASS = frozenset((b"class", b"struct", b"union"))
# Words with arguments that may stand in a head beside those of the function.
_ATTRIBUTES = frozenset(b"__launch_bounds__ __attribute__ __align__ __declspec alignas decltype explicit".split())
_TYPES = frozenset(b"void bool char short int long float double unsigned signed auto".split())
_NO_NAMES = _TYPES | frozenset(
    b"if for while switch return sizeof catch static_assert defined alignof typeid asm __asm__ throw new delete else "
    b"do case using namespace typedef template noexcept".split()
)
# Alone they are no type: what follows one of them is no name of a parameter.
_NO_TYPES = frozenset(b"const volatile struct class enum union typename ::".split())
_BEHIND = frozenset(b"const volatile override final noexcept &".split())
# Words before a function that are no part of what it returns.
_SPECIFIERS = frozenset(
    b"__host__ __device__ __forceinline__ __inline__ __noinline__ inline static extern friend virtual explicit "
    b"constexpr typename".split()
)


class Component(NamedTuple):
    """A namespace or class around a function, with the arguments of its template."""

    name: bytes
    arguments: Tokens = ()


class Signature(NamedTuple):
    """`start` is where specifiers may be added; `words` are those before the name; `body` is where that opens, -1 of a
    declaration. A parameter may be written in several ways, with its name and without. `own_result` is what a template
    returns, as templates may differ in nothing else."""

    name: Name
    start: int
    body: int
    words: frozenset[bytes]
    around: tuple[Component, ...]
    templates: tuple[Tokens, ...]
    parameters: tuple[frozenset[Tokens], ...]
    is_const: bool
    own_result: Tokens

    @property
    def full_name(self) -> tuple[bytes, ...]:
        return (*(component.name for component in self.around), self.name.text)

    def is_of(self, other: Signature) -> bool:
        """Whether both are certainly the same function."""
        if (self.full_name, self.around, self.templates) != (other.full_name, other.around, other.templates):
            return False
        if self.own_result and other.own_result and self.own_result != other.own_result:
            return False
        if self.is_const != other.is_const or len(self.parameters) != len(other.parameters):
            return False
        return not any(one.isdisjoint(two) for one, two in zip(self.parameters, other.parameters, strict=True))


def declared_and_defined(reading: Reading, besides: bytes) -> Iterator[tuple[Signature, list[Signature]]]:
    """The functions with bodies, outside of classes and of other functions, that the file declares as well, without
    those that have a word in their heads.

    Few are: no head is read that has no counterpart of that name.
    """
    bodies: dict[bytes, list[Scope]] = defaultdict(list)
    blocks = [*reading.scopes.outermost_blocks()]
    for scope in blocks if _declares_any(reading.plain, blocks) else ():
        is_asked_for = reading.plain.find(besides, scope.head, scope.start) < 0
        if is_asked_for and (named := _NAMED.search(reading.plain, scope.head, scope.start)):
            bodies[named[1]].append(scope)
    declared: dict[tuple[bytes, ...], list[Signature]] = defaultdict(list)
    words = set()
    for signature, word in _declarations(reading, bodies):
        declared[signature.full_name].append(signature)
        words.add(word)
    for scope in sorted((scope for word in words for scope in bodies[word]), key=lambda scope: scope.start):
        definition = _signature(reading, _tokens(reading, scope.head, scope.start), None)
        same = declared.get(definition.full_name, ()) if definition else ()
        if definition and (found := [each for each in same if definition.is_of(each)]):
            yield definition._replace(body=scope.start), found


def _declares_any(plain: bytes, bodies: Sequence[Scope]) -> bool:
    """Whether something outside of the bodies of functions ends as a declaration of a function does."""
    ends = (0, *(scope.end for scope in bodies))
    starts = (*(scope.start for scope in bodies), len(plain))
    return any(_DECLARES.search(plain, end, start) for end, start in zip(ends, starts, strict=True))


def _declarations(reading: Reading, words: Iterable[bytes]) -> Iterator[tuple[Signature, bytes]]:
    """The functions that are declared without a body by one of these words."""
    scopes = reading.scopes
    for name in reading.names(words):
        if not _may_declare(reading, name) or scopes.kind_at(name.start) not in _DECLARING:
            continue
        end = reading.plain.find(b";", name.end, name.end + _LONGEST) + 1
        head = _tokens(reading, scopes.statement_at(name.start), end) if end else []
        if (found := _signature(reading, head, name)) is not None:
            yield found, name.text


def _may_declare(reading: Reading, name: Name) -> bool:
    """Whether a declaration may end behind what follows a name: most uses are calls and definitions."""
    if name.text != b"operator":
        opening = reading.skip_blank(name.end)
        closing = reading.closers.get(opening) if reading.plain[opening : opening + 1] == b"(" else None
        if closing is None or not _ENDS.match(reading.plain, closing + 1):
            return False
    around = reading.neighbours(name)
    if reading.plain[around.before - 1 : around.before] not in _BEFORE or around.word_before in _NO_TYPE:
        return False
    return reading.directive_at(name.start) is None


_DECLARING = (Kind.FILE, Kind.NAMESPACE, Kind.CLASS)


class _Token(NamedTuple):
    text: bytes
    start: int


def _tokens(reading: Reading, start: int, end: int) -> list[_Token]:
    """What stands between two places, if no directive stands in it, and in no head that is too long."""
    if directives := reading.directives_between(start, end):
        start, before = directives[-1].end, start
        if reading.plain[before:start].strip():
            return []
    if end - start > _LONGEST:
        return []
    return [_Token(found[0], found.start()) for found in _TOKEN.finditer(reading.plain, start, end)]


def _signature(reading: Reading, head: list[_Token], declared: Name | None) -> Signature | None:
    texts = tuple(token.text for token in head)
    templates, first = _templates(texts, _behind_access(texts))
    first = _behind_attributes(texts, first)
    opening = _opening(texts, first)
    closing = _closing(texts, opening) if opening else 0
    if not closing or not all(templates) or not _ends_well(texts, closing + 1, declared):
        return None
    name, text = _name(texts, first, opening)
    begin, qualifiers = _qualifiers(texts, first, name)
    if begin < first or (declared is not None and (head[name].start != declared.start or qualifiers)):
        return None
    words, outer = texts[first:begin], _Around(reading, head[name].start, b"friend" in texts[first:begin])
    places = _placeholders((*outer.templates, *templates))
    parameters = tuple(_parameters(texts[opening + 1 : closing], places))
    around = tuple(Component(each.name, _replaced(each.arguments, places)) for each in (*outer.components, *qualifiers))
    is_own = len(templates) > sum(bool(each.arguments) for each in qualifiers)
    result = tuple(each for each in words if each not in _SPECIFIERS and each not in reading.macros_called)
    return Signature(
        Name(head[name].start, head[name].start + len(texts[name]), text),
        head[first].start,
        -1,
        frozenset(words),
        around,
        tuple(_replaced(_kinds(each), places) for each in (*outer.templates, *templates)),
        parameters,
        b"const" in _behind(texts, closing + 1),
        _replaced(result, places) if is_own else (),
    )


# -- from left to right ------------------------------------------------------------------------------------------------


def _behind_access(texts: Tokens) -> int:
    first = 0
    while texts[first : first + 1] and texts[first] in _ACCESS and texts[first + 1 : first + 2] == (b":",):
        first += 2
    return first


def _templates(texts: Tokens, first: int) -> tuple[list[Tokens], int]:
    """The parameters of the templates, and where they end."""
    found = []
    while texts[first : first + 2] == (b"template", b"<") and (closing := _closing(texts, first + 1)):
        found.append(texts[first + 2 : closing])
        first = closing + 1
    return found, first


def _behind_attributes(texts: Tokens, first: int) -> int:
    """Behind what may stand in front of all specifiers only: `[[nodiscard]]`, `extern "C"`."""
    while True:
        if texts[first : first + 2] == (b"[", b"[") and (closing := _closing(texts, first)):
            first = closing + 1
        elif texts[first : first + 3] == (b"extern", b'"', b'"'):
            first += 3
        else:
            return first


def _opening(texts: Tokens, first: int) -> int:
    """Where the parameters open; 0 if no function is declared."""
    position = first
    while position < len(texts):
        text = texts[position]
        if text == b"operator":
            is_call = texts[position + 1 : position + 3] == (b"(", b")")
            return _find(texts, b"(", position + 3 if is_call else position + 1)
        if text == b"(" and position > first and texts[position - 1] not in _ATTRIBUTES:
            word = texts[position - 1]
            return position if _is_word(word) and word not in _NO_NAMES else 0
        if text in (b"=", b";", b",", b"{", b"}", b")"):
            return 0
        # Groups are passed over: `template` arguments, and those of attributes.
        closing = _closing(texts, position) if text in _CLOSING else position
        if not closing and text in _CLOSING:
            return 0
        position = closing + 1
    return 0


def _find(texts: Tokens, wanted: bytes, first: int) -> int:
    return texts.index(wanted, first) if wanted in texts[first:] else 0


def _closing(texts: Tokens, opening: int) -> int:
    """The token that closes the bracket here; 0 if none does."""
    open_ones: list[bytes] = []
    for position in range(opening, len(texts)):
        text = texts[position]
        if text in _CLOSING and (text != b"<" or not open_ones or open_ones[-1] == b">"):
            open_ones.append(_CLOSING[text])
        elif text == open_ones[-1]:
            open_ones.pop()
            if not open_ones:
                return position
        elif text in b")]}":
            return 0
    return 0


def _ends_well(texts: Tokens, first: int, declared: Name | None) -> bool:
    rest = texts[first + len(_behind(texts, first)) :]
    if declared is not None:
        return rest in ((b";",), (b"=", b"0", b";"))
    return not rest or rest[0] in (b":", b"->")


def _behind(texts: Tokens, first: int) -> Tokens:
    """The words behind the parameters: `const noexcept`."""
    end = first
    while end < len(texts) and texts[end] in _BEHIND:
        end += 1
    return texts[first:end]


# -- the name ----------------------------------------------------------------------------------------------------------


def _name(texts: Tokens, first: int, opening: int) -> tuple[int, bytes]:
    """Which token begins the name, and all of it."""
    if b"operator" in texts[first:opening]:
        name = texts.index(b"operator", first)
        return name, b"operator " + b" ".join(texts[name + 1 : opening])
    is_destructor = texts[first : opening - 1][-1:] == (b"~",)
    return opening - 1, b"~" * is_destructor + texts[opening - 1]


def _qualifiers(texts: Tokens, first: int, name: int) -> tuple[int, list[Component]]:
    """Where the name begins with the classes that it names, and these."""
    found: list[Component] = []
    begin = name - (texts[first:name][-1:] == (b"~",))
    while begin - 2 >= first and texts[begin - 1] == b"::":
        opening = _opened(texts, begin - 2, first) if texts[begin - 2] == b">" else begin - 1
        if opening - 1 < first or not _is_word(texts[opening - 1]):
            return -1, found
        found.insert(0, Component(texts[opening - 1], texts[opening + 1 : begin - 2]))
        begin = opening - 1
    return begin, found


def _opened(texts: Tokens, closing: int, first: int) -> int:
    """Where the `<` stands that a `>` closes."""
    depth = 0
    for position in range(closing, first - 1, -1):
        depth += (texts[position] == b">") - (texts[position] == b"<")
        if not depth:
            return position
    return -1


class _Around:
    """The namespaces and classes around a place, outermost first, and the parameters of their templates."""

    def __init__(self, reading: Reading, offset: int, is_friend: bool) -> None:
        outside = reading.scopes.outside_of_classes(offset)
        self.components = [Component(name) for name in reading.scopes.path_at(outside).names]
        self.templates: list[Tokens] = []
        for scope in () if is_friend else reversed(list(_classes(reading, offset))):
            self._add(tuple(token.text for token in _tokens(reading, scope.head, scope.start)))

    def _add(self, texts: Tokens) -> None:
        templates, first = _templates(texts, _behind_access(texts))
        words = texts[first:]
        colon = words.index(b":") if b":" in words else len(words)
        end = colon - (words[colon - 1 : colon] == (b"final",))
        opening = _opened(words, end - 1, 0) if words[end - 1 : end] == (b">",) else end
        own = [each for each in templates if each]
        arguments = words[opening + 1 : end - 1]
        if own and opening == end:  # as its definitions name it
            arguments = tuple(word for name in _names(own[-1]) for word in (b",", name))[1:]
        self.components.append(Component(words[opening - 1] if opening > 0 else b"", arguments))
        self.templates += own


def _classes(reading: Reading, offset: int) -> Iterator[Scope]:
    scope = reading.scopes.at(offset)
    while scope is not None and scope.kind is Kind.CLASS:
        yield scope
        scope = reading.scopes.parent(scope)


# -- templates and parameters ------------------------------------------------------------------------------------------


def _split(texts: Tokens) -> Iterator[Tokens]:
    """What stands between the commas of a list."""
    begin = position = 0
    while position < len(texts):
        if texts[position] == b",":
            yield texts[begin:position]
            begin = position + 1
        position = max(position, _closing(texts, position) if texts[position] in _CLOSING else 0) + 1
    if begin < len(texts):
        yield texts[begin:]


def _without_default(texts: Tokens) -> Tokens:
    return texts[: texts.index(b"=")] if b"=" in texts else texts


def _names(template: Tokens) -> list[bytes]:
    """The names of a template's parameters, empty where one has none."""
    return [each[-1] if len(each) > 1 and _is_word(each[-1]) else b"" for each in _declared(template)]


def _declared(template: Tokens) -> list[Tokens]:
    return [_without_default(each) for each in _split(template)]


def _kinds(template: Tokens) -> Tokens:
    """A template's parameters without their names."""
    return tuple(
        b"class" if word == b"typename" else word
        for each, name in zip(_declared(template), _names(template), strict=True)
        for word in (*(each[:-1] if name else each), b",")
    )


def _placeholders(templates: Sequence[Tokens]) -> Mapping[bytes, bytes]:
    """The names of parameters → what they are called everywhere, as one function may call them otherwise."""
    return {
        name: b"%d.%d" % (level, index)
        for level, template in enumerate(templates)
        for index, name in enumerate(_names(template))
        if name
    }


def _replaced(texts: Tokens, placeholders: Mapping[bytes, bytes]) -> Tokens:
    return tuple(placeholders.get(text, text) for text in texts)


def _parameters(texts: Tokens, placeholders: Mapping[bytes, bytes]) -> Iterator[frozenset[Tokens]]:
    if texts != (b"void",):
        for each in _split(texts):
            yield frozenset(_spellings(_replaced(_without_default(each), placeholders)))


def _spellings(texts: Tokens) -> Iterator[Tokens]:
    """A parameter as it stands, and without the name that it may have."""
    yield texts
    end = len(texts)
    while texts[end - 1 : end] == (b"]",) and b"[" in texts[:end]:
        end = len(texts[:end]) - 1 - texts[:end][::-1].index(b"[")
    before = texts[: end - 1]
    is_named = bool(before) and _is_word(texts[end - 1]) and texts[end - 1] not in _TYPES and before[-1] != b"::"
    if is_named and not _NO_TYPES.issuperset(before):
        yield (*before, *texts[end:])


def _is_word(text: bytes) -> bool:
    return text[:1].isalpha() or text[:1] == b"_"
