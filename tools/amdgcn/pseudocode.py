"""AMD's pseudocode of an instruction as C++.

Registers are `uint64_t` variables (`S0`, `D0`, `SCC`, ...); a suffix such as `.f32` reads or writes them as a value of
that type, and `[hi : lo]` takes bits of them. The text is parsed into expressions that know their type, so that the C++
has the conversions and the wrap-around that the documents mean. What the grammar does not cover raises `Unknown`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple


class Unknown(Exception):  # noqa: N818 - it names what it is
    """A construct that has no translation."""


class Type(NamedTuple):
    """`u`nsigned, signed `i`nteger, `f`loat, or `n`umber: an integer literal that takes the type of what it meets."""

    kind: str
    bits: int

    @property
    def cpp(self) -> str:
        if self.kind == "f":
            return {16: "_Float16", 32: "float", 64: "double"}[self.bits]
        size = next((size for size in (8, 16, 32, 64, 128) if self.bits <= size), 0)
        if not size:
            raise Unknown(f"an integer of {self.bits} bits")
        sign = "u" if self.kind == "u" else ""
        return ("unsigned __int128" if sign else "__int128") if size == 128 else f"{sign}int{size}_t"


class Value(NamedTuple):
    """A C++ expression, its type, and how to assign to it."""

    cpp: str
    type: Type
    store: Callable[[str], str] | None = None


BIT, U32, I32, U64, I64, F32, F64 = (
    Type("u", 1), Type("u", 32), Type("i", 32), Type("u", 64), Type("i", 64), Type("f", 32), Type("f", 64),
)  # fmt: skip
NUMBER = Type("n", 32)

_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*)
    |(?P<cast>\d+'[A-Z]+\b)
    |(?P<sized>\d+'(?:0x[0-9a-fA-F]+|\d+\.\d+|\d+)U?)
    |(?P<number>0x[0-9a-fA-F]+[UL]*|\d+\.\d+F?|\d+[ULF]*)
    |(?P<name>[A-Za-z_]\w*)
    |(?P<operator>\*\*|<<=|>>=|<<|>>|<=|>=|==|!=|<>|&&|\|\||\+:|[-+*/|&^]=|[-+*/%&|^~!<>=?:;.,()\[\]{}])""",
    re.VERBOSE,
)
# Operators by how tightly they bind.
_LEVELS = (("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!=", "<>"), ("<", "<=", ">", ">="), ("<<", ">>"),
           ("+", "-"), ("*", "/", "%"), ("**",))  # fmt: skip
_TRUTH = {"||", "&&", "==", "!=", "<>", "<", "<=", ">", ">="}
_SUFFIX = re.compile(r"([ufib])(\d+)")
_REGISTERS = {
    "S0",
    "S1",
    "S2",
    "D0",
    "D1",
    "VCC",
    "EXEC",
    "SCC",
    "M0",
    "SIMM16",
    "SIMM32",
    "PC",
    "EXEC_LO",
    "VCC_LO",
    "EXECZ",
    "VCCZ",
    "DATA",
    "DATA2",
    "RETURN_DATA",
    "ADDR",
    "OFFSET",
    "OFFSET0",
    "OFFSET1",
}
_WIDE = {"DATA", "DATA2", "RETURN_DATA"}  # fmt: skip
_CONSTANTS = {
    "INF": ("INFINITY", F64), "PI": ("3.14159265358979323846", F64), "NAN": ("NAN", F64),
    "laneId": ("lane", I32), "WAVE64": ("WAVE64", BIT), "WAVE32": ("!WAVE64", BIT),
    "OVERFLOW_F32": ("INFINITY", F32), "UNDERFLOW_F32": ("0.0f", F32),
    "OVERFLOW_F64": ("INFINITY", F64), "UNDERFLOW_F64": ("0.0", F64),
    "MAX_FLOAT_F32": ("FLT_MAX", F32), "MAX_FLOAT_F64": ("DBL_MAX", F64),
}  # fmt: skip
# What functions return; None: the type of their first argument.
_FUNCTIONS: dict[str, Type | None] = {
    name: kind
    for kind, names in (
        (BIT, "isNAN isSignalNAN isQuietNAN isEven sign LT_NEG_ZERO GT_NEG_ZERO"),
        (I32, "exponent bitCount countbits count_ones s_ff1_i32_b32 s_ff1_i32_b64 i8_to_i32 i4_to_i32 i16_to_i32"),
        (U32, "ABSDIFF u8_to_u32 u4_to_u32 u16_to_u32"),
        (I64, "signext"),
        (
            None,
            "abs fma cvtToQuietNAN floor trunc fract sqrt ldexp mantissa pow log2 sin cos reverse_bits "
            "signext_from_bit",
        ),
    )
    for name in names.split()
}
_CONVERSION = re.compile(r"([fiu]\d+)_to_([fiu]\d+)$")
_MINMAX = re.compile(r"v_(?:min|max)3?_([fiu]\d+)$")


