"""What was written to an output tree, kept in the user's state directory: that may be overwritten, and nothing else.

A log: before each file a line says what is about to be written, and under which name first. A run that ends makes it
short again; one that was killed has left it long, and maybe a file under such a name.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path, PurePosixPath

from hipify_py.run.deliver import state
from hipify_py.system import disk
from hipify_py.system.disk import Log, read_regular
from hipify_py.texts import to_bytes

_MOST_BYTES = 256_000_000
_LOG, _NEW = "written.jsonl", "written.new"


class Memory:
    """`root` is that of the output, without links in its path. What an earlier run left behind is cleared away."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._contents: dict[str, tuple[str, ...]] = {}  # a set takes five times as much, and trees are large
        self._log: Log | None = None
        self._replay()

    def contents(self, relative: Path) -> set[str]:
        """What we may have written there, as digests."""
        return set(self._contents.get(relative.as_posix(), ()))

    def about_to_write(self, relative: Path, content: str, temporary: str) -> None:
        name = relative.as_posix()
        try:
            if self._log is None:
                with disk.open_folder(state.make_folder_of(self._root)) as folder:
                    self._log = folder.log(_LOG)
            self._log.append(_line([name, [content], temporary]))
        except OSError as error:
            raise state.refusal(error) from error
        self._contents[name] = (content,)

    def close(self) -> None:
        """Keep one line a file."""
        if self._log is None:
            return
        self._log.close()
        self._log = None
        with suppress(OSError), disk.open_folder(state.folder_of(self._root)) as folder:
            folder.unlink(_NEW)
            lines = (_line([name, sorted(known), ""]) for name, known in sorted(self._contents.items()))
            folder.create(_NEW, lines, 0o600).close()
            folder.rename(_NEW, _LOG)
        state.drop_forgotten()

    def _replay(self) -> None:
        with suppress(OSError):
            for line in read_regular(state.folder_of(self._root) / _LOG, _MOST_BYTES).splitlines():
                with suppress(ValueError, TypeError, AttributeError, RecursionError):
                    name, contents, temporary = json.loads(line)
                    known = self._contents.get(str(name), ())
                    self._contents[str(name)] = tuple({*known, *map(str, contents)})
                    if temporary:
                        self._clear_away(PurePosixPath(name).parent, str(temporary))

    def _clear_away(self, parent: PurePosixPath, temporary: str) -> None:
        is_inside = not parent.is_absolute() and ".." not in parent.parts and "/" not in temporary
        with suppress(OSError, ValueError):
            if is_inside:
                with disk.open_folder(self._root / parent) as folder:
                    folder.unlink(temporary)


def _line(fields: list[object]) -> bytes:
    return to_bytes(json.dumps(fields)) + b"\n"
