"""The tables of instructions: which opcodes are translated, what their operands are, and which C++ does the same.

docs/ptx-instructions.md says how a row is written. A row stands for a family of forms; they are spelled out when an
opcode of the family is asked for first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from hipify_py import compiled
from hipify_py.helpers import NAMESPACE
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.ptx.result import Class
from hipify_py.subjects.ptx.types import CppType, cpp_type

FOLDER = Path(__file__).parent / "instructions"


@dataclass(frozen=True)
class FormOperand:
    """What an instruction takes at one place. `type` is one of PTX, `address`, `imm` or a number that must be there."""

    name: str
    type: str
    count: int = 0  # of the registers of a vector
    optional: bool = False

    @property
    def literal(self) -> int | None:
        return int(self.type) if self.type.lstrip("-").isdigit() else None


@dataclass(frozen=True)
class Form:
    """One opcode with its modifiers."""

    opcode: str
    outputs: tuple[FormOperand, ...]
    inputs: tuple[FormOperand, ...]
    kind: Class
    call: str = ""
    whole_call: str = ""  # with the arguments of its template that are the defaults
    code: str = ""
    pair: FormOperand | None = None  # behind `|`
    carry: str = ""
    note: str = ""
    arch: str = ""
    test: str = "value"
    untested: str = ""
    bound: Mapping[str, Any] = field(default_factory=dict)
    group: str = ""
    # Whether no compiler moves other accesses to memory across its translation, as a "memory" clobber asks.
    ordered: bool = False
    # Whether it waits for other threads, which the lanes of a wave cannot do for each other.
    waits: bool = False
    # Whether kernels with it have to call `begin_barriers()` first.
    begun: bool = False

    @cached_property
    def types(self) -> tuple[CppType | None, ...]:
        """How C++ holds its results and inputs."""
        return tuple(cpp_type(each.type) for each in (*self.outputs, *self.inputs))

    def text(self, given: Mapping[str, str], by_reference: Sequence[str] = (), code: str = "") -> str:
        """The C++ of an instruction with expressions for its inputs, by name and in order; what is passed by reference
        comes last. `code` replaces the expression of the table."""
        if code or self.code:
            return _IN_CODE.sub(lambda name: given[name[1]], code or self.code)
        call = _QUALIFIED.sub(NAMESPACE, self.call)
        return f"{NAMESPACE}{call}({', '.join((*given.values(), *by_reference))})"


NO_FORM = Form("", (), (), Class.MANUAL)
# "group" and "ordered" may stand at the head of a table, too.
_KEYS = frozenset(
    ("form", "group", "ordered", "operands", "call", "code", "class", "note", "carry", "absent", "bound", "arch",
     "test", "untested", "waits", "begun")
)  # fmt: skip
_IN_CODE = pattern(r"\{(\w+)\}")
# What a template argument names by its type: `order::acquire`.
_QUALIFIED = pattern(r"(?<=[<, ])(?!hipify_ptx::)(?=[a-z_]+::)")
_VARIABLE = pattern(r"\{(\w+)(\.name)?\}")
_BETWEEN_ARGUMENTS = pattern(r", (?![^<>]*>)")
_DEFAULT = pattern(r"\?\w*")
_TOKEN = pattern(r"\[\.([^\[\]]+)\]|\.?([^.\[]+)")
# Types of parts of registers, which nothing in C++ holds by itself.
_ELEMENTS = frozenset(("s4", "u4", "b1", "e4m3", "e5m2"))
# Of A and B; of where a copy goes and where it comes from; of a part of a policy and of the rest.
_LAYOUTS = frozenset(("row", "col"))
SPACES = frozenset(("global", "shared", "shared::cta", "shared::cluster", "local", "const", "param"))
_PRIORITY = "L2::evict_"
_OPERAND = pattern(r"(\w+):([\w-]+)(?:\*v?(\d*))?(\?)?(?:\|(\w+):(\w+)(!)?)?")


@cache
def find(opcode: str) -> list[Form]:
    """The forms of an opcode as a source spells it; several where operands tell them apart."""
    head, *modifiers = opcode.split(".")
    wanted, words = key(opcode), frozenset((head, *modifiers))
    return [form for row in _rows().get(head, ()) for form in of_row(row, words) if key(form.opcode) == wanted]


@cache
def spelled(opcode: str) -> str:
    """An opcode with its modifiers in the order of the tables."""
    found = find(opcode)
    return found[0].opcode if found else opcode


def is_instruction(head: str) -> bool:
    """Whether a table translates anything of that name."""
    return head in _rows()


@cache
def key(opcode: str) -> str:
    """What all spellings of an opcode share: its modifiers may stand in any order, but for those of one kind that says
    something of one operand after the other."""
    head, *modifiers = opcode.split(".")
    return ".".join((head, *sorted(modifiers, key=_rank)))


def _rank(word: str) -> tuple[int, str]:
    """What modifiers are sorted by: those of a kind whose order has a meaning stay in this order."""
    if word in _ELEMENTS or cpp_type(word) is not None:
        return 4, ""
    if word in SPACES:
        return 3, ""
    if word in _LAYOUTS:
        return 2, ""
    return (1, "") if word.startswith(_PRIORITY) else (0, word)


def every() -> Iterator[Form]:
    """Every form of the tables, in their order."""
    for row in rows():
        yield from of_row(row)


def rows() -> list[Mapping[str, Any]]:
    return [row for table in _tables() for row in table["forms"]]


def of_row(row: Mapping[str, Any], words: frozenset[str] | None = None) -> Iterator[Form]:
    """The forms of a row; only those made of some words, if these are given."""
    tokens = [(bool(optional), optional or plain) for optional, plain in _TOKEN.findall(row["form"])]
    choices = [list(_choices(row, optional, text)) for optional, text in tokens]
    if words is not None:
        choices = [[each for each in place if not each[0] or words.issuperset(each[0].split("."))] for place in choices]
    for chosen in product(*choices):
        values: dict[str, str] = {}
        for _word, bound in chosen:
            values.update(bound)
        opcode = ".".join(word for word, _bound in chosen if word)
        yield _form(row, opcode, values)


@cache
def _rows() -> dict[str, list[Mapping[str, Any]]]:
    """The rows of each instruction."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows():
        head = row["form"].partition(".")[0].partition("[")[0]
        for name, _values in _choices(row, False, head):
            found.setdefault(name, []).append(row)
    return found


