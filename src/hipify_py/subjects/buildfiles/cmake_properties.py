"""Properties and variables of CMake for CUDA sources: GPUs, standards, separable compilation, languages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hipify_py.edits import Edit
from hipify_py.findings import Finding
from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.cmake import Argument
from hipify_py.subjects.buildfiles.cmake_needs import places_of_targets
from hipify_py.subjects.buildfiles.cmake_words import renames, rows
from hipify_py.subjects.buildfiles.option_words import converted_options
from hipify_py.subjects.buildfiles.statements import CMakeFile, Statement, is_false, replaced
from hipify_py.subjects.buildfiles.words_of_options import GROUP, USUAL_GPUS
from hipify_py.texts import to_bytes, to_text

_GPUS = pattern(rb"(?:\d+[a-z]?(?:-real|-virtual)?|native|all(?:-major)?)(?:;(?:\d+[a-z]?(?:-real|-virtual)?))*")
_RELOCATABLE = b"-fgpu-rdc"
_FOR_TARGETS = frozenset((b"set_target_properties", b"set_property"))


def architectures(file: CMakeFile, name: Argument, values: Sequence[Argument]) -> Iterator[Edit | Finding]:
    """`set(CMAKE_CUDA_ARCHITECTURES 70 80)`: GPUs of NVIDIA's say nothing of which AMD GPUs are meant."""
    if _are_nvidias(values):
        yield for_nvidia(name)
        return
    yield from renames(name)
    yield from _gpus(file, values)


def of_the_machine(file: CMakeFile, statement: Statement) -> Edit:
    """`set(CMAKE_CUDA_ARCHITECTURES native)`: CMake takes the machine's GPUs for HIP by itself, where nobody names
    others."""
    name = to_text(statement.words[0])
    if b"CACHE" in statement.words or not file.names_gpus:
        return file.without(statement, name)
    scope = b" PARENT_SCOPE" if b"PARENT_SCOPE" in statement.words else b""
    return Edit(statement.start, statement.end, b"unset(CMAKE_HIP_ARCHITECTURES%s)" % scope, name, GROUP)


def are_of_the_machine(file: CMakeFile, values: Sequence[Argument]) -> bool:
    return [each.text for each in values] == [b"native"] and not file.archs


def _are_nvidias(values: Sequence[Argument]) -> bool:
    """Whether the GPUs are what the file has made of something else."""
    return any(b"$" in each.text and each.text != b"${CMAKE_CUDA_ARCHITECTURES}" for each in values)


def for_nvidia(name: Argument) -> Finding:
    text = name.text.decode("utf-8", "replace")
    message = f"'{text}' gets GPUs of NVIDIA here, as the file works them out"
    help = f"set `{text.replace('CUDA', 'HIP')}` to GPUs of AMD, such as gfx90a, or leave it to users"
    return Finding("BLD002", name.start, name.end, message, help=help, subject=text)


def _native(name: Argument) -> Finding:
    text = to_text(name.text)
    message = (
        f"'{text}' is native here, while CMAKE_CUDA_ARCHITECTURES names GPUs, so that its counterpart would have these"
    )
    help = "leave it out, and CMAKE_HIP_ARCHITECTURES as well, for the GPUs of the machine"
    return Finding("BLD002", name.start, name.end, message, help=help, subject=text)


def _gpus(file: CMakeFile, values: Sequence[Argument], *, is_one: bool = False) -> Iterator[Edit]:
    """The GPUs of AMD; in quotes where CMake reads `is_one` value and would take the others for properties."""
    known = [each for each in values if _GPUS.fullmatch(each.text)]
    if known and len(known) == len(values):
        gpus = to_bytes(";".join(file.archs or USUAL_GPUS))
        new = gpus if known[0].is_quoted or len(known) == 1 else gpus.replace(b";", b" ")
        why = to_text(known[0].text)
        if known[0].is_quoted:
            yield replaced(known[0], new)
        else:
            new = b'"%s"' % new if is_one and b";" in new else new
            yield Edit(known[0].start, known[-1].end + int(known[-1].is_quoted), new, why, GROUP)
            return
        yield from (file.without_words(each, each, to_text(each.text)) for each in known[1:])
    for each in values if len(known) < len(values) else ():
        yield from renames(each)


def separable_everywhere(file: CMakeFile, statement: Statement) -> Iterator[Edit]:
    """`set(CMAKE_CUDA_SEPARABLE_COMPILATION ON)`."""
    name = to_text(statement.words[0])
    value = statement.words[1] if len(statement.words) > 1 else b""
    if is_false(value):
        yield file.without(statement, name)
    elif b"$" not in value:
        lines = (
            b"add_compile_options($<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc>)",
            b'add_link_options("$<$<LINK_LANGUAGE:HIP>:-fgpu-rdc;--hip-link>")',
        )
        separator = file.line_end + file.indent(statement.start)
        yield Edit(statement.start, statement.end, separator.join(lines), name, GROUP)


