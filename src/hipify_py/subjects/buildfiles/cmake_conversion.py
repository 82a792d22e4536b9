"""CMake files for CUDA become files for HIP: the language, packages, targets, variables, properties and options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from hipify_py.edits import Edit
from hipify_py.findings import Finding, Severity
from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles import doubles
from hipify_py.subjects.buildfiles.branches import ASKS_FOR_EITHER
from hipify_py.subjects.buildfiles.cmake import Argument
from hipify_py.subjects.buildfiles.cmake_folders import unusual
from hipify_py.subjects.buildfiles.cmake_languages import Languages
from hipify_py.subjects.buildfiles.cmake_libraries import linked_by_name
from hipify_py.subjects.buildfiles.cmake_needs import (
    asked_in_vain,
    calls_of_nvcc,
    in_its_place,
    left,
    libraries_asked_for,
)
from hipify_py.subjects.buildfiles.cmake_properties import (
    architectures,
    are_of_the_machine,
    asked_property,
    for_nvidia,
    of_properties,
    of_the_machine,
    separable_everywhere,
)
from hipify_py.subjects.buildfiles.cmake_release import raised
from hipify_py.subjects.buildfiles.cmake_sources import lines_for_sources, unknown_sources
from hipify_py.subjects.buildfiles.cmake_words import GENERATORS, is_dropped, names, rows
from hipify_py.subjects.buildfiles.option_words import converted_options, translated
from hipify_py.subjects.buildfiles.statements import CMakeFile, Statement, finds_hip, replaced
from hipify_py.subjects.buildfiles.words_of_options import GROUP, spans_of
from hipify_py.texts import to_bytes, to_text

Made = Iterator[Edit | Finding]

_KEPT = frozenset((b"QUIET", b"REQUIRED"))
_CONFIGURATIONS = frozenset((b"DEBUG", b"RELEASE", b"RELWITHDEBINFO", b"MINSIZEREL"))
_SAYS = frozenset((b"message", b"option", b"add_feature_info", b"set_package_properties"))
_MENTIONS = frozenset((b"mark_as_advanced", b"unset"))
_CONDITIONS = frozenset((b"if", b"elseif", b"while"))
_ASK = _CONDITIONS | _SAYS | _MENTIONS | frozenset((b"foreach", b"else", b"endif", b"set", b"get_target_property"))
_LINKS = frozenset((b"target_link_libraries", b"link_libraries"))
_SECTIONS = frozenset(
    (b"PUBLIC", b"PRIVATE", b"INTERFACE", b"debug", b"optimized", b"general", b"LINK_PUBLIC", b"LINK_PRIVATE")
)
_OPERATORS = frozenset(
    (b"MATCHES", b"IN_LIST", b"STREQUAL", b"LESS", b"GREATER", b"EQUAL", b"LESS_EQUAL", b"GREATER_EQUAL")
)
_VALUES = pattern(rb"CMAKE_CUDA_(?:ARCHITECTURES|FLAGS\w*|COMPILER)")
_COMPARED = pattern(
    rb"(?:CUDA_VERSION(?:_MAJOR|_MINOR|_STRING)?|(?:CUDAToolkit|CUB|Thrust|THRUST|CCCL)_VERSION(?:_M\w+|_PATCH)?|CMAKE_CUDA_COMPILER_(?:VERSION|ID))"
)
# The folder of HIP's headers.
_HEADERS = pattern(rb"\bhip_INCLUDE_DIRS\b|(?:/opt/rocm|ROCM_PATH\})/include\Z")
_AS_FOR_HIP = pattern(rb"|OFF|FALSE|NO|0|native|\w*-?NOTFOUND")
_TAKE_HEADERS = frozenset((b"include_directories", b"target_include_directories"))
_TAKE_OPTIONS = frozenset((b"add_compile_options", b"target_compile_options"))
_FLAGS_OF_FINDCUDA = pattern(rb"(?:\$<\$<COMPILE_LANGUAGE:CUDA>:)?\$\{CUDA_NVCC_FLAGS\}>?")
_SCOPES = frozenset((b"PRIVATE", b"PUBLIC", b"INTERFACE", b"BEFORE", b"SYSTEM"))
_REFERENCE = pattern(rb"\$\{\w+\}")
_VERSION_RULE = "BLD014"
_RELEASE_HELP = "leave the condition out and keep the branch for new releases of CUDA, or ask for `hip_VERSION`"
_COMPILER_HELP = "leave the condition out, or ask for `CMAKE_HIP_COMPILER_ID`"


def converted(file: CMakeFile, is_unread: Callable[[int], bool]) -> Made:
    languages = Languages(file)
    for statement in file.statements:
        guards_others = statement.name in _CONDITIONS and (is_unread(statement.end) or _is_for_both(file, statement))
        if not (guards_others or is_unread(statement.start)):
            yield from _of(file, languages, statement)


def _of(file: CMakeFile, languages: Languages, statement: Statement) -> Made:
    if statement.name in _WHOLE and (made := list(_WHOLE[statement.name](file, statement))):
        is_taken = spans_of(each for each in made if isinstance(each, Edit))
        rest = (each for each in _generators(file, statement) if not is_taken(each.start))
        yield from (*made, *rest, *_folders(file, statement, made))
        return
    if gpus := _own_choice_of_gpus(statement):
        yield for_nvidia(gpus)
        return
    if calls := list(calls_of_nvcc(statement)):
        yield from calls
        return
    options = list(converted_options(file, statement))
    yield from (each for each in options if isinstance(each, Finding))  # also of those that go
    edits = [*_of_words(file, statement), *languages.converted(statement)]
    edits += (each for each in options if isinstance(each, Edit))
    edits += _without_flags(file, statement)
    edits += linked_by_name(file, statement)
    edits += _folders(file, statement, edits)
    edits += _header_folders(file, statement, edits)
    edits += file.behind(statement, lines_for_sources(file, statement.name, statement.words), ".cu")
    yield from _but_for_what_goes(edits)
    yield from _compared_versions(file, statement)
    yield from asked_in_vain(file, statement)
    yield from unknown_sources(file, statement)


def _is_for_both(file: CMakeFile, statement: Statement) -> bool:
    return ASKS_FOR_EITHER.search(file.code, statement.opened, statement.end) is not None


def _own_choice_of_gpus(statement: Statement) -> Argument | None:
    """The variable where a command of the project's own gives it a value: nobody knows which argument that is."""
    named = [each for each in statement.arguments if each.text == b"CMAKE_CUDA_ARCHITECTURES" and not each.is_quoted]
    return named[0] if named and statement.name not in _ASK else None