@cache
def _tables() -> list[dict[str, Any]]:
    tables: list[dict[str, Any]] = compiled.read("instructions", FOLDER, compile_instructions)
    return tables


def compile_instructions(folder: Path) -> list[dict[str, Any]]:
    """Every table of a folder; a row that says something unheard of is an error."""
    import yaml

    tables = []
    for path in sorted(folder.glob("*.yaml")):
        table = yaml.safe_load(path.read_text(encoding="utf-8"))
        for row in table["forms"]:
            row |= {"group": table["group"], "ordered": row.get("ordered", table.get("ordered", False))}
            _check(path, row)
        tables.append(table)
    return tables


def _check(path: Path, row: Mapping[str, Any]) -> None:
    variables = {name for name, _raw in _VARIABLE.findall(row["form"])}
    flags = {token[0] for token in _TOKEN.findall(row["form"]) if token[0] and "{" not in token[0]}
    if clash := variables & _KEYS:
        raise ValueError(f"{path.name}: {row['form']}: {', '.join(sorted(clash))} is a key and no variable")
    if unknown := set(row) - _KEYS - variables:
        raise ValueError(f"{path.name}: {row['form']}: unknown keys {', '.join(sorted(unknown))}")
    used = {name for name, _raw in _VARIABLE.findall(row.get("operands", "") + row.get("call", ""))}
    if unknown := used - variables - {_plain(flag) for flag in flags}:
        raise ValueError(f"{path.name}: {row['form']}: no variable {', '.join(sorted(unknown))}")
    if ("call" in row) == ("code" in row):
        raise ValueError(f"{path.name}: {row['form']}: needs either call or code")
    if row["class"] != Class.EXACT and not row.get("note"):
        raise ValueError(f"{path.name}: {row['form']}: {row['class']} needs a note")
    for form in of_row(row):
        if unknown := set(_IN_CODE.findall(form.code)) - {operand.name for operand in form.inputs}:
            raise ValueError(f"{path.name}: {row['form']}: no operand {', '.join(sorted(unknown))}")
        if form.test == "none" and not form.untested:
            raise ValueError(f"{path.name}: {row['form']}: says no reason for not being tested")


