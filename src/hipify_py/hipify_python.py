"""A function with the arguments of `torch.utils.hipify.hipify_python.hipify`, for build scripts."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from hipify_py import api

# What decides how PyTorch's converter finds and reads files, which needs no settings here.
_WITHOUT_EFFECT = frozenset(
    ("extensions", "header_extensions", "header_include_dirs", "out_of_place_only", "show_progress", "hip_clang_launch",
     "is_pytorch_extension", "clean_ctx")
)  # fmt: skip


class HipifyResult(NamedTuple):
    """`current_state` is "done" for a file that was read, and `hipified_path` is where its HIP version lies."""

    current_state: str
    hipified_path: str
    status: str


def hipify(
    project_directory: str | os.PathLike[str],
    show_detailed: bool = False,
    *,
    output_directory: str | os.PathLike[str] = "",
    includes: Iterable[str] = ("*",),
    extra_files: Iterable[str] = (),
    ignores: str | Iterable[str] = (),
    hipify_extra_files_only: bool = False,
    **others: Any,
) -> dict[str, HipifyResult]:
    """Convert a project, or its `extra_files` only, and map each file to its result. Files keep their names. Without
    `output_directory`, the result is in a directory beside the project, such as `src_amd`."""
    if unknown := [name for name in others if name not in _WITHOUT_EFFECT]:
        raise TypeError(f"hipify() got an unexpected keyword argument {unknown[0]!r}")
    project = Path(project_directory).absolute()
    into = Path(output_directory or f"{project}_amd").absolute()
    if not {*includes} <= {"*", str(project / "*")}:
        raise ValueError("includes: name the files in extra_files, with hipify_extra_files_only=True")
    patterns = (ignores,) if isinstance(ignores, str) else ignores
    options: dict[str, Any] = {"exclude": [_relative(pattern, project) for pattern in patterns]}
    if into != project:
        options["output"] = into
    named = [project / name for name in extra_files]
    run = api.convert_tree(*(named if hipify_extra_files_only else (project, *named)), **options)
    if show_detailed:
        print("\n".join(f"{found.path}:{found.line}: {found.severity}: {found.message}" for found in run.findings))
    return {name: _result(into / _relative(name, project), change) for name, change in run.files.items()}


def _relative(name: str, project: Path) -> str:
    return os.path.relpath(name, project) if Path(name).is_absolute() else name


def _result(path: Path, change: str) -> HipifyResult:
    return HipifyResult("done", str(path), "[ok]" if change in ("converted", "renamed") else "[skipped, no changes]")