def _but_for_what_goes(items: list[Edit | Finding]) -> Made:
    """Nothing is changed in what goes as a whole."""
    end, goes = -1, None
    for item in sorted(items, key=lambda item: (item.start, -item.end)):
        if item.end > end or (goes is not None and item.start == item.end == end):
            yield item
        if isinstance(item, Edit) and not item.new and item.end > end:
            end, goes = item.end, item


# -- commands of which all arguments have a meaning --------------------------------------------------------------------


def _package(file: CMakeFile, statement: Statement) -> Made:
    """`find_package(CUDAToolkit 11.0 REQUIRED)`: releases and components are CUDA's, and each library of ROCm is a
    package of its own."""
    words = statement.words
    of_headers = rows("header_packages").get(to_text(words[0]), ()) if words else ()
    if of_headers or words[:1] in ([b"CUDA"], [b"CUDAToolkit"]):
        yield _found(file, statement, file.code[statement.start : statement.opened], words, of_headers)


def _module(file: CMakeFile, statement: Statement) -> Made:
    """`include(FindCUDAToolkit)` finds what `find_package` does."""
    if statement.words in ([b"FindCUDA"], [b"FindCUDAToolkit"]):
        yield _found(file, statement, b"find_package", [statement.words[0].removeprefix(b"Find")])
    elif file.is_exported and file.others_find_hip and not finds_hip(file.code):
        yield from _exported(file, statement)


