"""Makefiles and shell scripts that call nvcc call hipcc: the compiler, its options, libraries and paths."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum, auto
from itertools import islice
from typing import NamedTuple

from hipify_py.edits import Edit
from hipify_py.findings import Finding, Severity
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.buildfiles import doubles
from hipify_py.subjects.buildfiles.cmake_entries import calls_cmake, for_hip
from hipify_py.subjects.buildfiles.flags import Option, read
from hipify_py.subjects.buildfiles.make_folders import (
    Homes,
    folders,
    in_folders,
    in_usual_folder,
    nvcc_of_rocm,
    own_folders,
    sets_folder,
    unusual_in,
)
from hipify_py.subjects.buildfiles.make_libraries import (
    in_place_of_libraries,
    literal_libraries,
    variables_of_libraries,
)
from hipify_py.subjects.buildfiles.make_lines import (
    ASSIGNED,
    DIRECTIVE,
    LINE,
    compilers_in,
    lines_of,
    separators,
    words_in,
)
from hipify_py.subjects.buildfiles.words_of_options import (
    GROUP,
    RULE,
    Word,
    edits_of,
    gpus_for,
    is_of_others,
    is_shared,
    spans_of,
    without_counterpart,
)
from hipify_py.texts import to_bytes, to_text

Made = Iterator[Edit | Finding]

_NVCC = pattern(r"[@+-]*(?P<program>\"?(?:[^\s\"]{0,400}/)?nvcc(?:\.exe)?\"?)")
_NAMES_NVCC = pattern(r"[@+-]*\$[({]?(?P<name>\w{0,60}(?:NVCC|nvcc)\w{0,60})[)}]?")
_FOR_NVCC = pattern(rb"(?i)nvcc|cuda_?\w{0,40}flags|cu_?flags|gencode|\bcuflags")
# Words before the name of a program.
_PREFIX = pattern(
    r"[@+-]*(?:if|elif|while|until|then|else|do|!|time|nice|exec|env|ccache|sccache|sudo|\$\(\w{0,40}(?:Q|AT|V_\w{1,40}|V|CCACHE|QUIET|ECHO\w{0,40})\))?"
)
# What has nvcc write what clang does not: the command stays as a whole, as its other options are for that.
_MODES = frozenset(("-ptx", "-cuda", "-ltoir", "-optix-ir", "-dlink"))
_PIPED = pattern(rb"[ \t]*(?:\d?>?&\d[ \t]*)?\|(?!\|)")
_BEGINS = pattern(r"-.*|\$.*", re.DOTALL)
_COMPILES = pattern(
    r"[@+-]*(?:\S{0,400}/)?(?:\$[({]\w{0,40}(?:CC|CXX|LD|LINK|CPP|FC|CUDA|CUDR|MPI|HIP)\w{0,40}[)}]|[gc]\+\+\S{0,40}|g?cc\S{0,40}"
    r"|clang\S{0,40}|mpi\w{1,40}|ld|hipcc)"
)
_GPU = pattern(rb"(?m)^[ \t]*(?P<name>\w+)[ \t]*[:?]?=[ \t]*(?P<gpu>(?:sm|compute)_\w+)[ \t\r]*$")
# Where the value of a variable is the GPU to compile for, and any use of it.
_FOR_GPU = rb"(?:-arch|--gpu-architecture|-code|--gpu-code)(?:=|[ \t]{1,9})\$[({]%s[)}](?![\w$.-])"
_USE = rb"\$[({]?%s\b"
# The compiler that CMake takes; for HIP that is clang itself, not hipcc.
_FOR_CMAKE = pattern(
    rb"(?<![\w.-])(?P<name>CUDACXX)[ \t]*[:?]?=[ \t]*(?P<value>(?:[\w./${}()-]{0,200}/)?nvcc)(?![\w./-])"
)
# Where nvcc is asked for, or named in a text that says where it is. In a value or a condition it stands for itself.
_SOUGHT = pattern(rb"\b(?:which|command[ \t]+-v|type[ \t]+-[pP]|type|hash)[ \t]+\"?(?P<nvcc>nvcc)(?![\w./-])")
_DEFAULT = pattern(rb"\$\{\w+:?[-=](?P<nvcc>(?:[^\s{}\"']{0,200}/)?nvcc)\}")
_NAMED = pattern(rb"(?<![\w./})%\\-])(?P<nvcc>(?:(?:\$[({]\w{1,60}[)}]|[\w./$-]){0,90}/)?nvcc)(?![\w./-]|[ \t]+-)")
_TICKED = pattern(rb"(?m)^[ \t]*(?:export[ \t]+)?(?P<name>\w+)[ \t]*[:?]?=[ \t]*\"?(?P<value>`[^`\n]*`)")
_FILES = pattern(rb"\$[({]wildcard[ \t](?:[^()\n]|\$\(\w{1,60}\)){0,400}")
_CONDITION = pattern(rb"(?m)^[ \t]*(?:else[ \t]+)?ifn?eq\b[^\n]*\bnvcc\b[^\n]*")
# What takes the name of the program from its place: `sed "s/\/bin\/nvcc//"`, `$(patsubst %/bin/nvcc,…)`,
# `${P%/bin/nvcc}`.
_STRIPPED = pattern(
    rb"\bsed\b[^\n;|)]{0,80}?[sS](?P<sign>[^\w\s\\])(?:\\?/|[^\s/\\]){0,40}?\\?/bin\\?/(?P<in_sed>nvcc)"
    rb"(?=\$*(?:\.\*)?(?P=sign))|"
    rb"\$\((?:subst|patsubst)[ \t]+%?/bin/(?P<in_subst>nvcc)[ \t]*,|"
    rb"\$\{\w+%{1,2}/bin/(?P<in_shell>nvcc)\}|\$\(\w+:%?/bin/(?P<in_suffix>nvcc)="
)
_NO_LINKING = frozenset(
    ("-c", "--compile", "-dc", "--device-c", "-dw", "-dlink", "--device-link", "-ptx", "--ptx", "-cubin", "-fatbin",
     "-lib", "-M", "-MM", "-E", "--version")
)  # fmt: skip
_NAMES_ROCM = pattern(rb"\$[({]ROCM_PATH[)}]|\AROCM_PATH\Z")
_SETS_ROCM = pattern(rb"(?m)^[ \t]*(?:export[ \t]+)?ROCM_PATH[ \t]*[:?]?=")
_FOR_CLANG = "-fgpu-rdc"
_RELOCATABLE = frozenset(("-dc", "--device-c", "-rdc=true", "--relocatable-device-code=true", _FOR_CLANG))
_HIPCC = pattern(r"[@+-]*\"?(?:\S{0,400}/)?hipcc\"?")


class _Reads(Enum):
    """Whose options the words of a command are."""

    NVCC = auto()
    COMPILER = auto()
    LINKER = auto()  # of which only the libraries are CUDA's
    CMAKE = auto()
    LIBRARIES = auto()  # whose names become -l options
    OTHERS = auto()


class _Command(NamedTuple):
    """The words of a command or of the value of a `variable`, of which `program` names nvcc, if one does."""

    words: list[Word]
    program: int
    reads: _Reads
    variable: str = ""


@dataclass(frozen=True, eq=False)
class MakeFile:
    """`code` has blanks for comments and for what is said to people. The variables `folders` keep their names, as files
    of the tree set them to folders that are not CUDA's usual one; `own_folders` are CUDA's by other names. What
    `is_main` is no part of others."""

    code: bytes
    archs: tuple[str, ...]
    folders: frozenset[str] = frozenset()
    own_folders: frozenset[str] = frozenset()
    is_script: bool = False
    is_main: bool = False

    @cached_property
    def compilers(self) -> frozenset[str]:
        """The variables whose value begins with nvcc."""
        return compilers_in(self.code)

    @cached_property
    def libraries(self) -> frozenset[bytes]:
        """The variables that hold names of libraries."""
        return frozenset() if self.is_script else variables_of_libraries(self.code)

    @cached_property
    def gpus(self) -> frozenset[str]:
        """References to variables that hold one GPU of NVIDIA's."""
        names = (to_text(found["name"]) for found in _GPU.finditer(self.code))
        return frozenset(form % name for name in names for form in ("$(%s)", "${%s}"))

    @cached_property
    def named_gpus(self) -> Mapping[str, list[re.Match[bytes]]]:
        """By reference, the values of such variables, where each use says which GPU to compile for."""
        named: dict[str, list[re.Match[bytes]]] = {}
        for found in () if self.is_script else _GPU.finditer(self.code):
            uses, for_gpu = (len(re.findall(sign % found["name"], self.code)) for sign in (_USE, _FOR_GPU))
            for form in ("$(%s)", "${%s}") if uses == for_gpu else ():
                named.setdefault(form % to_text(found["name"]), []).append(found)
        return named

    @cached_property
    def homes(self) -> Homes:
        return Homes(self.folders.union(unusual_in(self.code)), self.own_folders or own_folders(self.code))

    @cached_property
    def commands(self) -> list[_Command]:
        lines = lines_of(self.code, is_script=self.is_script)
        return [command for line in lines for command in self._of_line(line.start, line.end, is_recipe=line.is_recipe)]

    def _of_line(self, start: int, end: int, *, is_recipe: bool) -> Iterator[_Command]:
        if not is_recipe and DIRECTIVE.match(self.code, start, end):
            return
        assigned = ASSIGNED.match(self.code, start, end)
        if assigned and not is_recipe:
            yield self._value(assigned["name"], list(words_in(self.code, assigned.end(), end)))
            return
        bounds = [start, *(place for each in separators(self.code, start, end) for place in each), end]
        for first, last in zip(bounds[::2], bounds[1::2], strict=True):
            yield self._command(list(words_in(self.code, first, last)))

    def _value(self, name: bytes, words: list[Word]) -> _Command:
        variable = to_text(name)
        if name == b"CUDACXX":
            return _Command(words, -1, _Reads.OTHERS)
        if name in self.libraries:
            return _Command(words, -1, _Reads.LIBRARIES, variable)
        if words and self._is_nvcc(words[0].text):
            return _Command(words, 0, _Reads.NVCC, variable)
        if not words or not _BEGINS.fullmatch(words[0].text):
            return _Command(words, -1, _Reads.OTHERS, variable)
        return _Command(words, -1, _Reads.NVCC if _FOR_NVCC.search(name) else _Reads.COMPILER, variable)

    def _command(self, words: list[Word]) -> _Command:
        passed = (index for index, word in enumerate(words) if "=" not in word.text)
        called = next((index for index in passed if not _PREFIX.fullmatch(words[index].text)), -1)
        if called >= 0 and self._is_nvcc(words[called].text):
            return _Command(words, called, _Reads.NVCC)
        if called >= 0 and calls_cmake(words[called].text):
            return _Command(words, -1, _Reads.CMAKE)
        links = called >= 0 and _COMPILES.fullmatch(words[called].text) is not None
        return _Command(words, -1, _Reads.LINKER if links else _Reads.OTHERS)

    def _is_nvcc(self, word: str) -> bool:
        named = _NAMES_NVCC.fullmatch(word)
        is_variable = word.strip("@+-${}()") in self.compilers and "$" in word
        return named is not None or is_variable or _NVCC.fullmatch(word) is not None


