"""What type a simple expression has, where that is certain: numbers, variables, their elements, members, casts, sums.

Without a parser, so most expressions have none; who asks must be able to do without an answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.file.arithmetic import SMALL, common, of_literal, promoted
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours, Reading
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import Name

if TYPE_CHECKING:
    from hipify_py.file.facts import Facts

# What C calls arithmetic types, but for those that become `int` in sums.
NUMBERS = frozenset(
    b"int unsigned signed long float double uint size_t int32_t uint32_t int64_t uint64_t".split()
) | frozenset(
    (
        b"unsigned int",
        b"unsigned long",
        b"long long",
        b"unsigned long long",
        b"long int",
        b"long long int",
        b"unsigned long long int",
    )
)
_NUMBER = pattern(rb"(?:0[xX][\da-fA-F]+|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)[uUlLfF]{0,3}")
_CAST = pattern(
    rb"\(\s*(?:const\s+)?([A-Za-z_]\w*(?:\s+(?:int|long|unsigned|char|short)){0,3})\s*((?:\*\s*(?:const\s*)?){0,3})\)\s*(?=[\w(&*~-])"
)
_CAST_BY_NAME = pattern(
    rb"(?:static_cast|reinterpret_cast|const_cast)\s*<\s*(?:const\s+)?([A-Za-z_]\w*(?:\s+(?:int|long|unsigned|char|short)){0,3})"
    rb"\s*((?:\*\s*(?:const\s*)?){0,3})>\s*(?=\()"
)
_WORD = pattern(rb"[A-Za-z_]\w*")
_THIS = pattern(rb"this\s*->\s*")
_WORD_OR_NUMBER = pattern(rb"[A-Za-z_]\w*|" + _NUMBER.pattern)
_MEMBER = pattern(rb"\s*(?:\.|->)\s*([A-Za-z_]\w*)")
_INITIALIZER = pattern(rb"\s*=(?!=)([^;,{}]{1,300});")
_INDEX = pattern(rb"\s*(?=\[)")
_OPERATOR = pattern(rb"[-+*/%&|^]|<<|>>")
_ARROW_OR_SHIFT = pattern(rb"->|<<|>>")
# What compares, chooses, or assigns: the result is no number of the operands' type.
_DECIDES = pattern(rb"[<>=!?]|&&|\|\|")
_ENDS_OPERAND = pattern(rb"[\w)\]]")
_VECTOR = pattern(rb"(float|double|int|uint|long|longlong|ulong|ulonglong)[1-4]")
_OF_VECTORS = {
    b"uint": b"unsigned",
    b"ulong": b"unsigned long",
    b"longlong": b"long long",
    b"ulonglong": b"unsigned long long",
}
# `template <typename T, int n> struct `
_OF_TEMPLATE = pattern(rb"\btemplate\s*<([^<>{};]{1,200})>\s*(?:struct|class)\s+$")
_PARAMETER = pattern(rb"(\w+)\s*(?:=[^,]*)?(?:,|$)")
_INDICES = (b"threadIdx", b"blockIdx", b"blockDim", b"gridDim")
_JOINTS = (b"->", b".")
_MOST_OWNERS = 20
_KEYWORDS = frozenset(b"return if for while switch case sizeof else do".split())
_LONGEST = 300
_DEEPEST = 8


class Typed(NamedTuple):
    """`float *`: the type, and how many pointers or arrays deep."""

    type: bytes
    stars: int = 0

    @property
    def is_number(self) -> bool:
        return not self.stars and self.type in NUMBERS


def object_start(reading: Reading, around: Neighbours, start: int) -> int | None:
    """Where the expression begins that names a member; None where it is more than names, dots, arrows and brackets."""
    for _level in range(_MOST_OWNERS):
        end = around.rskip_blank(start)
        joint = next((sign for sign in _JOINTS if around.code.endswith(sign, around.low, end)), None)
        if joint is None:
            return start
        start, word = around.token_before(end - len(joint))
        while word in (b")", b"]"):
            opening = reading.openers.get(start)
            if opening is None or opening < around.low:
                return None
            start = opening
            previous, word = around.token_before(opening)
            if around.code[opening] == 0x28 and not _is_called(word):
                word = b"("
            else:
                start = previous
        if word != b"(" and (_WORD.fullmatch(word) is None or word in _KEYWORDS):
            return None
    return None


def _is_called(word: bytes) -> bool:
    return word in (b")", b"]") or (_WORD.fullmatch(word) is not None and word not in _KEYWORDS)


class ExpressionTypes:
    def __init__(self, facts: Facts) -> None:
        self._reading = facts.reading
        self._constant = facts.constant
        self._deduced: dict[int, Typed | None] = {}
        self._initializers = 0  # so deep is one the value of another
        self._members: dict[tuple[bytes, bytes], Typed | None] = {}

    def of_object(self, member: Name) -> Typed | None:
        """The type of what a member is one of."""
        around = self._reading.neighbours(member)
        start = object_start(self._reading, around, member.start)
        end = around.rskip_blank(member.start) - (2 if around.preceded_by(b"->") else 1)
        return self.of(start, end) if start is not None and start < end else None

    def of_name(self, name: Name) -> Typed | None:
        """The type of what a name means where it stands: a variable, or a member of an object."""
        around = self._reading.neighbours(name)
        start = object_start(self._reading, around, name.start)
        return self.of(start, name.end) if start is not None else None

    def of(self, start: int, end: int, depth: int = 0) -> Typed | None:
        start, end = self._reading.stripped(start, end)
        code = self._reading.plain
        if start >= end or end - start > _LONGEST or depth > _DEEPEST:
            return None
        if number := _NUMBER.fullmatch(code, start, end):
            return Typed(of_literal(number[0]))
        if code[start : start + 1] == b"(" and self._reading.closers.get(start) == end - 1:
            return self.of(start + 1, end - 1, depth + 1)
        operands = self._operands(start, end)
        if operands is None:
            return None
        if len(operands) > 1:
            types = [self.of(*operand, depth + 1) for operand in operands]
            is_shift = any(sign in code[start:end] for sign in (b"<<", b">>"))
            return None if is_shift and len({typed and typed.type for typed in types}) > 1 else _sum(types)
        return self._of_operand(start, end, depth)

    def _operands(self, start: int, end: int) -> list[tuple[int, int]] | None:
        """The parts between arithmetic operators outside of brackets; None where others stand there, too."""
        code, found, position = self._reading.plain, list[tuple[int, int]](), start
        begin = start
        while position < end:
            if (closing := self._reading.closers.get(position)) is not None:
                position = closing + 1
                continue
            if whole := _CAST_BY_NAME.match(code, position, end) or _WORD_OR_NUMBER.match(code, position, end):
                position = whole.end()
                continue
            if _DECIDES.match(code, position, end) and not _ARROW_OR_SHIFT.match(code, position, end):
                return None
            sign = _OPERATOR.match(code, position, end)
            is_arrow = code.startswith(b"->", position)
            if sign and not is_arrow and _ENDS_OPERAND.match(code[begin:position].rstrip()[-1:]):
                found.append((begin, position))
                begin = position = sign.end()
            else:
                position += 2 if is_arrow else 1
        return [*found, (begin, end)]

    def _of_operand(self, start: int, end: int, depth: int) -> Typed | None:
        code = self._reading.plain
        sign = code[start : start + 1]
        if sign in (b"*", b"&"):
            inner = self.of(start + 1, end, depth + 1)
            stars = inner.stars + (1 if sign == b"&" else -1) if inner is not None else -1
            return Typed(inner.type, stars) if inner is not None and stars >= 0 else None
        if sign in (b"-", b"~", b"+"):
            inner = self.of(start + 1, end, depth + 1)
            return _sum([inner]) if inner is not None and not inner.stars else None
        cast = _CAST_BY_NAME.match(code, start, end)
        if cast is not None and self._reading.closers.get(cast.end()) == end - 1:
            return Typed(b" ".join(cast[1].split()), cast[2].count(b"*"))
        cast = _CAST.match(code, start, end)
        if cast is not None and (cast[2] or cast[1] in NUMBERS or cast[1] in SMALL or cast[1] == b"CUdeviceptr"):
            return Typed(b" ".join(cast[1].split()), cast[2].count(b"*"))
        return self._of_chain(start, end)

    def _of_chain(self, start: int, end: int) -> Typed | None:
        """`v`, `p[i]`, `s.x`, `this->p->w[i]`, `float(…)`, `Own{…}`"""
        code, this = self._reading.plain, _THIS.match(self._reading.plain, start, end)
        start = this.end() if this is not None else start
        word = _WORD.match(code, start, end)
        if word is None:
            closing = self._reading.closers.get(start, end) if code[start : start + 1] == b"(" else end
            return self._of_parts(self.of(start + 1, closing), closing + 1, end) if closing < end - 1 else None
        may_be_type = word[0] in NUMBERS or code.endswith(b"}", start, end)
        if may_be_type and self._reading.closers.get(self._reading.skip_blank(word.end())) == end - 1:
            return Typed(word[0])
        typed = Typed(b"uint3") if word[0] in _INDICES else self._of_name(word[0], start)
        return self._of_parts(typed, word.end(), end)

    def _of_parts(self, typed: Typed | None, position: int, end: int) -> Typed | None:
        """`.x`, `[i]->w` of something."""
        code = self._reading.plain
        while typed is not None and position < end:
            if member := _MEMBER.match(code, position, end):
                typed, position = self.member(typed, member[1]), member.end()
            elif index := _INDEX.match(code, position, end):
                position = self._reading.closers.get(index.end(), end) + 1
                typed = Typed(typed.type, typed.stars - 1) if typed.stars else None
            else:
                return None
        return typed

    def _of_name(self, word: bytes, place: int) -> Typed | None:
        known = self._reading.declarations.of(word, place)
        if known is not None and known.type == b"auto":
            return self.of_initializer(known.place + len(word)) or Typed(known.type, known.depth)
        return Typed(known.type, known.depth) if known is not None else self._of_constant(word, place)

    def of_initializer(self, place: int) -> Typed | None:
        """The type of `v` in `auto *x = v;`"""
        if place not in self._deduced:
            self._deduced[place] = None  # so that none is made of itself
            found, self._initializers = _INITIALIZER.match(self._reading.plain, place), self._initializers + 1
            is_near = found is not None and self._initializers < _DEEPEST
            self._deduced[place] = self.of(*found.span(1)) if found is not None and is_near else None
            self._initializers -= 1
        return self._deduced[place]

    def _of_constant(self, word: bytes, place: int) -> Typed | None:
        """A macro that is a number, in brackets maybe."""
        value = self._constant(word, place)
        number = _NUMBER.fullmatch(value.strip(b"() \t")) if value != word else None
        return Typed(of_literal(number[0])) if number is not None else None

    def member(self, of: Typed, name: bytes) -> Typed | None:
        """Of what type a member is, if the file declares the structure, or CUDA does for its vectors."""
        if name in (b"x", b"y", b"z", b"w"):
            if of.type in (b"uint3", b"dim3"):
                return Typed(b"unsigned")
            if vector := _VECTOR.fullmatch(of.type):
                return Typed(_OF_VECTORS.get(vector[1], vector[1]))
        key = of.type, name
        if key not in self._members:
            self._members[key] = self._own_member(*key)
        return self._members[key]

    def _own_member(self, of: bytes, name: bytes) -> Typed | None:
        """How a structure of the file declares a member, if one does, once."""
        reading, (of, _opening, arguments) = self._reading, of.partition(b"<")
        found = set[Typed]()
        for head, start, end in self._bodies(of):
            for use in reading.names((name,)):
                scope = reading.scopes.at(use.start)
                if scope is not None and scope.start == start and use.end < end:
                    known = reading.declarations.at(use)
                    if known is not None:
                        type = self._filled_in(known.type, head, arguments) if arguments else known.type
                        found.add(Typed(type, known.depth))
                    elif reading.neighbours(use).sign_before not in (b":", b","):  # `X() : a(0)`
                        found.add(Typed(b""))
        return found.pop() if len(found) == 1 else None

    def members(self, of: bytes) -> list[Typed]:
        """The types of the members of a plain structure, in order; none for one with functions, or that is unknown."""
        reading, (name, _opening, arguments) = self._reading, of.partition(b"<")
        head, start, end = next(iter(self._bodies(name)), (0, 0, 0))
        words = (Name(*word.span(), word[0]) for word in _WORD.finditer(reading.plain, start, end))
        found = [known for word in words if (known := reading.declarations.at(word)) is not None]
        is_plain = not any(each.is_function or reading.scopes.kind_at(each.place) is not Kind.CLASS for each in found)
        types = (self._filled_in(each.type, head, arguments) if arguments else each.type for each in found)
        return [Typed(type, each.depth) for type, each in zip(types, found, strict=True)] if is_plain else []

    def _filled_in(self, type: bytes, head: int, arguments: bytes) -> bytes:
        """The type that a member of a template has, such as that of `T base` in a `Range<size_t>`; in a `Range<U>`,
        where `U` is the parameter of a template itself, it has none."""
        found = _OF_TEMPLATE.search(self._reading.plain, max(0, head - _LONGEST), head)
        names, given = _PARAMETER.findall(found[1]) if found is not None else [], arguments[:-1].split(b",")
        if type not in names:
            return type
        filled = given[names.index(type)].strip() if len(given) == len(names) and b"<" not in arguments else b""
        meanings = map(self._reading.declarations.at, self._reading.names((filled,)))
        return b"" if any(each is not None and each.is_of_template for each in meanings) else filled

    def _bodies(self, of: bytes) -> list[tuple[int, int, int]]:
        """Where the structures by a name stand, and their braces; none where a template has a special one."""
        found = []
        for use in self._reading.names((of,)):
            around = self._reading.neighbours(use)
            if around.sign_after == b"<" and around.word_before in (b"struct", b"class"):
                return []
            closing = self._reading.closers.get(around.after) if around.sign_after == b"{" else None
            if closing is not None:
                found.append((use.start, around.after, closing))
        return found


def _sum(operands: list[Typed | None]) -> Typed | None:
    """The type of a sum or a product; only one of the operands may be a pointer."""
    known = [operand for operand in operands if operand is not None]
    pointers = [operand for operand in known if operand.stars]
    if len(known) < len(operands) or len(pointers) > 1:
        return None
    if pointers:
        return pointers[0] if all(each.stars or promoted(each.type) for each in known) else None
    if len({operand.type for operand in known}) == 1 and known[0].is_number:
        return known[0]
    kind = common(operand.type for operand in known)
    return Typed(kind) if kind is not None else None
