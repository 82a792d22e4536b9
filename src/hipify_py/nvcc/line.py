"""A command line of nvcc's, understood: what it compiles, what it asks for, and what the compiler is to be told."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from hipify_py.nvcc import NvccError
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.run.verify.flags import is_toolkit
from hipify_py.subjects.buildfiles.flag_words import rows
from hipify_py.subjects.buildfiles.flags import Option, read
from hipify_py.system.disk import read_regular
from hipify_py.texts import to_text

_LANGUAGES = {
    **dict.fromkeys((".cu", ".hip"), "hip"),
    **dict.fromkeys((".cc", ".cpp", ".cxx", ".c++", ".C", ".ii"), "c++"),
    **dict.fromkeys((".c", ".i"), "c"),
}
_NVIDIAS = {".ptx": "PTX", ".cubin": "code for NVIDIA GPUs", ".fatbin": "code for NVIDIA GPUs", ".gpu": "NVVM code"}
_FOR_LINKER = (".o", ".obj", ".a", ".so", ".lo")
_STOPS = frozenset(
    ("-c", "-dc", "-dw", "-E", "-M", "-MM", "-dlink", "-lib", "-fatbin", "-cubin", "-fdevice-syntax-only")
)
_OWN = frozenset(("-v", "-dryrun", "-dlink", "-x"))
_GPUS = frozenset(("-arch", "-code", "-gencode"))
_OFFLOAD = "--offload-arch"
_AMD_GPU = pattern(r"\b(?:gfx[0-9a-f]+(?:-[\w-]*generic)?(?::\w+[+-])*|amdgcnspirv\b)")
_DIRECTORIES = frozenset(("-I", "-isystem"))
_RESPONSE_FILES = ("-optf", "--options-file")
_DEPENDENCIES = frozenset(("-MD", "-MMD"))
_RULES = frozenset(("-M", "-MM"))
_MAX_NESTING = 8
# Of all response files: systems pass no more to a program. Each counts as one of some length, as opening it takes time.
_MOST_RESPONSE_BYTES, _LEAST_RESPONSE_BYTES = 4_000_000, 4_000
# Options of clang's and GCC's that nvcc has not, whose value is the next word.
_TAKING_NEXT = frozenset(
    ("-iquote", "-idirafter", "-imacros", "-isysroot", "-MQ", "-Xclang", "-Xpreprocessor", "-mllvm", "-T", "-u", "-z")
)


class Source(NamedTuple):
    """An input; what is none of the three languages is for the linker."""

    path: str
    language: str

    @property
    def lacks_runtime(self) -> bool:
        """Whether nvcc includes its runtime in it, and conversion does not, as its name is not that of a CUDA file."""
        return self.language == "hip" and self.is_converted and not self.path.endswith(".cu")

    @property
    def is_converted(self) -> bool:
        return bool(self.language) and not self.path.endswith((".hip", ".i", ".ii"))


@dataclass
class Line:
    """`parts` are the words for the compiler, in order, and the inputs among them; `dropped` are options that nothing
    takes the place of, with the reason."""

    options: list[Option]
    parts: list[str | Source] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)

    @property
    def sources(self) -> list[Source]:
        return [part for part in self.parts if isinstance(part, Source)]

    @property
    def words(self) -> list[str]:
        return [part for part in self.parts if isinstance(part, str)]

    @property
    def gpus(self) -> list[str]:
        """The AMD GPUs that it names."""
        named = (word.partition("=") for word in self.words)
        return [gpu for name, _sign, gpu in named if name == _OFFLOAD]

    def has(self, *names: str) -> bool:
        return any(option.name in names for option in self.options)

    def value(self, name: str) -> str:
        """The last value of an option."""
        return next((each.values[-1] for each in reversed(self.options) if each.name == name and each.values), "")

    @property
    def links(self) -> bool:
        return not self.has(*_STOPS)

    @property
    def only_preprocesses(self) -> bool:
        return self.has("-E", *_RULES)

    @property
    def shows_rules(self) -> bool:
        """Whether it writes dependencies to standard output."""
        return self.has(*_RULES) and not self.has("-MF", "-o")

    @property
    def depfile(self) -> str:
        """The file with dependencies that it writes."""
        if self.has(*_RULES):
            return self.value("-MF") or self.value("-o")
        if not self.has(*_DEPENDENCIES):
            return ""
        compiled = next((source.path for source in self.sources if source.language), "a")
        named = self.value("-o") or Path(compiled).name
        return self.value("-MF") or str(Path(named).with_suffix(".d"))


def expanded(words: Iterable[str], read_from: dict[str, int], depth: int = 0) -> list[str]:
    """The words with those of response files, whose names are added to others, with how much was read of each."""
    found: list[str] = []
    waiting = iter(words)
    for word in waiting:
        spelled, equals, value = word.partition("=")
        if spelled in _RESPONSE_FILES:
            names = (value if equals else next(waiting, "")).split(",")
        elif word.startswith("@"):
            names = [word[1:]]
        else:
            found.append(word)
            continue
        for name in names:
            if depth == _MAX_NESTING:
                raise NvccError(f"{name}: response files name each other")
            found += expanded(_response(name, read_from), read_from, depth + 1)
    return found


def _response(name: str, read_from: dict[str, int]) -> list[str]:
    if not name:
        raise NvccError("a response file has no name")
    try:
        data = read_regular(Path(name), _MOST_RESPONSE_BYTES)
        read_from[name] = read_from.get(name, 0) + max(len(data), _LEAST_RESPONSE_BYTES)
        if sum(read_from.values()) > _MOST_RESPONSE_BYTES:
            raise NvccError(f"{name}: response files hold more than {_MOST_RESPONSE_BYTES // 1_000_000} MB")
        if b"\0" in data:
            raise NvccError(f"{name}: not text")
        return shlex.split(to_text(data))
    except OSError as error:
        raise NvccError(f"{name}: {error.strerror or error}") from error
    except ValueError as error:
        raise NvccError(f"{name}: {error}") from error


def understood(words: Sequence[str]) -> Line:
    """What nvcc would not know is for the host compiler: that is clang."""
    words = list(_of_nvcc(words))
    line = Line(list(read(words, forwards=True, links_only_hip=True)))
    language = line.value("-x")
    before = ""
    for option in line.options:
        is_value, before = before in _TAKING_NEXT, "".join(option.new)
        if option.fate == "input" and is_value:
            line.parts += option.new
        elif option.fate == "input":
            (word,) = option.new
            line.parts.append(Source(word, _language(word, language)))
        elif option.name not in _OWN:
            line.parts += _told(option)
    line.problems += _problems(line, words)
    line.dropped += (
        f"{' '.join(words[each.first : each.last])}: {each.why}"
        for each in line.options
        if each.fate == "dropped" and not _gpus(each)
    )
    return line


def named_as_source(path: str) -> bool:
    return Path(path).suffix in _LANGUAGES


def _language(path: str, named: str) -> str:
    """That of an input: nvcc takes `-x` to be about all of them, wherever it stands."""
    by_name = _LANGUAGES.get(Path(path).suffix, "")
    if named in ("", "none") or Path(path).suffix in _FOR_LINKER:
        return by_name
    return {"cu": "hip"}.get(named, named)


def _of_nvcc(words: Sequence[str]) -> Iterator[str]:
    """Some words of g++'s as nvcc takes them, as whoever compiles host code may be called with these."""
    kinds = rows()["-Werror"].values
    for word, follows in zip_longest(words, words[1:], fillvalue=""):
        if word == "-Werror" and not set(follows.split(",")) <= kinds.keys():
            yield "-Werror=all-warnings"
        elif word == "-O" and not follows.isdigit():
            yield "-O1"
        else:
            yield word