def calls_nvcc(code: bytes) -> bool:
    """Whether a makefile calls nvcc by its name, or sets a variable to it; not where it only looks for it."""
    commands = (each for each in MakeFile(code, ()).commands if each.program >= 0)
    return any(_NVCC.fullmatch(each.words[each.program].text) for each in commands)


def converted(file: MakeFile, is_unread: Callable[[int], bool]) -> Made:
    return _once(file, list(_converted(file, is_unread)))


def _converted(file: MakeFile, is_unread: Callable[[int], bool]) -> Made:
    is_for_nvcc = any(command.program >= 0 for command in file.commands)
    if file.is_script and not is_for_nvcc and not any(command.reads is _Reads.CMAKE for command in file.commands):
        return
    read_by_amd = (each for each in file.commands if each.words and not is_unread(each.words[0].start))
    items = (item for each in read_by_amd if _is_work(file, each) for item in _of_command(file, each))
    made = list(dict.fromkeys(item for item in items if not is_unread(item.start)))  # a GPU may be named several times
    yield from made
    changed = {item.start for item in made if isinstance(item, Edit)}
    yield from (_links(word) for word in islice(_linked_otherwise(file, changed), 1))
    if is_for_nvcc or not file.is_script:
        is_taken = spans_of(item for item in made if isinstance(item, Edit))
        yield from _asked(file, lambda place: is_unread(place) or is_taken(place))
    for found in _FOR_CMAKE.finditer(file.code):
        if not is_unread(found.start()):
            yield Edit(*found.span("name"), b"HIPCXX", "CUDACXX", GROUP)
            yield Edit(*found.span("value"), b"/opt/rocm/llvm/bin/clang++", to_text(found["value"]), GROUP)
    if not file.is_script:
        literal = (words for words in literal_libraries(file.code) if words and not is_unread(words[0].start))
        yield from (item for words in literal for item in in_place_of_libraries(file.code, words))
        edits = [item for item in made if isinstance(item, Edit)]
        of_folders = list(folders(file.code, file.homes, is_unread, edits))
        yield from (*of_folders, *_default(file, (*made, *of_folders), is_unread))