def type_named(text: str) -> Type:
    found = _SUFFIX.fullmatch(text)
    if found is None:
        raise Unknown(f"type {text}")
    return Type("u" if found[1] == "b" else found[1], int(found[2]))


def _tokens(text: str) -> Iterator[str]:
    place = 0
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            raise Unknown(f"character {text[place]!r}")
        place = found.end()
        if found.lastgroup != "space":
            yield found[0]
    yield ""


def bits_of(value: Value) -> str:
    """The bits of a value as an unsigned integer."""
    if value.type.kind == "f":
        return f"float_bits({value.cpp})"
    return f"(uint{_round(value.type.bits)}_t)({value.cpp})" if value.type.bits <= 64 else value.cpp


def _round(bits: int) -> int:
    return next(size for size in (8, 16, 32, 64) if bits <= size)


def read_bits(bits: str, kind: Type) -> str:
    """An expression for bits as a value of a type."""
    if kind.kind == "f":
        return f"bits_{kind.cpp.strip('_')}({bits})"
    if kind.bits in (8, 16, 32, 64, 128):
        return f"({kind.cpp})({bits})"
    if kind.kind == "u":
        return f"({kind.cpp})(({bits}) & {(1 << kind.bits) - 1:#x}ull)"
    return f"({kind.cpp})sign_extend({bits}, {kind.bits})"


def converted(value: Value, wanted: Type) -> str:
    """The value converted to a type, as a cast in the pseudocode does it."""
    if wanted == value.type:
        return value.cpp
    if wanted.kind != "f" and value.type.kind == "f":
        return f"to_integer<{wanted.cpp}>({value.cpp})"
    if wanted.kind != "f" and wanted.bits not in (8, 16, 32, 64, 128):
        return (
            read_bits(f"(unsigned __int128)({value.cpp})" if wanted.bits > 64 else f"({value.cpp})", wanted)
            if wanted.bits < 64
            else f"({wanted.cpp})({value.cpp})"
        )
    return f"({wanted.cpp})({value.cpp})"


def _common(left: Type, right: Type) -> Type:
    if left.kind == "f" or right.kind == "f":
        return max((each for each in (left, right) if each.kind == "f"), key=lambda each: each.bits)
    if left.kind == "n" and right.kind == "n":
        return left
    if left.kind == "n" or right.kind == "n":
        other, number = (right, left) if left.kind == "n" else (left, right)
        return Type(other.kind, max(other.bits, number.bits if number.bits > 32 else other.bits))
    bits = max(left.bits, right.bits)
    return Type("u" if "u" in (left.kind, right.kind) else "i", bits)


def translate(text: str) -> str:
    """The body of the C++ of an instruction."""
    return _Translator(text).result


