"""NVIDIA's headers, as clang wants a CUDA toolkit: include and nvvm, without the libraries that make it gigabytes.

They are parts of wheels on PyPI. A wheel is a zip, whose table of contents stands at its end, so the headers can be
read out of it by asking the server for ranges of bytes. `cuda_headers.toml` pins each wheel by its version and the
sha256 of its RECORD, which has the sha256 of every file.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import re
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.corpus import CorpusError, configured_indexes

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PINS = Path(__file__).with_suffix(".toml")
_BLOCK = 1 << 18
_WANTED = re.compile(r"nvidia/(?:\w+/)?(?P<path>(?:include|nvvm/libdevice)/.*)")


def fetch_toolkits(into: Path) -> dict[str, Path]:
    """A folder for each release pinned, the oldest first; nothing is done where they are complete."""
    rows = tomllib.loads(PINS.read_text(encoding="utf-8"))["release"]
    return {row["cuda"]: fetch_toolkit(row["cuda"], row["wheels"], into) for row in rows}


def fetch_toolkit(cuda: str, wheels: Sequence[str], into: Path) -> Path:
    toolkit, stamp = into / cuda, into / f"{cuda}.complete"
    wanted = "\n".join(wheels)
    if not (stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted):
        into.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=into) as work:
            for line in wheels:
                name, version, digest = line.split()
                extract(open_wheel(name, version), digest, Path(work))
            Path(work, "bin").mkdir()  # clang takes no folder without it for a toolkit
            shutil.rmtree(toolkit, ignore_errors=True)
            shutil.copytree(work, toolkit)
        stamp.write_text(wanted, encoding="utf-8")
    return toolkit


def open_wheel(name: str, version: str) -> zipfile.ZipFile:
    try:
        from unearth import PackageFinder  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        raise CorpusError("NVIDIA's wheels are found with the package `unearth`: pip install unearth") from None
    finder = PackageFinder(index_urls=configured_indexes(), ignore_compatibility=True)
    for match in finder.find_matches(f"{name}=={version}"):
        if re.search(r"manylinux.*x86_64\.whl$", match.link.filename):
            return zipfile.ZipFile(
                io.BufferedReader(RemoteFile(finder.session, match.link.url_without_fragment), _BLOCK)
            )
    raise CorpusError(f"{name}: the index has no wheel of {version} for Linux")


def extract(wheel: zipfile.ZipFile, digest: str, into: Path) -> None:
    record = next(name for name in wheel.namelist() if name.endswith(".dist-info/RECORD"))
    found = hashlib.sha256(wheel.read(record)).hexdigest()
    if found != digest:
        raise CorpusError(f"{record} has sha256 {found}, {PINS.name} says {digest}")
    for name, checksum, _ in csv.reader(wheel.read(record).decode().splitlines()):
        if match := _WANTED.fullmatch(name):
            data = wheel.read(name)
            if record_checksum(data) != checksum:
                raise CorpusError(f"{name} is not what {record} says")
            target = into / match["path"]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)


def record_checksum(data: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


class RemoteFile(io.RawIOBase):
    """A file on a server, read by ranges."""

    def __init__(self, session: Any, url: str) -> None:
        self._session, self._url, self._at = session, url, 0
        self._size = int(self._get("bytes=0-0").headers["content-range"].rpartition("/")[2])

    def _get(self, bytes_wanted: str) -> Any:
        answer = self._session.get(self._url, headers={"Range": bytes_wanted, "Accept-Encoding": "identity"})
        if answer.status_code != 206:
            raise CorpusError(f"{self._url}: the server does not send parts of a file (status {answer.status_code})")
        return answer

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._at = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._size}[whence]
        return self._at

    def readinto(self, buffer: Any) -> int:
        end = min(self._at + len(buffer), self._size)
        if end <= self._at:
            return 0
        data = self._get(f"bytes={self._at}-{end - 1}").content
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)
