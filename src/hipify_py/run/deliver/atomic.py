"""A single file of the user's choice, as a report, written so that it is always either the old one or the new one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from hipify_py.run.deliver.batch import refuse_read_only
from hipify_py.run.deliver.journal import temporary_name
from hipify_py.system import disk


def replace(path: Path, data: bytes) -> None:
    """Write the bytes beside the file and move them over it: through links, keeping mode and, if allowed, owner."""
    path = Path(os.path.realpath(path))
    with disk.open_folder(path.parent) as folder:
        old = folder.stat(path.name)
        refuse_read_only(old)
        temporary = temporary_name(path.name)
        mode = old.st_mode & 0o7777 if old is not None else 0o666 & ~umask()
        try:
            folder.create(temporary, (data,), mode, old).close()
            folder.rename(temporary, path.name)
        except BaseException:
            with suppress(OSError):
                folder.unlink(temporary)
            raise


def umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