def _once(file: MakeFile, items: list[Edit | Finding]) -> Made:
    """Each folder once for each command."""
    edits = [item for item in items if isinstance(item, Edit)]
    words = [each.words for each in file.commands] if edits and not file.is_script else []
    yield from doubles.in_make(file.code, words, edits)
    yield from (item for item in items if isinstance(item, Finding))


def _default(file: MakeFile, made: Sequence[Edit | Finding], is_unread: Callable[[int], bool]) -> Iterator[Edit]:
    """Where the environment has the folder of CUDA, that of ROCm is known by its usual place."""
    is_set = _SETS_ROCM.search(file.code) or sets_folder(file.code, file.homes.kept, is_unread)
    new = (each.new for each in made if isinstance(each, Edit) and isinstance(each.new, bytes))
    if file.is_main and not is_set and any(map(_NAMES_ROCM.search, new)):
        place = next((each.start() for each in LINE.finditer(file.code) if each[0].strip()), 0)
        line_end = b"\r\n" if b"\r\n" in file.code else b"\n"
        yield Edit(place, place, b"ROCM_PATH ?= /opt/rocm" + line_end, "CUDA_HOME", GROUP)


def _linked_otherwise(file: MakeFile, changed: set[int]) -> Iterator[Word]:
    """The options for relocatable device code, if not all that links has one: those that are `changed`, or were."""
    if _is_linked_so(file):
        return
    was_for_nvcc = _FOR_NVCC.search(file.code) is not None
    for each in file.commands:
        for word in each.words:
            if word.text in _RELOCATABLE and (word.start in changed or (was_for_nvcc and word.text == _FOR_CLANG)):
                yield word


