"""What type an expression has, where that is certain: of literals, variables, their elements and members, casts, sums,
and calls of functions that CUDA declares. Everything else has none; who asks must be able to do without an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from hipify_py.file.arithmetic import NUMBERS, Typed, common, of_literal, promoted
from hipify_py.file.functions import ON_DEVICE
from hipify_py.file.known_results import CONSTANTS, MEMBERS, has_result, result_of
from hipify_py.file.once_per_file import once_per_file
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours, Reading
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import Name
from hipify_py.reading.tree import EXPRESSION_START, expression, first
from hipify_py.texts import to_bytes

if TYPE_CHECKING:
    from hipify_py.file.facts import Facts
    from hipify_py.reading.declarators import Declaration
    from hipify_py.reading.tree import Node

_WORD = pattern(rb"[A-Za-z_]\w*")
_CHAIN = pattern(rb"[A-Za-z_]\w*(?:\s*(?:\.|->)\s*[A-Za-z_]\w*)*")
_TYPE = pattern(rb"(?:\w+::)*\w+(?: \w+)*")
_CASTS = (b"static_cast", b"reinterpret_cast", b"const_cast")
_NOT_OF_TYPE = pattern(rb"\b(?:const|volatile|struct|class|enum|typename)\b")
_INITIALIZER = pattern(rb"\w+\s*=(?!=)([^;,{}]{1,300});")
_LIST = pattern(
    rb"(?:\w{1,60}::){0,5}(?:\w{0,60}vector|array|deque|span)<(?:const )?([\w: ]{1,99}?) ?(\*{0,5})(?:, ?\w{1,60})?>"
)
# What gives a variable its type where it has none of its own, by the field of the node.
_VALUES = {"init_declarator": "value", "for_range_loop": "right"}
_UNKNOWN = (b"", b"auto", b"void")
_COMPARES = frozenset(("<", ">", "<=", ">=", "==", "!=", "&&", "||", "and", "or", "not_eq"))
_SHIFTS = ("<<", ">>")
_COMPUTED = {
    "binary_expression": ("left", "right"),
    "conditional_expression": ("consequence", "alternative"),
    "unary_expression": ("argument",),
}
_VECTOR = pattern(rb"(float|double|u?(?:char|short|int|long|longlong))[1-4]")
_OF_VECTORS = {
    b"char": b"signed char",
    b"uchar": b"unsigned char",
    b"ushort": b"unsigned short",
    b"uint": b"unsigned",
    b"ulong": b"unsigned long",
    b"longlong": b"long long",
    b"ulonglong": b"unsigned long long",
}
# `template <typename T, int n> struct `
_OF_TEMPLATE = pattern(rb"\btemplate\s*<([^<>{};]{1,200})>\s*(?:struct|class)\s+$")
_TEMPLATE_HEAD = pattern(rb"\btemplate\s{0,9}<([^<>{};]{1,200})>")
_PARAMETER = pattern(rb"(\w{1,90})\s{0,9}(?:=[^,]{0,90})?(?:,|$)")
_JOINTS = (b"->", b".")
_MOST_OWNERS = 20
_KEYWORDS = frozenset(b"return if for while switch case sizeof else do".split())
_LONGEST = 300
_DEEPEST = 8


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
        self._facts = facts
        self._constant, self._own_called = facts.constant, facts.own_called
        self._known: dict[tuple[int, int], Typed | None] = {}
        self._of_nodes: dict[tuple[int, int, str], Typed | None] = {}
        self._deduced: dict[int, Typed | None] = {}
        self._initializers = 0  # so deep is one the value of another
        self._members: dict[tuple[bytes, bytes], Typed | None] = {}
        self._results: dict[bytes, Typed | None] = {}
        # What other files declare: by class and name, functions under none, and other names of the type.
        self._elsewhere = {
            (to_bytes(each.of), to_bytes(each.name)): Typed(b"CUdeviceptr", int(each.is_list))
            for each in facts.surroundings.addresses
        }

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

    def of(self, start: int, end: int) -> Typed | None:
        start, end = self._reading.stripped(start, end)
        if start >= end or end - start > _LONGEST:
            return None
        if (start, end) not in self._known:
            text = self._reading.plain[start:end]
            if _CHAIN.fullmatch(text):  # as most are, which needs no parser
                typed = self._of_chain(text, start)
            elif (kind := of_literal(text)) is not None:
                typed = Typed(kind)
            else:
                typed = self._of(expression(text), start - EXPRESSION_START)
            self._known[start, end] = typed
        return self._known[start, end]

    def _of_chain(self, text: bytes, place: int) -> Typed | None:
        """`v`, `v.x`, `p->v.x`"""
        names = list(_WORD.finditer(text))
        if names[0][0] == b"this":
            del names[: len(names) > 1]
        typed = self._of_name(names[0][0], place + names[0].start())
        for name in names[1:]:
            typed = self.member(typed, name[0]) if typed is not None else None
        return typed

    def operands(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """The parts of an expression that are computed with; all of it where nobody knows."""
        start, end = self._reading.stripped(start, end)
        begin, waiting = start - EXPRESSION_START, [expression(self._reading.plain[start:end])]
        while waiting:
            node = waiting.pop()
            if node is None:
                yield start, end
            elif fields := _COMPUTED.get(node.type):
                waiting += [node.child_by_field_name(field) for field in fields]
            elif node.type == "parenthesized_expression":
                waiting.append(first(node))
            else:
                yield begin + node.start_byte, begin + node.end_byte

    def of_node(self, node: Node, begin: int) -> Typed | None:
        """The same for a node of a syntax tree, whose offsets begin there in the file."""
        span = begin + node.start_byte, begin + node.end_byte
        if span[1] - span[0] > _LONGEST:
            return None
        if span not in self._known:
            self._known[span] = None  # so that none is made of itself
            self._known[span] = self._of(node, begin)
        return self._known[span]

    def _of(self, node: Node | None, begin: int) -> Typed | None:
        kind = _KINDS.get(node.type) if node is not None else None
        if node is None or kind is None:
            return None
        key = begin + node.start_byte, begin + node.end_byte, node.type
        if key not in self._of_nodes:
            self._of_nodes[key] = kind(self, node, begin)
        return self._of_nodes[key]

    def _text(self, node: Node, begin: int) -> bytes:
        return self._reading.code[begin + node.start_byte : begin + node.end_byte]

    def _of_field(self, node: Node, field: str, begin: int) -> Typed | None:
        return self._of(node.child_by_field_name(field), begin)

    def _literal(self, node: Node, begin: int) -> Typed | None:
        kind = of_literal(self._text(node, begin).lstrip(b"-+"))  # the sign is a part of the node
        return Typed(kind) if kind is not None else None

    def _identifier(self, node: Node, begin: int) -> Typed | None:
        return self._of_name(self._text(node, begin), begin + node.start_byte)

    def _inside(self, node: Node, begin: int) -> Typed | None:
        return self._of(first(node), begin)

    def _cast(self, node: Node, begin: int) -> Typed | None:
        return self._named(node.child_by_field_name("type"), begin)

    def _named(self, type: Node | None, begin: int) -> Typed | None:
        """What a type in brackets or angles names."""
        if type is None:
            return None
        declarator = type.child_by_field_name("declarator") if type.type == "type_descriptor" else None
        end = declarator.start_byte if declarator is not None else type.end_byte
        behind = self._reading.plain[begin + end : begin + type.end_byte]
        words = b" ".join(_NOT_OF_TYPE.sub(b" ", self._reading.plain[begin + type.start_byte : begin + end]).split())
        is_plain = _TYPE.fullmatch(words) and b"auto" not in words and not behind.strip(b"* \tconst")
        return Typed(words, behind.count(b"*")) if is_plain else None

    def _sign(self, node: Node, begin: int) -> Typed | None:
        """`-v`, `!v`"""
        typed = self._of_field(node, "argument", begin)
        if typed is None or node.children[0].type in ("!", "not"):
            return Typed(b"bool") if typed is not None and (typed.stars or promoted(typed.type)) else None
        return _sum([typed]) if not typed.stars else None

    def _pointer(self, node: Node, begin: int) -> Typed | None:
        """`*p`, `&v`"""
        typed = self._of_field(node, "argument", begin)
        change = 1 if node.children[0].type == "&" else -1
        return typed._replace(stars=typed.stars + change) if typed is not None and typed.stars + change >= 0 else None

    def _operation(self, node: Node, begin: int) -> Typed | None:
        if (cast := self._cast_in_brackets(node, begin)) is not None:
            return cast
        left, right = self._of_field(node, "left", begin), self._of_field(node, "right", begin)
        sign = node.children[1].type
        if left is None or right is None:
            return None
        if sign in _COMPARES:
            is_plain = all(each.stars or promoted(each.type) for each in (left, right))
            return Typed(b"bool") if is_plain else None
        if sign in _SHIFTS:
            return _sum([left]) if not left.stars and not right.stars and promoted(right.type) else None
        if sign == "-" and left.stars and left.stars == right.stars:
            return Typed(b"long")
        return _sum([left, right])

    def _cast_in_brackets(self, node: Node, begin: int) -> Typed | None:
        """The type of `(uint)-1`, which looks like a difference where nobody knows what a type is."""
        left = node.children[0]
        word = self._text(left, begin)[1:-1].strip() if left.type == "parenthesized_expression" else b""
        is_type = word and (promoted(word) or word == b"CUdeviceptr")
        is_cast = is_type and self._reading.declarations.of(word, begin + left.start_byte) is None
        return Typed(word) if is_cast else None

    def _choice(self, node: Node, begin: int) -> Typed | None:
        one, other = (self._of_field(node, field, begin) for field in ("consequence", "alternative"))
        return one if one == other else _sum([one, other]) if one and other and not one.stars + other.stars else None

    def _element(self, node: Node, begin: int) -> Typed | None:
        typed = self._of_field(node, "argument", begin)
        return element_of(typed)

    def _field(self, node: Node, begin: int) -> Typed | None:
        of, field = node.child_by_field_name("argument"), node.child_by_field_name("field")
        if of is None or field is None or field.type != "field_identifier":
            return None
        name = self._text(field, begin)
        if of.type == "this":
            return self._of_name(name, begin + field.start_byte)
        typed = self._of(of, begin)
        return self.member(typed, name) if typed is not None else None

    def _call(self, node: Node, begin: int) -> Typed | None:
        called, passed = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if called is None or passed is None or passed.type != "argument_list":
            return None
        if called.type == "template_function":
            name, arguments = called.child_by_field_name("name"), called.child_by_field_name("arguments")
            if name is not None and self._text(name, begin) in _CASTS:
                return self._named(first(arguments), begin)
            return None
        if called.type == "parenthesized_expression":
            return self._cast_in_brackets(node, begin)
        word = self._text(called, begin)
        if called.type == "primitive_type" or word in NUMBERS:
            return Typed(word)
        return self._of_function(called, passed.named_children, begin)

    def _of_function(self, called: Node, passed: list[Node], begin: int) -> Typed | None:
        """The result of a member function, of a function of the file, or of one that CUDA or C++ has."""
        if called.type == "field_expression":
            of, field = called.child_by_field_name("argument"), called.child_by_field_name("field")
            if of is None or field is None:
                return None
            name, place = self._text(field, begin), begin + field.start_byte
            if of.type == "this":
                return self._of_method(name, b"".join([*self._reading.scopes.path_at(place).names][-1:]))
            typed = self._of(of, begin)
            return self._of_method(name, typed.type) if typed is not None else None
        word = self._text(called, begin)
        if called.type == "qualified_identifier" and called.child_by_field_name("scope") is not None:
            return self.result(word.rpartition(b"::")[2].strip()) if not word.startswith(b"std::") else None
        if called.type not in ("identifier", "qualified_identifier"):
            return None
        word = word.removeprefix(b"::").strip()
        if self._own_called(word) or (b"", word) in self._elsewhere:
            return self.result(word) if not has_result(word) else None
        is_on_device = self._facts.functions.side_at(begin + called.start_byte) in ON_DEVICE
        return result_of(word, [self._of(each, begin) for each in passed], is_on_device=is_on_device)

    def _of_method(self, name: bytes, of: bytes) -> Typed | None:
        own = of.partition(b"<")[0].rpartition(b"::")[2]
        return self._elsewhere.get((own, name)) or (self.result(name, own) if own else None)

    def result(self, name: bytes, of: bytes = b"") -> Typed | None:
        """What all functions of the file by a name return, or those of a class."""
        key = of + b"::" + name
        if key not in self._results:
            reading, found = self._reading, set[Typed]()
            for known in filter(None, map(reading.declarations.at, reading.names((name,)))):
                if known.is_function and (not of or [*reading.scopes.path_at(known.place).names][-1:] == [of]):
                    found.add(self._declared(known))
            typed = found.pop() if len(found) == 1 else None if found or of else self._elsewhere.get((b"", name))
            is_certain = typed is not None and typed.type not in (*_UNKNOWN, *self._of_templates)
            self._results[key] = typed if is_certain else None
        return self._results[key]

    @cached_property
    def _of_templates(self) -> frozenset[bytes]:
        """The parameters of the templates of the file."""
        heads = _TEMPLATE_HEAD.findall(self._reading.plain) if b"template" in self._reading.words else ()
        return frozenset(name for head in heads for name in _PARAMETER.findall(head))

    def _declared(self, known: Declaration) -> Typed:
        type = b"CUdeviceptr" if (b"typedef", known.type) in self._elsewhere else known.type
        return Typed(type, known.depth)

    def _of_name(self, word: bytes, place: int) -> Typed | None:
        known = self._reading.declarations.of(word, place)
        if known is None:
            return self._of_undeclared(word, place)
        typed = self._declared(known)
        return (self._deduced_at(known.place) or typed) if typed.type == b"auto" else typed

    def _of_undeclared(self, word: bytes, place: int) -> Typed | None:
        """A member that another file declares, or a constant."""
        classes = self._reading.scopes.path_at(place).names if self._elsewhere else ()
        member = self._elsewhere.get((b"".join(classes[-1:]), word))
        if member is None:
            return self._of_constant(word, place)
        return member if not self._reading.declarations.is_local(word, place) else None

    def _deduced_at(self, place: int) -> Typed | None:
        """The type of `x` in `auto x = v`, `for (auto &x : array)`."""
        if place not in self._deduced:
            self._deduced[place] = None  # so that none is made of itself
            self._initializers += 1
            self._deduced[place] = self._of_value_at(place) if self._initializers < _DEEPEST else None
            self._initializers -= 1
        return self._deduced[place]

    def _of_value_at(self, place: int) -> Typed | None:
        begin, path = self._reading.bodies.path(place)
        for node in reversed(path[:-1]):
            if node.type in _VALUES:
                value = node.child_by_field_name(_VALUES[node.type])
                typed = self.of_node(value, begin) if value is not None else None
                return element_of(typed) if node.type == "for_range_loop" else typed
            if not node.type.endswith("_declarator"):
                return None
        found = _INITIALIZER.match(self._reading.plain, place)
        return self.of(*found.span(1)) if found is not None else None

    def _of_constant(self, word: bytes, place: int) -> Typed | None:
        """A macro that is a number, in brackets maybe."""
        value = self._constant(word, place)
        if value == word:
            return Typed(CONSTANTS[word]) if word in CONSTANTS else None
        kind = of_literal(value.strip(b"() \t"))
        return Typed(kind) if kind is not None else None

    def member(self, of: Typed, name: bytes) -> Typed | None:
        """Of what type a member is, if the file declares the structure, or CUDA does for its vectors."""
        if name in (b"x", b"y", b"z", b"w"):
            if of.type in (b"uint3", b"dim3"):
                return Typed(b"unsigned")
            if vector := _VECTOR.fullmatch(of.type):
                return Typed(_OF_VECTORS.get(vector[1], vector[1]))
        if of.type == b"cudaDeviceProp" and name in MEMBERS:
            return Typed(MEMBERS[name])
        key = of.type, name
        if key not in self._members:
            of_class = of.type.partition(b"<")[0].rpartition(b"::")[2]
            self._members[key] = self._own_member(*key) or self._elsewhere.get((of_class, name))
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
                        typed = self._declared(known)
                        filled = self._filled_in(typed.type, head, arguments) if arguments else typed.type
                        found.add(typed._replace(type=filled))
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


def element_of(typed: Typed | None) -> Typed | None:
    """What an array or a list holds: `float` of `std::vector<float>`."""
    if typed is None or typed.stars:
        return typed._replace(stars=typed.stars - 1) if typed is not None else None
    found = _LIST.fullmatch(typed.type)
    return Typed(found[1], len(found[2])) if found is not None else None


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


_KINDS: Mapping[str, Callable[[ExpressionTypes, Node, int], Typed | None]] = {
    "number_literal": ExpressionTypes._literal,
    "char_literal": lambda _types, _node, _begin: Typed(b"char"),
    **dict.fromkeys(("true", "false"), lambda _types, _node, _begin: Typed(b"bool")),
    "sizeof_expression": lambda _types, _node, _begin: Typed(b"size_t"),
    "identifier": ExpressionTypes._identifier,
    "parenthesized_expression": ExpressionTypes._inside,
    "cast_expression": ExpressionTypes._cast,
    "compound_literal_expression": ExpressionTypes._cast,
    "unary_expression": ExpressionTypes._sign,
    "update_expression": lambda types, node, begin: types._of_field(node, "argument", begin),
    "assignment_expression": lambda types, node, begin: types._of_field(node, "left", begin),
    "pointer_expression": ExpressionTypes._pointer,
    "binary_expression": ExpressionTypes._operation,
    "conditional_expression": ExpressionTypes._choice,
    "subscript_expression": ExpressionTypes._element,
    "field_expression": ExpressionTypes._field,
    "call_expression": ExpressionTypes._call,
}


@once_per_file
def expression_types(facts: Facts) -> ExpressionTypes:
    return ExpressionTypes(facts)
