"""What CUDA's headers declare, with types: functions, members of structures, enumerators and macros, as libclang reads
them from the headers of one toolkit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_UNIT = "unit.cpp"
_ALIAS = re.compile(r"(\w+) (?:__CUDA_API_PT\w+ \( )?(\w+)(?: \))?")
_ANONYMOUS = re.compile(r"\((?:unnamed|anonymous)")
_RESERVED = re.compile(r"reserved|^__cuda|^pad$", re.IGNORECASE)


@dataclass(frozen=True)
class Parameter:
    type: str
    name: str
    has_default: bool = False


@dataclass(frozen=True)
class Function:
    name: str
    result: str
    parameters: tuple[Parameter, ...]
    template: tuple[str, ...] = ()

    @property
    def fewest_arguments(self) -> int:
        return next((index for index, each in enumerate(self.parameters) if each.has_default), len(self.parameters))

    def named(self, name: str) -> Function:
        return Function(name, self.result, self.parameters, self.template)


@dataclass(frozen=True)
class Member:
    """`path` leads through structures without a name of their own; `offset` is in bits."""

    path: str
    type: str
    offset: int


@dataclass(frozen=True)
class Enumerator:
    name: str
    type: str
    value: int


@dataclass
class Interface:
    functions: dict[str, list[Function]] = field(default_factory=dict)
    members: dict[str, list[Member]] = field(default_factory=dict)
    enumerators: dict[str, Enumerator] = field(default_factory=dict)
    macros: dict[str, str] = field(default_factory=dict)
    integers: dict[str, int] = field(default_factory=dict)

    @property
    def values(self) -> dict[str, int]:
        """Of enumerators, and of macros that are integers."""
        return {name: each.value for name, each in self.enumerators.items()} | self.integers


def read_interface(include: Path, headers: Sequence[str], flags: Sequence[str]) -> Interface:
    """Everything that the headers declare, and what they include from the same toolkit."""
    from clang import cindex  # type: ignore[import-not-found,import-untyped,unused-ignore]

    text = "".join(f"#include <{header}>\n" for header in headers)
    options = (
        cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD | cindex.TranslationUnit.PARSE_SKIP_FUNCTION_BODIES
    )
    arguments = ["-std=c++17", "-w", "-ferror-limit=0", f"-isystem{include}", *flags]
    unit = cindex.Index.create().parse(_UNIT, arguments, [(_UNIT, text)], options)
    interface = Interface()
    for cursor in _declarations(unit.cursor, str(include)):
        _Reader(interface).read(cursor)
    _add_aliases(interface)
    _keep_expressions(interface, text, arguments)
    return interface


def _declarations(cursor: Any, folder: str) -> Iterator[Any]:
    for child in cursor.get_children():
        if child.kind.name in ("LINKAGE_SPEC", "UNEXPOSED_DECL"):
            yield from _declarations(child, folder)
        elif child.location.file and child.location.file.name.startswith(folder):
            yield child


class _Reader:
    def __init__(self, interface: Interface) -> None:
        self._into = interface

    def read(self, cursor: Any) -> None:
        read = getattr(self, f"_read_{cursor.kind.name.lower()}", None)
        if read is not None:
            read(cursor)

    def _read_function_decl(self, cursor: Any) -> None:
        function = Function(cursor.spelling, cursor.result_type.spelling, tuple(_parameters(cursor)))
        self._add(function)

    def _read_function_template(self, cursor: Any) -> None:
        kinds = [child.kind.name for child in cursor.get_children()]
        names = [child.spelling for child in cursor.get_children() if child.kind.name == "TEMPLATE_TYPE_PARAMETER"]
        if "TEMPLATE_NON_TYPE_PARAMETER" not in kinds:
            self._add(Function(cursor.spelling, cursor.result_type.spelling, tuple(_parameters(cursor)), tuple(names)))

    def _add(self, function: Function) -> None:
        overloads = self._into.functions.setdefault(function.name, [])
        types = [each.type for each in function.parameters]
        if not any([each.type for each in other.parameters] == types for other in overloads):
            overloads.append(function)

    def _read_struct_decl(self, cursor: Any) -> None:
        if cursor.is_definition() and cursor.spelling and not _ANONYMOUS.search(cursor.spelling):
            self._into.members[cursor.spelling] = list(_members(cursor.type, "", 0))

    _read_union_decl = _read_struct_decl

    def _read_typedef_decl(self, cursor: Any) -> None:
        canonical = cursor.type.get_canonical()
        if canonical.kind.name == "RECORD":
            self._into.members[cursor.spelling] = list(_members(canonical, "", 0))

    def _read_enum_decl(self, cursor: Any) -> None:
        named = cursor.type.spelling if not _ANONYMOUS.search(cursor.type.spelling) else ""
        for child in cursor.get_children():
            if child.kind.name == "ENUM_CONSTANT_DECL":
                self._into.enumerators[child.spelling] = Enumerator(child.spelling, named, child.enum_value)

    def _read_macro_definition(self, cursor: Any) -> None:
        words = [token.spelling for token in cursor.get_tokens()]
        if len(words) > 1 and not _takes_arguments(cursor):
            self._into.macros[cursor.spelling] = " ".join(words[1:])


def _takes_arguments(cursor: Any) -> bool:
    tokens = list(cursor.get_tokens())[:2]
    return bool(tokens[1].spelling == "(" and tokens[1].extent.start.offset == tokens[0].extent.end.offset)


def _parameters(cursor: Any) -> Iterator[Parameter]:
    for child in cursor.get_children():
        if child.kind.name == "PARM_DECL":
            words = {token.spelling for token in child.get_tokens()}
            yield Parameter(child.type.spelling, child.spelling, not words.isdisjoint(("=", "__dv")))


def _members(type_: Any, before: str, start: int) -> Iterator[Member]:
    """Without what is reserved, or internal by its name."""
    for child in type_.get_fields():
        name = "" if _ANONYMOUS.search(child.spelling) else child.spelling
        offset = start + child.get_field_offsetof()
        if _is_of_this_structure(child.type):
            yield from _members(child.type.get_canonical(), f"{before}{name}." if name else before, offset)
        elif name and not child.is_bitfield() and not _RESERVED.search(name):
            yield Member(before + name, child.type.spelling, offset)


def _is_of_this_structure(type_: Any) -> bool:
    """Whether a structure has no name that programs could use for it."""
    declaration = type_.get_canonical().get_declaration()
    spelled: str = type_.spelling
    if declaration.kind.name not in ("STRUCT_DECL", "UNION_DECL"):
        return False
    is_inner: bool = declaration.semantic_parent.kind.name in ("STRUCT_DECL", "UNION_DECL")
    return is_inner or _ANONYMOUS.search(spelled) is not None


def _add_aliases(interface: Interface) -> None:
    """`#define cuMemAlloc cuMemAlloc_v2`: programs write the former."""
    for name, body in interface.macros.items():
        found = _ALIAS.fullmatch(f"{name} {body}")
        if found and found[2] in interface.functions and name not in interface.functions:
            interface.functions[name] = [each.named(name) for each in interface.functions[found[2]]]


def _keep_expressions(interface: Interface, includes: str, arguments: Sequence[str]) -> None:
    """Of the macros only those that are expressions, and the values of integers among them."""
    unit = _uses(interface.macros, "static const auto of_{0} = {0};", includes, arguments)
    interface.macros = {child.spelling[3:]: interface.macros[child.spelling[3:]] for child in unit}
    unit = _uses(interface.macros, "enum : long long {{ of_{0} = (long long)({0}) }};", includes, arguments)
    interface.integers = {each.spelling[3:]: each.enum_value for child in unit for each in child.get_children()}


def _uses(names: Iterable[str], form: str, includes: str, arguments: Sequence[str]) -> list[Any]:
    """The declarations of such a form that compile."""
    from clang import cindex

    text = includes + "\n".join(form.format(name) for name in names)
    unit = cindex.Index.create().parse(_UNIT, arguments, [(_UNIT, text)])
    wrong = {each.location.line for each in unit.diagnostics if each.severity >= cindex.Diagnostic.Error}
    ours = (child for child in unit.cursor.get_children() if str(child.location.file) == _UNIT)
    return [child for child in ours if child.location.line not in wrong]
