"""Cooperative groups: the namespaces that mean them in a file, and the variables that are groups."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum

from hipify_py.file.expression_types import ExpressionTypes, expression_types, object_start
from hipify_py.file.facts import Facts
from hipify_py.file.once_per_file import once_per_file
from hipify_py.file.usage import Usage, only_scope, usage
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.declarators import Declaration
from hipify_py.reading.numbers import integer
from hipify_py.reading.tokens import Name
from hipify_py.records import dataclass

_SPACE = b"cooperative_groups"
_HEADER = "cooperative_groups.h"
_USUAL = b"cg"
_OTHER = pattern(rb"\bnamespace\s+cg\b")
_ALIAS = pattern(rb"\bnamespace\s+(\w+)\s*=\s*(?:::\s*)?cooperative_groups\b")
_USED_WHOLE = pattern(rb"\busing\s+namespace\s+(?:::\s*)?(\w+)\s*;")
_USED_NAME = pattern(rb"\busing\s+(?:::\s*)?(\w+)\s*::\s*(\w+)\s*;")
_TYPE = pattern(
    rb"(?:\w+::)*(?:thread_block|thread_group|grid_group|cluster_group|multi_grid_group|coalesced_group"
    rb"|thread_block_tile<.*)",
    re.DOTALL,
)
_VARIABLE = pattern(
    rb"\b(?:thread_block|thread_group|grid_group|cluster_group|multi_grid_group|coalesced_group|"
    rb"thread_block_tile\s*<[^<>;{}]{1,60}>)\s*(?:const\b\s*)?(?:&{1,2}\s*)?(\w+)\s*[,;)=({]"
    rb"|\b(\w+)\s*(?:=|\(|\{)\s*(?:::\s*)?(?:\w+\s*::\s*)?(?:this_thread_block|this_grid|this_multi_grid|this_cluster|"
    rb"coalesced_threads|tiled_partition|binary_partition|labeled_partition)\b"
)
# What people call groups that they are handed as template parameters.
_LIKELY = pattern(rb"(?:g|cta|cg|tb|tile\w*|warp\w*|\w*group|active|block|grid)", re.IGNORECASE)
_MAKER = pattern(rb"\b(?:this_\w+|coalesced_threads|tiled_partition(?:<[^<>;]{1,60}>)?)\s*\([^()]{0,100}\)\s*$")
_REACH = 240
# How a group is formed: of which kind it is.
_INITIALIZER = pattern(rb"\w+\s*(?:=|\(|\{)\s*(?:\w+\s*=\s*)?((?:(?:\w+\s*)?::\s*)*\w+\s*[<(])")
_SCOPES = pattern(rb"(?:(?:\b[A-Za-z_]\w*\s{0,9})?::\s{0,9}){1,9}\Z")
_THIS = pattern(rb"\bthis\s{0,9}->\s{0,9}\Z")
_ITS_OWN = pattern(rb"\Athis\s{0,9}->")
# What forms a group of the active lanes, and its type.
COALESCED = frozenset((b"coalesced_threads", b"coalesced_group"))
_COALESCED = pattern(rb"\bcoalesced_(?:threads|group)\b")
_TILE = pattern(rb"\b(?:thread_block_tile|tiled_partition)\s{0,9}<")
_SIZE = pattern(
    rb"(?:\w+\s{0,9}::\s{0,9})?(?:(?P<whole>(?:thread_block|grid_group|this_thread_block|this_grid)\b)"
    rb"|(?:thread_block_tile|tiled_partition)\s{0,9}<\s{0,9}(?P<number>\w{1,60}))"
)
_NAMED = pattern(rb"[A-Za-z_]\w*\Z")
# More threads than any block has.
WHOLE = 1 << 20


class Kind(Enum):
    """What is certain of a group."""

    TILE = "of at most 32 threads where it votes or matches"
    COALESCED = "of the active lanes of a wavefront"
    UNKNOWN = ""


@dataclass(frozen=True)
class Groups:
    """What a file says of cooperative groups."""

    facts: Facts

    @cached_property
    def spaces(self) -> frozenset[bytes]:
        """The names by which the file calls the namespace; none where it does not speak of it."""
        aliases = {*(found[1] for found in self.facts.usings(_ALIAS)), *self._usual}
        if not aliases and not self.facts.reading.names((_SPACE,)) and not self._is_used_elsewhere:
            return frozenset()
        return frozenset((_SPACE, *aliases))

    @property
    def _is_used_elsewhere(self) -> bool:
        return any("cooperative_groups" in statement for statement in self.facts.surroundings.usings)

    @property
    def _usual(self) -> Iterator[bytes]:
        """What everybody calls the namespace, for files that include its header, and nothing that says otherwise."""
        if _HEADER in self.facts.included and not any(self.facts.usings(_OTHER)):
            yield _USUAL

    @cached_property
    def _is_used_whole(self) -> bool:
        return any(used[1] in self.spaces for used in self.facts.usings(_USED_WHOLE))

    @cached_property
    def _used(self) -> frozenset[bytes]:
        """The names that `using cooperative_groups::name;` brings in."""
        return frozenset(used[2] for used in self.facts.usings(_USED_NAME) if used[1] in self.spaces)

    def of(self, names: Iterable[bytes]) -> Iterator[Name]:
        """Where names are looked up among the cooperative groups."""
        own: dict[bytes, bool] = {}
        for name in self.facts.reading.names(names) if self.spaces else ():
            around = self.facts.reading.neighbours(name)
            found = usage(around, is_scope=True)
            scope = only_scope(around) if found is Usage.QUALIFIED else None
            if scope is not None and scope.name in self.spaces:
                yield name
            elif found is Usage.PLAIN and (self._is_used_whole or name.text in self._used):
                if name.text not in own:
                    own[name.text] = any(map(self.facts.introduces, self.facts.reading.names((name.text,))))
                if not own[name.text]:
                    yield name

    @cached_property
    def _types(self) -> ExpressionTypes:
        return expression_types(self.facts)

    @cached_property
    def _variables(self) -> frozenset[bytes]:
        """The variables and parameters that are groups."""
        return frozenset(found[1] or found[2] for found in _VARIABLE.finditer(self.facts.reading.plain))

    def members(self, names: Iterable[bytes]) -> Iterator[Name]:
        """Where names are called as members of a group, of one made on the spot, or of what is most likely one."""
        return (name for name in self.facts.reading.names(names) if self.spaces and self._is_member(name))

    def receiver(self, member: Name) -> tuple[int, int]:
        """The group, one of `members`, whose member it is: a variable, or the call that makes it."""
        around = self.facts.reading.neighbours(member)
        start, receiver = around.token_before(around.before - 1)
        if around.token_before(start)[1] in (b".", b">"):
            start = object_start(self.facts.reading, around, member.start) or start
        made = _MAKER.search(around.code, max(around.low, start - _REACH), around.before - 1)
        if receiver == b")" and made is not None:
            scopes = _SCOPES.search(around.code, max(around.low, made.start() - _REACH), made.start())
            start = scopes.start() if scopes is not None else made.start()
        return start, around.before - 1

    def kind(self, member: Name) -> Kind:
        """Of which kind the group is whose member it is."""
        start, end = self.receiver(member)
        code = self.facts.reading.code
        known = self.facts.reading.declarations.of(_ITS_OWN.sub(b"", code[start:end]).strip(), start)
        if known is not None:
            formed = self._formed(known)
        elif (typed := self._types.of_object(member)) is not None:
            formed = typed.type
        else:
            formed = code[start:end]
        if _COALESCED.search(formed):
            return Kind.COALESCED
        return Kind.TILE if _TILE.search(formed) else Kind.UNKNOWN

    def _formed(self, known: Declaration) -> bytes:
        """The type of a group, or what it is made with."""
        code = self.facts.reading.code
        initializer = _INITIALIZER.match(code, known.place) if known.type == b"auto" else None
        return known.type if initializer is None else code[initializer.start(1) : known.place + _REACH]

    def size(self, group: bytes, place: int) -> int | None:
        """How many threads a group has that is named or made at a place: `WHOLE` for a block or grid; None where that
        is not known."""
        known = self.facts.reading.declarations.of(group, place) if _NAMED.match(group) else None
        found = _SIZE.match(group if known is None else self._formed(known))
        if found is None or found["whole"]:
            return WHOLE if found is not None else None
        return integer(self.facts.constant(found["number"], place).strip(b"() "))

    def _is_member(self, name: Name) -> bool:
        around = self.facts.reading.neighbours(name)
        if around.sign_after != b"(" or around.sign_before != b"." or around.preceded_by(b"..."):
            return False
        start, receiver = around.token_before(around.before - 1)
        if receiver == b")":
            return _MAKER.search(around.code, max(around.low, start - _REACH), around.before - 1) is not None
        if around.token_before(start)[1] in (b".", b">") and not _THIS.search(
            around.code, max(around.low, start - _REACH), start
        ):
            typed = self._types.of_object(name)
            return typed is not None and not typed.stars and _TYPE.fullmatch(typed.type) is not None
        known = self.facts.reading.declarations.of(receiver, start)
        if known is not None and known.type != b"auto":
            return self._is_group(known)
        return receiver in self._variables or _LIKELY.fullmatch(receiver) is not None

    def _is_group(self, known: Declaration) -> bool:
        """Whether a variable is of a type of groups, or of one that only the caller of a template knows."""
        if known.depth or _TYPE.fullmatch(known.type):
            return not known.depth
        return self.facts.reading.declarations.is_type_parameter(known.type, known.place)


@once_per_file
def groups_of(facts: Facts) -> Groups:
    return Groups(facts)