def _is_linked_so(file: MakeFile) -> bool:
    """Whether all commands that link relocatable device code have the option, be it in a variable."""
    holding = (each.variable for each in file.commands if each.variable and not _RELOCATABLE.isdisjoint(_texts(each)))
    having = _RELOCATABLE.union(form % name for name in holding for form in ("$(%s)", "${%s}"))
    called = (_texts(each) for each in file.commands if _calls_compiler(each) and not each.variable)
    linking = [texts for texts in called if _NO_LINKING.isdisjoint(texts)]
    return bool(linking) and not any(having.isdisjoint(texts) for texts in linking)


def _calls_compiler(command: _Command) -> bool:
    """Whether it calls nvcc, or hipcc in its place."""
    return command.program >= 0 or any(_HIPCC.fullmatch(word.text) for word in command.words[:2])


def _texts(command: _Command) -> set[str]:
    return {word.text for word in command.words}


def _asked(file: MakeFile, is_left: Callable[[int], bool]) -> Iterator[Edit]:
    """`which nvcc`, what a value chooses among, and conditions of makefiles that ask for the name of the compiler: the
    same branch is taken."""
    found = list(_SOUGHT.finditer(file.code))
    found += [*(_STRIPPED.finditer(file.code) if found else ()), *_DEFAULT.finditer(file.code)]
    asking = [] if file.is_script else [line.span() for line in _CONDITION.finditer(file.code)]
    # What HIP has a branch beside asks for nvcc still.
    asking = [line for line in asking if not is_left(line[1]) and b"HIP" not in file.code[slice(*line)]]
    named = [each for span in (*asking, *_choices(file)) for each in _NAMED.finditer(file.code, *span)]
    # Where both name the same place, it is the name alone that changes.
    files = [found.span() for found in _FILES.finditer(file.code)] if named else []
    places = {
        each.end("nvcc"): (
            each.start("nvcc"),
            nvcc_of_rocm(each["nvcc"], is_file=any(start <= each.start() < end for start, end in files)),
        )
        for each in named
    }
    places |= {each.end(each.lastgroup or 0): (each.start(each.lastgroup or 0), b"hipcc") for each in found}
    for end, (start, new) in places.items():
        path = file.code[start:end]
        if not is_left(start) and (file.is_script or not in_usual_folder(path, file.homes)):
            yield Edit(start, end, new, path.decode("utf-8", "replace"), GROUP)


