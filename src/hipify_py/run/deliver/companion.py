"""The header that converted sources include: written beside them, never over what somebody else has put there."""

from __future__ import annotations

from pathlib import Path

from hipify_py.file.marks import is_our_header


def refuse_foreign(path: Path, old: bytes) -> None:
    if not is_our_header(old):
        raise FileExistsError(
            None, f"{path} exists and was not written by hipify-py; choose another file with --ptx-header"
        )
