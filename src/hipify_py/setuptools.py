"""Extensions for Python whose sources are CUDA, built for AMD GPUs by setuptools: docs/hipify-nvcc.md describes it.

    from hipify_py.setuptools import BuildHip

    setup(ext_modules=[Extension("mine", ["bind.cpp", "kernels.cu"])], cmdclass={"build_ext": BuildHip})

`converted` is for builds with a `build_ext` of their own, as PyTorch's.

Importing this module imports setuptools, which nothing else here does.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import dropwhile
from pathlib import Path
from typing import Any

from setuptools import Extension
from setuptools.command.build_ext import build_ext
from setuptools.errors import ExecError, SetupError

_PROGRAM = "hipify-nvcc"
# What a compiler of setuptools's runs, by its names in all releases of setuptools.
_COMMANDS = ("compiler", "compiler_so", "compiler_cxx", "compiler_so_cxx", "linker_so", "linker_so_cxx")
# Whatever settings say of the project: its sources are to be converted here.
_SOURCES = ("--build-style", "replace")
_Compile = Callable[..., None]


def converted(folder: str, *options: str) -> str:
    """Where a folder of sources lies converted: in `build/hipify_py`, from where a build for AMD takes them. Options
    are those of `hipify-py`; what has not changed since the last time is not written again."""
    into = os.path.join("build", "hipify_py", os.path.relpath(folder).replace(os.pardir, "_"))  # noqa: PTH118
    command = [
        sys.executable,
        "-m",
        "hipify_py",
        "convert",
        folder,
        "-o",
        into,
        "--format",
        "concise",
        *_SOURCES,
        *options,
    ]
    done = subprocess.run(command, stdout=sys.stderr, check=False)
    if done.returncode:
        raise SetupError(f"{folder}: not converted, for the errors above")
    return into


class BuildHip(build_ext):  # type: ignore[misc]
    """`build_ext` that compiles and links with hipify-nvcc: sources are converted for the compiler, and stay CUDA.
    `extra_compile_args` are words of nvcc's, or {"cxx": [...], "nvcc": [...]}, as PyTorch has them."""

    def build_extensions(self) -> None:
        program = _program()
        compiler: Any = self.compiler
        compiler.src_extensions = [*compiler.src_extensions, ".cu"]
        for name in _COMMANDS:
            if words := getattr(compiler, name, None):
                setattr(compiler, name, [program, *_options(words)])
        compiler._compile = _by_language(compiler._compile)
        super().build_extensions()

    def build_extension(self, extension: Extension) -> None:
        stems = Counter(os.path.splitext(source)[0] for source in extension.sources)  # noqa: PTH122
        if twice := [stem for stem, count in stems.items() if count > 1]:
            raise SetupError(f"{extension.name}: sources with one name become one object: {', '.join(twice)}.*")
        super().build_extension(extension)


def _program() -> str:
    """That of this Python's environment, or of the one that builds in isolation."""
    places = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    program = shutil.which(_PROGRAM, path=places)
    if program is None:
        raise ExecError(f"{_PROGRAM} not found: install hipify-py where the extension is built")
    return program


def _options(words: Sequence[str]) -> list[str]:
    """What the compiler that Python was built with is told, without the compiler, or a launcher and the compiler."""
    return list(dropwhile(lambda word: not word.startswith("-"), words))


def _by_language(compile_one: _Compile) -> _Compile:
    """With the arguments that are for a source's language."""

    def compiled(obj: str, source: str, ext: str, cc_args: Any, arguments: Any, options: Any) -> None:
        if isinstance(arguments, dict):
            arguments = arguments.get("nvcc" if source.endswith(".cu") else "cxx", [])
        compile_one(obj, source, ext, cc_args, arguments, options)

    return compiled
