"""Real CUDA code to measure and check against: fetched from package registries, pinned, never committed.

    python -m benchmarks.corpus fetch [--only NAME]... [--into DIR]

`corpus.toml` says which packages, and why. Registries are reached through their own clients and this machine's own
configuration: `unearth` (PyPI's finder as a library: unlike `pip download` it does not run a package's setup.py to
learn its name) and `apt-get source` over the configured repositories.
"""

from __future__ import annotations

import argparse
import dataclasses
import fnmatch
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
DEFAULT_INTO = ROOT / ".corpus"
CUDA_SUFFIXES = frozenset({".cu", ".cuh", ".hu"})
HOST_SUFFIXES = frozenset({".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".inl", ".ipp", ".tpp", ".inc"})
SOURCE_SUFFIXES = CUDA_SUFFIXES | HOST_SUFFIXES

# What makes a host file "use CUDA". Only for counting and for choosing what to time: the converter has its own tables.
CUDA_NAME = re.compile(
    rb"\b(?:cuda[A-Z_]\w*|cu(?:blas|fft|rand|sparse|solver|dnn)\w*|cu[A-Z][a-z]\w+|CU_\w+|CUDA_[A-Z]\w+|nccl[A-Z]\w*"
    rb"|nvrtc\w+|nvtx\w+|__global__|__device__|__shared__|__half2?|thrust::|cub::)"
)


class CorpusError(Exception):
    """Something a person has to look at: a wrong checksum, a missing client, a package that is gone."""


@dataclasses.dataclass(frozen=True)
class Package:
    """One entry of corpus.toml. `keep` and `drop` are globs over paths inside the archive, its top folder removed."""

    name: str
    kind: str
    version: str
    file: str
    sha256: str
    why: str
    keep: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()

    def wants(self, path: str) -> bool:
        kept = not self.keep or any(_below(path, pattern) for pattern in self.keep)
        return kept and not any(_below(path, pattern) for pattern in self.drop)

    def fingerprint(self) -> str:
        """Changes whenever unpacking again would give another tree."""
        return hashlib.sha256(repr((self.sha256, self.keep, self.drop)).encode()).hexdigest()


def _below(path: str, pattern: str) -> bool:
    """`path` matches the glob, or lies in a folder that does."""
    return fnmatch.fnmatchcase(path, pattern) or fnmatch.fnmatchcase(path, pattern + "/*")


def load_packages(path: Path) -> list[Package]:
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    always_dropped = tuple(document.get("drop", ()))
    return [
        Package(
            **{key: row[key] for key in ("name", "kind", "version", "file", "sha256", "why")},
            keep=tuple(row.get("keep", ())),
            drop=always_dropped + tuple(row.get("drop", ())),
        )
        for row in document["package"]
    ]


# -- downloading -------------------------------------------------------------------------------------------------------


def download(package: Package, downloads: Path) -> Path:
    """The verified archive in `downloads`, fetched unless it is already there."""
    archive = downloads / package.file
    if not archive.exists():
        downloads.mkdir(parents=True, exist_ok=True)
        {"pypi-sdist": download_sdist, "debian-source": download_debian}[package.kind](package, downloads)
    found = sha256_of(archive)
    if found != package.sha256:
        raise CorpusError(f"{package.name}: {archive} has sha256 {found}, corpus.toml says {package.sha256}")
    return archive


def sha256_of(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def download_sdist(package: Package, downloads: Path) -> None:
    try:
        from unearth import PackageFinder  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        raise CorpusError("PyPI packages are found with the package `unearth`: pip install unearth") from None
    finder = PackageFinder(index_urls=configured_indexes(), no_binary=[package.name])
    for match in finder.find_matches(f"{package.name}=={package.version}"):
        if match.link.filename == package.file:
            finder.download(match.link, downloads)
            return
    raise CorpusError(f"{package.name}: the index has no {package.file}")


def configured_indexes() -> list[str]:
    """pip's own index, where one is configured; an empty list is unearth's default."""
    if url := os.environ.get("PIP_INDEX_URL"):
        return [url]
    asked = subprocess.run(
        [sys.executable, "-m", "pip", "config", "get", "global.index-url"], capture_output=True, text=True, check=False
    )
    return asked.stdout.split() if asked.returncode == 0 else []


def download_debian(package: Package, downloads: Path) -> None:
    if not shutil.which("apt-get"):
        raise CorpusError(f"{package.name}: a Debian source package needs apt-get")
    options = apt_options(downloads / "apt")
    source = f"{package.file.partition('_')[0]}={package.version}"
    with tempfile.TemporaryDirectory(dir=downloads) as work:  # apt fetches every archive of a source, we want one
        run(["apt-get", *options, "--tar-only", "--download-only", "source", source], Path(work))
        fetched = Path(work, package.file)
        if not fetched.exists():
            raise CorpusError(f"{package.name}: {source} has no {package.file}")
        fetched.rename(downloads / package.file)


def apt_options(state: Path) -> list[str]:
    """Options that make apt read source lists of our own, beside the machine's: nothing of the system is changed.

    The lists are the machine's own with `deb` turned into `deb-src`, updated once.
    """
    lists, parts = state / "lists", state / "sources"
    options = [
        f"Dir::Etc::SourceList={os.devnull}",
        f"Dir::Etc::SourceParts={parts}",
        f"Dir::State::Lists={lists}",
        f"Dir::Cache={state / 'cache'}",
        "APT::Sandbox::User=",  # stay who we are: apt's own user cannot write below a home directory
    ]
    flags = [word for option in options for word in ("-o", option)]
    if not lists.exists():
        for folder in (lists / "partial", parts, state / "cache" / "archives" / "partial"):
            folder.mkdir(parents=True)
        write_source_lists(parts)
        run(["apt-get", *flags, "update"], state)
    return flags


def write_source_lists(into: Path) -> None:
    etc = Path("/etc/apt")
    for path in [etc / "sources.list", *sorted((etc / "sources.list.d").glob("*"))]:
        if path.suffix not in (".list", ".sources") or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".list":
            text = re.sub(r"(?m)^deb(?=\s)", "deb-src", text)
        else:
            text = re.sub(r"(?m)^Types:.*$", "Types: deb-src", text)
        (into / path.name).write_text(text, encoding="utf-8")


def run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CorpusError(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr.strip()}")


# -- unpacking ---------------------------------------------------------------------------------------------------------


def unpack(package: Package, archive: Path, into: Path) -> None:
    """Replaces `into` by the wanted part of the archive; dropped members are never written to disk."""
    into.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=into.parent, prefix=".unpack-") as work:
        target = Path(work) / "tree"
        target.mkdir()
        if zipfile.is_zipfile(archive):
            unpack_zip(package, archive, target)
        else:
            unpack_tar(package, archive, target)
        shutil.rmtree(into, ignore_errors=True)
        target.rename(into)


def unpack_tar(package: Package, archive: Path, target: Path) -> None:
    with tarfile.open(archive) as tar:
        tar.extractall(target, members=wanted_members(package, tar), filter="data")


def wanted_members(package: Package, tar: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    for member in tar:
        path = without_top(member.name)
        if path and not member.isdir() and package.wants(path):
            member.name = path
            if member.islnk():  # named from the archive's root; a symbolic link from its own place
                member.linkname = without_top(member.linkname)
            yield member


def unpack_zip(package: Package, archive: Path, target: Path) -> None:
    with zipfile.ZipFile(archive) as zipped:
        for member in zipped.infolist():
            path = without_top(member.filename)
            if path and not member.is_dir() and package.wants(path):
                member.filename = path  # ZipFile.extract removes `..` and absolute roots itself
                zipped.extract(member, target)


def without_top(name: str) -> str:
    """`torch_scatter-2.1.2/csrc/a.cu` is `csrc/a.cu`."""
    return name.removeprefix("./").partition("/")[2]


# -- counting ----------------------------------------------------------------------------------------------------------


def source_files(folder: Path) -> list[Path]:
    """C, C++ and CUDA files, links left out, in a stable order."""
    found = (Path(where, name) for where, _, names in os.walk(folder) for name in names)
    return sorted(path for path in found if path.suffix.lower() in SOURCE_SUFFIXES and not path.is_symlink())


def uses_cuda(path: Path) -> bool:
    return path.suffix.lower() in CUDA_SUFFIXES or CUDA_NAME.search(path.read_bytes()) is not None


def summary(package: Package, tree: Path) -> str:
    sources = source_files(tree)
    cuda = [path for path in sources if path.suffix.lower() in CUDA_SUFFIXES]
    users = [path for path in sources if uses_cuda(path)]
    size = sum(path.stat().st_size for path in users) / 1e6
    return (
        f"{package.name:<14} {package.version:<28} {len(sources):6d} sources  {len(cuda):5d} .cu/.cuh  "
        f"{len(users):5d} with CUDA  {size:7.2f} MB of those"
    )


# -- the command -------------------------------------------------------------------------------------------------------


def fetch(package: Package, into: Path) -> Path:
    tree, stamp = into / package.name, into / ".stamps" / package.name
    if not (tree.is_dir() and stamp.is_file() and stamp.read_text() == package.fingerprint()):
        unpack(package, download(package, into / ".downloads"), tree)
        stamp.parent.mkdir(exist_ok=True)
        stamp.write_text(package.fingerprint())
    return tree


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.corpus", description="Fetch the pinned corpus.")
    parser.add_argument("command", choices=["fetch"])
    parser.add_argument("--only", action="append", metavar="NAME", help="this package only; may be repeated")
    parser.add_argument("--into", type=Path, default=DEFAULT_INTO, metavar="DIR")
    options = parser.parse_args(arguments)
    failures = 0
    for package in load_packages(Path(__file__).with_name("corpus.toml")):
        if options.only and package.name not in options.only:
            continue
        try:
            print(summary(package, fetch(package, options.into.resolve())), flush=True)
        except CorpusError as error:
            failures += 1
            print(error, file=sys.stderr, flush=True)
    return 2 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