def _exported(file: CMakeFile, statement: Statement) -> Iterator[Edit]:
    """Libraries of CUDA were files, which nobody has to find; in their place are targets of packages, which those need
    who read the targets of this project. Where nothing links them, nobody misses a package that is not found."""
    if statement.start == file.first_targets:
        separator = file.line_end + file.indent(statement.start)
        lines = [b"find_package(%s QUIET)" % to_bytes(each) for each in ("hip", *sorted(file.packages - {"hip"}))]
        new = separator.join((*lines, b""))
        yield Edit(statement.start, statement.start, new, statement.words[0].decode("utf-8", "replace"), GROUP)


def _found(
    file: CMakeFile, statement: Statement, name: bytes, words: list[bytes], of_headers: Sequence[str] = ()
) -> Edit:
    """The packages of ROCm in place of one of CUDA."""
    kept = b"".join(b" " + word for word in words[1:] if word in _KEPT)
    why = to_text(words[0])
    packages = of_headers or ("hip", *sorted(file.packages - {"hip"} - file.header_packages))
    lines = [b"%s(%s%s)" % (name, to_bytes(each), kept) for each in packages]
    is_enabled = file.enables_language_at(statement) or file.is_exported
    if words[0] == b"CUDA" and not is_enabled and name.lower() == b"find_package":
        is_sure = b"REQUIRED" in words
        lines += [b"enable_language(HIP)"] if is_sure else [b"if(hip_FOUND)", b"  enable_language(HIP)", b"endif()"]
    separator = file.line_end + file.indent(statement.start)
    return Edit(statement.start, statement.end, separator.join(lines), why, GROUP)


def _language(file: CMakeFile, statement: Statement) -> Made:
    first = {b"project": 1, b"cmake_language": 2}.get(statement.name, 0)
    if statement.name == b"cmake_language" and not _calls(statement, b"enable_language"):
        return
    named = [word for word in statement.arguments[first:] if word.text == b"CUDA" and not word.is_quoted]
    if b"HIP" in statement.words[first:]:
        yield from (file.without_words(word, word, "CUDA") for word in named)
    else:
        yield from (replaced(word, b"HIP") for word in named)
    if named and "hip" in file.packages and not file.finds_hip and file.names_language_first(statement):
        # CMake itself knows CUDA's folders once it has the compiler.
        yield from file.behind(statement, [b"find_package(hip REQUIRED)"], "CUDA")


def _calls(statement: Statement, name: bytes) -> bool:
    """Whether `cmake_language(CALL …)` calls a command of that name."""
    words = statement.words
    return len(words) > 1 and words[0] == b"CALL" and words[1].lower() == name


def _oldest_cmake(file: CMakeFile, statement: Statement) -> Made:
    if file.needs_language and (found := raised(statement)):
        yield replaced(*found)


def _settings(file: CMakeFile, statement: Statement) -> Made:
    """`set(…)` and `option(…)` of variables that have a meaning for CMake."""
    name = statement.words[0] if statement.words else b""
    if to_text(name) in rows("dropped"):
        yield file.without(statement, to_text(name))
    elif to_text(name) in rows("separable"):
        yield from separable_everywhere(file, statement)
    elif name == b"CMAKE_CUDA_COMPILER" and any(b"nvcc" in word for word in statement.words[1:]):
        message = "'CMAKE_CUDA_COMPILER' is set to nvcc"
        help = "remove it: CMake finds clang, or takes CMAKE_HIP_COMPILER from the command line"
        argument = statement.arguments[0]
        yield Finding("BLD003", argument.start, argument.end, message, help=help, subject=to_text(name))
    elif name == b"CMAKE_CUDA_ARCHITECTURES" and are_of_the_machine(file, _values(statement.arguments[1:])):
        yield of_the_machine(file, statement)
    elif name == b"CMAKE_CUDA_ARCHITECTURES" and statement.name == b"set":
        yield from architectures(file, statement.arguments[0], _values(statement.arguments[1:]))
    elif statement.name == b"set" and (command := file.folders.from_package(statement.words)):
        yield Edit(statement.start, statement.end, command, to_text(name), GROUP)
    elif to_text(name) in rows("lists") and statement.name == b"set":
        yield from _as_text(file, statement, statement.arguments[1:])


