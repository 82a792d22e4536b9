"""Setup scripts: options of nvcc in lists of strings, libraries and folders of CUDA, and CUDA_HOME of PyTorch.

`CUDAExtension` stays: PyTorch for ROCm builds it with hipcc, which gets what is said to nvcc.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from hipify_py.edits import Edit
from hipify_py.findings import Finding
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.buildfiles.flags import read
from hipify_py.subjects.buildfiles.make_folders import in_folders
from hipify_py.subjects.buildfiles.words_of_options import GROUP, is_of_others, is_shared, without_counterpart
from hipify_py.tables import builds

Made = Iterator[Edit | Finding]

_BUILDS = pattern(rb"\bCUDAExtension\b|\bcpp_extension\b|\bextra_cuda_c?flags\b|[\"']nvcc[\"']|\bExtension\s*\(")
_FOR_NVCC = pattern(r"(?i)\w{0,80}nvcc\w{0,80}|\w{0,80}cuda_?c?_?(?:flags|args)|extra_cuda_cflags|\w{0,80}cu_flags")
_HOLDS_OPTIONS = pattern(
    r"(?i)\w{0,80}(?:flag|compile_arg|link_arg|options|opts|gencode|arch|extra_\w{0,40}args|cxx)\w{0,80}"
)
_NVCC = pattern(r"(?:[^\s\"']*/)?nvcc(?:\.exe)?")
_LINKED = frozenset(("libraries", "extra_libraries"))
_FOLDERS = frozenset(("include_dirs", "library_dirs", "runtime_library_dirs"))
_HOME, _ROCMS_HOME = "CUDA_HOME", "ROCM_HOME"
_COMMA = pattern(rb"[ \t]*,[ \t]*")
_BLANKS = pattern(rb"[ \t]*")
_STRING = pattern(rb"(?P<prefix>[fFrRuU]*)(?P<quote>[\"'])(?P<text>[^\"'\\\r\n]*)(?P=quote)")
_FILLED = pattern(r"\{[^{}]*\}")


class _Text(NamedTuple):
    """An element of a list: a string, or anything else, which is then a value that nobody knows."""

    start: int
    end: int
    text: str
    string: re.Match[bytes] | None


@dataclass(frozen=True, eq=False)
class PythonFile:
    data: bytes

    @cached_property
    def tree(self) -> ast.Module | None:
        """Nothing for what this Python cannot read."""
        if not _BUILDS.search(self.data):
            return None
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # these are for its authors
                return ast.parse(self.data)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None

    @cached_property
    def _lines(self) -> list[int]:
        starts = [0, *(found.end() for found in re.finditer(rb"\r\n|\r|\n", self.data))]
        return [start + 3 if not start and self.data.startswith(b"\xef\xbb\xbf") else start for start in starts]

    def place(self, line: int, column: int) -> int:
        return self._lines[line - 1] + column

    def span(self, node: ast.expr) -> tuple[int, int]:
        return self.place(node.lineno, node.col_offset), self.place(node.end_lineno or 0, node.end_col_offset or 0)


def converted(file: PythonFile, is_unread: Callable[[int], bool]) -> Made:
    if file.tree is None:
        return
    for named, elements in _lists(file.tree):
        texts = [_text(file, element) for element in elements]
        if texts and not is_unread(texts[0].start):
            yield from _of_list(file, named, texts)
    yield from _home(file, is_unread)


def _lists(tree: ast.Module) -> Iterator[tuple[str, list[ast.expr]]]:
    """The lists of a file, each with the name of what they are given to, and texts that are added to one by one."""
    names: dict[ast.AST, str] = {}
    for node in ast.walk(tree):
        names |= {value: name for name, value in _given(node)}
        if isinstance(node, ast.BinOp):
            names |= {each: names[node] for each in (node.left, node.right) if node in names}
        if isinstance(node, ast.IfExp):
            names |= {each: names[node] for each in (node.body, node.orelse) if node in names}
        if isinstance(node, (ast.List, ast.Tuple)) and any(map(_is_text, node.elts)):
            yield names.get(node, ""), node.elts


def _given(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(node, ast.Assign):
        yield from ((_name(target), node.value) for target in node.targets)
    elif isinstance(node, ast.AugAssign):
        yield _name(node.target), node.value
    elif isinstance(node, ast.keyword):
        yield node.arg or "", node.value
    elif isinstance(node, ast.Dict):
        yield from ((_name(key), value) for key, value in zip(node.keys, node.values, strict=True) if key is not None)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "extend":
        yield from ((_name(node.func.value), argument) for argument in node.args)


def _name(node: ast.expr) -> str:
    """The last part of what is named: `nvcc` of `args["nvcc"]`."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.Subscript):
        return _name(node.slice)
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _text(file: PythonFile, node: ast.expr) -> _Text:
    start, end = file.span(node)
    string = _STRING.fullmatch(file.data, start, end) if _is_text(node) else None
    text = string["text"].decode("utf-8", "surrogateescape") if string else "$(value)"
    if string and b"f" in string["prefix"].lower():
        text = _FILLED.sub("$(value)", text)
    return _Text(start, end, text, string)


