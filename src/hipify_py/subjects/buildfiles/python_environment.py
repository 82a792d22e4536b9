"""Setup scripts that keep CUDA's folder of the environment in a variable, and ask later whether there is one."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hipify_py.findings import Finding, Severity
from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.python_file import PythonFile, is_text, name_of
from hipify_py.texts import to_bytes

_VARIABLE = pattern(r"CUDA(?:_?HOME|_PATH|_ROOT|_TOOLKIT_PATH|_TOOLKIT_ROOT_DIR|Toolkit_ROOT)")
_KNOWS_ROCM = pattern(rb"\bversion\.hip\b|\b(?:ROCM|HIP)_(?:HOME|PATH)\b|\bIS_HIP_EXTENSION\b")
_SETS_UP = pattern(rb"\bExtension\b|\bsetup[ \t]*\(")
_ASKS = frozenset(("get", "getenv"))
_RULE = "BLD010"


def asked_for_later(file: PythonFile) -> Iterator[Finding]:
    """`home = os.getenv("CUDA_HOME")`, where a condition asks for `home`, and gives it no other value."""
    if file.tree is None or _KNOWS_ROCM.search(file.data) or not _SETS_UP.search(file.data):
        return
    kept = {name: said for node in ast.walk(file.tree) for name, said in _kept(node)}
    asked = {name for node in ast.walk(file.tree) for name in _asked(node, frozenset(kept))} if kept else set()
    for name in sorted(asked, key=lambda name: file.span(kept[name][0])):
        node, text = kept[name]
        start = file.data.find(to_bytes(text), *file.span(node))
        message = f"'{text}' is asked for by way of '{name}', and a build for AMD takes the branch without it"
        help = "ask for `ROCM_PATH` as well, or for `/opt/rocm`"
        yield Finding(_RULE, start, start + len(text), message, help=help, subject=text, severity=Severity.WARNING)


def _kept(node: ast.AST) -> Iterator[tuple[str, tuple[ast.expr, str]]]:
    """The variable that is nothing without one of the environment, and the name of that with its place."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
        said = _in_environment(node.value)
        if said is not None:
            yield node.targets[0].id, said


def _in_environment(value: ast.expr) -> tuple[ast.expr, str] | None:
    """`os.environ.get("CUDA_HOME")`, `os.getenv("CUDA_HOME", "")`, `"CUDA_HOME" in os.environ`"""
    if isinstance(value, ast.Call) and name_of(value.func) in _ASKS and value.args:
        is_nothing = all(isinstance(each, ast.Constant) and not each.value for each in value.args[1:])
        is_environment = name_of(value.func) == "getenv" or (
            isinstance(value.func, ast.Attribute) and name_of(value.func.value) == "environ"
        )
        said = value.args[0] if is_nothing and is_environment and not value.keywords else None
    elif isinstance(value, ast.Compare) and isinstance(value.ops[0], ast.In):
        said = value.left if name_of(value.comparators[0]) == "environ" else None
    else:
        said = None
    text = name_of(said) if said is not None and is_text(said) else ""
    return (said, text) if said is not None and _VARIABLE.fullmatch(text) else None


def _asked(node: ast.AST, names: frozenset[str]) -> Iterator[str]:
    """The variables that a condition asks for."""
    if not isinstance(node, (ast.If, ast.IfExp)):
        return
    body = [*node.body, *node.orelse] if isinstance(node, ast.If) else []
    given = {name_of(target) for each in body if isinstance(each, ast.Assign) for target in each.targets}
    parts = node.test.values if isinstance(node.test, ast.BoolOp) else [node.test]
    for part in parts:
        while isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not):
            part = part.operand
        name = name_of(part.left) if isinstance(part, ast.Compare) and isinstance(part.left, ast.Name) else ""
        name = part.id if isinstance(part, ast.Name) else name
        if name in names and name not in given:
            yield name