def _told(option: Option) -> Iterator[str]:
    """The words that an option becomes; CUDA's own headers would come before HIP's."""
    if option.name in _GPUS:  # those of NVIDIA say nothing of which to compile for
        yield from (f"{_OFFLOAD}={gpu}" for gpu in _gpus(option))
        return
    if option.name in _DIRECTORIES and any(map(_is_toolkit, option.values)):
        yield from (f"-I{folder}" for folder in option.values if not _is_toolkit(folder))
    elif option.fate != "finding":
        yield from option.new


def _gpus(option: Option) -> list[str]:
    """The AMD GPUs among those that an option of nvcc names: `-gencode arch=compute_80,code=gfx942`."""
    values = ",".join(option.values) if option.name in _GPUS else ""
    return list(dict.fromkeys(_AMD_GPU.findall(values)))


def _is_toolkit(folder: str) -> bool:
    return is_toolkit(os.path.abspath(folder))


def _problems(line: Line, words: Sequence[str]) -> Iterator[str]:
    """By the options as they are written: nvcc has two names for most."""
    for option in line.options:
        is_about_linking = option.name == "-l"
        if option.name == "-dlink" or (is_about_linking and not line.links):
            continue
        if option.fate == "finding":
            what = " ".join(words[option.first : option.last])
            yield f"{what}: {option.why}; {option.help}" if option.help else f"{what}: {option.why}"
        elif option.fate == "unknown":
            yield f"{' '.join(option.new)}: {option.why}"
    for source in line.sources:
        if code := _NVIDIAS.get(Path(source.path).suffix):
            yield f"{source.path}: is {code}, which AMD GPUs do not run; build from the CUDA C++ source"
