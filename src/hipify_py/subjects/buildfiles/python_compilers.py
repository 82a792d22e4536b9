"""Setup scripts that look for nvcc themselves, and have a compiler class of their own call it: what such a script does
with the name, and with the folder around it, nobody can tell, so nothing in it becomes clang's."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from hipify_py.findings import Finding, Severity
from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.python_file import PythonFile, is_text, name_of
from hipify_py.subjects.buildfiles.python_texts import STRING
from hipify_py.texts import to_text

_SETS_UP = pattern(rb"\bsetup[ \t]*\(|\bExtension\b")
_NVCC = pattern(rb"(?:[\w./-]*/)?nvcc(?:\.exe)?")
_HELP = (
    "look for `hipcc`, take `ROCM_PATH` and its `lib` for the folder of CUDA and `lib64`, and the options and "
    "libraries below for those of ROCm"
)
_JOINS = frozenset(("join", "joinpath"))
_SETS = frozenset(("set_executable", "set_executables"))


def sought_compilers(file: PythonFile) -> list[Finding]:
    """Where a script names the program. PyTorch finds the compiler of its extensions itself."""
    if file.tree is None or b"cpp_extension" in file.data or not _SETS_UP.search(file.data):
        return []
    own = {node.name for node in ast.walk(file.tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))}
    calls = own.union(_JOINS, _SETS, _aliases(file.tree))
    found = (node for node in ast.walk(file.tree) if isinstance(node, ast.Call) and name_of(node.func) in calls)
    sets = _sets(file.tree)
    given = (each for call in found for argument in call.args for each in _values(sets, argument))
    texts = dict.fromkeys(text for argument in given for text in _texts(file, argument))
    return [each for text in texts for each in _named(file, text)]


def other_places(file: PythonFile, found: Sequence[Finding]) -> Iterator[Finding]:
    """Where else such a script names the compiler, as the keys of what it says to compilers do."""
    known = {each.start for each in found}
    texts = (node for node in ast.walk(file.tree or ast.Module([], [])) if isinstance(node, ast.Constant))
    for each in texts:
        text = STRING.fullmatch(file.data, *file.span(each)) if is_text(each) else None
        if text and text.start("text") not in known and _NVCC.fullmatch(text["text"]):
            name = to_text(text["text"])
            message = f"'{name}' is the compiler that the script looks for, or what is said to it"
            yield Finding("BLD001", *text.span("text"), message, help=_HELP, subject=name, severity=Severity.WARNING)


def _sets(tree: ast.Module) -> Mapping[str, list[ast.expr]]:
    """What the variables of a script are set to, by their names."""
    found: defaultdict[str, list[ast.expr]] = defaultdict(list)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for name in {name_of(target) for target in node.targets}:
                found[name].append(node.value)
    return found


def _values(sets: Mapping[str, list[ast.expr]], argument: ast.expr) -> Iterator[ast.expr]:
    """An argument, or what a variable is set to: `app = "nvcc.exe" if is_windows else "nvcc"`."""
    for value in sets.get(argument.id, ()) if isinstance(argument, ast.Name) else (argument,):
        yield from (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,)


def _texts(file: PythonFile, argument: ast.expr) -> Iterator[ast.expr]:
    """A name, or a list of such: `find_program(["nvcc", "nvcc.exe"])`. One with options is a command."""
    if is_text(argument):
        yield argument
    elif isinstance(argument, (ast.List, ast.Tuple)) and all(any(_named(file, each)) for each in argument.elts):
        yield from argument.elts


def _aliases(tree: ast.Module) -> Iterator[str]:
    """`from os.path import join as pjoin`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in ("os.path", "posixpath"):
            yield from (alias.asname for alias in node.names if alias.name in _JOINS and alias.asname)


def _named(file: PythonFile, argument: ast.expr) -> Iterator[Finding]:
    text = STRING.fullmatch(file.data, *file.span(argument)) if is_text(argument) else None
    if text and _NVCC.fullmatch(text["text"]):
        name = to_text(text["text"])
        message = f"'{name}' is looked for by the script itself, so nothing in it is converted"
        yield Finding("BLD001", *text.span("text"), message, help=_HELP, subject=name, severity=Severity.WARNING)
