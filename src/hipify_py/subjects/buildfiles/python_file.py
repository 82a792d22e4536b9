"""A file in Python as Python itself reads it, and which names its values are given to."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Mapping

from hipify_py.findings import Finding
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass

_BUILDS = pattern(
    rb"\bCUDAExtension\b|\bcmake_languages\b|\bcpp_extension\b|\bextra_cuda_c?flags\b|[\"']nvcc[\"' ]|"
    rb"\bExtension\s*\(|-DCMAKE_CUDA_|\bnvcc_?\w{0,40}(?:flags|args)\b"
)
_FOR_CUDA = pattern(
    rb"\bCUDAExtension\b|\bextra_cuda_c?flags\b|[\"']nvcc[\"' ]|-DCMAKE_CUDA_|\bnvcc_?\w{0,40}(?:flags|args)\b"
)
# What options of nvcc are given to, or returned by.
FOR_NVCC = pattern(r"(?i)\w{0,80}nvcc\w{0,80}|\w{0,80}cuda_?c?_?(?:flags|args)|extra_cuda_cflags|\w{0,80}cu_flags")
_LINE = pattern(rb"\r\n|\r|\n")
_IN_ASCII = bytes(byte if byte < 0x80 else ord("_") for byte in range(0x100))
# How one element comes to a list, by the place of it among the arguments.
ADDS = {"append": 0, "insert": 1}


@dataclass(frozen=True, eq=False)
class PythonFile:
    data: bytes
    archs: tuple[str, ...] = ()

    @cached_property
    def _parsed(self) -> tuple[ast.Module | None, int]:
        """The tree, and the line that this Python cannot read."""
        if not _BUILDS.search(self.data):
            return None, 0
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # these are for its authors
                tree = ast.parse(self.data)
                return (tree if self.data.isascii() else ast.parse(_with_places_of_bytes(self.data))), 0
        except SyntaxError as error:
            return None, error.lineno or 1
        except (ValueError, RecursionError, MemoryError):
            return None, 0

    @property
    def tree(self) -> ast.Module | None:
        """Nothing for what this Python cannot read."""
        return self._parsed[0]

    def unread(self) -> Iterator[Finding]:
        """That a file which is for CUDA is left whole, where it cannot be read."""
        line = self._parsed[1]
        if line and _FOR_CUDA.search(self.data):
            start = self._lines[min(line, len(self._lines)) - 1]
            behind = _LINE.search(self.data, start)
            message = "this line is no Python 3, so nothing in the script is converted"
            help = "mend the line, or write what PyTorch for ROCm and clang take by hand"
            yield Finding("BLD007", start, behind.start() if behind else len(self.data), message, help=help)

    @cached_property
    def _lines(self) -> list[int]:
        starts = [0, *(found.end() for found in _LINE.finditer(self.data))]
        return [start + 3 if not start and self.data.startswith(b"\xef\xbb\xbf") else start for start in starts]

    def place(self, line: int, column: int) -> int:
        return self._lines[line - 1] + column

    def span(self, node: ast.expr | ast.stmt | ast.keyword) -> tuple[int, int]:
        return self.place(node.lineno, node.col_offset), self.place(node.end_lineno or 0, node.end_col_offset or 0)

    @cached_property
    def names(self) -> Mapping[ast.AST, str]:
        """The values of the file by what they are given to."""
        assert self.tree is not None
        names: dict[ast.AST, str] = {}
        returned = dict[ast.AST, str]()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef) and FOR_NVCC.fullmatch(node.name):
                returned |= dict.fromkeys(_returned(node), node.name)
            names |= {value: returned.get(value, name) for name, value in _given(node)}
            if isinstance(node, ast.Return) and node.value in returned:
                names[node.value] = returned[node.value]
            parts: tuple[ast.expr, ...] = ()
            if isinstance(node, ast.BinOp):
                parts = (node.left, node.right)
            elif isinstance(node, ast.IfExp):
                parts = (node.body, node.orelse)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "split":
                parts = (node.func.value,)
            names |= {each: names[node] for each in parts if node in names}
        return names

    @cached_property
    def statements(self) -> Mapping[ast.expr, bool]:
        """The calls that are statements, and whether their blocks have others than calls."""
        found: dict[ast.expr, bool] = {}
        for node in ast.walk(self.tree) if self.tree else ():
            for name in ("body", "orelse", "finalbody"):
                block = getattr(node, name, None)
                if isinstance(block, list):
                    values = [each.value if isinstance(each, ast.Expr) else None for each in block]
                    calls = [value for value in values if isinstance(value, ast.Call)]
                    found |= dict.fromkeys(calls, len(calls) < len(block))
        return found

    @cached_property
    def adding(self) -> Mapping[ast.expr, tuple[ast.stmt, bool]]:
        """The lists that statements do nothing but add to another one, and whether their blocks have statements that
        do something else."""
        found: dict[ast.expr, tuple[ast.stmt, bool]] = {}
        for node in ast.walk(self.tree) if self.tree else ():
            for name in ("body", "orelse", "finalbody"):
                block = getattr(node, name, None)
                if isinstance(block, list):
                    added = {each: _added_by(each) for each in block}
                    has_others = any(value is None and not isinstance(each, ast.Expr) for each, value in added.items())
                    found |= {value: (each, has_others) for each, value in added.items() if value is not None}
        return found

    @cached_property
    def options_alone(self) -> Mapping[ast.expr, tuple[ast.Call, ast.keyword]]:
        """The lists that are all which extensions of PyTorch's get for options: `extra_compile_args={"nvcc": […]}`."""
        found: dict[ast.expr, tuple[ast.Call, ast.keyword]] = {}
        for node in ast.walk(self.tree) if self.tree else ():
            if not (isinstance(node, ast.Call) and name_of(node.func) == "CUDAExtension"):
                continue
            for each in node.keywords:
                if (
                    each.arg == "extra_compile_args"
                    and isinstance(each.value, ast.Dict)
                    and len(each.value.values) == 1
                ):
                    found[each.value.values[0]] = node, each
        return found


