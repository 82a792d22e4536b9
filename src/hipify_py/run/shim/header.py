"""The text of the header, and what an earlier one tells of includes that sources do not have any more."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from hipify_py.file.marks import ON_AMD, ON_NVIDIA, SHIM
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.run.shim.includes import HIP_RUNTIME, RUNTIME, Inclusion
from hipify_py.run.shim.names import Names
from hipify_py.texts import to_bytes

# Who is at work, in the order of the header: levels of `Inclusion`.
_ON_AMD = "defined(__HIPCC__) || defined(__HIP_PLATFORM_AMD__) || defined(USE_HIP)"
_FOR_HIP = ("", "__cplusplus", "__HIPCC__")
_FOR_CUDA = ("", "__cplusplus", "__CUDACC__")
_INCLUDE = pattern(r"# *include <([^>\n]+)>")
_GUARD = pattern(r"# *ifdef (__cplusplus|__HIPCC__|__CUDACC__)")
_MACRO = pattern(r"(?m)^#define ((\w+)(?:\([\w, .]*\))? [^\n]+)$")
_END_OF_PLATFORM = "#define __HIP_PLATFORM_AMD__ 1"
_ELSE = "#else  /* CUDA */"
_NO_LETTER = pattern(r"\W+")
# The runtime comes with both platforms, so that nobody has to ask for it.
_ALWAYS = (RUNTIME, "cuda_runtime_api.h", "cuda.h", HIP_RUNTIME, "hip/hip_runtime_api.h")


_STANDARD = ("float.h", "math.h", "string.h")
# Headers, and who compiles each: see `Inclusion`.
Levels = Mapping[str, int]


@dataclass(frozen=True)
class Contents:
    """What the header has. Sources that are ported `select` between versions by macros."""

    names: Names
    hip: Levels
    cuda: Levels
    helpers: Sequence[str]
    release: str
    titles: Mapping[str, str]
    flags: Mapping[str, str]
    defined: frozenset[str]
    selects: bool = False

    def text(self, file: str) -> str:
        return "\n".join(_lines(self, file)) + "\n"


def _lines(contents: Contents, file: str) -> Iterator[str]:
    guard = _NO_LETTER.sub("_", file).upper()
    guard = f"H_{guard}" if guard[:1].isdigit() or guard.startswith("_") else guard
    yield SHIM.decode() + f" for {contents.release}; run it again when the sources change."
    yield " *"
    yield f' * Include "{file}" in place of the headers of CUDA. Builds for AMD (hipcc, clang -x hip, or -DUSE_HIP for'
    yield " * compilers of the host) get HIP under the names of CUDA; all others get CUDA."
    yield " */"
    yield f"#ifndef {guard}"
    yield f"#define {guard}"
    yield ""
    yield f"#if {_ON_AMD}"
    yield ""
    yield "#if !defined(__HIP_PLATFORM_AMD__) && !defined(__HIP_PLATFORM_NVIDIA__)"
    yield _END_OF_PLATFORM
    yield "#endif"
    yield from _defined_before(contents)
    yield from _includes(contents.hip, _FOR_HIP)
    if contents.helpers:
        yield from ("#ifdef __HIPCC__", *(f'#include "{name}"' for name in contents.helpers), "#endif")
    yield from _macros(contents)
    yield from _namespaces(contents)
    yield from _selection(contents, ON_AMD, ON_NVIDIA)
    yield from ("", _ELSE)
    yield from _includes(contents.cuda, _FOR_CUDA)
    yield from _selection(contents, ON_NVIDIA, ON_AMD)
    yield from ("", "#endif  /* CUDA */", "", f"#endif  /* {guard} */")


def _defined_before(contents: Contents) -> Iterator[str]:
    """What a release wants to be defined for some libraries, or the calls of others."""
    libraries = {macro.library for macro in contents.names.macros.values()}
    flags = {flag for library, flag in contents.flags.items() if library in libraries and flag.startswith("-D")}
    for name in sorted(contents.defined.union(flag.removeprefix("-D") for flag in flags)):
        yield from (f"#ifndef {name}", f"#define {name}", "#endif")


def _macros(contents: Contents) -> Iterator[str]:
    by_library = defaultdict[str, list[str]](list)
    for macro in contents.names.macros.values():
        by_library[macro.library].append(macro.text)
    for library in sorted(by_library):
        yield from ("", f"/* {contents.titles.get(library) or library} */")
        yield from (f"#define {text}" for text in sorted(by_library[library]))


def _selection(contents: Contents, kept: bytes, dropped: bytes) -> Iterator[str]:
    """The macros that select a version of code in the arguments of other macros."""
    if contents.selects:
        yield from ("", f"#define {kept.decode()}(...) __VA_ARGS__", f"#define {dropped.decode()}(...)")


def _namespaces(contents: Contents) -> Iterator[str]:
    if not contents.names.namespaces:
        return
    yield from ("", "#ifdef __HIPCC__")
    yield from (f"namespace {name} = {target};" for name, target in sorted(contents.names.namespaces.items()))
    yield "#endif"


def _includes(headers: Levels, guards: tuple[str, ...]) -> Iterator[str]:
    """The headers, those for all compilers first. What a library has may not be there, for builds that need none of it:
    sources included it where they used it."""
    yield ""
    for level, guard in enumerate(guards):
        found = sorted((name for name in headers if headers[name] == level), key=_rank)
        if found and guard:
            yield f"#ifdef {guard}"
        for name in found:
            line = f"#include <{name}>"
            yield from (line,) if _is_there(name) else (f"#if __has_include(<{name}>)", line, "#endif")
        if found and guard:
            yield "#endif"


def _is_there(name: str) -> bool:
    """Whether a header comes with the runtime, or the compiler."""
    return name in _ALWAYS or name in _STANDARD


def _rank(name: str) -> tuple[int, str]:
    return (_ALWAYS.index(name) if name in _ALWAYS else len(_ALWAYS)), name


def earlier(text: str) -> tuple[dict[str, int], dict[str, int]]:
    """The headers that an earlier header includes, for HIP and for CUDA."""
    hip, _else, cuda = text.partition(_ELSE)
    return dict(_included(hip)), dict(_included(cuda))


def earlier_macros(text: str) -> dict[str, str]:
    """The macros for names of CUDA that an earlier header defines, by these names: what stands behind `#define`."""
    hip = text.partition(_ELSE)[0].partition(_END_OF_PLATFORM)[2]
    return {found[2]: found[1] for found in _MACRO.finditer(hip)}


def _included(part: str) -> Iterator[tuple[str, int]]:
    around: list[str] = []
    for line in part.split("\n"):
        if line.startswith("#if"):
            around.append(line)
        elif line.startswith("#endif") and around:
            around.pop()
        elif found := _INCLUDE.fullmatch(line):
            guards = [guard[1] for each in around if (guard := _GUARD.fullmatch(each))]
            yield found[1], max((_FOR_HIP.index(each) if each in _FOR_HIP else 2 for each in guards), default=0)


def for_cuda(text: str) -> bytes:
    """What an earlier header is to who asks for what CUDA's headers bring."""
    lines = (f"#include <{name}>\n" for name in earlier(text)[1])
    return to_bytes("".join(lines))


def headers_of(
    inclusions: Iterable[Inclusion], hip_only: Iterable[str], before: str, *, has_c: bool
) -> tuple[dict[str, int], dict[str, int]]:
    """What to include for HIP and for CUDA: what the sources do, and what an earlier header does for them."""
    hip, cuda = earlier(before)
    for each in inclusions:
        level = each.level if has_c or each.level > 1 else 0
        level = int(has_c and level > 0) if each.name in _ALWAYS or not each.target else level
        cuda[each.name] = min(level, cuda.get(each.name, level))
        if each.target:
            hip[each.target] = min(level, hip.get(each.target, level))
    for name in hip_only:
        level = 2 if _is_of_gpus(name) else int(has_c)
        hip[name] = min(level, hip.get(name, level))
    if not any(name in cuda for name in _ALWAYS):
        cuda[RUNTIME] = 0
    if not any(name in hip for name in _ALWAYS):
        hip[HIP_RUNTIME] = 0
    return hip, cuda


def _is_of_gpus(name: str) -> bool:
    return posixpath.dirname(name) not in ("", "hip")
