"""The header that converted sources include: written beside them, never over what somebody else has put there."""

from __future__ import annotations

from hipify_py.file.marks import is_our_header, is_shim
from hipify_py.run.delivery import Companion


def is_helper(companion: Companion) -> bool:
    """Whether a header has functions that converted code calls: else it is that of `hipify-py shim`."""
    return companion.option == "--ptx-header"


def refuse_foreign(companion: Companion, old: bytes) -> None:
    if not (is_our_header(old) if is_helper(companion) else is_shim(old)):
        raise FileExistsError(
            None,
            f"{companion.path} exists and was not written by hipify-py; choose another file with {companion.option}",
        )
