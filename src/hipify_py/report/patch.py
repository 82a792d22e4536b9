"""Where a patch goes: byte for byte to a file or a pipe, and harmlessly to a terminal or the log of a CI server.

A patch repeats what sources say. On a terminal, where nobody applies it, signs that could command the terminal are
escapes. GitHub is told to take no commands while it is printed; that adds two lines, which `git apply` and `patch` pass
over. Azure cannot be told, so there the brackets of its commands are escapes, and a patch with such a line is refused
by whoever applies it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from typing import BinaryIO

from hipify_py.report.lines import COMMAND, printable
from hipify_py.texts import to_bytes, to_text


class PatchOutput:
    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._shown = _way_to_show(stream)
        is_log = _is_log(stream)
        self._pause = os.urandom(16).hex() if is_log and os.environ.get("GITHUB_ACTIONS") else ""
        self._is_begun = False

    def write(self, line: bytes) -> None:
        if self._pause and not self._is_begun:
            self._stream.write(to_bytes(f"::stop-commands::{self._pause}\n"))
        self._is_begun = True
        self._stream.write(self._shown(line))

    def close(self) -> None:
        if self._pause and self._is_begun:
            self._stream.write(to_bytes(f"::{self._pause}::\n"))


def _way_to_show(stream: BinaryIO) -> Callable[[bytes], bytes]:
    if stream.isatty():
        return for_terminal
    return _for_azure if _is_log(stream) and os.environ.get("TF_BUILD") else _as_it_is


def _is_log(stream: BinaryIO) -> bool:
    """Anything but a file may be read by a CI server."""
    try:
        return not stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except OSError:
        return False


def _as_it_is(line: bytes) -> bytes:
    return line


def _for_azure(line: bytes) -> bytes:
    text = to_text(line)
    return to_bytes(COMMAND.sub(lambda found: found[0][:-1] + r"\x5b", text))


def for_terminal(line: bytes) -> bytes:
    text = line.decode("utf-8", "backslashreplace").removesuffix("\n").removesuffix("\r")
    return to_bytes("\t".join(map(printable, text.split("\t"))) + "\n")
