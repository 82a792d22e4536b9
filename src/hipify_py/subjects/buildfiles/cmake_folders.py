"""The folder of CUDA's toolkit in CMake files: `/usr/local/cuda/include`, `$ENV{CUDA_HOME}/lib64`, and the variables
that hold it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set

from hipify_py.findings import Finding, Severity
from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.blanks import blanked
from hipify_py.subjects.buildfiles.cmake import arguments, commands, texts
from hipify_py.subjects.buildfiles.make_folders import TAIL, TAILS, USUAL
from hipify_py.tables import builds
from hipify_py.texts import to_bytes, to_text

# Variables that users of a build set, those of CMake's packages, and names that may be those of other folders, too.
_OF_USERS = rb"CUDA_(?:HOME|PATH|INSTALL_PATH|TOOLKIT_PATH)"
_OF_PACKAGES = rb"CUDA_TOOLKIT_ROOT_DIR|CUDAToolkit_ROOT"
_OF_ANYBODY = rb"CUDA_(?:ROOT|DIR|INSTALL_DIR|ROOT_DIR)"
_ALL = rb"(?:" + _OF_USERS + rb"|" + _OF_PACKAGES + rb"|" + _OF_ANYBODY + rb")"
_NAME = pattern(rb"(?P<user>" + _OF_USERS + rb")|(?P<package>" + _OF_PACKAGES + rb")|(?P<other>" + _OF_ANYBODY + rb")")
_ANY = pattern(rb"/(?:usr/local|opt)/cuda|\b" + _ALL + rb"\b")
_PLACE = pattern(
    rb"(?P<option>-I|-isystem )?(?:"
    rb"(?:(?<=-[IL])|(?<=-isystem )|(?<![\w./-]))(?P<usual>" + USUAL + rb")"
    rb"|(?P<env>\$?ENV\{)" + _ALL + rb"\}|\$\{(?P<name>" + _ALL + rb")\})"
    rb"(?:/lib(?:64(?:/stubs)?)?/lib(?P<library>\w+)\.(?:so|a)(?![\w./-])|" + TAIL + rb")"
)
_USUAL_VALUE = pattern(rb"(?:" + USUAL + rb"|/opt/rocm\S*|\$ENV\{(?:" + _ALL + rb"|ROCM_PATH)\}|\$\{ROCM_PATH\})/?")
_OTHER_FOLDER = pattern(rb"\$\{(" + _ALL + rb")\}/?")
_IN_LISTS = pattern(rb"[:;>]")
# Commands in which a word alone is the variable of that name.
_NAMES_VARIABLES = frozenset((b"set", b"unset", b"if", b"elseif", b"while", b"mark_as_advanced"))
_OF_PACKAGE = pattern(_OF_PACKAGES)
# What the package of HIP calls the parts of its folder.
_DIRECTORIES = {
    b"include": b"${hip_INCLUDE_DIRS}",
    b"lib": b"${hip_LIB_INSTALL_DIR}",
    b"bin": b"${hip_BIN_INSTALL_DIR}",
}
_ROCM = b"ROCM_PATH"
_RULE = "BLD010"


class Folders:
    """What the folders in a file become. `commands` are its commands as names with words; variables of the names `kept`
    are something else in other files."""

    def __init__(self, code: bytes, commands: Iterable[tuple[bytes, Sequence[bytes]]], kept: Set[bytes]) -> None:
        self._has_any = _ANY.search(code) is not None
        self._code = blanked(code, texts(code)) if self._has_any else code
        self._set: set[bytes] = set()
        self._copies: dict[bytes, list[tuple[bytes, bool]]] = {}
        self.kept = set(kept)
        for name, words in commands if self._has_any else ():
            self._note(name, words)
        self._settle_copies()
        self._set -= self.kept

    def _settle_copies(self) -> None:
        """A variable that takes the folder of another one is CUDA's folder unless that is none."""
        unsettled = True
        while unsettled:
            unsettled = False
            for name, originals in self._copies.items():
                if name not in self.kept and any(self._is_other(*each) for each in originals):
                    self.kept.add(name)
                    unsettled = True
        self._set.update(self._copies)

    def _is_other(self, variable: bytes, is_plain: bool) -> bool:
        """Whether nothing says that a variable is CUDA's folder. Where a package does, HIP's can only be asked in place
        of a command that `is_plain`."""
        if variable in self.kept or variable in self._set or variable in self._copies:
            return variable in self.kept
        found = _NAME.fullmatch(variable)
        return found is not None and not (found["user"] or (found["package"] and is_plain))

    def _note(self, command: bytes, words: Sequence[bytes]) -> None:
        """A variable is CUDA's folder unless anything makes it another one."""
        if command not in _NAMES_VARIABLES:
            named = (word for before, word in zip((b"", *words), words, strict=False) if before != b"ENV")
            self.kept.update(word for word in named if _NAME.fullmatch(word))
        elif command == b"set" and len(words) > 1 and _NAME.fullmatch(words[0]):
            if copied := _OTHER_FOLDER.fullmatch(words[1]):
                self._copies.setdefault(words[0], []).append((copied[1], len(words) == 2))
            else:
                (self._set if _USUAL_VALUE.fullmatch(words[1]) else self.kept).add(words[0])

    def variable(self, command: bytes, word: bytes, before: bytes) -> bytes:
        """What a word of a command is called instead that names a variable: `if(CUDA_HOME)`, `HINTS ENV CUDA_PATH`."""
        if command in _NAMES_VARIABLES:
            return self._new_name(word)
        return _ROCM if before == b"ENV" and _NAME.fullmatch(word) else b""

    def is_unusual(self, command: bytes, words: Sequence[bytes]) -> bool:
        """Whether a command sets a variable for CUDA's folder to something else."""
        found = _NAME.fullmatch(words[0]) if command == b"set" and len(words) > 1 else None
        if found is None or found["user"] is None:
            return False
        copied = _OTHER_FOLDER.fullmatch(words[1])
        return self._is_other(copied[1], len(words) == 2) if copied else not _USUAL_VALUE.fullmatch(words[1])

    def from_package(self, words: Sequence[bytes]) -> bytes:
        """The command in place of `set(CUDA_PATH ${CUDA_TOOLKIT_ROOT_DIR})`, where CUDA's package says what that is."""
        copied = _OTHER_FOLDER.fullmatch(words[1]) if len(words) == 2 else None
        if copied is None or not self._new_name(words[0]) or self._new_name(copied[1]):
            return b""
        return b'get_filename_component(%s "${hip_INCLUDE_DIRS}" DIRECTORY)' % _ROCM

    def places(self, start: int, end: int) -> Iterator[tuple[int, int, bytes]]:
        """What is to be replaced between two places, and by what."""
        for found in _PLACE.finditer(self._code, start, end) if self._has_any else ():
            around = self._code[found.start() - 1 : found.start()] + self._code[found.end() : found.end() + 1]
            new = self._of_rocm(found, b";" if _IN_LISTS.search(around) else b" ")
            if new is not None:
                yield found.start(), found.end(), new

    def in_code(self, options: bytes, separator: bytes = b" ") -> bytes:
        """The same options with the folders of ROCm."""
        if not self._has_any:
            return options
        return _PLACE.sub(lambda found: self._of_rocm(found, separator) or found[0], options)

    def is_hint(self, variable: bytes) -> bool:
        """Whether a variable tells CMake where to look for CUDA's package, and is for ROCm now."""
        return _OF_PACKAGE.fullmatch(variable) is not None and self._new_name(variable) == _ROCM

    def _new_name(self, variable: bytes) -> bytes:
        """What a variable is called that holds the folder; nothing for one that keeps its name."""
        found = _NAME.fullmatch(variable)
        holds = found is not None and variable not in self.kept and (found["user"] or variable in self._set)
        return _ROCM if holds else b""

    def _of_rocm(self, found: re.Match[bytes], separator: bytes) -> bytes | None:
        tail = self._tail(found)
        name = found["name"]
        if tail is None:
            return None
        if found["usual"]:
            folder = b"/opt/rocm" + tail
        elif found["env"]:
            folder = found["env"] + _ROCM + b"}" + tail
        elif self._new_name(name):
            folder = b"${%s}%s" % (_ROCM, tail)
        elif name in self.kept or not _OF_PACKAGE.fullmatch(name) or not tail:
            return None
        else:
            part, slash, library = tail[1:].partition(b"/")
            folder = _DIRECTORIES[part] + slash + library
        is_host = found["option"] is not None and tail == b"/include"
        return (found["option"] or b"") + folder + (separator + b"-D__HIP_PLATFORM_AMD__" if is_host else b"")

    def _tail(self, found: re.Match[bytes]) -> bytes | None:
        """The same part of ROCm's folder; nothing for a library that this does not have."""
        if found["library"] is None:
            return TAILS.get(found["tail"] or b"", found["tail"] or b"")
        library = builds.library(to_text(found["library"]))
        return b"/lib/lib%s.so" % to_bytes(library.library) if library and library.library else None


def unusual_folders(code: bytes) -> frozenset[bytes]:
    """The variables that code without comments makes another folder than the usual one."""
    if not _ANY.search(code):
        return frozenset()
    found = ((each.name, [word.text for word in arguments(code, each)]) for each in commands(code))
    return frozenset(Folders(code, found, frozenset()).kept)


def unusual(name: bytes, start: int) -> Finding:
    """What is to be said of a variable that is set to another folder than the usual one."""
    text = to_text(name)
    message = f"'{text}' is a folder of CUDA's toolkit"
    help = "set it to the folder of ROCm, usually /opt/rocm"
    return Finding(_RULE, start, start + len(name), message, help=help, subject=text, severity=Severity.WARNING)
