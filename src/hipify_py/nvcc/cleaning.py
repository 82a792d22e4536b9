"""What nobody has used for a month leaves the cache."""

from __future__ import annotations

import os
import shutil
import time
from contextlib import suppress

from hipify_py.nvcc import settings
from hipify_py.nvcc.plans import DAY, FILES, HEADERS, PLANS

_UNUSED_DAYS = 30
_STAMP = "cleaned"


def clean() -> None:
    """Look once a day."""
    now, stamp = time.time(), settings.home() / _STAMP
    with suppress(OSError):
        if stamp.exists() and stamp.stat().st_mtime > now - DAY:
            return
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.touch()
        for folder in (PLANS, FILES, HEADERS):
            _clean(os.fspath(settings.home() / folder), now - _UNUSED_DAYS * DAY)


def _clean(folder: str, oldest: float) -> None:
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if _newest(entry.path) < oldest:
                    shutil.rmtree(entry.path, ignore_errors=True)
            elif entry.stat().st_mtime < oldest:
                os.unlink(entry.path)  # noqa: PTH108


def _newest(folder: str) -> float:
    with os.scandir(folder) as entries:
        return max((entry.stat().st_mtime for entry in entries), default=0.0)
