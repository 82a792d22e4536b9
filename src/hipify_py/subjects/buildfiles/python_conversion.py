"""Setup scripts: options of nvcc in lists of strings, libraries and folders of CUDA, and CUDA_HOME of PyTorch.

`CUDAExtension` stays: PyTorch for ROCm builds it with hipcc, which gets what is said to nvcc.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from hipify_py.edits import Edit
from hipify_py.findings import Finding
from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.cmake_entries import entry
from hipify_py.subjects.buildfiles.flags import read
from hipify_py.subjects.buildfiles.make_folders import Homes, in_folders
from hipify_py.subjects.buildfiles.python_compilers import other_places, sought_compilers
from hipify_py.subjects.buildfiles.python_environment import asked_for_later
from hipify_py.subjects.buildfiles.python_file import FOR_NVCC, PythonFile, is_text, name_of
from hipify_py.subjects.buildfiles.python_texts import (
    STRING,
    added,
    in_place_of,
    of_texts,
    tests_with_code,
    without_statement,
)
from hipify_py.subjects.buildfiles.words_of_options import (
    GROUP,
    gpus_for,
    is_of_others,
    is_shared,
    without_counterpart,
)
from hipify_py.tables import builds
from hipify_py.texts import to_bytes, to_text

Made = Iterator[Edit | Finding]

_HOLDS_OPTIONS = pattern(
    r"(?i)\w{0,80}(?:flag|compile_arg|link_arg|options|opts|gencode|arch|extra_\w{0,40}args|cxx)\w{0,80}"
)
_NVCC = pattern(r"(?:[^\s\"']*/)?nvcc(?:\.exe)?")
_LINKED = frozenset(("libraries", "extra_libraries"))
# What scripts that build call such lists.
_HOLDS_LIBRARIES = pattern(r"(?:\w{0,40}_)?(?:libs|libraries|LIBS|LIBRARIES)")
_NAMES_FOLDER = pattern(r"(?:-[IL]|-Wl,-rpath[,=])?/")
_FOLDERS = frozenset(("include_dirs", "library_dirs", "runtime_library_dirs", "extra_include_paths", "extra_objects"))
_LANGUAGES = "cmake_languages"  # of scikit-build, which tries them
_SEEKS = frozenset(("which", "find_executable"))
_SETS_UP = pattern(rb"\bsetup[ \t]*\(|Extension\b|\bcpp_extension\b")
_HOME, _ROCMS_HOME = "CUDA_HOME", "ROCM_HOME"
_COMMA = pattern(rb"[ \t]*,[ \t]*")
_TRAILING_COMMA = pattern(rb"\s*,")
_FILLED = pattern(r"\{[^{}]*\}")


class _Text(NamedTuple):
    """An element of a list: a string, or anything else, which is then a value that nobody knows."""

    start: int
    end: int
    text: str
    string: re.Match[bytes] | None


def converted(file: PythonFile, is_unread: Callable[[int], bool]) -> Made:
    if file.tree is None:
        yield from file.unread()
        return
    if sought := [each for each in sought_compilers(file) if not is_unread(each.start)]:
        yield from sought
        yield from (each for each in other_places(file, sought) if not is_unread(each.start))
        return
    in_tests = tests_with_code(file)
    made = [item for item in (*_of_elements(file), *of_texts(file), *_sought(file)) if not in_tests(item.start)]
    yield from (item for item in (*made, *asked_for_later(file)) if not is_unread(item.start))
    yield from _home(file, is_unread)


def _of_elements(file: PythonFile) -> Made:
    """Lists of texts, and texts that are added to one by one."""
    assert file.tree is not None
    for node in ast.walk(file.tree):
        if isinstance(node, (ast.List, ast.Tuple)) and any(map(is_text, node.elts)):
            yield from _of_list(file, node)
    for named, call, node in added(file):
        made: dict[int, list[str]] = {}
        text = _text(file, node)
        yield from _for_hip(file, named, [text], made)
        if made and text.string is not None:
            yield from in_place_of(file, call, made[0], to_text(text.string["quote"]))


def _text(file: PythonFile, node: ast.expr) -> _Text:
    start, end = file.span(node)
    string = STRING.fullmatch(file.data, start, end) if is_text(node) else None
    text = to_text(string["text"]) if string else "$(value)"
    if string and b"f" in string["prefix"].lower():
        text = _FILLED.sub("$(value)", text)
    return _Text(start, end, text, string)


def _of_list(file: PythonFile, node: ast.List | ast.Tuple) -> Made:
    texts = [_text(file, element) for element in node.elts]
    made: dict[int, list[str]] = {}
    yield from _for_hip(file, file.names.get(node, ""), texts, made)
    if any(each.string is None for index, each in enumerate(texts) if index in made):
        return
    is_emptied = len(made) == len(texts) and not any(made.values()) and not _has_comment(file, node)
    if is_emptied and node in file.adding:
        yield without_statement(file, *file.adding[node], texts[0].text)
    elif is_emptied and node in file.options_alone and not _has_comment(file, file.options_alone[node][1]):
        yield _without_argument(file, *file.options_alone[node])
    else:
        yield from _edits(file, texts, made)
        yield from _comma_of_one(file, texts, made) if isinstance(node, ast.Tuple) else ()


def _comma_of_one(file: PythonFile, texts: Sequence[_Text], made: dict[int, list[str]]) -> Iterator[Edit]:
    """What makes a tuple of the one element that stays of several: without it a text would be no list."""
    left = [index for index in range(len(texts)) for _each in made.get(index, ("",))]
    if len(texts) < 2 or len(left) != 1 or _TRAILING_COMMA.match(file.data, texts[-1].end):
        return
    end, following = texts[left[0]].end, texts[left[0] + 1 :]
    if not following or b"#" not in file.data[end : following[0].start]:  # a comment keeps the comma before it
        yield Edit(end, end, b",", texts[left[0]].text, GROUP)


def _has_comment(file: PythonFile, node: ast.expr | ast.keyword) -> bool:
    return b"#" in file.data[slice(*file.span(node))]


def _without_argument(file: PythonFile, call: ast.Call, argument: ast.keyword) -> Edit:
    everything: tuple[ast.expr | ast.keyword, ...] = (*call.args, *call.keywords)
    given = sorted((*file.span(each), "extra_compile_args", each is argument) for each in everything)
    place = next(index for index, each in enumerate(given) if each[-1])
    return _without(file, [_Text(*each[:3], None) for each in given], place, place)


def _for_hip(file: PythonFile, named: str, texts: Sequence[_Text], made: dict[int, list[str]]) -> Iterator[Finding]:
    """What takes the place of texts, by their places."""
    if named in _LINKED or (_HOLDS_LIBRARIES.fullmatch(named) and _SETS_UP.search(file.data)):
        for index, each in enumerate(texts):
            if (library := builds.library(each.text)) and (library.library or library.dropped):
                made[index] = [library.library] if library.library else []
        _once(texts, made)
    elif named == _LANGUAGES:
        made |= {index: ["HIP"] for index, each in enumerate(texts) if each.text == "CUDA"}
    else:
        yield from _options(file, named, texts, made)
    names_folders = named in _FOLDERS or _HOLDS_OPTIONS.fullmatch(named) or FOR_NVCC.fullmatch(named)
    for index, each in enumerate(texts if names_folders else ()):
        if index not in made and _NAMES_FOLDER.match(each.text) and " " not in each.text:
            in_rocm = in_folders(each.text, Homes())
            made |= {index: in_rocm.split()} if in_rocm != each.text else {}
    if named in _FOLDERS:
        _once(texts, made)
    for index, each in enumerate(texts):
        new = entry(each.text, file.archs, in_shell=False) if each.text.startswith("-D") else None
        if new is not None and each.string is not None:
            made[index] = [new] if new else []


def _once(texts: Sequence[_Text], made: dict[int, list[str]]) -> None:
    """What several become is named once: CUDA has `lib64` and `lib`, ROCm has `lib`."""
    seen = {each.text for index, each in enumerate(texts) if index not in made}
    for index in sorted(made):
        made[index] = [each for each in made[index] if each not in seen]
        seen.update(made[index])


def _options(file: PythonFile, named: str, texts: Sequence[_Text], made: dict[int, list[str]]) -> Iterator[Finding]:
    is_for_nvcc = FOR_NVCC.fullmatch(named) is not None or _NVCC.fullmatch(texts[0].text) is not None
    archs: Sequence[str] = ()  # PyTorch names the GPUs itself
    if texts[0].string is not None and _NVCC.fullmatch(texts[0].text):
        made[0], archs = ["hipcc"], gpus_for([each.text for each in texts], file.archs)
    elif not is_for_nvcc and not _HOLDS_OPTIONS.fullmatch(named):
        return
    for option in read([each.text for each in texts], archs, forwards=True):
        place = texts[option.first : option.last]
        is_known = all(each.string is not None and " " not in each.text for each in place)
        if not is_known or option.fate not in ("translated", "dropped", "finding"):
            continue
        if is_of_others(option) or (is_shared(option, place[0].text, named) and not is_for_nvcc):
            continue
        if option.is_reported:
            yield without_counterpart(option, place)
        if option.fate != "finding" and "$" not in "".join(option.new):
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
                quote = to_text(each.string["quote"])
                new = ", ".join(f"{quote}{word}{quote}" for word in made[index])
                yield Edit(each.start, each.end, to_bytes(new), each.text, GROUP)


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


def _sought(file: PythonFile) -> Iterator[Edit]:
    """`shutil.which("nvcc")` in scripts that build."""
    for node in ast.walk(file.tree) if file.tree and _SETS_UP.search(file.data) else ():
        if isinstance(node, ast.Call) and name_of(node.func) in _SEEKS and node.args:
            argument = node.args[0]
            string = STRING.fullmatch(file.data, *file.span(argument)) if is_text(argument) else None
            if string and string["text"] == b"nvcc":
                yield Edit(*string.span("text"), b"hipcc", "nvcc", GROUP)


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
