"""Variables of CMake that templates are filled in with, as `@CUDA_LIBRARIES@` and `#cmakedefine CUDA_FOUND`: in a build
for AMD, nothing sets those of CUDA's packages and language."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.findings import Finding, Severity
from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.cmake_words import new_name
from hipify_py.texts import to_text

_NAME = rb"(?:CMAKE_CUDA_|CUDA_|CUDAToolkit_)\w+"
_PLACE = pattern(
    rb"(?m)^[ \t]*\#[ \t]*cmakedefine(?:01)?[ \t]+(?P<defined>" + _NAME + rb")|@(?P<at>" + _NAME + rb")@|"
    rb"\$\{(?P<reference>" + _NAME + rb")\}"
)
_NOT_SET = pattern(
    r"CUDA_VERSION(?:_MAJOR|_MINOR|_STRING)?|CUDAToolkit_\w+|CMAKE_CUDA_COMPILER\w*|CUDA_TOOLKIT_ROOT_DIR|"
    r"CUDA_NVCC_EXECUTABLE"
)


def placeholders(data: bytes) -> Iterator[Finding]:
    """One finding for each variable."""
    seen: set[str] = set()
    for found in _PLACE.finditer(data) if b"CUDA" in data else ():
        group = found.lastgroup or ""
        name = to_text(found[group])
        new = new_name(name)
        if name not in seen and (new or _NOT_SET.fullmatch(name)):
            seen.add(name)
            message = f"'{name}' is filled in from CMake, which does not set it in a build for AMD"
            help = _help(name, new)
            yield Finding("BLD004", *found.span(group), message, help=help, subject=name, severity=Severity.WARNING)


def _help(name: str, new: str) -> str:
    if not new:
        return "fill in the counterpart in ROCm, such as `hip_VERSION`"
    if "::" in new or "/" in new:
        return f"fill in the libraries of `{new}`, or set `{name}` to them before the call of `configure_file`"
    return f"fill in `{new}`, or call `set({name} ${{{new}}})` before `configure_file`"
