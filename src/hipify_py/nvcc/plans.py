"""Plans: what a command line came to, kept until a file that this depends on is another one.

Pieces have the digest of their content for a name and appear as wholes, so builds that run at the same time need not
wait for each other. A plan that cannot be kept costs time.
"""

from __future__ import annotations

import marshal  # is there without an import of its own, and nobody else may write what is read
import os
import time

from hipify_py import build
from hipify_py.digests import blake2b
from hipify_py.nvcc import settings
from hipify_py.texts import to_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

PLANS, FILES, HEADERS = "plans", "files", "headers"
DAY = 24 * 3600
_PRIVATE = 0o700


class Plan:
    """`command` is run after `says` is written to standard error, unless `code` ends it all before. `seen` and `absent`
    are the files that it depends on; `needs` are those of the cache, of which `ours` are headers that a dependency file
    does not name."""

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
        with open(path, "rb") as file:
            record = marshal.loads(file.read())
        plan = Plan()
        plan.__dict__.update(record)
        if not plan.holds() or not all(map(os.path.exists, plan.needs)):
            return None
        if os.stat(path).st_mtime < time.time() - DAY:
            os.utime(path)
            for used in plan.needs:
                os.utime(used)
    except (OSError, ValueError, EOFError, TypeError):
        return None
    return plan


def keep(name: str, plan: Plan) -> None:
    try:
        store(PLANS, name, marshal.dumps(plan.__dict__))
    except OSError:
        return


def stored(data: bytes, suffix: str = "") -> Path:
    """A file of the cache with this content."""
    return store(FILES, blake2b(data, digest_size=16).hexdigest() + suffix, data, is_content=True)


def store(folder: str, name: str, data: bytes, *, is_content: bool = False) -> Path:
    """Write a file as a whole. One that is named by its content is there already, or it is written."""
    path = settings.home() / folder / name
    if is_content and path.exists():
        return path
    path.parent.mkdir(mode=_PRIVATE, parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.{os.urandom(6).hex()}.tmp")
    unfinished.write_bytes(data)
    unfinished.replace(path)
    return path


def _signature(path: str) -> list[int]:
    status = os.stat(path)
    return [status.st_size, status.st_mtime_ns, status.st_ino]