def _values(found: list[Argument]) -> list[Argument]:
    words = [each.text for each in found]
    ends = (words.index(word) for word in (b"CACHE", b"PARENT_SCOPE") if word in words)
    return found[: min(ends, default=len(found))]


def _changes_list(file: CMakeFile, statement: Statement) -> Made:
    """`list(APPEND CUDA_NVCC_FLAGS -O3)`: a list for FindCUDA, and a text for CMake."""
    words = statement.words
    if b"CMAKE_CUDA_ARCHITECTURES" in words[1:2]:
        yield for_nvidia(statement.arguments[1])
        return
    if len(words) < 2 or to_text(words[1]) not in rows("lists"):
        return
    if words[0] == b"APPEND":
        yield from _as_text(file, statement, statement.arguments[2:])


def _as_text(file: CMakeFile, statement: Statement, found: list[Argument]) -> Made:
    is_append = statement.name == b"list"
    variable = statement.words[int(is_append)]
    new = b"CMAKE_HIP_FLAGS" + variable.removeprefix(b"CUDA_NVCC_FLAGS")
    values = [word for each in _values(found) for word in each.text.replace(b";", b" ").split()]
    itself = b"${%s}" % variable
    if file.is_in_function(statement.start) or any(b"$" in word and word != itself for word in values):
        yield _as_list(statement.arguments[int(is_append)])
        return
    options = option_text([word for word in values if word != itself])
    if options is None:
        yield _as_list(statement.arguments[int(is_append)])
        return
    made = file.folders.in_code(options)
    behind = b"".join(
        b' "%s"' % each.text if each.is_quoted else b" " + each.text for each in found[len(_values(found)) :]
    )
    why = to_text(variable)
    if is_append and not made:
        yield file.without(statement, why)
    elif is_append:
        yield Edit(statement.start, statement.end, b'string(APPEND %s " %s")' % (new, made), why, GROUP)
    else:
        before = b"${%s} " % new if itself in values else b""
        text = b'set(%s "%s"%s)' % (new, (before + made).rstrip(), behind)
        yield Edit(statement.start, statement.end, text, why, GROUP)


def _without_flags(file: CMakeFile, statement: Statement) -> Iterator[Edit]:
    """Targets are not given the options of FindCUDA: as a text these are one option, and it reaches all sources of HIP
    anyway."""
    taking = statement.arguments[statement.name.startswith(b"target") :] if statement.name in _TAKE_OPTIONS else []
    given = [each for each in taking if _FLAGS_OF_FINDCUDA.fullmatch(each.text)]
    if given and not all(each in given or each.text in _SCOPES for each in taking):
        yield from (file.without_words(each, each, "CUDA_NVCC_FLAGS") for each in given)
    elif given:
        yield file.without(statement, "CUDA_NVCC_FLAGS")


def _as_list(name: Argument) -> Finding:
    text = to_text(name.text)
    message = f"'{text}' is a list of options, which CMAKE_HIP_FLAGS, a text, cannot take over here"
    help = "give the options to `add_compile_options($<$<COMPILE_LANGUAGE:HIP>:…>)`"
    return Finding("BLD003", name.start, name.end, message, help=help, subject=text)


def option_text(values: list[bytes]) -> bytes | None:
    """Options of nvcc as one text for clang; nothing where one of them has no counterpart."""
    made = translated(values)
    return None if made is None else b" ".join(made)


