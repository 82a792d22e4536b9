"""`compile_commands.json`, and makefiles and ninja files that CMake has written: no hand writes them, so they stay, and
one finding says that a build for AMD has to."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.findings import Finding, Severity
from hipify_py.patterns import pattern
from hipify_py.texts import parsed_json, to_text

RULE = "BLD015"
_NVCC = pattern(rb"(?<=[\"/\\])nvcc(?:\.exe)?(?=\\?[\"\s])")


_OF_CMAKE = pattern(rb"\A#[^\n]{0,200}\bCMAKE generated file\b")
_CALLED = pattern(rb"(?<![\w.-])nvcc\b(?!\.)|-lcudart\b|\bCMAKE_CUDA_\w+")


def generated(data: bytes) -> Iterator[Finding]:
    """What is to be said of a file that CMake has written for CUDA."""
    if _OF_CMAKE.match(data) and (found := _CALLED.search(data)):
        text = to_text(found[0])
        message = f"'{text}' is of a file that CMake has generated: configure the converted build again"
        yield Finding(RULE, *found.span(), message, subject=text)


def findings(data: bytes) -> Iterator[Finding]:
    try:
        is_list = isinstance(parsed_json(data), list)
    except (ValueError, RecursionError):
        is_list = False
    if not is_list:
        message = "this is no JSON list of commands, so nothing is known of how sources are compiled"
        help = "generate the file again"
        yield Finding(RULE, 0, min(1, len(data)), message, help=help, severity=Severity.INFO)
    elif nvcc := _NVCC.search(data):
        text = to_text(nvcc[0])
        message = f"'{text}' compiles for NVIDIA GPUs: generate the file again from the converted build"
        yield Finding(RULE, *nvcc.span(), message, subject=text)