def _of_list(file: PythonFile, named: str, texts: Sequence[_Text]) -> Made:
    made: dict[int, list[str]] = {}
    if named in _LINKED:
        for index, each in enumerate(texts):
            if (library := builds.library(each.text)) and (library.library or library.dropped):
                made[index] = [library.library] if library.library else []
    else:
        yield from _options(named, texts, made)
    for index, each in enumerate(texts if named in _FOLDERS else ()):
        if each.text.startswith("/") and (folder := in_folders(each.text, frozenset())) != each.text:
            made[index] = [folder]
    if not any(each.string is None for index, each in enumerate(texts) if index in made):
        yield from _edits(file, texts, made)


def _options(named: str, texts: Sequence[_Text], made: dict[int, list[str]]) -> Iterator[Finding]:
    is_for_nvcc = _FOR_NVCC.fullmatch(named) is not None or _NVCC.fullmatch(texts[0].text) is not None
    if texts[0].string is not None and _NVCC.fullmatch(texts[0].text):
        made[0] = ["hipcc"]
    elif not is_for_nvcc and not _HOLDS_OPTIONS.fullmatch(named):
        return
    for option in read([each.text for each in texts], forwards=True):
        place = texts[option.first : option.last]
        is_known = all(each.string is not None and " " not in each.text for each in place)
        if not is_known or option.fate not in ("translated", "dropped", "finding"):
            continue
        if is_of_others(option) or (is_shared(option) and not is_for_nvcc):
            continue
        if option.fate == "finding":
            yield without_counterpart(option, place)
        elif "$" not in "".join(option.new):
            made |= {index: [] for index in range(option.first, option.last)}
            made[option.first] = list(option.new)


def _edits(file: PythonFile, texts: Sequence[_Text], made: dict[int, list[str]]) -> Iterator[Edit]:
    for is_removed, group in groupby(range(len(texts)), key=lambda index: made.get(index) == []):
        run = list(group)
        if is_removed:
            yield _without(file, texts, run[0], run[-1])
        for index in run if not is_removed else ():
            each = texts[index]
            if index in made and each.string is not None:
                quote = each.string["quote"].decode()
                new = ", ".join(f"{quote}{word}{quote}" for word in made[index])
                yield Edit(each.start, each.end, new.encode("utf-8", "surrogateescape"), each.text, GROUP)


def _without(file: PythonFile, texts: Sequence[_Text], first: int, last: int) -> Edit:
    """Elements go, with the comma behind them and their line if nothing else stands there; comments stay."""
    code, start, end = file.data, texts[first].start, texts[last].end
    comma = _COMMA.match(code, end)
    if comma:
        end = comma.end()
        line = code.rfind(b"\n", 0, start) + 1
        behind = re.compile(rb"\r?\n").match(code, end)
        if behind and not code[line:start].strip():
            start, end = line, behind.end()
    elif first and b"#" not in code[texts[first - 1].end : start]:
        start = texts[first - 1].end
    return Edit(start, end, b"", texts[first].text, GROUP)


# -- PyTorch -----------------------------------------------------------------------------------------------------------


def _home(file: PythonFile, is_unread: Callable[[int], bool]) -> Iterator[Edit]:
    """`CUDA_HOME is not None`: where PyTorch is built for ROCm, ROCM_HOME is set."""
    assert file.tree is not None
    imported = [each for each in ast.walk(file.tree) if isinstance(each, ast.ImportFrom) and _imports_home(each)]
    if (
        not imported
        or b"version.hip" in file.data
        or any(is_unread(file.place(each.lineno, each.col_offset)) for each in imported)
    ):
        return
    uses = [node for node in ast.walk(file.tree) if isinstance(node, ast.Name) and node.id == _HOME]
    asked = {node for each in ast.walk(file.tree) for node in _asked(each)}
    if all(use in asked for use in uses):
        for each in imported:
            alias = next(alias for alias in each.names if alias.name == _HOME)
            start = file.place(alias.lineno, alias.col_offset)
            yield Edit(start, start + len(_HOME), _ROCMS_HOME.encode(), _HOME, GROUP)
        for use in uses:
            yield Edit(*file.span(use), _ROCMS_HOME.encode(), _HOME, GROUP)


def _imports_home(node: ast.ImportFrom) -> bool:
    is_torchs = (node.module or "").endswith("cpp_extension")
    return is_torchs and any(alias.name == _HOME and alias.asname is None for alias in node.names)


def _asked(node: ast.AST) -> Iterator[ast.expr]:
    """What is only asked whether it is there."""
    if isinstance(node, ast.Compare):
        yield node.left
    elif isinstance(node, ast.BoolOp):
        yield from node.values
    elif isinstance(node, (ast.If, ast.IfExp, ast.While)):
        yield node.test
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
