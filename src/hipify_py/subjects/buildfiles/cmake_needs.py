"""Where CMake files read of a library or package what its counterpart for HIP is not: a path in place of a target, a
variable that nothing sets. Such places stay, and are reported."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hipify_py.edits import Edit
from hipify_py.findings import Finding
from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.cmake import Argument
from hipify_py.subjects.buildfiles.cmake_words import names, new_name
from hipify_py.subjects.buildfiles.flags import read
from hipify_py.subjects.buildfiles.statements import CMakeFile, Statement
from hipify_py.subjects.buildfiles.words_of_options import GROUP, Word, without_counterpart
from hipify_py.texts import to_bytes, to_text

_CONDITIONS = frozenset((b"if", b"elseif", b"while"))
# Commands of CMake's own that read a library as the path of a file, or make a text of it.
_READ_PATHS = frozenset(
    (b"get_filename_component", b"cmake_path", b"install", b"file", b"configure_file", b"execute_process",
     b"add_custom_command", b"add_custom_target", b"get_target_property", b"link_directories",
     b"target_link_directories", b"include_directories", b"target_include_directories", b"string", b"foreach",
     b"add_test", b"find_path", b"find_file", b"find_library", b"find_program", b"include", b"separate_arguments")
)  # fmt: skip
_ASKS_FOR_FILE = frozenset((b"get_target_property", b"get_property"))
_LOCATION = pattern(rb"(?:IMPORTED_)?LOCATION\w*|IMPORTED_(?:IMPLIB|OBJECTS)\w*")
_FILE_OF_TARGET = pattern(rb"\$<TARGET_\w{0,40}FILE\w{0,40}:\Z")
_RUNTIME, _RUNTIMES_FILE = b"hip::host", b"hip::amdhip64"
_NAME = pattern(rb"\w+(?:::\w+)?")
_FOUND = pattern(rb"(?:CUDA|CUDAToolkit|CUB|Thrust|CCCL)_FOUND")
_LIBRARY = pattern(rb"CUDA_\w*LIBRAR(?:Y|IES)")
_BEFORE, _BEHIND = frozenset((b"", b"(", b"NOT", b"AND", b"OR")), frozenset((b"", b")", b"AND", b"OR"))
# Commands that run a program, and what stands for nvcc there.
_RUNS = frozenset((b"add_custom_command", b"add_custom_target", b"execute_process"))
_NVCC = pattern(
    rb"\$\{(?:CMAKE_CUDA_COMPILER|CUDA_NVCC_EXECUTABLE|CUDAToolkit_NVCC_EXECUTABLE)\}|(?:[^\s\"]*/)?nvcc(?:\.exe)?"
)
_CALLER = frozenset((b"COMMAND", b"ARGS"))
_PATH_RULE, _CONDITION_RULE, _CALL_RULE = "BLD004", "BLD014", "BLD001"


def is_condition(statement: Statement) -> bool:
    return statement.name in _CONDITIONS


def left(file: CMakeFile, statement: Statement, argument: Argument, start: int, end: int, new: bytes) -> Finding | None:
    """Why a name stays that has a counterpart elsewhere."""
    old = file.code[start:end]
    if is_condition(statement) and not file.finds_hip and _FOUND.fullmatch(old.strip(b"${}")):
        return _not_found(old, start, new)
    if b"::" not in new:
        return None
    if b"::" in old:
        is_file = statement.name in _ASKS_FOR_FILE and any(map(_LOCATION.fullmatch, statement.words))
        return _no_path(old, start, new) if is_file else None
    is_read = statement.name in _READ_PATHS or is_condition(statement)
    return _no_path(old, start, new) if is_read or not _is_element(file, argument, start, end) else None


def places_of_targets(name: Argument, value: Argument) -> list[Finding]:
    """What is said of a property that is the place of a library."""
    if not _LOCATION.fullmatch(name.text):
        return []
    return [_no_path(value.text, value.start, new) for _start, _end, new in names(value) if b"::" in new]


def in_its_place(file: CMakeFile, start: int, new: bytes) -> bytes:
    """The target, or that of the library itself where its file is asked for: `hip::host` has none."""
    return _RUNTIMES_FILE if new == _RUNTIME and _FILE_OF_TARGET.search(file.code, 0, start) else new


def _is_element(file: CMakeFile, argument: Argument, start: int, end: int) -> bool:
    """Whether a reference is all of an element of a list."""
    before = file.code[start - 1 : start] if start > argument.start else b""
    behind = file.code[end : end + 1] if end < argument.end else b""
    return before in (b"", b";", b":", b" ", b"\n", b",") and behind in (b"", b";", b">", b" ", b"\n", b"\r")


def _no_path(old: bytes, start: int, new: bytes) -> Finding:
    found = _NAME.search(old)
    assert found is not None
    text, target = to_text(found[0]), to_text(new.split()[0])
    message = f"'{text}' is read as the path of a file, and its counterpart for HIP is the target {target}"
    file = target if target != _RUNTIME.decode() else _RUNTIMES_FILE.decode()
    help = f"write `$<TARGET_FILE:{file}>` where CMake reads such expressions, or look for the file with `find_library`"
    return Finding(_PATH_RULE, start + found.start(), start + found.end(), message, help=help, subject=text)


def _not_found(old: bytes, start: int, new: bytes) -> Finding:
    text = to_text(old.strip(b"${}"))
    message = f"'{text}' is empty in a build for AMD, and nothing here sets its counterpart {to_text(new)}"
    help = "call `find_package(hip)` before, and ask for `hip_FOUND`"
    place = start + old.index(to_bytes(text))
    return Finding(_CONDITION_RULE, place, place + len(text), message, help=help, subject=text)


# -- conditions on libraries -------------------------------------------------------------------------------------------


def libraries_asked_for(file: CMakeFile, statement: Statement) -> Iterator[Edit | Finding]:
    """`if(NOT CUDA_CUBLAS_LIBRARIES)`: what package finds the library, has its target."""
    if not is_condition(statement):
        return
    words = [b"", *statement.words, b""]
    for place, argument in enumerate(statement.arguments, 1):
        if argument.is_quoted or not _LIBRARY.fullmatch(argument.text) or file.sets(argument.text):
            continue
        text = to_text(argument.text)
        new = to_bytes(new_name(text))
        is_asked = words[place - 1] in _BEFORE and words[place + 1] in _BEHIND
        if new and is_asked and file.finds_hip:
            asks = b"EXISTS " if b"/" in new else b"TARGET "
            yield Edit(argument.start, argument.end, asks + new.split()[0], text, GROUP)
        elif new or _is_known(text):
            yield _no_library(argument, text, to_text(new))


def _is_known(name: str) -> bool:
    """Whether FindCUDA sets a variable, be it for a library without a counterpart."""
    from hipify_py.tables import builds

    found = _NAME_OF_LIBRARY.fullmatch(name)
    return found is not None and found[1].upper() in builds.by_variable()


_NAME_OF_LIBRARY = pattern(r"CUDA_(\w+?)_LIBRAR(?:Y|IES)")


def _no_library(argument: Argument, text: str, new: str) -> Finding:
    message = f"'{text}' is empty in a build for AMD, so this condition takes the branch without the library"
    help = f"ask for `TARGET {new.split()[0]}`, behind the `find_package` of its package" if new else ""
    return Finding(_PATH_RULE, argument.start, argument.end, message, help=help, subject=text)


# -- conditions on the toolkit -----------------------------------------------------------------------------------------

# What only the packages for CUDA set, and has no counterpart that a condition could ask for.
_OF_TOOLKIT = pattern(
    rb"CUDAToolkit_(?:NVCC_EXECUTABLE|BIN_DIR|ROOT|TARGET_DIR|LIBRARY_ROOT)|"
    rb"CUDA_(?:NVCC_EXECUTABLE|TOOLKIT_ROOT_DIR|TOOLKIT_INCLUDE|TOOLKIT_TARGET_DIR|SDK_ROOT_DIR)"
)
_FOR_GPUS = pattern(rb"(?i:cuda|\bhip_|\bhip::|\broc::)|\bHIP\b|_HIP_")


def asked_in_vain(file: CMakeFile, statement: Statement) -> Iterator[Finding]:
    """`if(CUDAToolkit_FOUND AND CUDAToolkit_NVCC_EXECUTABLE)` keeps what is for GPUs from AMD's."""
    if not is_condition(statement) or b"OR" in statement.words:
        return
    words = [b"", *statement.words, b""]
    for place, argument in enumerate(statement.arguments, 1):
        is_asked = words[place - 1] in (b"", b"(", b"AND") and words[place + 1] in (b"", b")", b"AND")
        if argument.is_quoted or not is_asked or not _OF_TOOLKIT.fullmatch(argument.text):
            continue
        is_known = file.sets(argument.text) or file.folders.variable(statement.name, argument.text, words[place - 1])
        if not is_known and _FOR_GPUS.search(file.code, statement.end, file.end_of_block(statement)):
            text = to_text(argument.text)
            message = f"'{text}' is empty in a build for AMD, so what stands here is left out"
            help = "leave it out of the condition, or ask for `CMAKE_HIP_COMPILER` or `hip_FOUND`"
            yield Finding(_CONDITION_RULE, argument.start, argument.end, message, help=help, subject=text)


