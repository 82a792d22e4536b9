"""The header that converted sources include: written beside them, never over what somebody else has put there."""

from __future__ import annotations

from pathlib import Path

from hipify_py.file.marks import is_our_header
from hipify_py.system.disk import Folder, IrregularError


def refuse_foreign(path: Path, old: bytes) -> None:
    if not is_our_header(old):
        raise FileExistsError(
            None, f"{path} exists and was not written by hipify-py; choose another file with --ptx-header"
        )


def present(path: Path, folder: Folder, name: str) -> bytes | None:
    """What lies there already; None without."""
    if folder.stat(name) is None:
        return None
    try:
        data, _status = folder.read(name)
    except IrregularError as error:
        raise FileExistsError(None, f"{path} is {error.what}; choose another file with --ptx-header") from error
    return data
