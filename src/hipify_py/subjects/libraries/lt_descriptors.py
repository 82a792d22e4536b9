"""`cublasLtMatmulDescOpaque_t m; cublasLtMatmulDescInit(&m, …);`: hipBLASLt initializes no descriptor of the caller's,
it creates them. `hipify_compat::MatmulDesc m; m.create(…);` owns one and passes as its handle: `&m` becomes `m`. What
is used in any other way stays, and LIB006 reports it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.listed import Decision
from hipify_py.file.local_uses import UNITS
from hipify_py.file.rewrites import Anchors
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import Name, word_before
from hipify_py.records import dataclass
from hipify_py.tables.model import Version
from hipify_py.texts import to_text

_OWNERS = (b"MatmulDesc", b"MatmulPreference", b"MatrixLayout", b"MatrixTransformDesc")
_TYPES = {b"cublasLt%sOpaque_t" % owner: owner for owner in _OWNERS}
_INITS = {b"cublasLt%sInit" % owner: owner for owner in _OWNERS}
ANCHORS = Anchors(frozenset(_INITS), tells=False)

_NAME = pattern(rb"[A-Za-z_]\w*")
_HAS_ALL_SINCE = Version(6, 0)
_GOTO = b"goto"
_LABELS = frozenset((b"case", b"default"))
_LABEL = pattern(rb"\b(?:case|default)\b")
_COPIES = pattern(rb"\[\s*=")
# What makes a structure, or copies it, without its constructors.
_RAW = frozenset((b"malloc", b"calloc", b"realloc", b"memcpy", b"memmove", b"memset", b"union"))
_CLASS_NAME = pattern(rb"\b(?:struct|class)\s{1,9}([A-Za-z_]\w{0,80})[^(){};=]{0,90}$")
_OBJECT = pattern(rb"\s{0,9}([*&]?)\s{0,9}([A-Za-z_]\w{0,80})\s{0,9}([=,);{(\[])")
_ASSIGNED = pattern(rb"\s*(?:\[[^\[\]]{0,60}\]\s*)?=(?!=)")
# Of a variable with more, nothing is asked.
_MOST_USES = 200


class _Use(NamedTuple):
    """`&m` in a call: where the `&` and what is behind it stand, and the comma behind that, or the end of the call."""

    call: Name
    opening: int
    address: int
    start: int
    end: int
    closing: int
    arguments: int


def propose(facts: Facts) -> Iterator[Edit]:
    is_unit = facts.reading.source.path.lower().endswith(UNITS) and not facts.is_c
    if not is_unit or facts.policy.rocm < _HAS_ALL_SINCE:
        return
    decisions = {item.name.start: decision for item, decision in facts.decisions}
    for kind in facts.names(_TYPES):
        declaration = _Declaration.at(facts, decisions, kind)
        if declaration is not None and declaration.is_certain:
            yield from declaration.edits()


@dataclass(frozen=True)
class _Declaration:
    """The variables of a function, or the members of a class, that a statement declares."""

    facts: Facts
    decisions: Mapping[int, Decision]
    kind: Name
    names: tuple[Name, ...]
    end: int
    is_member: bool

    @classmethod
    def at(cls, facts: Facts, decisions: Mapping[int, Decision], kind: Name) -> _Declaration | None:
        reading, around = facts.reading, facts.reading.neighbours(kind)
        scope = reading.scopes.at(kind.start)
        is_statement = around.sign_before in (b";", b"{", b"}", b":") or around.word_before == b"static"
        if around.code is not reading.plain or scope is None or around.preceded_by(b"::") or not is_statement:
            return None
        if scope.kind not in (Kind.BLOCK, Kind.CLASS) or decisions.get(kind.start) is not Decision.CONVERTED:
            return None
        names = _declared(facts, around)
        is_member = scope.kind is Kind.CLASS
        end = len(around.code) if is_member else scope.end
        return cls(facts, decisions, kind, names, end, is_member) if names else None

    @property
    def is_certain(self) -> bool:
        if self._may_be_raw if self.is_member else self._may_be_passed_by:
            return False
        return self._uses is not None and any(use.call.text in _INITS for use in self._uses)

    @property
    def _may_be_raw(self) -> bool:
        """Whether the class may be made or copied without its constructors."""
        return not self.facts.reading.words.isdisjoint(_RAW) or self._is_copied

    @property
    def _is_copied(self) -> bool:
        """Whether an object of the class is made of another one, assigned, or passed as a value: owners only move."""
        reading = self.facts.reading
        scope = reading.scopes.at(self.kind.start)
        head = _CLASS_NAME.search(reading.plain, scope.head, scope.start) if scope is not None else None
        if head is None:
            return True  # nobody knows what it is called
        for use in reading.names((head[1],)):
            declared = _OBJECT.match(reading.plain, use.end)
            if declared is None:
                continue
            before = reading.plain[max(0, use.start - 80) : use.start].rstrip()[-1:]
            if not declared[1] and (declared[3] == b"=" or (before in (b"(", b",") and declared[3] in (b",", b")"))):
                return True
            for name in reading.names((declared[2],)):
                is_behind_star = reading.plain[max(0, name.start - 80) : name.start].rstrip().endswith(b"*")
                is_object = declared[1] != b"*" or is_behind_star
                if is_object and name.start != declared.start(2) and _ASSIGNED.match(reading.plain, name.end):
                    return True
        return False

    @property
    def _may_be_passed_by(self) -> bool:
        """Whether a jump may pass by the constructor, or a lambda may copy what cannot be copied."""
        reading, scopes = self.facts.reading, self.facts.reading.scopes
        if _GOTO in reading.words or _COPIES.search(reading.plain, self.kind.end, self.end):
            return True
        if reading.words.isdisjoint(_LABELS):
            return False
        labels = (found.start() for found in _LABEL.finditer(reading.plain, self.kind.end, self.end))
        return any(scopes.at(label) is scopes.at(self.kind.start) for label in labels)

    @cached_property
    def _uses(self) -> list[_Use] | None:
        """All that is done with them; None where that is something else than to pass them to cuBLASLt."""
        reading, found = self.facts.reading, list[_Use]()
        declared = {name.start for name in self.names}
        wanted = {name.text for name in self.names}
        first = 0 if self.is_member else self.names[0].start
        names = reading.names(wanted)
        here = names[bisect_left(names, (first,)) : bisect_left(names, (self.end,))]
        if len(wanted) < len(self.names) or len(here) > _MOST_USES:
            return None
        for name in here:
            around = reading.neighbours(name)
            is_of_object = around.sign_before == b"." or around.preceded_by(b"->")
            if name.start in declared or (is_of_object and not self.is_member):
                continue
            use = self._use(name, around)
            if use is None:
                return None
            found.append(use)
        return found

    def _use(self, name: Name, around: Neighbours) -> _Use | None:
        reading, code = self.facts.reading, around.code
        start, end = _chain_start(self.facts, around, name.start), name.end
        place = around.token_after(end)
        while code[place : place + 1] == b"[" and place in reading.closers:
            end = reading.closers[place] + 1
            place = around.token_after(end)
        address = around.rskip_blank(start) - 1
        before = around.rskip_blank(address)
        opening = reading.bracket_around(code, address, around.low) if code[address : address + 1] == b"&" else None
        is_argument = code[before - 1 : before] in (b"(", b",") and code[place : place + 1] in (b",", b")")
        if opening is None or not is_argument:
            return None
        call = word_before(code, around.rskip_blank(opening), around.low)
        spans = reading.arguments(opening)
        if code[opening : opening + 1] != b"(" or call is None or not spans:
            return None
        use = _Use(call, opening, address, start, end, reading.closers[opening], len(spans))
        return use if self._is_known(use) else None

    def _is_known(self, use: _Use) -> bool:
        """Whether the call is one of cuBLASLt, or creates one of these."""
        called = use.call.text
        if called not in _INITS:
            is_converted = self.decisions.get(use.call.start) is Decision.CONVERTED
            return is_converted and called.startswith(b"cublasLt") and not called.endswith((b"Create", b"Destroy"))
        is_first = self.facts.reading.skip_blank(use.opening + 1) == use.address
        around = self.facts.reading.neighbours(use.call)
        is_plain = not around.preceded_by(b"::") and self.decisions.get(use.call.start) is Decision.LEFT
        takes_more = use.call.text != b"cublasLtMatmulPreferenceInit"
        is_owner = _INITS[use.call.text] == _TYPES[self.kind.text]
        return is_first and is_plain and is_owner and (use.arguments > 1) is takes_more

    def edits(self) -> Iterator[Edit]:
        reading, kind = self.facts.reading, self.kind
        code = reading.code
        new = (b"hipify_compat::" + _TYPES[kind.text],)
        yield Edit(kind.start, kind.end, new, to_text(kind.text), "cublaslt", (kind.text,))
        for use in self._uses or ():
            why = to_text(use.call.text)
            if use.call.text not in _INITS:
                yield Edit(use.address, use.start, b"", why, "cublaslt", (b"&",))
                continue
            yield Edit(use.call.start, use.start, b"", why, "cublaslt", (code[use.call.start : use.start],))
            rest = reading.skip_blank(use.end)
            behind = reading.skip_blank(rest + 1) if rest < use.closing else use.end
            takes = (b",",) if rest < use.closing else ()
            yield Edit(use.end, behind, b".create(", why, "cublaslt", takes)


def _declared(facts: Facts, around: Neighbours) -> tuple[Name, ...]:
    """What `T a, b[2], c{};` declares; nothing where it has values, or is something else."""
    code, names, place = around.code, list[Name](), around.after
    while found := _NAME.match(code, place, around.high):
        names.append(Name(found.start(), found.end(), found[0]))
        place = around.token_after(found.end())
        while code[place : place + 1] == b"[" and place in facts.reading.closers:
            place = around.token_after(facts.reading.closers[place] + 1)
        is_given = code[place : place + 1] == b"="
        opening = around.token_after(place + 1) if is_given else place
        if code[opening : opening + 1] == b"{":
            closing = facts.reading.closers.get(opening)
            if closing is None or around.token_after(opening + 1) != closing:
                return ()
            place = around.token_after(closing + 1)
        elif is_given:
            return ()
        if code[place : place + 1] == b";":
            return tuple(names)
        if code[place : place + 1] != b",":
            return ()
        place = around.token_after(place + 1)
    return ()


def _chain_start(facts: Facts, around: Neighbours, place: int) -> int:
    """Where `object.list[2].member` begins, of which the last name stands at a place."""
    code, openers = around.code, facts.reading.openers
    while True:
        before = around.rskip_blank(place)
        if code.endswith(b"->", around.low, before):
            end = around.rskip_blank(before - 2)
        elif code.endswith(b".", around.low, before):
            end = around.rskip_blank(before - 1)
        else:
            return place
        while code[end - 1 : end] == b"]" and end - 1 in openers:
            end = around.rskip_blank(openers[end - 1])
        word = word_before(code, end, around.low)
        if word is None:
            return place
        place = word.start