# -- programs that are called ------------------------------------------------------------------------------------------


def calls_of_nvcc(statement: Statement) -> Iterator[Finding]:
    """Commands that call nvcc by themselves, with its options: nothing but `LANGUAGE HIP` makes clang read .cu files as
    HIP, and what these commands make may be of no use to AMD."""
    if statement.name not in _RUNS:
        return
    arguments = statement.arguments
    for place, argument in enumerate(arguments):
        before = arguments[place - 1].text if place else b""
        if before in _CALLER and not argument.is_quoted and _NVCC.fullmatch(argument.text):
            yield _called(argument, arguments[place - 1])
            yield from _options(arguments[place + 1 :])


def _called(argument: Argument, before: Argument) -> Finding:
    """A variable stands for itself; nvcc with the word before it, as the rule reports it."""
    found = _NAME.search(argument.text.rpartition(b"/")[2])
    assert found is not None
    text = to_text(found[0])
    start, end = argument.start + argument.text.rindex(found[0]), argument.end
    if b"$" in argument.text:
        end = start + len(found[0])
    else:
        start = before.start
    message = f"'{text}' is called here with options of nvcc, so the command is left as it is"
    help = "call `${CMAKE_HIP_COMPILER} -x hip --offload-arch=gfx…` with the options of clang, or add a target for HIP"
    return Finding(_CALL_RULE, start, end, message, help=help, subject=text)


def _options(arguments: Sequence[Argument]) -> Iterator[Finding]:
    words = [Word(each.start, each.end, to_text(each.text)) for each in arguments]
    ends = (place for place, word in enumerate(words) if word.text in ("COMMAND", "DEPENDS", "OUTPUT_VARIABLE"))
    words = words[: next(ends, len(words))]
    for option in read([word.text for word in words], forwards=True):
        if option.fate == "finding" and option.name != "-l":
            yield without_counterpart(option, words[option.first : option.last])
