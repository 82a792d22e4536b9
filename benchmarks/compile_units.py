"""What compile_rate compiles: the translation units of the packages in compile_corpus.toml, and our own programs."""

from __future__ import annotations

import dataclasses
import hashlib
import re
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.corpus import ROOT, fetch, load_packages
from tools.hip_toolchain import Package, fetch_packages, unpack_packages

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SETTINGS = Path(__file__).with_name("compile_corpus.toml")
PROGRAMS = ROOT / "tests" / "compile" / "programs"

_PLACE = r"(?P<path>[^\s:][^:\n]*):(?P<line>\d+):\d+: "
# `a/b.cu:7:3: error: text`, and what a linker or a driver says without a place.
_ERROR = re.compile(rf"^(?:{_PLACE})?(?:[\w+.-]+: )?(?:fatal )?error: (?P<text>.*)$", re.M)
_CANDIDATE = re.compile(rf"^{_PLACE}note: candidate (?:function|constructor|template)", re.M)
_CAUSED_HERE = re.compile(rf"^{_PLACE}note: .*(?:requested here|expanded from)", re.M)


@dataclasses.dataclass(frozen=True)
class Subject:
    """A tree, and which of its files a compiler is given how. Paths in flags are relative to the tree."""

    name: str
    tree: Path
    units: tuple[str, ...]
    flags: tuple[str, ...] = ()
    hip_flags: tuple[str, ...] = ()
    generated: str = ""

    def fingerprint(self, *also: object) -> str:
        """Changes with anything that a compiler could see of the tree, and with what is given."""
        digest = hashlib.sha256(repr((self.units, self.flags, self.generated, also)).encode())
        for path in sorted(path for path in self.tree.rglob("*") if path.is_file()):
            digest.update(f"{path.relative_to(self.tree)} {path.stat().st_size}\n".encode())
            if self.tree == PROGRAMS:  # edited all day; packages are pinned
                digest.update(path.read_bytes())
        return digest.hexdigest()[:16]


@dataclasses.dataclass(frozen=True)
class Failure:
    """The first error that a compiler has in a unit; no path where it names none. `candidates` are the functions of the
    tree that a call could not choose among, or take."""

    text: str
    path: str = ""
    line: int = 0
    candidates: tuple[tuple[str, int], ...] = ()

    @property
    def cause(self) -> str:
        """The error without the compiler's guesses, so that the same error is one cause everywhere."""
        return re.sub(r"(; did you mean .*|; use .*|, but .*)$", "", self.text)


def first_failure(output: str) -> Failure:
    """An error inside of a system's header is placed where the tree's own code brought it about."""
    errors = list(_ERROR.finditer(output))
    if not errors:
        return Failure(next(iter(output.strip().splitlines()), "no message"))
    first, end = errors[0], errors[1].start() if len(errors) > 1 else len(output)
    place = first
    if (first["path"] or "").startswith("/"):
        causes = _CAUSED_HERE.finditer(output, first.end(), end)
        place = next((cause for cause in causes if not cause["path"].startswith("/")), first)
    candidates = tuple((each["path"], int(each["line"])) for each in _CANDIDATE.finditer(output, first.end(), end))
    own = tuple(each for each in candidates if not each[0].startswith("/"))
    return Failure(first["text"], place["path"] or "", int(place["line"] or 0), own)


def subjects(names: Sequence[str], corpus: Path) -> list[Subject]:
    """The packages named, or all of them; fetched, if need be, with what they include of others."""
    settings = tomllib.loads(SETTINGS.read_text(encoding="utf-8"))
    packages = {package.name: package for package in load_packages(SETTINGS.with_name("corpus.toml"))}
    rows = [row for row in settings["package"] if not names or row["name"] in names]
    debian = fetch_debian(settings["debian"], corpus) if rows else corpus
    return [_subject(row, fetch(packages[row["name"]], corpus), corpus, debian) for row in rows]


def _subject(row: Mapping[str, Any], tree: Path, corpus: Path, debian: Path) -> Subject:
    units = matching(tree, row["units"]) - matching(tree, row.get("not", ()))
    generated = row.get("generated", {})
    headers = write_generated(generated, corpus / ".generated" / row["name"])
    flags = [flag.replace("DEBIAN", str(debian)) for flag in row["flags"]]
    hip_flags = tuple(row.get("hip_flags", ()))
    return Subject(row["name"], tree, tuple(sorted(units)), (*flags, f"-I{headers}"), hip_flags, repr(generated))


def matching(tree: Path, patterns: Iterable[str]) -> set[str]:
    return {path.relative_to(tree).as_posix() for pattern in patterns for path in tree.glob(pattern)}


def write_generated(texts: Mapping[str, str], into: Path) -> Path:
    for name, text in texts.items():
        (into / name).parent.mkdir(parents=True, exist_ok=True)
        (into / name).write_text(text, encoding="utf-8")
    return into


def fetch_debian(pins: Mapping[str, Any], corpus: Path) -> Path:
    """The folder `usr` of the packages pinned, unpacked into one."""
    packages = [Package.parse(line) for line in pins["packages"]]
    root, stamp = corpus / ".debian", corpus / ".debian.complete"
    if not (stamp.is_file() and stamp.read_text(encoding="utf-8") == repr(packages)):
        fetch_packages(packages, pins["suites"], corpus / ".downloads")
        shutil.rmtree(root, ignore_errors=True)
        unpack_packages(packages, corpus / ".downloads", root)
        stamp.write_text(repr(packages), encoding="utf-8")
    return root / "usr"


def programs() -> Subject:
    """Ours, without those that are to be refused."""
    units = (path.relative_to(PROGRAMS).as_posix() for path in PROGRAMS.rglob("*.cu"))
    return Subject("programs", PROGRAMS, tuple(sorted(unit for unit in units if "refuse_" not in unit)))
