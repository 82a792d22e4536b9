"""Which declaration a name means, and which type an expression has: what we say of programs, clang says as well."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hipify_py import api
from hipify_py.engine import Context, Understood, understand
from hipify_py.file.arithmetic import Typed, one_name, promoted
from hipify_py.file.expression_types import expression_types
from hipify_py.file.vector_values import VECTORS
from hipify_py.reading.declarators import Declaration
from hipify_py.reading.reading import Reading
from hipify_py.source import Source
from tests.compile.judging import TOOLCHAIN, convert_programs

cindex: Any = pytest.importorskip("clang.cindex", reason="pip install libclang")
pytestmark = pytest.mark.thorough

_WORDS = re.compile(rb"[A-Za-z_]\w*")
_WITHOUT = re.compile(r"\b(?:const|volatile|__restrict|struct|enum)\b|\[[^\]]*\]")
_VECTOR = re.compile(r"HIP_vector_type<([\w ]+), (\d)>")
# Types that depend on arguments of templates, functions, what HIP has in the place of CUDA's `threadIdx`, and iterators
# and the like, which count as pointers.
_UNNAMED = re.compile(
    r"<dependent type>|^auto$|iterator<|device_ptr<|device_reference<|type-parameter|__hip_builtin|"
    r"<pseudo-object type>|bound member|builtin fn|\) const"
)
_BYTES = {"uint8_t": "unsigned char", "uchar": "unsigned char", "int8_t": "signed char"}
_MAKE = (cindex.CursorKind.CONSTRUCTOR, cindex.CursorKind.CONVERSION_FUNCTION)
_CONVERTED = (cindex.CursorKind.UNEXPOSED_EXPR, cindex.CursorKind.INIT_LIST_EXPR)
# Of a hundred names that clang knows so many may be unknown.
_MOST_UNKNOWN = 1


def test_declarations(tmp_path: Path) -> None:
    assert TOOLCHAIN
    converted = convert_programs(TOOLCHAIN.rocm, tmp_path / "programs")
    counts, wrong = Counter[str](), list[str]()
    for path in sorted(converted.folder.rglob("*.cu")):
        reading = Reading(Source(path.name, path.read_bytes()), is_cuda=True)
        for use, declared in _uses(path):
            name, place = use.spelling.encode(), use.location.offset
            if not reading.source.data.startswith(name, place):
                continue  # of a macro
            known = reading.declarations.of(name, place)
            counts["known" if known is not None else "unknown"] += 1
            if known is not None and not _is_same(known, declared):
                wrong.append(f"{path.name}:{use.location.line}: {known} is {declared.type.spelling}")
    assert wrong == []
    assert counts["known"] > 10_000
    assert counts["unknown"] * 100 <= counts["known"] * _MOST_UNKNOWN


def test_types_of_expressions(tmp_path: Path) -> None:
    assert TOOLCHAIN
    converted = convert_programs(TOOLCHAIN.rocm, tmp_path / "programs")
    counts, wrong = Counter[str](), list[str]()
    for path in sorted(converted.folder.rglob("*.cu")):
        understood = understand(path.read_bytes(), Context(api.policy(), path=path.name))
        assert isinstance(understood, Understood)
        data, types = path.read_bytes(), expression_types(understood.facts)
        macros = {macro.name for macro in understood.facts.reading.macros}
        for cursor in _expressions(path):
            start, end = cursor.extent.start.offset, cursor.extent.end.offset
            if start >= end or not macros.isdisjoint(_WORDS.findall(data[start:end])):
                continue
            typed = types.of(start, end)
            counts["known" if typed is not None else "unknown"] += 1
            if typed is not None and not _is_of_type(cursor.type, typed):
                where = f"{path.name}:{cursor.location.line}: {data[start:end].decode()}"
                wrong.append(f"{where}: {typed} is {cursor.type.get_canonical().spelling}")
    assert wrong == []
    assert counts["known"] > 10_000


def _expressions(path: Path) -> Iterator[Any]:
    """What a file computes with, each as it is before it is converted to what is wanted."""
    for cursor in _cursors(path):
        is_made = cursor.referenced is not None and cursor.referenced.kind in _MAKE
        if cursor.kind.is_expression() and cursor.kind not in _CONVERTED and not is_made:
            yield cursor


def _is_of_type(type: Any, typed: Typed) -> bool:
    """Whether clang says the same: how deep a type is, and which number or vector; other names may be aliases."""
    while type.kind in (cindex.TypeKind.LVALUEREFERENCE, cindex.TypeKind.RVALUEREFERENCE):
        type = type.get_pointee()
    canonical = type.get_canonical()
    if _UNNAMED.search(canonical.spelling) or not canonical.spelling:
        return True
    names = {_name(_WITHOUT.sub("", each.spelling).strip(" *&")) for each in (type, canonical)}
    is_compared = promoted(typed.type) is not None or typed.type in VECTORS
    return typed.stars in (_depth(type), _depth(canonical)) and (not is_compared or _name(typed.type.decode()) in names)


def _name(type: str) -> str:
    """The one name of a number or a vector: `float4` for `HIP_vector_type<float, 4>`."""
    vector = _VECTOR.fullmatch(type)
    if vector is not None:
        type = vector[1].replace("unsigned ", "u").replace("long long", "longlong") + vector[2]
    return _BYTES.get(type, one_name(type.removeprefix("std::").encode()).decode())


def _uses(path: Path) -> Iterator[tuple[Any, Any]]:
    """Where variables of a file are used in it, each with its declaration."""
    kinds = (cindex.CursorKind.VAR_DECL, cindex.CursorKind.PARM_DECL)
    for cursor in _cursors(path):
        declared = cursor.referenced if cursor.kind is cindex.CursorKind.DECL_REF_EXPR else None
        if declared is not None and declared.kind in kinds and str(declared.location.file) == str(path):
            yield cursor, declared


def _cursors(path: Path) -> Iterator[Any]:
    """All that clang sees in a file, without what it includes."""
    waiting = [_index().parse(str(path), args=[*_arguments(), f"-I{path.parent}"]).cursor]
    while waiting:
        inside = [each for each in waiting.pop().get_children() if str(each.location.file) == str(path)]
        waiting += inside
        yield from inside


def _is_same(known: Declaration, declared: Any) -> bool:
    if known.place != declared.location.offset:
        return False
    type = declared.type  # as it is written, or what it is: aliases of other files are not known
    is_deduced = known.type == b"auto" or "auto" in type.spelling
    return is_deduced or known.depth in (_depth(type), _depth(type.get_canonical()))


def _depth(type: Any) -> int:
    """How many pointers and arrays deep a type is."""
    kinds, depth = cindex.TypeKind, 0
    arrays = (kinds.CONSTANTARRAY, kinds.INCOMPLETEARRAY, kinds.VARIABLEARRAY, kinds.DEPENDENTSIZEDARRAY)
    while True:
        if type.kind in (kinds.LVALUEREFERENCE, kinds.RVALUEREFERENCE):
            type = type.get_pointee()
        elif type.kind is kinds.POINTER or type.kind in arrays:
            depth, type = depth + 1, type.element_type if type.kind in arrays else type.get_pointee()
        else:
            return depth


@cache
def _index() -> Any:
    """clang as a library: of the compiler, whose headers belong to it, if it has one."""
    libraries = sorted(Path(_printed("-print-resource-dir")).parents[1].glob("libclang-[0-9]*.so*"))
    if libraries and not cindex.Config.loaded:
        cindex.Config.set_library_file(str(libraries[0]))
    return cindex.Index.create()


@cache
def _arguments() -> list[str]:
    assert TOOLCHAIN
    _compiler, *flags = TOOLCHAIN.command("gfx90a")
    kept = [flag for flag in flags if flag not in ("-c", "-o", "/dev/null", "-O1")]
    return [*kept, "--cuda-host-only", "-resource-dir", _printed("-print-resource-dir")]


def _printed(option: str) -> str:
    assert TOOLCHAIN
    run = subprocess.run([TOOLCHAIN.compiler, option], capture_output=True, text=True, check=True)
    return run.stdout.strip()