class _Translator:
    def __init__(self, text: str) -> None:
        self._tokens = list(_tokens(text.replace("WAVE_MODE.IEEE", "1'1U")))
        self._place = 0
        self._types: dict[str, Type] = {}
        self._arrays: dict[str, tuple[Type, str]] = {}
        body = self._statements(("",))
        declared = "".join(f"{kind.cpp} {name} = 0; " for name, kind in self._types.items())
        arrays = "".join(f"{kind.cpp} {name}[{size}] = {{}}; " for name, (kind, size) in self._arrays.items())
        self.result = declared + arrays + body

    # -- tokens --------------------------------------------------------------------------------------------------------

    @property
    def _next(self) -> str:
        return self._tokens[self._place]

    def _take(self, *wanted: str) -> str:
        token = self._next
        if wanted and token not in wanted:
            raise Unknown(f"{token!r} in place of {wanted[0]!r}")
        self._place += 1
        return token

    def _taken(self, *wanted: str) -> str:
        return self._take() if self._next in wanted else ""

    # -- statements ----------------------------------------------------------------------------------------------------

    def _statements(self, ends: Sequence[str]) -> str:
        parts = []
        while self._next not in ends:
            if not self._taken(";"):
                parts.append(self._statement())
        return " ".join(parts)

    def _statement(self) -> str:
        if self._taken("declare"):
            return self._declaration()
        if self._taken("if"):
            return self._branches()
        if self._taken("for"):
            name = self._take()
            self._take("in")
            first = self._expression()
            self._take(":")
            last = self._expression()
            self._take("do")
            outer = self._types.pop(name, None)
            self._types[name] = I32
            body = self._statements(("endfor",))
            self._take("endfor")
            if outer is not None:
                self._types[name] = outer
            return f"for ({name} = {first.cpp}; {name} <= (int)({last.cpp}); ++{name}) {{ {body} }}"
        if self._taken("break"):
            return "break;"
        return self._assignment()

    def _declaration(self) -> str:
        name = self._take()
        self._take(":")
        bits, _, letter = self._take().partition("'")
        kind = type_named(f"{letter.lower()}{bits}") if letter else U64
        if self._taken("["):
            self._arrays[name] = kind, self._take()
            self._take("]")
        else:
            self._types[name] = kind
        return ""

    def _branches(self) -> str:
        text = f"if ({self._condition()}) {{ "
        self._take("then")
        text += self._statements(("elsif", "else", "endif")) + " }"
        while self._taken("elsif"):
            text += f" else if ({self._condition()}) {{ "
            self._take("then")
            text += self._statements(("elsif", "else", "endif")) + " }"
        if self._taken("else"):
            text += f" else {{ {self._statements(('endif',))} }}"
        self._take("endif")
        return text

    def _condition(self) -> str:
        return self._expression().cpp

    def _assignment(self) -> str:
        if self._next == "{":
            return self._pair_assignment()
        target = self._target()
        operator = self._take("=", "+=", "-=", "*=", "|=", "&=", "^=", "<<=", ">>=")
        if operator != "=":
            if target.store is None:
                raise Unknown("assignment to a value")
            value = self._operation(operator[:-1], target, self._expression())
            return target.store(converted(value, target.type)) + ";"
        targets = [target]
        value = self._expression()
        while self._taken("="):
            if value.store is None:
                raise Unknown("assignment to a value")
            targets.append(value)
            value = self._expression()
        return " ".join(self._stored(each, value) for each in targets)

    def _stored(self, target: Value, value: Value) -> str:
        if target.store is None:
            raise Unknown("assignment to a value")
        if target.type.kind == "?":  # a new variable takes the type of its first value
            kind = I32 if value.type == NUMBER else value.type
            kind = U64 if kind.kind == "n" else kind
            self._types[target.cpp] = kind
            return f"{target.cpp} = {converted(value, kind)};"
        # A register without a type takes bits, whatever they are of.
        whole = target.cpp in _REGISTERS and value.type.kind == "f"
        text = bits_of(value) if whole else converted(value, target.type)
        return target.store(text) + ";"

    def _pair_assignment(self) -> str:
        """`{ D1.u1, D0.u64 } = value`."""
        self._take("{")
        high = self._target()
        self._take(",")
        low = self._target()
        self._take("}")
        self._take("=")
        value = self._expression()
        if high.store is None or low.store is None:
            raise Unknown("assignment to a value")
        taken = f"const auto wide = (unsigned __int128)({value.cpp}); "
        upper = read_bits(f"(uint64_t)(wide >> {low.type.bits})", high.type)
        return "{ " + taken + f"{low.store(read_bits('(uint64_t)wide', low.type))}; {high.store(upper)}; }}"

    def _target(self) -> Value:
        name = self._next
        known = name == "MEM" or name in _REGISTERS or name in self._types or name in self._arrays or name in _CONSTANTS
        if not known and re.fullmatch(r"[A-Za-z_]\w*", name):
            following = self._tokens[self._place + 1]
            if following == "=":
                self._take()
                return Value(name, Type("?", 0), lambda text: f"{name} = {text}")
            if following in ("[", "."):
                self._types[name] = U64
        return self._postfix()

    # -- expressions ---------------------------------------------------------------------------------------------------

    def _expression(self) -> Value:
        condition = self._level(0)
        if not self._taken("?"):
            return condition
        first = self._expression()
        self._take(":")
        second = self._expression()
        kind = _common(first.type, second.type)
        kind = I32 if kind == NUMBER else kind
        return Value(f"(({condition.cpp}) ? {converted(first, kind)} : {converted(second, kind)})", kind)

    def _level(self, level: int) -> Value:
        if level == len(_LEVELS):
            return self._unary()
        value = self._level(level + 1)
        while self._next in _LEVELS[level]:
            operator = self._take()
            value = self._operation(operator, value, self._level(level + 1))
        return value

    def _operation(self, operator: str, left: Value, right: Value) -> Value:
        if operator in ("||", "&&"):
            return Value(f"({left.cpp} {operator} {right.cpp})", BIT)
        if operator == "**":
            kind = left.type if left.type.kind == "f" else F64
            return Value(f"power_of_two<{kind.cpp}>({left.cpp}, {right.cpp})", kind)
        if operator in ("<<", ">>"):
            kind = I32 if left.type == NUMBER else left.type
            shift = "shift_left" if operator == "<<" else "shift_right"
            return Value(f"{shift}<{kind.cpp}>({left.cpp}, {right.cpp})", kind)
        kind = _common(left.type, right.type)
        sides = [self._operand(each, kind) for each in (left, right)]
        if operator == "<>":  # of numbers alone: false where one side is none
            return Value(f"({sides[0]} < {sides[1]} || {sides[0]} > {sides[1]})", BIT)
        if operator in _TRUTH:
            return Value(f"({sides[0]} {operator} {sides[1]})", BIT)
        if operator == "%" and kind.kind == "f":
            raise Unknown("remainder of floats")
        kind = U64 if kind == BIT and operator in "+-*" else kind
        return Value(f"({kind.cpp if kind.kind != 'n' else 'int64_t'})({sides[0]} {operator} {sides[1]})", kind)

    @staticmethod
    def _operand(value: Value, kind: Type) -> str:
        return value.cpp if kind.kind == "n" else converted(value, kind)

    def _unary(self) -> Value:
        operator = self._taken("-", "+", "!", "~")
        if not operator:
            return self._postfix()
        value = self._unary()
        if operator == "!":
            return Value(f"!({value.cpp})", BIT)
        if operator == "~" and value.type == BIT:
            return Value(f"(({value.cpp}) ^ 1)", BIT)
        kind = value.type
        if operator == "+":
            return value
        if operator == "-" and kind.kind == "u":
            kind = Type("i", max(kind.bits, 8))
        return Value(f"({kind.cpp if kind.kind != 'n' else 'int64_t'})({operator}({value.cpp}))", kind)

    def _postfix(self) -> Value:
        value = self._primary()
        while True:
            if self._taken("."):
                value = self._as_type(value, type_named(self._take()))
            elif self._next == "[":
                value = self._indexed(value)
            else:
                return value

    def _as_type(self, value: Value, kind: Type) -> Value:
        if value.type.kind in "f" and kind.kind == "f" and value.store is None:
            return Value(converted(value, kind), kind)  # `INF.f32`
        store = value.store
        taken = value.type
        return Value(
            read_bits(bits_of(value), kind),
            kind,
            None if store is None else lambda text: store(_written(taken, Value(text, kind))),
        )

    def _indexed(self, value: Value) -> Value:
        if value.cpp in self._arrays:
            self._take("[")
            index = self._expression()
            self._take("]")
            kind = self._arrays[value.cpp][0]
            cell = f"{value.cpp}[{index.cpp}]"
            return Value(cell, kind, lambda text: f"{cell} = {text}")
        self._take("[")
        high = self._expression()
        count = None
        low = high
        if self._taken("+:"):
            low, count = high, self._expression()
        elif self._taken(":"):
            low = self._expression()
        self._take("]")
        bits = bits_of(value)
        if count is not None:
            return Value(f"bit_slice({bits}, {low.cpp} + {count.cpp} - 1, {low.cpp})", U64)
        if high is low:
            width = 1
        elif high.cpp.isdigit() and low.cpp.isdigit():
            width = abs(int(high.cpp) - int(low.cpp)) + 1
            if int(high.cpp) < int(low.cpp):
                return Value(f"reverse_bits(bit_slice({bits}, {low.cpp}, {high.cpp}), {width})", Type("u", width))
        else:
            width = 64
        store = value.store
        text = f"bit_slice({bits}, {high.cpp}, {low.cpp})"
        kind = Type("u", width)
        if store is None:
            return Value(text, kind)
        return Value(
            text, kind,
            lambda new: store(read_bits(f"with_bits({bits}, {high.cpp}, {low.cpp}, (uint64_t)({new}))", value.type)),
        )  # fmt: skip

    def _primary(self) -> Value:
        token = self._take()
        if token == "(":
            value = self._expression()
            self._take(")")
            return Value(f"({value.cpp})", value.type)
        if token == "{":
            high = self._expression()
            self._take(",")
            low = self._expression()
            self._take("}")
            kind = Type("u", high.type.bits + low.type.bits)
            return Value(f"(({kind.cpp})({bits_of(high)}) << {low.type.bits} | {bits_of(low)})", kind)
        if "'" in token:
            return self._sized(token)
        if token[:1].isdigit():
            return _number(token)
        if re.fullmatch(r"[A-Za-z_]\w*", token):
            return self._call(token) if self._next == "(" else self._name(token)
        raise Unknown(f"{token!r} in an expression")

    def _sized(self, token: str) -> Value:
        bits, _, rest = token.partition("'")
        if rest in ("U", "I", "F", "B"):
            self._take("(")
            value = self._expression()
            self._take(")")
            kind = Type({"U": "u", "I": "i", "F": "f", "B": "u"}[rest], int(bits))
            if kind.kind == "f" and value.type.kind != "f" and value.cpp.startswith("0x"):
                return Value(read_bits(value.cpp, kind), kind)  # `32'F(0xffc00000)` gives the bits
            return Value(converted(value, kind), kind)
        if "." in rest:
            return Value(converted(Value(rest, F64), Type("f", int(bits))), Type("f", int(bits)))
        return Value(f"(uint64_t){rest.rstrip('U')}", Type("u", int(bits)))

    def _name(self, name: str) -> Value:
        if name in _CONSTANTS:
            return Value(*_CONSTANTS[name])
        if name in self._types:
            return Value(name, self._types[name], lambda text: f"{name} = {text}")
        if name in self._arrays:
            return Value(name, self._arrays[name][0])
        if name == "MEM":
            return self._memory()
        if name not in _REGISTERS:
            raise Unknown(f"name {name}")
        kind = BIT if name == "SCC" else Type("u", 128) if name in _WIDE else U64
        return Value(name, kind, lambda text: f"{name} = {text}")

    def _memory(self) -> Value:
        self._take("[")
        address = self._expression().cpp
        self._take("]")
        kind = type_named(self._take()) if self._taken(".") else U32
        return Value(
            f"memory.load<{kind.cpp}>({address})", kind, lambda text: f"memory.store<{kind.cpp}>({address}, {text})"
        )

    def _call(self, name: str) -> Value:
        self._take("(")
        if name.startswith("Calc"):  # the address that the machine has computed
            start = self._place
            while self._take() != ")":
                pass
            whole = name == "CalcDsAddr" and "OFFSET0" in self._tokens[start : self._place]
            return Value("(ADDR + OFFSET)" if whole else "ADDR", U64)
        arguments = []
        while self._next != ")":
            arguments.append(self._expression())
            self._taken(",")
        self._take(")")
        inner = ", ".join(each.cpp for each in arguments)
        if found := _CONVERSION.match(name):
            source, wanted = type_named(found[1]), type_named(found[2])
            return Value(converted(Value(converted(arguments[0], source), source), wanted), wanted)
        if found := _MINMAX.match(name):
            kind = type_named(found[1])
            return Value(f"{name}({', '.join(converted(each, kind) for each in arguments)})", kind)
        if name not in _FUNCTIONS:
            raise Unknown(f"function {name}")
        kind = _FUNCTIONS[name] or arguments[0].type
        return Value(f"fn_{name}({inner})", kind)


def _written(taken: Type, value: Value) -> str:
    """What a register of a type holds after a value was written to it: 32 bits and more replace it."""
    bits = bits_of(value) if value.type.kind == "f" else f"({value.cpp})"
    if value.type.bits == 1:
        bits = f"(({value.cpp}) & 1)"
    if taken.kind == "f":
        return read_bits(bits, taken)
    return f"({taken.cpp})(uint{_round(value.type.bits)}_t){bits}" if value.type.bits <= 64 else bits


def _number(token: str) -> Value:
    if "." in token or (token.endswith("F") and not token.startswith("0x")):
        return Value(token.replace("F", "f"), F32) if token.endswith("F") else Value(token, F64)
    digits = token.rstrip("UL")
    suffix = token[len(digits) :]
    if "L" in suffix:
        return Value(token, U64 if "U" in suffix else I64)
    value = int(digits, 0)
    if suffix == "U":
        return Value(token, U32)
    return Value(token, NUMBER if value < 1 << 31 else Type("n", 64))