def _choices(row: Mapping[str, Any], optional: bool, text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """What may stand at one place of an opcode, and what that makes of the variables."""
    names = [name for name, _raw in _VARIABLE.findall(text)]
    if not names:
        yield text, {_plain(text): "true"}
        if optional:
            yield "", {_plain(text): "false"}
        return
    for values in product(*(str(row[name]).split() for name in names)):
        bound = dict(zip(names, values, strict=True))
        yield _VARIABLE.sub(lambda match, bound=bound: bound[match[1]], text), bound  # type: ignore[misc]
    if optional:
        yield "", {name: str(row.get("absent", {}).get(name, "")) for name in names}


def _form(row: Mapping[str, Any], opcode: str, values: Mapping[str, str]) -> Form:
    outputs, pair, inputs = _operands(_VARIABLE.sub(lambda match: values[match[1]], str(row.get("operands", ""))))
    call = _in_cpp(row.get("call", ""), values)
    return Form(
        opcode,
        outputs,
        inputs,
        Class(row["class"]),
        call=_short(call),
        whole_call=_DEFAULT.sub("", call),
        code=_in_cpp(row.get("code", ""), values),
        pair=pair,
        carry=row.get("carry", ""),
        note=row.get("note", ""),
        arch=row.get("arch", ""),
        test=row.get("test", "value"),
        untested=row.get("untested", ""),
        bound=row.get("bound", {}),
        group=row["group"],
        ordered=row["ordered"],
        waits=row.get("waits", False),
        begun=row.get("begun", False),
    )


def _operands(text: str) -> tuple[tuple[FormOperand, ...], FormOperand | None, tuple[FormOperand, ...]]:
    before, is_split, after = text.rpartition("=")
    pair = None
    outputs = []
    for part in _parts(before if is_split else ""):
        operand, second = _operand(part)
        outputs.append(operand)
        pair = pair or second
    return tuple(outputs), pair, tuple(_operand(part)[0] for part in _parts(after))


def _parts(text: str) -> Iterable[str]:
    return (part.strip() for part in text.split(",") if part.strip())


def _operand(text: str) -> tuple[FormOperand, FormOperand | None]:
    match = _OPERAND.fullmatch(text.replace(" ", ""))
    if match is None:
        raise ValueError(f"no operand: {text}")
    operand = FormOperand(match[1], match[2], int(match[3] or 0), match[4] is not None)
    return operand, FormOperand(match[5], match[6], optional=not match[7]) if match[5] else None


def _in_cpp(text: str, values: Mapping[str, str]) -> str:
    """A template with its variables put in; the names of operands stay for the one who has the operands."""

    def put(match: re.Match[str]) -> str:
        name, is_raw = match[1], match[2]
        if name not in values:
            return match[0]
        value = values[name]
        kind = None if is_raw else cpp_type(value)
        return kind.name if kind else _plain(value)

    return _VARIABLE.sub(put, text)


def _short(call: str) -> str:
    """A call without the last arguments of its template that are the defaults: `{t}?u32`, or `u32?` always."""
    if "?" not in call:
        return call
    name, _opening, inside = call.removesuffix(">").partition("<")
    arguments = [argument.partition("?") for argument in _BETWEEN_ARGUMENTS.split(inside)]
    while arguments and _is_default(*arguments[-1]):
        arguments.pop()
    return f"{name}<{', '.join(argument[0] for argument in arguments)}>" if arguments else name


def _is_default(argument: str, mark: str, default: str) -> bool:
    return bool(mark) and default in ("", argument.rpartition("::")[2])


def _plain(text: str) -> str:
    return text.replace("::", "_")
