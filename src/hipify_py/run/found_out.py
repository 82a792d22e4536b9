"""What a tree and this machine say of settings, before anybody is asked: a look at names and build files."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.run.discover import File, Selection, discover
from hipify_py.system.disk import read_regular
from hipify_py.tables.gpus import is_target
from hipify_py.tables.model import Version
from hipify_py.texts import to_text

_GPU = pattern(rb"\b(?:gfx\d{1,2}(?:-\d)?-generic|gfx[0-9a-f]{3,5}|amdgcnspirv)\b")
_RELEASE = pattern(r"\d{1,3}\.\d{1,3}")
_SUBMODULE = pattern(r"(?m)^[ \t]*path[ \t]*=[ \t]*(\S[^\n]{0,300})$")
_OF_OTHERS = frozenset(
    ("third_party", "thirdparty", "third-party", "3rdparty", "3rd_party", "external", "externals", "extern", "vendor",
     "vendored", "submodules")
)  # fmt: skip
# Signs that mean something in a pattern.
_SPECIAL = pattern(r"[\\*?\[\]!#]")
_MOST_BYTES = 1_000_000


@dataclass(frozen=True)
class FoundOut:
    """`exclude` are patterns for directories with code of others, each with the number of its CUDA sources."""

    sources: int
    rocm: str
    archs: tuple[str, ...]
    exclude: dict[str, int]


def found_out(folder: Path, newest: Version) -> FoundOut:
    files = discover([folder], Selection(), enough="any").files
    cuda = [file for file in files if file.is_source and file.is_cuda]
    excluded = Counter(filter(None, (_of_others(file.relative, _submodules(folder)) for file in cuda)))
    return FoundOut(len(cuda), _installed(newest), tuple(sorted(_gpus(files))), dict(sorted(excluded.items())))


def _installed(newest: Version) -> str:
    """The release of ROCm on this machine, if it is one that the tables know."""
    for root in (os.environ.get("ROCM_PATH"), "/opt/rocm"):
        try:
            text = read_regular(Path(root or "-") / ".info" / "version", _MOST_BYTES).decode("ascii", "replace")
        except OSError:
            continue
        if (found := _RELEASE.match(text)) and Version.parse(found[0])[:2] <= newest[:2]:
            return found[0]
    return ""


def _gpus(files: Sequence[File]) -> set[str]:
    """The GPUs of AMD that build files name."""
    names: set[str] = set()
    for file in files:
        if file.kind == "build":
            try:
                text = read_regular(file.real, _MOST_BYTES)
            except OSError:
                continue
            names |= {name for word in _GPU.findall(text) if is_target(name := to_text(word))}
    return names


def _submodules(folder: Path) -> tuple[str, ...]:
    try:
        text = read_regular(folder / ".gitmodules", _MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ()
    return tuple(found[1].strip() for found in _SUBMODULE.finditer(text))


def _of_others(relative: Path, submodules: Sequence[str]) -> str:
    """The pattern of the directory in a path that says that it is not the project's own."""
    for name in _named(relative, submodules):
        if name.isprintable() and "\ufffd" not in name:
            return _SPECIAL.sub(lambda sign: "\\" + sign[0], name) + "/"
    return ""


def _named(relative: Path, submodules: Sequence[str]) -> Iterator[str]:
    yield from (part for part in relative.parts[:-1] if part.lower() in _OF_OTHERS)
    yield from (f"/{path}" for path in submodules if relative.is_relative_to(path))