def _choices(file: MakeFile) -> Iterator[tuple[int, int]]:
    """The values of variables for nvcc that functions of make or other commands give."""
    for command in file.commands:
        first = command.words[0] if command.variable in file.compilers and command.words else None
        if first and first.text.startswith(("$(", "${")) and " " in first.text:
            yield first.start, first.end
    for found in _TICKED.finditer(file.code):
        if to_text(found["name"]) in file.compilers:
            yield found.span("value")


def _is_work(file: MakeFile, command: _Command) -> bool:
    """Whether a command calls a compiler, or a variable holds its options."""
    return command.reads in (_Reads.NVCC, _Reads.CMAKE) or (command.reads is not _Reads.OTHERS and not file.is_script)


def _of_command(file: MakeFile, command: _Command) -> Made:
    if command.reads is _Reads.CMAKE:
        made = for_hip([word.text for word in command.words], file.archs)
        yield from edits_of(file.code, command.words, made, command.words[0].start)
        return
    if command.reads is _Reads.LIBRARIES:
        yield from in_place_of_libraries(file.code, command.words)
        return
    if _asks_for_release(file, command):
        return
    made = {}
    first = command.program + 1
    said: set[str] = set()
    texts = [word.text for word in command.words[first:]]
    options = list(read(texts, gpus_for(texts, file.archs), forwards=True))
    is_whole = first > 0 and any(each.name in _MODES for each in options)
    if first and not is_whole and (named := _NVCC.fullmatch(command.words[command.program].text)):
        made[command.program] = command.words[command.program].text[: named.start("program")] + "hipcc"
    for option in options:
        place = command.words[first + option.first : first + option.last]
        if not _is_meant(file, option, place, command):
            continue
        values = file.named_gpus.get(option.values[0] if option.values else "")
        if option.is_reported and not any(each in " ".join(option.values) for each in file.gpus):
            yield without_counterpart(option, place)
        if is_whole or option.fate == "finding":
            continue
        told = option.new
        if option.new and values:
            told = (f"--offload-arch={option.values[0]}",)
            gpus = to_bytes(",".join(gpus_for(texts, file.archs)))
            yield from (Edit(*each.span("gpu"), gpus, to_text(each["gpu"]), GROUP) for each in values)
        new = in_folders(" ".join(each for each in told if each not in said), file.homes)
        made |= dict.fromkeys(range(first + option.first, first + option.last), "") | {first + option.first: new}
        said.update(each for each in option.new if each.startswith("-l") or each == _FOR_CLANG)
    yield from edits_of(file.code, command.words, made, command.words[0].start)


def _asks_for_release(file: MakeFile, command: _Command) -> bool:
    """`nvcc --version | grep release`: what hipcc prints, nobody reads so."""
    texts = [word.text for word in command.words[command.program + 1 :]]
    is_asked = command.program >= 0 and texts[:1] in (["--version"], ["-V"])
    return is_asked and _PIPED.match(file.code, command.words[-1].end) is not None


def _is_meant(file: MakeFile, option: Option, place: list[Word], command: _Command) -> bool:
    if option.fate not in ("translated", "dropped", "finding") or is_of_others(option):
        return False
    is_plain = not any(_is_opaque(word.text) for word in place)
    if command.reads is _Reads.LINKER:
        return is_plain and option.name == "-l"
    names_gpus = bool(option.values) and file.gpus.issuperset(option.values)
    is_for_nvcc = command.reads is _Reads.NVCC or names_gpus
    return is_plain and (is_for_nvcc or not is_shared(option, place[0].text, command.variable))


def _is_opaque(text: str) -> bool:
    """Whether a word is more than it looks: escaped, partly in quotes, or a part of something in brackets."""
    return any(sign in text for sign in "\"'`\\") or text.count("(") != text.count(")")


def _links(word: Word) -> Finding:
    is_converted = word.text == _FOR_CLANG
    what = "is for relocatable device code, and" if is_converted else f"becomes `{_FOR_CLANG}`, which"
    message = f"'{word.text}' {what} the command that links needs{' it' if is_converted else ''}, too"
    help = "link with `hipcc -fgpu-rdc --hip-link`, and leave out the step with `-dlink`"
    return Finding(RULE, word.start, word.end, message, help=help, subject=word.text, severity=Severity.WARNING)
