"""Every regular expression of the program and of its rules, and how each is used."""

from __future__ import annotations

import ast
import builtins
import importlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hipify_py.patterns import LazyPattern
from hipify_py.reading import tokens
from hipify_py.rules.load import PATTERNS, load

PACKAGE = Path(tokens.__file__).parent.parent
_ANCHORED = frozenset(("match", "fullmatch"))
_USES = _ANCHORED | {"search", "finditer", "findall", "sub", "subn", "split"}
# What tells something of an expression and matches nothing.
_TELLS = frozenset(("pattern", "flags", "groups", "groupindex"))
_SEARCHED = frozenset(("search",))


@dataclass(frozen=True)
class Pattern:
    """An expression, where it stands, and whether it is looked for, or tried at one place, to the end or not;
    `is_translated` where `compile_linear` makes one of it that Python 3.10 knows."""

    place: str
    text: str | bytes
    flags: int
    uses: frozenset[str]
    is_translated: bool = False

    @property
    def searches(self) -> bool:
        return not self.uses <= _ANCHORED

    @property
    def is_whole(self) -> bool:
        return self.uses == {"fullmatch"}


def all_patterns() -> list[Pattern]:
    return [*_of_code(), *_of_rules()]


def made_of_unknown() -> list[str]:
    """Where expressions are made of nothing that is known before the program runs."""
    return sorted({found.place for found in _of_code() if found.text == _Some()})


def _of_code() -> Iterator[Pattern]:
    """What the modules hold, and what their functions make."""
    trees = {path: ast.parse(path.read_bytes()) for path in sorted(PACKAGE.rglob("*.py"))}
    everywhere = _Uses(trees.values())
    for path, tree in trees.items():
        module = importlib.import_module(".".join(("hipify_py", *path.relative_to(PACKAGE).with_suffix("").parts)))
        name, here = path.relative_to(PACKAGE).as_posix(), _Uses([tree])
        for target, value in _assigned(tree):
            uses = (here if target.startswith("_") else everywhere).of(target)
            for found in _patterns_in(getattr(module, target, None)):
                yield Pattern(f"{name} {target}", found.pattern, found.flags, uses, _is_translated(value))
        for function in ast.walk(tree):
            if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
                for call in ast.walk(function):
                    if isinstance(call, ast.Call) and _takes_pattern(call.func):
                        yield from _of_call(_Known(vars(module), function), f"{name} {function.name}", call)


def _assigned(tree: ast.Module) -> list[tuple[str, ast.expr | None]]:
    return [
        (target.id, node.value)
        for node in tree.body
        if isinstance(node, (ast.Assign, ast.AnnAssign))
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    ]


def _is_translated(value: ast.expr | None) -> bool:
    calls = (node for node in ast.walk(value) if isinstance(node, ast.Call)) if value is not None else ()
    return any(_name(call.func) == "compile_linear" for call in calls)


def _patterns_in(value: Any) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, LazyPattern):
        yield value.compiled
    elif isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, (list, tuple, set, frozenset)):
        for item in value:
            yield from _patterns_in(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _patterns_in(item)


class _Uses:
    """What is called of the things of a name, anywhere in some modules."""

    def __init__(self, trees: Iterable[ast.AST]) -> None:
        self._called: dict[str, set[str]] = {}
        self._handed_on: set[str] = set()
        for tree in trees:
            direct: set[int] = set()
            for node in ast.walk(tree):
                if isinstance(node, ast.Attribute):
                    for owner in _owners(node.value):
                        direct.add(id(owner))
                        self._called.setdefault(_name(owner), set()).add(node.attr)
                elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In):
                    direct.add(id(node.comparators[0]))
            for node in ast.walk(tree):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in direct:
                    self._handed_on.add(node.id)

    def of(self, name: str) -> frozenset[str]:
        """How an expression is used; looked for, if that cannot be told."""
        called = self._called.get(name, set()) & (_USES | _TELLS)
        return _SEARCHED if name in self._handed_on or not called & _USES else frozenset(called & _USES)


def _owners(node: ast.expr) -> list[ast.expr]:
    """`X`, `module.X`, `X[…]`, `(X if … else Y)`."""
    if isinstance(node, ast.IfExp):
        return [*_owners(node.body), *_owners(node.orelse)]
    if isinstance(node, ast.Subscript):
        return _owners(node.value)
    return [node] if isinstance(node, (ast.Name, ast.Attribute)) else []


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _takes_pattern(function: ast.expr) -> bool:
    if isinstance(function, ast.Attribute):
        return _name(function.value) == "re" and function.attr in (_USES | {"compile"})
    return _name(function) in ("compile_linear", "pattern")


def _of_call(names: _Known, place: str, call: ast.Call) -> Iterator[Pattern]:
    """What a function makes when it runs: what is not known before is taken for some word."""
    method = _name(call.func)
    text = _evaluated(call.args[0], names)
    flags = [node for node in (*call.args[1:], *(keyword.value for keyword in call.keywords)) if _are_flags(node)]
    if isinstance(text, (str, bytes)):
        given = _evaluated(flags[0], names) if flags else 0
        flag = int(given) if isinstance(given, int) else 0
        uses = frozenset((method,)) if method in _USES else _SEARCHED
        yield Pattern(place, text, flag, uses, method == "compile_linear")


def _evaluated(node: ast.expr, names: _Known) -> Any:
    try:  # the source that is evaluated is the program's own
        return eval(compile(ast.Expression(node), "<pattern>", "eval"), names)
    except (TypeError, ValueError, AttributeError, KeyError):  # what is made of some word is some word
        return _Some()


def _are_flags(node: ast.expr) -> bool:
    return any(isinstance(part, ast.Attribute) and _name(part.value) == "re" for part in ast.walk(node))


class _Known(dict[str, Any]):
    """What the names of a module and of a function in it stand for; anything else is some word."""

    def __init__(self, module: Mapping[str, Any], function: ast.AST) -> None:
        super().__init__(module)
        self._local = {
            target.id: node.value
            for node in ast.walk(function)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }

    def __missing__(self, name: str) -> Any:
        value = self._local.pop(name, None)
        return getattr(builtins, name, _Some()) if value is None else self.setdefault(name, _evaluated(value, self))


class _Some(bytes):
    """A value that nobody knows before the program runs: a word, whatever is done to it."""

    def __new__(cls) -> _Some:
        return super().__new__(cls, b"word")

    def __getattr__(self, _name: str) -> _Some:
        return self

    def __getitem__(self, _key: Any) -> Any:
        return self

    def __iter__(self) -> Iterator[Any]:
        return iter((_Some(),))

    def __call__(self, *_arguments: Any, **_named: Any) -> _Some:
        return self


def _of_rules() -> Iterator[Pattern]:
    for rule in load().rules.values():
        for spec in rule.detect:
            for key in PATTERNS:
                if key == "ptx" and key in spec:
                    yield Pattern(f"{rule.id} {key}", spec[key], re.VERBOSE, _SEARCHED)
                elif isinstance(spec.get(key), str):  # `near` may be a list of words
                    yield Pattern(f"{rule.id} {key}", spec[key].encode(), re.VERBOSE | re.MULTILINE, _SEARCHED)
