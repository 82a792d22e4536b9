"""Names of CMake's support for CUDA → those for HIP: variables, targets, generator expressions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from hipify_py.edits import Edit
from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.cmake import Argument
from hipify_py.subjects.buildfiles.words_of_options import GROUP
from hipify_py.tables import builds
from hipify_py.texts import to_bytes, to_text

# `$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>` is for nvcc alone, and nothing that HIP needs.
GENERATORS = pattern(
    rb"\$<(?:COMPILE_LANGUAGE|LINK_LANGUAGE):(?:\w+,)*?(?P<at>CUDA)\b|"
    rb"\$<(?:COMPILE|LINK)_LANG_AND_ID:(?P<and_id>CUDA)(?=,[\w,]{0,80}?\b[Cc]lang\b)"
)
_NAME = pattern(
    rb"(?P<reference>\$\{|@)?(?P<name>\b(?:CMAKE_CUDA_\w+|CUDA_\w+|CUDAToolkit_\w+|(?:CUDA|CUB|Thrust|CCCL)::\w+|cuda_std_\d+|"
    rb"(?:CUB|Thrust|CCCL)_FOUND))(?P<end>\}|@)?"
)
_LIBRARY = pattern(r"CUDA_(\w+?)_LIBRAR(?:Y|IES)")
_OF_PACKAGES = pattern(rb"CUDA(?:::|_)\w+|cuda_add_cu\w+|\b(?:CUB|Thrust|CCCL)::\w+")
# What only the package sets.
_OF_HIPS_PACKAGE = frozenset(("hip_INCLUDE_DIRS", "hip_LIB_INSTALL_DIR"))
_IN_OTHERS = pattern(rb"[\w.$-]")


@cache
def rows(name: str) -> Any:
    return builds.table("cmake")[name]


def names(argument: Argument, *, only_references: bool = False) -> Iterator[tuple[int, int, bytes]]:
    """What is to be replaced in an argument, and by what: references to variables, and an argument as a whole."""
    for found in _NAME.finditer(argument.text):
        name = to_text(found["name"])
        new = new_name(name)
        is_reference = found["reference"] is not None and found["end"] is not None
        is_whole = len(found[0]) == len(argument.text) and not is_reference
        is_target = "::" in name
        if not new or not (is_reference or is_target or (is_whole and not only_references)):
            continue
        around = argument.text[max(0, found.start() - 1) : found.start()] + argument.text[found.end() : found.end() + 1]
        if is_target and _IN_OTHERS.search(around):
            continue
        names_target = ("::" in new or "/" in new) and not is_target  # which stands for all of the reference
        if is_reference or not names_target:
            start, end = found.span(0 if names_target else "name")
            yield argument.start + start, argument.start + end, to_bytes(new)


def renames(argument: Argument) -> Iterator[Edit]:
    for start, end, new in names(argument):
        yield Edit(start, end, new, argument.text.decode("utf-8", "replace"), GROUP)


@cache
def new_name(name: str) -> str:
    """What a variable or target is called for HIP; nothing if it has no counterpart."""
    if name.startswith("CUDA::"):
        found = builds.library(name.removeprefix("CUDA::"))
        return found.target if found else ""
    if "::" in name:
        return str(rows("header_targets").get(name, ""))
    if name.startswith("cuda_std_"):
        return name.replace("cuda", "hip")
    if name in rows("variables"):
        return str(rows("variables")[name])
    if name.startswith("CMAKE_CUDA_"):
        rest = name.removeprefix("CMAKE_CUDA_")
        return f"CMAKE_HIP_{rest}" if rest in rows("language_variables") else ""
    library = _of_variable(name)
    return library.target if library else ""


def is_dropped(text: bytes) -> bool:
    """Whether an argument is a library that ROCm does without."""
    found = builds.library(to_text(text).removeprefix("CUDA::")) if text.startswith(b"CUDA::") else None
    return found is not None and bool(found.dropped)


def packages_named(code: bytes) -> frozenset[str]:
    """The packages of ROCm that code without comments needs in place of CUDA's."""
    texts = {to_text(found) for found in _OF_PACKAGES.findall(code)}
    return frozenset(package for text in texts for package in _packages_of(text))


def _packages_of(text: str) -> Iterator[str]:
    if text in rows("link_commands"):
        text = "CUDA::" + text.split("_")[2]
    if text in rows("header_targets"):
        yield from (target.rpartition(":")[2] for target in rows("header_targets")[text].split())
        return
    variables = rows("variables")
    if variables.get(text, variables.get(f"CMAKE_{text}", "")) in _OF_HIPS_PACKAGE:
        yield "hip"
        return
    library = builds.library(text.removeprefix("CUDA::")) if text.startswith("CUDA::") else _of_variable(text)
    if library and library.package:
        yield library.package


def _of_variable(name: str) -> builds.Library | None:
    """`CUDA_CUBLAS_LIBRARIES`, `CUDA_cublas_LIBRARY`."""
    found = _LIBRARY.fullmatch(name)
    return builds.library(builds.by_variable().get(found[1].upper(), "")) if found else None
