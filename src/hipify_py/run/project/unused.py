"""Files that nothing in a tree uses: makefiles that make passes over, or setup scripts do without, CMake files that no
other adds, scripts of one developer, units that no build file names beside others of their directory, and headers that
no unit includes. Modules of Python are for users.

A file counts as used as soon as any other one has its name as a word, in a comment even.
"""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from typing import NamedTuple

from hipify_py.file.local_uses import UNITS
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import words
from hipify_py.run.discover import File
from hipify_py.run.project.includers import is_led_to
from hipify_py.run.project.paths import calls_make, kind_of
from hipify_py.texts import to_bytes, to_text

_BUILDS = frozenset(("cmake", "make", "bazel", "meson", "msbuild"))
_MAKE = ("GNUmakefile", "makefile", "Makefile")  # make reads the first that it finds
_WORD = pattern(r"[A-Za-z_]\w*")
_PROJECT = pattern(rb"(?i)\bproject\s{0,20}\(")
# A build that takes whatever lies in a directory, or whatever has an ending, names nothing.
_LISTS = pattern(
    rb"\b(?:aux_source_directory|(?:listdir|iterdir|scandir|walk)\()|(?:\$\(shell|`)[^()\n`]{0,60}\b(?:ls|find)\b"
)
# Names that are put together: `k_${KIND}.cu`, `$(NAMES:%=%_kernel.o)`, `'gemm_' + t + '.cu'`, f"{name}.cu".
_MADE = pattern(rb"(?:%[\w-]|[$)}'\"])[\w.-]{0,40}\.(?:cu|c|cc|cpp|cxx|o|obj)\b")
_WHOLE = pattern(rb"['\"][A-Za-z0-9][\w.-]{0,40}\.(?:cu|c|cc|cpp|cxx|o|obj)\b")
_GLOBS = pattern(rb"\bGLOB|\bglob\b|\brglob\b|\bwildcard\b")
_ENDING = pattern(rb"\*(\.[\w+]{1,8})(?![\w*?\[{$+])")
_ADDS_ALL = pattern(rb"(?i)\b(?:add_subdirectory|include)\s{0,20}\([^()]{0,200}\$\{(?!CMAKE_|PROJECT_)")
# Directories of people, not of machines that anybody has.
_HOME_OF_ONE = pattern(
    rb"(?m)^[^#\n]{0,400}?(?:(?<![\w$}.])|(?<=-[IL]))(/(?:home|Users)/(?!(?:user\w*|ubuntu|runner\w*|jenkins|circleci|conda|docker|vagrant|"
    rb"builder?|build|admin|root|linuxbrew|dev\w*|your\w*|me|Shared|Public)/)[A-Za-z]\w{1,30})/"
)
_EXTENSION = pattern(rb"Extension\(\s{0,200}(?:name\s{0,9}=\s{0,9})?[\"'](?:[\w.]{0,200}\.)?(\w{1,100})[\"']")
# A rule of make by which whatever source there is becomes a program.
_MAKES_ANY = pattern(rb"(?m)^%[ \t]*:[ \t]*%\.cu\b")
_COMPUTED_INCLUDE = pattern(rb"#[ \t]*include[ \t]+[A-Za-z_]")
# What a setup script leaves to others to make.
_TAKES_OBJECTS = pattern(rb"\bextra_objects\b")
_PUBLIC = pattern(r"(?i)includes?|inc|public|api|interface|install|headers")
# Those that are used by files that are not used are not, either: so many files in a row.
_ROUNDS = 4


class _Candidate(NamedTuple):
    """A file that is not used if nothing else has the word."""

    word: bytes
    why: str


