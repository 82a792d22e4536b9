"""What each ROCm release declares: read from the wheels of AMD's Python bindings, and from C headers."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

Version = tuple[int, int]

# The library whose bindings declare the targets of a table. Tables without an entry have nothing to be held against.
BINDINGS = {
    "cublas": "hipblas",
    "cublaslt": "hipblaslt",
    "cudnn": "hipdnn_backend",
    "cufft": "hipfft",
    "cufile": "hipfile",
    "curand": "hiprand",
    "cusolver": "hipsolver",
    "cusparse": "hipsparse",
    "cusparselt": "hipsparselt",
    "cutensor": "hiptensor",
    "driver": "hip",
    "nccl": "rccl",
    "nvml": "amdsmi",
    "nvtx": "roctx",
    "rtc": "hiprtc",
    "runtime": "hip",
}


@dataclass(frozen=True)
class Declaration:
    """What a release says about a name; `arguments` is only known for functions."""

    kind: str
    arguments: int | None = None

    def __str__(self) -> str:
        return self.kind if self.arguments is None else f"{self.kind}, {self.arguments} arguments"


@dataclass
class Releases:
    """All declarations: release -> library -> name."""

    known: dict[Version, dict[str, dict[str, Declaration]]] = field(default_factory=dict)

    @cached_property
    def versions(self) -> list[Version]:
        return sorted(self.known)

    @cached_property
    def everywhere(self) -> dict[str, list[Version]]:
        """Name -> the releases in which any library declares it."""
        found: dict[str, list[Version]] = {}
        for version in self.versions:
            for name in {name for names in self.known[version].values() for name in names}:
                found.setdefault(name, []).append(version)
        return found

    def of_library(self, library: str) -> list[Version]:
        return [version for version in self.versions if library in self.known[version]]

    def newest(self, library: str, name: str) -> Declaration | None:
        covered = self.of_library(library)
        return self.known[covered[-1]][library].get(name) if covered else None


def read_releases(folder: Path) -> Releases:
    releases = Releases()
    for wheel in sorted(folder.glob("*.whl")):
        found = re.match(r"(?:hip_python|rocm_bindings_\w+?)-(\d+)\.(\d+)\.", wheel.name)
        if found:
            libraries = releases.known.setdefault((int(found[1]), int(found[2])), {})
            for library, text in _bindings(wheel):
                libraries.setdefault(library, {}).update(parse_declarations(text))
    releases.known = {version: libraries for version, libraries in releases.known.items() if libraries}
    return releases


def _bindings(wheel: Path) -> Iterator[tuple[str, str]]:
    with zipfile.ZipFile(wheel) as archive:
        for path in archive.namelist():
            found = re.fullmatch(r"cy?(\w+)\.pxd", path.rpartition("/")[2])
            if found and found[1] in BINDINGS.values():
                yield found[1], archive.read(path).decode()


_FUNCTION = re.compile(r"cdef [^(=]*?(\w+)\((.*)\)[^()]*\bnogil\b|cdef [^(=]*?(\w+)\((.*)\)$")
_TYPE = re.compile(r"(?:cdef|ctypedef) (struct|union|enum) (\w+)\s*:?")
_TYPEDEF = re.compile(r"ctypedef .*?(?:\(\*\s*(\w+)\)|\b(\w+)(?:\[\d*\])?$)")
_MACRO = re.compile(r"cdef (?:int|char \*|unsigned \w+|long|double|float) (\w+)$")


def parse_declarations(text: str) -> dict[str, Declaration]:
    """The names of one .pxd file. Their layout is generated, so a line says all about itself."""
    names: dict[str, Declaration] = {}
    in_enum = False
    for line in text.splitlines():
        stripped = line.partition("#")[0].strip()
        if not stripped:
            continue
        if in_enum and line.startswith("        ") and re.fullmatch(r"\w+", stripped):
            names[stripped] = Declaration("enumerator")
            continue
        in_enum = bool(re.match(r"(cdef|ctypedef) enum\b", stripped))
        if re.match(r" {0,4}\S", line):
            names.update(_declared_by(stripped))
    return names


def _declared_by(line: str) -> dict[str, Declaration]:
    if found := _TYPE.match(line):
        return {found[2]: Declaration("type")}
    if line.startswith("ctypedef"):
        found = _TYPEDEF.match(line)
        return {found[1] or found[2]: Declaration("type")} if found else {}
    if found := _FUNCTION.match(line):
        return {found[1] or found[3]: Declaration("function", _count_arguments(found[2] or found[4] or ""))}
    if found := _MACRO.match(line):
        return {found[1]: Declaration("macro")}
    return {}


def _count_arguments(text: str) -> int:
    """Arguments at the outer level: callbacks have commas of their own."""
    while (flat := re.sub(r"\([^()]*\)", "", text)) != text:
        text = flat
    return text.count(",") + 1 if text.strip() else 0


def read_header_words(places: Iterable[Path]) -> frozenset[str]:
    """Every identifier that stands in the code of the given headers, comments and strings aside."""
    words: set[str] = set()
    for place in places:
        for text in _header_texts(place):
            code = re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', " ", text, flags=re.DOTALL)
            words.update(re.findall(r"[A-Za-z_]\w*", code))
    return frozenset(words)


def _header_texts(place: Path) -> Iterator[str]:
    if place.is_dir():
        for path in sorted([*place.rglob("*.h"), *place.rglob("*.hpp")]):
            yield path.read_text(encoding="utf-8", errors="replace")
    else:
        with zipfile.ZipFile(place) as archive:
            for name in archive.namelist():
                if name.endswith((".h", ".hpp")):
                    yield archive.read(name).decode(errors="replace")