def _own_target(file: CMakeFile, statement: Statement) -> Made:
    """`cuda_add_executable(name STATIC a.cu OPTIONS -arch sm_70)`."""
    words = statement.words
    if not _CONFIGURATIONS.isdisjoint(words):
        name = to_text(statement.name)
        message = f"'{name}' has options for single configurations"
        help = "use `add_executable` or `add_library`, and `$<$<CONFIG:Release>:…>` in `target_compile_options`"
        yield Finding("BLD003", statement.start, statement.start + len(name), message, help=help, subject=name)
        return
    new = rows("commands")[to_text(statement.name)]
    yield Edit(statement.start, statement.start + len(statement.name), to_bytes(new), to_text(statement.name), GROUP)
    last = words.index(b"OPTIONS") if b"OPTIONS" in words else len(words)
    yield from _of_words(file, statement._replace(arguments=statement.arguments[:last]))
    lines = list(_own_options(file, statement, last))
    if last < len(words):
        yield file.without_words(statement.arguments[last], statement.arguments[-1], "OPTIONS")
    lines += lines_for_sources(file, statement.name, words[:last])
    if len(words) > 1 and not any(b".cu" in word or b"$" in word for word in words[1:last]):
        # FindCUDA links the runtime, which clang does where it links code of HIP.
        lines.append(b"target_link_libraries(%s hip::host)" % words[0])
    yield from file.behind(statement, lines, to_text(statement.name))


def _own_options(file: CMakeFile, statement: Statement, last: int) -> Iterator[bytes]:
    options = option_text(statement.words[last + 1 :]) if last < len(statement.words) else b""
    if options:
        each = file.folders.in_code(options).replace(b" ", b";")
        yield b'target_compile_options(%s PRIVATE "$<$<COMPILE_LANGUAGE:HIP>:%s>")' % (statement.words[0], each)


def _links(_file: CMakeFile, statement: Statement) -> Made:
    """`cuda_add_cublas_to_target(name)`."""
    if len(statement.arguments) == 1:
        target = to_bytes(rows("link_commands")[to_text(statement.name)])
        new = b"target_link_libraries(%s %s)" % (statement.words[0], target)
        yield Edit(statement.start, statement.end, new, to_text(statement.name), GROUP)


def _target_of_headers(file: CMakeFile, statement: Statement) -> Made:
    """`thrust_create_target(Thrust HOST CPP DEVICE CUDA)`: a target of the project's own for the headers of Thrust."""
    name, words = to_text(statement.name), statement.words
    if words and b"$" not in words[0] and set(words[1:]) <= {b"HOST", b"CPP", b"DEVICE", b"CUDA"}:
        lines = b"add_library(%s INTERFACE)", b"target_link_libraries(%s INTERFACE roc::rocthrust)"
        separator = file.line_end + file.indent(statement.start)
        new = separator.join(line % words[0] for line in lines)
        yield Edit(statement.start, statement.end, new, name, GROUP)
        return
    message = f"'{name}' chooses the systems of Thrust"
    help = "link `roc::rocthrust`, and define `THRUST_DEVICE_SYSTEM` where it is not HIP"
    yield Finding("BLD003", statement.start, statement.start + len(name), message, help=help, subject=name)


def _mentions(file: CMakeFile, statement: Statement) -> Made:
    """Variables that are gone are not hidden any more."""
    gone = [each for each in statement.arguments if to_text(each.text) in rows("dropped")]
    if gone and len(gone) == len(statement.arguments):
        yield file.without(statement, to_text(gone[0].text))
    elif gone:
        yield from (file.without_words(each, each, to_text(each.text)) for each in gone)


_WHOLE: Mapping[bytes, Callable[[CMakeFile, Statement], Made]] = {
    b"find_package": _package,
    b"find_dependency": _package,
    b"include": _module,
    b"project": _language,
    b"enable_language": _language,
    b"cmake_language": _language,
    b"cmake_minimum_required": _oldest_cmake,
    b"set": _settings,
    b"option": _settings,
    b"list": _changes_list,
    b"mark_as_advanced": _mentions,
    b"unset": _mentions,
    b"set_target_properties": of_properties,
    b"set_source_files_properties": of_properties,
    b"set_property": of_properties,
    b"get_property": asked_property,
    b"get_target_property": asked_property,
    b"get_source_file_property": asked_property,
    b"cuda_add_executable": _own_target,
    b"cuda_add_library": _own_target,
    b"cuda_include_directories": _own_target,
    b"cuda_add_cublas_to_target": _links,
    b"cuda_add_cufft_to_target": _links,
    b"thrust_create_target": _target_of_headers,
}


