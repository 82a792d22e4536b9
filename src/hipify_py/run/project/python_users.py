"""Who uses the modules of a tree in Python: by imports, by dotted names in strings, and by paths.

Tests and benchmarks use nothing here: what they are about may well be for one vendor's GPUs alone.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import NamedTuple

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.run.discover import File
from hipify_py.run.project.python_modules import Import, Module
from hipify_py.subjects.buildfiles.kinds import kind_of
from hipify_py.subjects.buildfiles.nvidia import has_own_cuda, names_amd
from hipify_py.subjects.buildfiles.python import Python
from hipify_py.texts import to_bytes

_TESTS = frozenset(("test", "tests", "testing", "benchmark", "benchmarks"))
_TEST = pattern(r"(?:test_|bench)\w*\.py|\w*_test\.py|conftest\.py")
# How modules are found that nothing names, those of packages in packages among them, and that those beside are meant.
_FINDS = pattern(rb"\b(?:iter_modules\(|(?:import_module|__import__)\((?!\s*[\"'][\w.]*[\"']\s*[,)]))")
_FINDS_ALL = pattern(rb"\bwalk_packages\(")
_FINDS_BESIDE = pattern(rb"(?<![\w.])__(?:path|package|file)__\b")
# The first module that a line imports of, without the dots before it, and of those of `import` the others.
_IMPORTS = pattern(rb"\b(?:from[ \t]+\.*(?P<source>[\w.]*)|import[ \t]+(?P<more>[^\n]*))")
_DOTTED = pattern(rb"[\"'](?P<name>\w+\.[\w.]*\w)(?::[\w.]*)?[\"']")
# What more files name is everybody's, and so are trees with more text.
_MOST_USERS = 100
_MOST_BYTES = 200_000_000
# Nobody looks through all of a tree more often than that: what it is not known for is everybody's.
_MOST_SEARCHES = 300


class Use(NamedTuple):
    """How a module imports another one: names of it, or all of it `as_whole`. If several may be meant, it is not
    `sure` to be one."""

    module: Module
    imported: Import
    as_whole: bool
    is_sure: bool


class PythonUsers:
    """`builds` are build files and the like, Python among them."""

    def __init__(self, builds: Iterable[File], read: Callable[[File], bytes | None]) -> None:
        self._files = {file.real.as_posix(): file for file in builds}
        self._read = read
        self._modules: dict[str, Module] = {}
        self._uses: dict[str, Sequence[Use] | None] = {}
        self._searches = 0

    def name(self, path: str) -> str:
        """As people call a file of the tree."""
        return self._files[path].relative.as_posix()

    def is_python(self, file: File) -> bool:
        path = file.real.as_posix()
        return path in self._files and _is_python(path)

    def module(self, path: str) -> Module:
        if path not in self._modules:
            data = self._read(self._files[path]) or b""
            self._modules[path] = Module(path, Python(data), self._has_own_cuda)
        return self._modules[path]

    def of(self, path: str) -> Sequence[Use] | None:
        """Who imports a module; None if anybody may."""
        if path not in self._uses:
            self._uses[path] = self._using(path) if self._may_search() and not self._is_anybodys(path) else None
        return self._uses[path]

    def is_idle(self, module: Module, name: bytes) -> bool:
        """Whether nothing but a function itself has its name, in a module that others import."""
        if not self.of(module.path) or any(True for _ in module.uses_own(name)) or not self._may_search():
            return False
        return not any(name in text for path, text in self.texts.items() if path != module.path)

    def _may_search(self) -> bool:
        self._searches += 1
        return self._searches <= _MOST_SEARCHES

    @cached_property
    def knows_amd(self) -> bool:
        return any(map(names_amd, self.python.values()))

    @cached_property
    def texts(self) -> Mapping[str, bytes]:
        """What the files hold, but for tests."""
        found: dict[str, bytes] = {}
        left = _MOST_BYTES
        for path, file in self._files.items():
            if left > 0 and not is_test(file.relative):
                found[path] = self._read(file) or b""
                left -= len(found[path])
        return found if left > 0 else {}

    @cached_property
    def python(self) -> Mapping[str, bytes]:
        return {path: text for path, text in self.texts.items() if _is_python(path)}

    @cached_property
    def _has_own_cuda(self) -> bool:
        return has_own_cuda(self.python.values())

    @cached_property
    def _dotted(self) -> Mapping[str, str]:
        """The modules by the path that imports name the end of."""
        return {_without_ending(path): path for path in self._files if _is_python(path)}

    def _is_anybodys(self, path: str) -> bool:
        """Whether a module may be used without an import that names it: a package is, by whoever imports of it."""
        is_package = posixpath.basename(path) == "__init__.py"
        if is_package or posixpath.dirname(path) in self._folders_found or path.startswith(self._trees_found):
            return True
        end = "/".join(_without_ending(path).split("/")[-2:])
        dotted, run = _bytes(end.replace("/", ".")), _bytes(f"{end}.py")
        return any(run in text or (dotted in text and self._names(user, path)) for user, text in self.texts.items())

    def _names(self, user: str, path: str) -> bool:
        """Whether a file has the dotted name of a module elsewhere than in imports."""
        if not _is_python(user):
            return True
        module = _without_ending(path)
        stem = posixpath.basename(module)
        ends = (f"/{head}{stem}" for name in _dotted_in(self.texts[user]) for head in _heads(name, stem))
        return any(map(module.endswith, ends))

    @cached_property
    def _folders_found(self) -> Set[str]:
        """The directories of which a program takes whatever modules there are."""
        return self._folders_of(_FINDS)

    @cached_property
    def _trees_found(self) -> tuple[str, ...]:
        return tuple(f"{folder}/" for folder in self._folders_of(_FINDS_ALL))

    def _folders_of(self, finds: re.Pattern[bytes]) -> Set[str]:
        finding = {path: text for path, text in self.python.items() if finds.search(text)}
        beside = {posixpath.dirname(path) for path, text in finding.items() if _FINDS_BESIDE.search(text)}
        named = {f"/{name.replace('.', '/')}" for text in finding.values() for name in _dotted_in(text)}
        folders = {posixpath.dirname(path) for path in self._files}
        return beside | {folder for folder in folders for name in named if folder.endswith(name)}

    def _using(self, path: str) -> Sequence[Use] | None:
        module = _bytes(_without_ending(path))
        naming = [user for user, text in self.python.items() if user != path and _may_import(text, module)]
        if len(naming) > _MOST_USERS:
            return None
        return [use for user in naming for use in self._uses_in(self.module(user), path)]

    def _uses_in(self, module: Module, path: str) -> Iterator[Use]:
        for imported in module.imports:
            for source in imported.sources:
                if imported.names and (is_sure := self._means(module, source, path)) is not None:
                    yield Use(module, imported, as_whole=False, is_sure=is_sure)
                package = f"{source}." if source.strip(".") else source
                for whole in [package + name for name in imported.names] or [source]:
                    if (is_sure := self._means(module, whole, path)) is not None:
                        yield Use(module, imported, as_whole=True, is_sure=is_sure)

    def _means(self, module: Module, dotted: str, path: str) -> bool | None:
        """Whether a name surely means a module; None if it means another one."""
        name = dotted.lstrip(".")
        wanted, end = _without_ending(path), name.replace(".", "/")
        if name != dotted:
            folder = module.path
            for _ in range(min(len(dotted) - len(name), folder.count("/"))):
                folder = posixpath.dirname(folder)
            return True if wanted == posixpath.join(folder, end) else None
        if not wanted.endswith(f"/{end}"):
            return None
        return sum(each.endswith(f"/{end}") for each in self._dotted) == 1


def _may_import(text: bytes, module: bytes) -> bool:
    """Whether one of the lines of a file has a module, or its package to import it from, as far as can be seen."""
    package, name = posixpath.split(module)
    if name not in text:  # as most
        return False
    for found in _IMPORTS.finditer(text):
        if found["source"] is None:
            may_mean = name in found["more"]
        else:
            source = b"/" + found["source"].replace(b".", b"/")
            may_mean = module.endswith(source) or package.endswith(source.rstrip(b"/"))
        if may_mean:
            return True
    return False


def _dotted_in(text: bytes) -> Iterator[str]:
    """The dotted names in strings."""
    return (found["name"].decode("utf-8", "replace") for found in _DOTTED.finditer(text))


def _heads(name: str, stem: str) -> Iterator[str]:
    """As a path, what stands before a part of a dotted name."""
    parts = name.split(".")
    return ("".join(f"{part}/" for part in parts[:number]) for number, part in enumerate(parts) if part == stem)


def _bytes(name: str) -> bytes:
    return to_bytes(name)


def _without_ending(path: str) -> str:
    return posixpath.splitext(path)[0].removesuffix("/__init__")


def _is_python(path: str) -> bool:
    return kind_of(posixpath.basename(path)) == "python"


def is_test(relative: Path) -> bool:
    return not _TESTS.isdisjoint(relative.parts[:-1]) or _TEST.fullmatch(relative.name) is not None