def _returned(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """What a function returns, and what it gives to the variables that it returns."""
    values = [each.value for each in ast.walk(function) if isinstance(each, ast.Return) and each.value is not None]
    yield from values
    variables = {name for value in values for name in _summed(value)}
    yield from (value for each in ast.walk(function) for name, value in _given(each) if name in variables)


def _summed(value: ast.expr) -> Iterator[str]:
    """The variables that are parts of a list: `a + [*b, "-O3"]`, `with_nvcc_threads(a)`."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.Name):
            yield part.id
        elif isinstance(part, ast.BinOp):
            waiting += (part.left, part.right)
        elif isinstance(part, ast.Starred):
            waiting.append(part.value)
        elif isinstance(part, (ast.List, ast.Tuple)):
            waiting += part.elts
        elif isinstance(part, ast.Call) and FOR_NVCC.fullmatch(name_of(part.func)):
            waiting += part.args


def _with_places_of_bytes(data: bytes) -> str | bytes:
    """The same code in which a place counts the bytes before it, in whichever encoding the file says it is."""
    try:
        return data.decode("utf-8-sig", "strict")
    except UnicodeDecodeError:
        return data.translate(_IN_ASCII)


def _added_by(node: ast.stmt) -> ast.expr | None:
    """`flags += […]`, `flags.extend([…])`"""
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
        return node.value
    call = node.value if isinstance(node, ast.Expr) else None
    is_extend = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "extend"
    return call.args[0] if is_extend and isinstance(call, ast.Call) and len(call.args) == 1 else None


def _given(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(node, ast.Assign):
        yield from ((name_of(target), node.value) for target in node.targets)
    elif isinstance(node, ast.AugAssign):
        yield name_of(node.target), node.value
    elif isinstance(node, ast.keyword):
        yield node.arg or "", node.value
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        yield name_of(node.target), node.value
    elif isinstance(node, ast.Dict):
        yield from ((name_of(key), value) for key, value in zip(node.keys, node.values, strict=True) if key is not None)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr == "extend":
            yield from ((name_of(node.func.value), argument) for argument in node.args)
        elif len(node.args) == ADDS.get(node.func.attr, -2) + 1:
            yield name_of(node.func.value), node.args[-1]


def name_of(node: ast.expr) -> str:
    """The last part of what is named: `nvcc` of `args["nvcc"]`."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.Subscript):
        return name_of(node.slice)
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