# -- names in any command ----------------------------------------------------------------------------------------------


def _of_words(file: CMakeFile, statement: Statement) -> Made:
    """Variables, targets and generator expressions, wherever they stand. In texts for people, what is filled in."""
    is_text = statement.name in _SAYS
    linked: set[bytes] = set()
    for before, argument in zip((b"", *statement.words), statement.arguments, strict=False):
        linked = set() if argument.text in _SECTIONS else linked
        may_go = statement.name in _LINKS and before not in _SECTIONS
        for start, end, new in names(argument, only_references=is_text or argument.is_quoted):
            old = file.code[start:end]
            is_whole = start == argument.start and end == argument.end
            if old in file.own_targets:
                continue
            if not is_text and (found := left(file, statement, argument, start, end, new)):
                yield found
                continue
            new = in_its_place(file, start, new)
            if b" " in new and (statement.name not in _LINKS or not is_whole):
                new = new.split()[0]
            if b"/" in new and before == b"TARGET":  # a file, which no target stands for
                start, new = file.code.rindex(before, 0, start), b"EXISTS " + new
            if is_whole and new in linked and may_go:
                yield file.without_words(argument, argument, old.decode("utf-8", "replace"))
            else:
                yield Edit(start, end, new, old.decode("utf-8", "replace"), GROUP)
            if statement.name in _LINKS and (b"::" in new or b"/" in new):
                linked.update(new.split())
        if is_dropped(argument.text) and may_go:
            yield file.without_words(argument, argument, to_text(argument.text))
        if argument.text == b"CUDA" and before in (b"LANGUAGE", b"LINKER_LANGUAGE"):
            yield replaced(argument, b"HIP")
    yield from _generators(file, statement)
    yield from libraries_asked_for(file, statement)


def _generators(file: CMakeFile, statement: Statement) -> Iterator[Edit]:
    for argument in statement.arguments:
        for found in GENERATORS.finditer(file.code, argument.start, argument.end):
            yield Edit(*found.span(found.lastgroup or 0), b"HIP", to_text(found[0]), GROUP)


def _folders(file: CMakeFile, statement: Statement, made: Sequence[Edit | Finding]) -> Made:
    """Folders of CUDA's toolkit outside of what is `made` already."""
    if statement.name in _SAYS:
        return
    is_taken = spans_of(each for each in made if isinstance(each, Edit))
    places = list(file.folders.places(statement.opened, statement.end))
    again = doubles.in_cmake(statement, _whole(statement, places))
    yield from (file.without_words(each, each, each.text.decode("utf-8", "replace")) for each in again)
    is_again = frozenset(each.start for each in again)
    for start, end, new in places:
        if not is_taken(start) and start not in is_again:
            yield Edit(start, end, new, file.code[start:end].decode("utf-8", "replace"), GROUP)
    words = statement.words
    for before, argument in zip((b"", *words), statement.arguments, strict=False):
        new = file.folders.variable(statement.name, argument.text, before)
        if new and not is_taken(argument.start):
            yield replaced(argument, new)
    if file.folders.is_unusual(statement.name, words):
        yield unusual(words[0], statement.arguments[0].start)
    elif statement.name == b"set" and words and file.folders.is_hint(words[0]):
        yield from file.behind(statement, [b"list(APPEND CMAKE_PREFIX_PATH ${ROCM_PATH})"], to_text(words[0]))


def _whole(statement: Statement, places: Iterable[tuple[int, int, bytes]]) -> Iterator[tuple[Argument, bytes]]:
    """The arguments that are one of the places each, and what these become."""
    new = {(start, end): text for start, end, text in places}
    for argument in statement.arguments:
        if text := new.get((argument.start, argument.end)):
            yield argument, text


