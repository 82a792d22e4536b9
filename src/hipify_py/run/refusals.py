"""What makes a request impossible, found out before the first byte is written."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from hipify_py.run.discover import File, common_base, is_directory
from hipify_py.run.request import Request, RequestError
from hipify_py.run.triage.formats import LED_AWAY, refuse_unwritable
from hipify_py.system.disk import identities, identity, leads_away
from hipify_py.texts import reason

if TYPE_CHECKING:
    from hipify_py.run.shim.shim import Wish


def refuse_reports(request: Request) -> None:
    """Reports that cannot be written, or would replace something that the run reads, whatever that is called."""
    request.formats.refuse_unwritable()
    if (baseline := request.triage.write_baseline) is not None:
        refuse_unwritable(baseline, "baseline")
    read = {os.path.realpath(path) for path in (*request.paths, *request.job.mappings)}
    for _name, file in request.formats.wanted:
        if file is not None and os.path.realpath(file) in read:
            raise RequestError(f"{file}: the report would overwrite an input of the run; choose another file")


def refuse_nesting(paths: tuple[Path, ...], output: Path) -> None:
    """A tree written into its own source would be converted again by the next run, or overwrite what it reads."""
    if output.is_symlink() or leads_away(output):
        raise RequestError(f"-o {output}: {LED_AWAY}")
    target = Path(os.path.realpath(output))
    if output.exists() and not output.is_dir():
        raise RequestError(f"-o {output}: neither a directory nor the name of a source, such as x.hip")
    around = identities((target, *target.parents))
    for path in paths:
        source = Path(os.path.realpath(path))
        if target == source or (source.is_dir() and identity(source.stat()) in around):
            raise RequestError(f"-o {output}: is inside the source {path}; choose a directory outside of it")
    if target == Path(os.path.realpath(common_base(list(paths)))):
        raise RequestError(
            f"-o {output}: is the directory of the sources; choose another one, or omit -o to convert in place"
        )


def refuse_scattering(paths: tuple[Path, ...], output: Path) -> None:
    """The files of a tree that is written above itself would lie among those of others, and could not be told apart."""
    base = Path(os.path.realpath(common_base(list(paths))))
    if Path(os.path.realpath(output)) in base.parents and any(map(is_directory, paths)):
        raise RequestError(
            f"-o {output}: contains the source {paths[0]}; choose a directory of its own, "
            f"such as {output / f'{base.name}-hip'}"
        )


def refuse_sources(request: Request, output: Path, files: Sequence[File]) -> None:
    """The source stays as it is, also where a directory of it lies in DIR, or DIR is the source by another name."""
    if not output.exists():
        return
    known = identities(file.real for file in files)
    for file in files:
        place = request.written_tree / file.relative.with_name(request.output_name or file.relative.name)
        with suppress(OSError):
            is_source = identity(place.lstat()) in known
            if is_source and Path(os.path.realpath(place.parent)) == place.parent:  # no link is written through
                shown = output / place.relative_to(request.written_tree)
                what = "file" if request.output_name else "directory"
                named = output / request.output_name
                raise RequestError(f"-o {named}: {shown} is a source file; choose another {what}")


def refuse_header(header: Path) -> None:
    """A header that is itself a link is refused when it is looked at, with the file that needs it."""
    if header.is_dir():
        raise RequestError(f"--ptx-header {header}: is a directory")
    if leads_away(header.parent):
        raise RequestError(f"--ptx-header {header}: {LED_AWAY}")


def refuse_foreign(wish: Wish) -> None:
    from hipify_py.run.shim.shim import ForeignError

    try:
        wish.present()
    except ForeignError as error:
        raise RequestError(f"-o: {error}") from error


def make_directory(output: Path) -> None:
    try:
        output.mkdir(parents=True, exist_ok=True)
        if not os.access(output, os.W_OK):
            raise PermissionError(None, "permission denied")
    except OSError as error:
        raise RequestError(f"-o {output}: {reason(error)}") from error
