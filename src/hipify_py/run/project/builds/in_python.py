"""Directories of headers, and macros, as a setup script gives them."""

from __future__ import annotations

import ast
import posixpath
from collections.abc import Iterator, Sequence

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.run.project.builds.conditions import Conditions
from hipify_py.run.project.builds.said import Definition, Folder, Reach, Who
from hipify_py.subjects.buildfiles.python import Python
from hipify_py.subjects.buildfiles.python_file import PythonFile
from hipify_py.texts import to_bytes

_FOLDERS = ("include_dirs", "include_dir")
_OPTION = pattern(r"-D[ ]?([A-Za-z_]\w*)(?:=.*)?")
_NAME = pattern(r"[A-Za-z_]\w*")


@dataclass(frozen=True, eq=False)
class InPython:
    path: str
    data: bytes

    @property
    def base(self) -> str:
        return posixpath.dirname(self.path)

    @cached_property
    def _file(self) -> PythonFile:
        return PythonFile(self.data)

    @property
    def as_cuda(self) -> Sequence[str]:
        """PyTorch gives nvcc the sources that are called so, and no others."""
        return ()

    @property
    def as_hip(self) -> Sequence[str]:
        return ()

    @cached_property
    def folders(self) -> Sequence[Folder]:
        found = self._found() if self._file.tree is not None else ()
        return [Folder(posixpath.normpath(posixpath.join(self.base, each))) for each in found]

    def _found(self) -> Iterator[str]:
        for node, name in self._file.names.items():
            for part in node.elts if isinstance(node, ast.List | ast.Tuple) else [node]:
                text = _path(part) if isinstance(part, ast.expr) else ""
                folder = text if name in _FOLDERS else text[2:] if text.startswith("-I") else ""
                if folder:
                    yield folder

    @cached_property
    def definitions(self) -> Sequence[Definition]:
        return list(self._definitions()) if self._file.tree is not None else []

    def _definitions(self) -> Iterator[Definition]:
        """`define_macros=[("NAME", "1")]`, and options."""
        for node, name in self._file.names.items():
            parts = node.elts if isinstance(node, ast.List | ast.Tuple) else [node]
            for part in parts:
                if isinstance(part, ast.Tuple) and part.elts and "macros" in name:
                    yield from self._defined(_text(part.elts[0]), part, name)
                elif isinstance(part, ast.Constant) and (option := _OPTION.fullmatch(_text(part))):
                    yield from self._defined(option[1], part, name)

    def _defined(self, macro: str, node: ast.expr, given_to: str) -> Iterator[Definition]:
        if _NAME.fullmatch(macro):
            reach = self._conditions.around(self._file.span(node)[0])
            is_nvccs = "nvcc" in given_to and reach.who is not Who.HIP
            yield Definition(macro, Reach(Who.CUDA, reach.is_sure) if is_nvccs else reach)

    @cached_property
    def _conditions(self) -> Conditions:
        python = Python(self.data)
        return Conditions("python", python.code, python=python)

    def may_define(self, name: str) -> bool:
        """Whether texts are no definitions as they are understood; all of what cannot be read is not."""
        if self._file.tree is None:
            return to_bytes(name) in self.data
        texts = [_text(node) for node in ast.walk(self._file.tree)]
        said = [text.removeprefix("-D").partition("=")[0].strip() for text in texts]
        return said.count(name) > [each.name for each in self.definitions].count(name)


def _text(node: ast.AST) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _path(node: ast.expr) -> str:
    """A path as a text, or the end of one whose beginning is the directory of the script: `os.path.join(here, "a")`,
    `here / "a"`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "join":
        ends = [_path(each) for each in node.args[1:]]
        return "/".join(ends) if ends and all(ends) else ""
    if isinstance(node, ast.Call) and len(node.args) == 1:  # `str(here / "a")`
        return _path(node.args[0])
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        before = _path(node.left) if isinstance(node.left, ast.BinOp) else ""
        return "/".join(filter(None, (before, _path(node.right))))
    return _text(node)