def _header_folders(file: CMakeFile, statement: Statement, made: Sequence[Edit | Finding]) -> Made:
    """Without a target of HIP nobody tells the host compiler for which GPUs HIP's headers are."""
    new = (each.new for each in made if isinstance(each, Edit) and isinstance(each.new, bytes))
    if not (any(_HEADERS.search(each) for each in new) or _adds_headers(file, statement)):
        return
    if statement.name == b"include_directories":
        yield from file.behind(statement, [b"add_compile_definitions(__HIP_PLATFORM_AMD__)"], "include_directories")
    elif statement.name == b"target_include_directories" and len(statement.words) > 2:
        scope = next((word for word in statement.words if word in (b"PUBLIC", b"PRIVATE", b"INTERFACE")), b"PRIVATE")
        line = b"target_compile_definitions(%s %s __HIP_PLATFORM_AMD__)" % (statement.words[0], scope)
        yield from file.behind(statement, [line], "target_include_directories")


def _adds_headers(file: CMakeFile, statement: Statement) -> bool:
    """Whether a folder of headers is among those of a variable that is named."""
    return statement.name in _TAKE_HEADERS and any(
        word[2:-1] in file.lists_of_headers for word in statement.words if _REFERENCE.fullmatch(word)
    )


def _compared_versions(file: CMakeFile, statement: Statement) -> Iterator[Finding]:
    """What asks for a release of CUDA finds none on AMD."""
    if statement.name not in _CONDITIONS:
        return
    compared: list[Finding] = []
    for position, argument in enumerate(statement.arguments):
        severity = None
        if found := _COMPARED.search(argument.text):
            name = to_text(found[0])
            if _leaves_nothing_to_compare(statement, position, found[0]) and not file.sets(found[0]):
                message = f"'{name}' is empty in a build for AMD, and CMake stops: nothing is left to compare"
                severity = Severity.ERROR
            else:
                message = f"'{name}' is empty in a build for AMD, so this condition does not hold or holds by chance"
            help = _RELEASE_HELP if b"VERSION" in found[0] else _COMPILER_HELP
        elif (found := _VALUES.search(argument.text)) and _differs_for_hip(_compared_with(statement.words, position)):
            name = to_text(found[0])
            message = f"'{name}' is compared with what builds for CUDA have; its counterpart has other values"
            help = "compare with the values for HIP, such as gfx90a for a GPU, or leave the condition out"
        else:
            continue
        place = argument.start + found.start()
        end = place + len(name)
        compared.append(Finding(_VERSION_RULE, place, end, message, help=help, subject=name, severity=severity))
    # One of a condition is enough, but for what stops CMake.
    yield from (each for number, each in enumerate(compared) if not number or each.severity)


def _leaves_nothing_to_compare(statement: Statement, position: int, name: bytes) -> bool:
    """Whether an operator loses one of its sides where a variable is empty, as that of `${X} VERSION_LESS 11` does.
    `NOT` and `MATCHES` are then read as words."""
    argument, words = statement.arguments[position], [b"", *statement.words, b""]
    before, behind = words[position], words[position + 2]
    if argument.is_quoted or statement.name == b"while" or argument.text != b"${%s}" % name:
        return False
    return _is_operator(before) or (_is_operator(behind) and behind != b"MATCHES" and before != b"NOT")


def _differs_for_hip(other: bytes | None) -> bool:
    """Whether a value for CUDA is compared with something that is not the same for HIP, as nothing and OFF are."""
    return other is not None and not _AS_FOR_HIP.fullmatch(other)


def _compared_with(words: Sequence[bytes], position: int) -> bytes | None:
    """The other side of a comparison."""
    behind = words[position + 1 : position + 3]
    if len(behind) == 2 and _is_operator(behind[0]):
        return behind[1]
    return words[position - 2] if position > 1 and _is_operator(words[position - 1]) else None


def _is_operator(word: bytes) -> bool:
    return word in _OPERATORS or word.startswith(b"VERSION_")