def of_properties(file: CMakeFile, statement: Statement) -> Iterator[Edit | Finding]:
    """`set_target_properties(a b PROPERTIES CUDA_STANDARD 17)`, `set_property(TARGET a PROPERTY CUDA_STANDARD 17)`."""
    pairs = list(_pairs(statement))
    gone = [pair for pair in pairs if _goes(file, *pair)]
    for name, values in pairs:
        if (name, values) not in gone:
            yield from _property(file, name, values, is_pair=statement.name != b"set_property")
    if not gone:
        yield from converted_options(file, statement)
    for argument in statement.arguments[: len(statement.arguments) - sum(1 + len(values) for _name, values in pairs)]:
        yield from renames(argument)
    if not gone:
        return
    lines = [line for name, values in gone for line in _relocatable(file, statement, name, values)]
    unknown = [name for name, values in gone if values and b"$" in values[0].text]
    if unknown:
        return
    separator = file.line_end + file.indent(statement.start)
    if len(gone) == len(pairs):
        why = to_text(gone[0][0].text)
        if lines:
            yield Edit(statement.start, statement.end, separator.join(lines), why, GROUP)
        else:
            yield file.without(statement, why)
        return
    yield from (file.without_words(name, (name, *values)[-1], to_text(name.text)) for name, values in gone)
    yield from file.behind(statement, lines, "CUDA_SEPARABLE_COMPILATION")


def _goes(file: CMakeFile, name: Argument, values: Sequence[Argument]) -> bool:
    """Whether a property has no counterpart, or says what CMake does for HIP by itself."""
    is_native = name.text == b"CUDA_ARCHITECTURES" and are_of_the_machine(file, values) and not file.names_gpus
    return is_native or to_text(name.text) in (*rows("dropped"), *rows("separable"))


def asked_property(_file: CMakeFile, statement: Statement) -> Iterator[Edit]:
    """`get_target_property(gpus a CUDA_ARCHITECTURES)`, `get_property(gpus TARGET a PROPERTY CUDA_ARCHITECTURES)`."""
    words = statement.words
    place = words.index(b"PROPERTY") + 1 if b"PROPERTY" in words else 2
    name = statement.arguments[place] if place < len(words) else None
    new = rows("properties").get(to_text(name.text)) if name is not None else None
    if name is None or not new:
        return
    yield replaced(name, to_bytes(new))
    for argument in statement.arguments:
        yield from renames(argument) if b"$" in argument.text else ()


def _pairs(statement: Statement) -> Iterator[tuple[Argument, list[Argument]]]:
    words = statement.words
    if statement.name == b"set_property":
        first = words.index(b"PROPERTY") + 1 if b"PROPERTY" in words else len(words)
        if first < len(words):
            yield statement.arguments[first], statement.arguments[first + 1 :]
        return
    first = words.index(b"PROPERTIES") + 1 if b"PROPERTIES" in words else len(words)
    for index in range(first, len(words), 2):
        yield statement.arguments[index], statement.arguments[index + 1 : index + 2]


def _property(file: CMakeFile, name: Argument, values: list[Argument], *, is_pair: bool) -> Iterator[Edit | Finding]:
    if name.text == b"CUDA_ARCHITECTURES" and _are_nvidias(values):
        yield for_nvidia(name)
        return
    if name.text == b"CUDA_ARCHITECTURES" and are_of_the_machine(file, values):
        yield _native(name)
        return
    new = rows("properties").get(to_text(name.text))
    if new:
        yield replaced(name, to_bytes(new))
    if name.text == b"CUDA_ARCHITECTURES":
        yield from _gpus(file, values, is_one=is_pair)
        return
    if name.text in (b"LANGUAGE", b"LINKER_LANGUAGE"):
        yield from (replaced(value, b"HIP") for value in values if value.text == b"CUDA")
        return
    if name.text == b"CUDA_SOURCE_PROPERTY_FORMAT" and [value.text for value in values] == [b"OBJ"]:
        yield replaced(name, b"LANGUAGE")
        yield replaced(values[0], b"HIP")
        return
    for value in values:
        yield from places_of_targets(name, value) or renames(value)


def _relocatable(file: CMakeFile, statement: Statement, name: Argument, values: list[Argument]) -> Iterator[bytes]:
    """What asks for device code that is linked, for each target."""
    is_asked = to_text(name.text) in rows("separable") and values and not is_false(values[0].text)
    if not is_asked or statement.name not in _FOR_TARGETS:
        return
    words = statement.words
    first = 1 if words[0] == b"TARGET" else 0
    end = words.index(b"PROPERTY" if statement.name == b"set_property" else b"PROPERTIES")
    for target in words[first:end]:
        if target != b"APPEND":
            scope = file.interface_scope(target)
            compiles = target, scope or b"PRIVATE", _RELOCATABLE
            yield b"target_compile_options(%s %s $<$<COMPILE_LANGUAGE:HIP>:%s>)" % compiles
            # CMake itself adds the second one for HIP sources of the program, and not for those of its libraries.
            links = target, scope or b"PUBLIC", _RELOCATABLE
            yield b'target_link_options(%s %s "$<$<LINK_LANGUAGE:HIP>:%s;--hip-link>")' % links
