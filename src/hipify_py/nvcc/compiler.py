"""The compiler for AMD: which one there is, for which release of ROCm, and what it is told beside a user's options."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from hipify_py.nvcc import NvccError, settings
from hipify_py.nvcc.line import Line
from hipify_py.nvcc.objects import archs_of
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.tables.model import Version

_ROCM = Path("/opt/rocm")
# What the driver shows where there are GPUs.
_GPUS = Path("/dev/kfd")
_USUAL = "/usr"
_VERSION_FILES = (Path("share/hip/version"), Path("include/hip/hip_version.h"), Path("bin/.hipVersion"))
_VERSION = pattern(r"HIP_VERSION_(MAJOR|MINOR)\D{0,9}(\d+)")
# Warnings that nvcc has not: about options of GCC's, and about results of calls that nobody looks at, also with -Wall.
_QUIET = ("-Wno-unknown-warning-option", "-Wno-unused-command-line-argument")
_RESULTS, _NO_RESULTS = "-Wunused-result", "-Wno-unused-result"
_HIP_FOR_HOST = "-D__HIP_PLATFORM_AMD__=1"
_FOR_DEVICES = "-Xarch_device"
_RELOCATABLE = "-fgpu-rdc"
# Options that ask for code for GPUs alone, and how files of that are named.
_OF_DEVICES = {"-cubin": ".cubin", "-fatbin": ".fatbin"}
# What nvcc includes in each source.
RUNTIME = ("-include", "hip/hip_runtime.h")


@dataclass(frozen=True)
class Compiler:
    """`words` are the program and options that it is always given."""

    words: tuple[str, ...]

    @property
    def is_hipcc(self) -> bool:
        return Path(self.words[0]).name.startswith("hipcc")

    @cached_property
    def root(self) -> Path:
        """Where ROCm lies."""
        named = [word.partition("=")[2] for word in self.words if word.startswith("--rocm-path=")]
        named += [path for name in ("ROCM_PATH", "HIP_PATH") if (path := os.environ.get(name))]
        of_hipcc = Path(os.path.realpath(self.words[0])).parent.parent
        usual = of_hipcc if self.is_hipcc and (of_hipcc / "include").is_dir() else _ROCM
        return Path(named[0]) if named else usual

    @property
    def lacks_rocm(self) -> bool:
        """Whether it is a clang++ that was found by itself, and no headers of HIP with it."""
        is_named = self.is_hipcc or settings.COMPILER in os.environ
        return not (is_named or any((root / "include" / "hip").is_dir() for root in (self.root, Path(_USUAL))))

    @cached_property
    def rocm(self) -> Version | None:
        """The release, if anything says so."""
        if named := os.environ.get(settings.ROCM):
            try:
                return Version.parse(named)
            except ValueError as error:
                raise NvccError(f"{settings.ROCM}: {error}") from error
        for file in (root / name for root in (self.root, Path(_USUAL)) for name in _VERSION_FILES):
            if file.is_file() and (found := dict(_VERSION.findall(file.read_text(errors="replace")))):
                return Version.parse(f"{found.get('MAJOR', 0)}.{found.get('MINOR', 0)}")
        return None

    def command(self, line: Line, shown: Iterable[str]) -> list[str]:
        """`shown` are the options that show converted sources."""
        results = () if _RESULTS in line.words else (_NO_RESULTS,)
        verbose = ("-v",) if line.has("-v") else ()
        told = (*self._for(line), *shown, *_rendered(line), *_output(line), *_for_devices(line))
        return [*self.words, *_QUIET, *told, *results, *verbose]

    def _for(self, line: Line) -> Iterator[str]:
        """What goes without saying for nvcc."""
        languages = {source.language for source in line.sources}
        archs = settings.archs()
        if languages & {"c", "c++"}:
            yield _HIP_FOR_HOST
            if os.fspath(self.root) != _USUAL:
                yield f"-idirafter{self.root / 'include'}"
        bundled: tuple[str, ...] = ()
        if line.links:
            bundled = archs_of(source.path for source in line.sources)
            if bundled and _RELOCATABLE not in line.words:
                yield _RELOCATABLE
            if not self.is_hipcc:
                yield "--hip-link"
        is_for_gpus = ("hip" in languages and not line.only_preprocesses) or bool(bundled) or _RELOCATABLE in line.words
        if is_for_gpus and not any(word.startswith("--offload-arch") for word in line.words):
            archs = archs or bundled or (() if self.is_hipcc else _native())
            yield from (f"--offload-arch={arch}" for arch in archs)
        if any(source.lacks_runtime for source in line.sources):
            yield from RUNTIME
        if "hip" in languages and line.only_preprocesses:
            yield "--cuda-host-only"  # or the text for each GPU comes with it


def _for_devices(line: Line) -> Iterator[str]:
    """`-O` is about host code for nvcc, which optimizes device code unless it is to be debugged."""
    is_compiled = any(source.language == "hip" for source in line.sources) and not line.only_preprocesses
    pairs = zip(line.words, line.words[1:], strict=False)
    if is_compiled and line.has("-G"):
        yield from (_FOR_DEVICES, "-O0")
    elif is_compiled and not any(word == _FOR_DEVICES and level.startswith("-O") for word, level in pairs):
        yield from (_FOR_DEVICES, "-O3")


def _output(line: Line) -> Iterator[str]:
    """The name that nvcc gives to code for GPUs alone."""
    suffix = next((suffix for option, suffix in _OF_DEVICES.items() if line.has(option)), "")
    if suffix and len(line.sources) == 1 and not line.has("-o"):
        yield from ("-o", Path(line.sources[0].path).with_suffix(suffix).name)


def _native() -> tuple[str, ...]:
    """clang would find out which GPUs there are; without any it would not know whom to tell."""
    if not _GPUS.exists():
        raise NvccError(f"no AMD GPU to compile for on this machine: name one, such as {settings.ARCH}=gfx90a")
    return ("native",)


def _rendered(line: Line) -> Iterator[str]:
    """The words in their order, with the language of each input."""
    language = "none"
    for part in line.parts:
        if isinstance(part, str):
            yield part
            continue
        wanted = part.language or "none"
        if wanted != language:
            yield from ("-x", wanted)
            language = wanted
        yield part.path


def chosen() -> Compiler:
    """The one named, or hipcc, or clang++."""
    try:
        named = shlex.split(os.environ.get(settings.COMPILER, ""))
    except ValueError as error:
        raise NvccError(f"{settings.COMPILER}: {error}") from error
    if named:
        program = shutil.which(named[0])
        if program is None:
            raise NvccError(f"{settings.COMPILER}: {named[0]}: program not found")
        return Compiler((program, *named[1:]))
    roots = [Path(path) for name in ("ROCM_PATH", "HIP_PATH") if (path := os.environ.get(name))]
    for hipcc in (shutil.which("hipcc"), *(shutil.which(root / "bin" / "hipcc") for root in (*roots, _ROCM))):
        if hipcc:
            return Compiler((hipcc,))
    return Compiler((_clang(), *_rocm_path(roots)))


def _clang() -> str:
    from hipify_py.run.verify.compiler import versioned_clangs

    found = shutil.which("clang++") or next(versioned_clangs(), None)
    if found is None:
        raise NvccError(f"no hipcc and no clang++ found; install ROCm, or name a compiler with {settings.COMPILER}")
    return found


def _rocm_path(roots: Iterable[Path]) -> Iterator[str]:
    root = next((root for root in (*roots, _ROCM) if root.is_dir()), None)
    if root is not None:
        yield f"--rocm-path={root}"