class Unused:
    """`files` are judged, `texts` is what build files and the like hold, by paths, `including` are the files that may
    include one, and `loaded` are the sources that programs load, by their names without endings."""

    def __init__(
        self,
        files: Iterable[File],
        texts: Callable[[], Iterator[tuple[str, bytes]]],
        including: Callable[[str], Iterable[str]],
        read: Callable[[File], bytes | None],
        loaded: Callable[[], Set[bytes]],
    ) -> None:
        self._files = {file.real.as_posix(): file for file in files}
        self._texts = texts
        self._including = including
        self._read = read
        self._loaded = loaded
        self._reached: dict[str, bool] = {}
        self._including_some: dict[str, bool] = {}
        self._computing: dict[str, bool] = {}

    def why(self, file: File) -> str:
        """Why nothing uses a file; nothing if anything may."""
        path = file.real.as_posix()
        if file.kind == "source" and not path.lower().endswith(UNITS):
            return "no unit of the tree includes it" if self._is_left_over(path) else ""
        return self._found.get(path, "")

    def _is_left_over(self, path: str) -> bool:
        """Whether no unit includes a header, by whichever way, and others of its directory are included."""
        folder, name = posixpath.split(path)
        if any(map(_PUBLIC.fullmatch, folder.split("/"))) or self.is_taken(path) or self._is_compiled(path):
            return False
        is_named = not self._words.isdisjoint(words(to_bytes(posixpath.splitext(name)[0])))
        return not is_named and self._has_compiled_headers(folder) and not self._has_computed_includes(folder)

    @cached_property
    def _words(self) -> frozenset[bytes]:
        return frozenset(word for _path, text in self._texts() for word in words(text))

    def _has_compiled_headers(self, folder: str) -> bool:
        if folder not in self._including_some:
            headers = (path for path in self._sources_in.get(folder, ()) if not path.lower().endswith(UNITS))
            self._including_some[folder] = any(map(self._is_compiled, headers))
        return self._including_some[folder]

    def _has_computed_includes(self, folder: str) -> bool:
        """Whether a source of a directory leaves it to macros what it includes."""
        if folder not in self._computing:
            contents = (self._read(self._files[path]) or b"" for path in self._sources_in.get(folder, ()))
            self._computing[folder] = any(map(_COMPUTED_INCLUDE.search, contents))
        return self._computing[folder]

    def _is_compiled(self, start: str) -> bool:
        """Whether a unit includes a file."""
        return is_led_to(start, self._including, lambda path: path.lower().endswith(UNITS), self._reached)

    def is_taken(self, path: str) -> bool:
        """Whether builds may take a file without naming it."""
        taken = self._taken
        return taken is None or posixpath.splitext(path)[1].lower() in taken

    @cached_property
    def _taken(self) -> frozenset[str] | None:
        """The endings of files that builds take without naming them; None if they may take any."""
        taken: set[str] = set()
        for _path, text in self._texts():
            endings = {to_text(found).lower() for found in _ENDING.findall(text)}
            if _MAKES_ANY.search(text):
                taken.add(".cu")
            is_made = any(_WHOLE.match(found[0]) is None for found in _MADE.finditer(text))
            if is_made or _LISTS.search(text) or (_GLOBS.search(text) and not endings):
                return None
            taken |= endings
        return frozenset(taken)

    @cached_property
    def _found(self) -> Mapping[str, str]:
        found: dict[str, str] = {**dict(self._made_by_setup()), **dict(self._passed_over())}
        for _ in range(_ROUNDS):
            more = {
                path: each.why
                for path, each in self._candidates.items()
                if path not in found and not self._naming(path, each.word) - found.keys()
            }
            if not more:
                break
            found |= more
        in_use = {posixpath.dirname(path) for path in self._candidates if path not in found}
        return {path: why for path, why in found.items() if not self._is_alone(path, in_use)}

    def _passed_over(self) -> Iterator[tuple[str, str]]:
        better = {path: other for path in self._files if (other := self._read_instead(path))}
        wanted = set(better.values())
        texts = {path: text for path, text in self._texts() if path in wanted} if wanted else {}
        for path, other in better.items():
            if to_bytes(posixpath.basename(path)) not in texts.get(other, b""):  # which may include it
                yield path, f"make reads {posixpath.basename(other)} in the same directory instead"

    def _made_by_setup(self) -> Iterator[tuple[str, str]]:
        """Makefiles for a library that a setup script builds without them."""
        texts = {path: text for path, text in self._texts() if posixpath.basename(path) in (*_MAKE, "setup.py")}
        makefiles = [path for path in texts if posixpath.basename(path) in _MAKE and path in self._files]
        for path in makefiles:
            folder = posixpath.dirname(path)
            for script in (f"{folder}/setup.py", f"{posixpath.dirname(folder)}/setup.py"):
                made = (name + b".so" for name in _EXTENSION.findall(texts.get(script, b"")))
                if _TAKES_OBJECTS.search(texts.get(script, b"")) is not None:
                    continue
                if (library := next((name for name in made if name in texts[path]), b"")) and not self._calls_make:
                    yield path, f"{posixpath.basename(script)} builds {to_text(library)}, and nothing calls make"

    @cached_property
    def _calls_make(self) -> bool:
        return any(calls_make(text) for path, text in self._texts() if kind_of(path) != "make")

    def _read_instead(self, path: str) -> str:
        """The makefile that make reads rather than another one beside it."""
        folder, name = posixpath.split(path)
        others = (posixpath.join(folder, other) for other in _MAKE[: _MAKE.index(name)]) if name in _MAKE else ()
        return next((other for other in others if other in self._files), "")

    @cached_property
    def _candidates(self) -> Mapping[str, _Candidate]:
        texts = dict(self._texts())
        has_build = any(kind_of(path) in _BUILDS or path.endswith("/setup.py") for path in texts)
        adds_all = any(_ADDS_ALL.search(text) for text in texts.values())
        found: dict[str, _Candidate] = {}
        for path, file in self._files.items():
            kind = kind_of(file.path.name) if file.kind == "build" else file.kind
            if kind == "cmake" and not adds_all and (each := self._cmake(path, texts.get(path, b""))):
                found[path] = each
            elif (
                kind == "other"
                and has_build
                and path.endswith(".sh")
                and (home := _HOME_OF_ONE.search(texts.get(path, b"")))
            ):
                found[path] = _candidate(path, f"nothing names it, and it is for one machine, with {to_text(home[1])}")
            elif kind == "source" and path.lower().endswith(UNITS) and not self.is_taken(path):
                why = "no build file of the tree names it, as they do others of its directory"
                found[path] = _candidate(path, why)
        loaded = self._loaded() if found else ()
        return {
            path: each
            for path, each in found.items()
            if _WORD.fullmatch(each.word.decode("utf-8", "replace")) and each.word not in loaded
        }

    def _cmake(self, path: str, text: bytes) -> _Candidate | None:
        folder, name = posixpath.split(path)
        if name == "CMakeLists.txt":
            is_part = folder != self._base and not _PROJECT.search(text)
            return _Candidate(to_bytes(posixpath.basename(folder)), "no CMakeLists.txt adds it") if is_part else None
        stem = name.removesuffix(".in").removesuffix(".cmake").removeprefix("Find")
        is_for_users = stem.lower().endswith(("config", "-config", "targets", "version"))
        return None if is_for_users else _Candidate(to_bytes(stem), "no CMake file includes it")

    def _naming(self, path: str, word: bytes) -> set[str]:
        """The other files that have its word; CMake's are named by CMake's."""
        naming = self._mentions[word] - {path}
        return set(filter(_is_cmake, naming)) if _is_cmake(path) else naming

    @cached_property
    def _base(self) -> str:
        return posixpath.commonpath([posixpath.dirname(path) for path in self._files])

    @cached_property
    def _mentions(self) -> Mapping[bytes, set[str]]:
        """The files that have a word which would tell that a file is used."""
        wanted = {each.word for each in self._candidates.values()}
        found: dict[bytes, set[str]] = defaultdict(set)
        for path, text in self._texts() if wanted else ():
            for word in wanted.intersection(words(text)):
                found[word].add(path)
        return found

    def _is_alone(self, path: str, in_use: Set[str]) -> bool:
        """Units count as left over in directories only of which others are in use; and none that is included does."""
        if self._files[path].kind != "source":
            return False
        return posixpath.dirname(path) not in in_use or any(True for _ in self._including(path))

    @cached_property
    def _sources_in(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for path, file in self._files.items():
            if file.kind == "source":
                found[posixpath.dirname(path)].append(path)
        return found


def _candidate(path: str, why: str) -> _Candidate:
    return _Candidate(to_bytes(posixpath.splitext(posixpath.basename(path))[0]), why)


def _is_cmake(path: str) -> bool:
    return kind_of(path) == "cmake"
