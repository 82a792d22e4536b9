"""What has changed since a revision, as git tells: the lines of each file that a finding must lie on to be new.

A repository's own configuration names programs that git starts (filters, file system monitors, transports), and the
repository may be anybody's. So git reads that configuration only to find out where things are, which starts nothing;
files are compared with a git directory of our own, in which there is none.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path

from hipify_py.patterns import pattern
from hipify_py.records import dataclass

_HUNK = pattern(rb"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_BINARY = pattern(rb' and (?="?b/)')
_ESCAPE = pattern(rb"\\([0-7]{3}|.)")
_SIGNS = {b"a": b"\a", b"b": b"\b", b"t": b"\t", b"n": b"\n", b"v": b"\v", b"f": b"\f", b"r": b"\r"}
_CONFIGURATION = "[core]\nrepositoryformatversion = 1\n[extensions]\nobjectformat = {}\n"
_PATIENCE_SECONDS = 60
# Relative to where the command runs, while git runs elsewhere.
_PATHS = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE")
_DIFF = (
    "-c", "core.quotePath=true", "diff", "--unified=0", "--inter-hunk-context=0", "--find-renames", "--no-color",
    "--no-ext-diff", "--no-textconv", "--no-relative", "--ignore-submodules=all", "--src-prefix=a/", "--dst-prefix=b/",
)  # fmt: skip


class SinceError(Exception):
    """A revision that nothing can be compared with, in one line."""


@dataclass
class Changes:
    """By real path, the spans of lines that were touched; None for a file that is new as a whole."""

    files: dict[str, list[tuple[int, int]] | None] = field(default_factory=dict)
    _spans: dict[str, list[tuple[int, int]] | None] = field(default_factory=dict, repr=False)

    def concerns(self, path: Path) -> bool:
        return os.path.realpath(path) in self.files

    def touches(self, path: str, first: int, last: int) -> bool:
        """Whether one of the lines was touched."""
        if path not in self._spans:
            self._spans[path] = self.files.get(os.path.realpath(path), [])
        spans = self._spans[path]
        if spans is None:
            return True
        index = bisect_right(spans, last, key=lambda span: span[0]) - 1
        return index >= 0 and spans[index][1] >= first


def changes_since(revision: str, base: Path) -> Changes:
    """The working tree, staged or not, against a revision; and what git does not know yet."""
    if not revision or revision.startswith("-"):
        raise SinceError(f"--since: {revision!r} is not a valid git revision")
    commit = _asked(base, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}", unknown=revision)
    root = Path(os.path.realpath(_asked(base, "rev-parse", "--show-toplevel")))
    changes = Changes()
    with _without_configuration(root) as places:
        for name, spans in _touched(_git(root, places, *_DIFF, commit, "--")):
            changes.files[str(root / os.fsdecode(name))] = spans
        # What is ignored is not asked of git, whose patterns may take for ever: ignored files are not discovered.
        for name in _git(root, places, "ls-files", "-z", "--others").split(b"\0"):
            if name:
                changes.files[str(root / os.fsdecode(name))] = None
    return changes


def uncommitted(paths: Iterable[Path], base: Path) -> list[str] | None:
    """Those that git has not committed as they are; None where it knows nothing of them."""
    try:
        _asked(base, "rev-parse", "--show-toplevel")
    except SinceError:
        return None
    try:
        changes = changes_since("HEAD", base)
    except SinceError:  # there is no commit yet
        return [str(path) for path in paths]
    return [str(path) for path in paths if changes.concerns(path)]


@contextmanager
def _without_configuration(root: Path) -> Iterator[Mapping[str, str]]:
    """The places of a git directory with the objects and the index of the repository, and nothing else."""
    with tempfile.TemporaryDirectory(prefix="hipify-py-") as name:
        folder = Path(name)
        (folder / "refs").mkdir()
        (folder / "HEAD").write_text("ref: refs/heads/none\n")
        (folder / "config").write_text(_CONFIGURATION.format(_asked(root, "rev-parse", "--show-object-format")))
        objects, index = _path(root, "objects"), _path(root, "index")
        for shared in index.parent.glob("sharedindex.*"):
            (folder / shared.name).symlink_to(shared)
        yield {
            "GIT_DIR": name,
            "GIT_WORK_TREE": str(root),
            "GIT_OBJECT_DIRECTORY": str(objects),
            "GIT_INDEX_FILE": str(index),
        }


def _path(root: Path, name: str) -> Path:
    return Path(os.path.abspath(root / _asked(root, "rev-parse", "--git-path", name)))


def _asked(folder: Path, *arguments: str, unknown: str = "") -> str:
    """A question that git answers with one line, from where the user's environment says."""
    places = {name: os.path.abspath(os.environ[name]) for name in _PATHS if os.environ.get(name)}
    if "GIT_DIR" in places:  # as in hooks, which run at the top of the work tree
        places.setdefault("GIT_WORK_TREE", str(Path.cwd()))
    return os.fsdecode(_git(folder, places, *arguments, unknown=unknown).removesuffix(b"\n"))


def _git(folder: Path, places: Mapping[str, str], *arguments: str, unknown: str = "") -> bytes:
    # Objects that a partial clone lacks are not fetched: the repository would choose how, and from where.
    environment = {**os.environ, **places, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_ALLOW_PROTOCOL": "none"}
    try:
        ran = subprocess.run(
            ["git", *arguments],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=_PATIENCE_SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise SinceError(f"--since: git did not finish within {_PATIENCE_SECONDS} s") from error
    except FileNotFoundError as error:
        raise SinceError("--since: git is not installed") from error
    except (OSError, ValueError) as error:
        raise SinceError(f"--since: {error}") from error
    if ran.returncode == 0:
        return ran.stdout
    said = ran.stderr.decode(errors="replace").strip().splitlines()
    if unknown and not said:
        raise SinceError(f"--since: git has no revision {unknown!r}")
    raise SinceError(f"--since: git: {said[0].removeprefix('fatal: ') if said else f'exit code {ran.returncode}'}")


def _touched(diff: bytes) -> Iterator[tuple[bytes, list[tuple[int, int]] | None]]:
    """The files of a diff without context, with the lines that are new or other now."""
    name, spans, content = b"", list[tuple[int, int]](), 0
    for line in diff.split(b"\n"):
        if content and line[:1] in (b"+", b"-"):
            content -= 1
        elif line.startswith(b"diff --git "):
            if name:
                yield name, spans
            name, spans, content = b"", [], 0
        elif line.startswith(b"+++ "):
            name = _name(line[4:])
        elif line.startswith(b"Binary files ") and (binary := _BINARY.search(line)):
            yield _name(line[binary.end() :].removesuffix(b" differ")), None
        elif hunk := _HUNK.match(line):
            removed, first, added = hunk.groups()
            count = 1 if added is None else int(added)
            content = count + (1 if removed is None else int(removed))
            if count:
                spans.append((int(first), int(first) + count - 1))
    if name:
        yield name, spans


def _name(text: bytes) -> bytes:
    """A path as git writes it: bare with a tab behind it where it holds a blank, or quoted. Nothing for no file."""
    is_quoted = text.startswith(b'"')
    path = _ESCAPE.sub(_sign, text.rpartition(b'"')[0][1:]) if is_quoted else text.removesuffix(b"\t")
    return path.removeprefix(b"b/") if path.startswith(b"b/") else b""


def _sign(match: re.Match[bytes]) -> bytes:
    escape = match[1]
    return bytes((int(escape, 8),)) if len(escape) == 3 else _SIGNS.get(escape, escape)
