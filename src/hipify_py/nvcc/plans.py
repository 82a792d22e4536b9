"""Plans: what a command line came to, kept until a file that this depends on is another one.

Pieces have the digest of their content in their path and appear as wholes, so builds that run at the same time need
not wait for each other. Nothing is used whose digest is another one: what is damaged is made again. A plan that cannot
be kept costs time.
"""

from __future__ import annotations

import os
import time

from hipify_py import build
from hipify_py.digests import blake2b, seal, unsealed
from hipify_py.nvcc import NvccError, settings
from hipify_py.texts import to_bytes, to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

PLANS, FILES, HEADERS = "plans", "files", "headers"
DAY = 24 * 3600
_PRIVATE = 0o700
# Between texts, none of which can have it: the words of commands and the names of files end with it.
_SEPARATOR = "\0"


class Plan:
    """`command` is run after `says` is written to standard error, unless `code` ends it all before. `seen` and `absent`
    are the files that it depends on; `needs` are those of the cache, of which `ours` are headers that a dependency file
    does not name. A plan that depends on standard input, too, is not kept."""

    def __init__(self) -> None:
        self.command: list[str] = []
        self.says = ""
        self.code = 0
        self.seen: dict[str, list[int]] = {}
        self.absent: list[str] = []
        self.needs: list[str] = []
        self.ours: list[str] = []
        self.depfile = ""
        self.shows_rules = False
        self.is_dry = False
        self.is_kept = True

    def packed(self) -> bytes:
        """The plan as bytes; raises ValueError for texts that cannot be kept."""
        seen = [text for path, numbers in self.seen.items() for text in (path, *map(str, numbers))]
        texts = [self.says, self.depfile, *map(str, (self.code, int(self.shows_rules), int(self.is_dry)))]
        for group in (self.command, seen, self.absent, self.needs, self.ours):
            texts += (str(len(group)), *group)
        if any(_SEPARATOR in text for text in texts):
            raise ValueError
        return to_bytes(_SEPARATOR.join(texts))

    @classmethod
    def of(cls, packed: bytes) -> Plan:
        """The plan that was packed."""
        texts = iter(to_text(packed).split(_SEPARATOR))
        plan = cls()
        plan.says, plan.depfile = next(texts), next(texts)
        plan.code, plan.shows_rules, plan.is_dry = int(next(texts)), next(texts) == "1", next(texts) == "1"
        groups = [[next(texts) for _ in range(int(next(texts)))] for _ in range(5)]
        plan.command, seen, plan.absent, plan.needs, plan.ours = groups
        plan.seen = {seen[at]: [int(text) for text in seen[at + 1 : at + 4]] for at in range(0, len(seen), 4)}
        return plan

    def depends_on(self, paths: Iterable[str | Path]) -> None:
        for path in paths:
            try:
                self.seen[os.fspath(path)] = _signature(os.fspath(path))
            except OSError:
                continue

    def holds(self) -> bool:
        """Whether all is as it was."""
        try:
            return all(_signature(path) == seen for path, seen in self.seen.items()) and not any(
                map(os.path.lexists, self.absent)
            )
        except OSError:
            return False


def key(words: list[str]) -> str:
    """What names the plan of a command line."""
    asked = [os.environ.get(name) for name in settings.ASKED]
    known = repr((build.here(), os.getcwd(), words, asked))
    return blake2b(to_bytes(known), digest_size=16).hexdigest()


def load(name: str) -> Plan | None:
    path = os.path.join(settings.home_folder(), PLANS, name)
    try:
        packed = unsealed(name, _content(path))
        if packed is None:
            return None
        plan = Plan.of(packed)
        if not plan.holds() or not all(_digest(_content(needed)) in needed for needed in plan.needs):
            return None
        if os.stat(path).st_mtime < time.time() - DAY:
            os.utime(path)
            for used in plan.needs:
                os.utime(used)
    except OSError:
        return None
    return plan


def keep(name: str, plan: Plan) -> None:
    if not plan.is_kept:
        return
    try:
        packed = plan.packed()
        store(PLANS, name, seal(name, (packed,)) + packed)
    except (NvccError, ValueError):
        return


def stored(data: bytes, suffix: str = "") -> Path:
    """A file of the cache with this content, for a plan that needs it."""
    return store(FILES, _digest(data) + suffix, data)


def stored_header(name: str, data: bytes) -> Path:
    """A header with this name and content, alone in its directory."""
    return store(os.path.join(HEADERS, _digest(data)), name, data)


def store(folder: str, name: str, data: bytes) -> Path:
    """A file with this content: it is there already, or it is written as a whole. Raises NvccError."""
    path = settings.home() / folder / name
    try:
        if path.is_file() and _content(path) == data:
            return path
        path.parent.mkdir(mode=_PRIVATE, parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.{os.urandom(6).hex()}.tmp")
        unfinished.write_bytes(data)
        unfinished.replace(path)
    except OSError as error:
        raise NvccError(f"{path}: {error.strerror}; remove it, or name another cache with {settings.CACHE}") from error
    return path


def _content(path: str | Path) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _digest(content: bytes) -> str:
    return blake2b(content, digest_size=16).hexdigest()


def _signature(path: str) -> list[int]:
    status = os.stat(path)
    return [status.st_size, status.st_mtime_ns, status.st_ino]
