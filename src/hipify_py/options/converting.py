"""How `convert` converts, and where to."""

from __future__ import annotations

from hipify_py.options.model import Command, Kind, Option

_CONVERT: tuple[Command, ...] = ("convert",)

ROWS = (
    Option(
        "-o --output",
        Kind.TEXT,
        metavar="DIR",
        commands=_CONVERT,
        help="Write the converted tree to DIR; the source stays as it is.",
        doc="writes the converted tree to DIR, which may not lie inside the source. What an earlier run wrote there "
        "may be overwritten, what somebody edited may not. DIR may be no link, nor lie behind one of the tree that "
        "leads away. Links in DIR are not followed; those of the source that lead out of it lead to the same place "
        "from DIR",
    ),
    Option(
        "--copy/--no-copy",
        Kind.FLAG,
        default=True,
        commands=_CONVERT,
        help="With -o: copy the files that are not converted too (default).",
        doc="with `-o`: copy the files that are not converted too (the default), or do not",
    ),
    Option(
        "--force",
        Kind.FLAG,
        commands=_CONVERT,
        help="With -o: overwrite files in DIR that hipify-py did not write.",
        doc="with `-o`: overwrite files that hipify-py did not write, but never a file of the source",
    ),
    Option(
        "--diff",
        Kind.FLAG,
        commands=_CONVERT,
        help="Print a unified diff; write nothing.",
        doc="prints a unified diff, as `git apply` reads it; of `hipify_ptx.hpp` one line says how to get it",
    ),
    Option(
        "--check",
        Kind.FLAG,
        commands=_CONVERT,
        help="Write nothing; exit 1 if anything would change.",
        doc="writes nothing, exits with 1 if anything would change",
    ),
    Option(
        "--require-clean",
        Kind.FLAG,
        commands=_CONVERT,
        setting=True,
        help="In place: refuse files with changes that git has not committed.",
        doc="in place: convert nothing if git has not committed what is to be converted. Without it the end of the run "
        "names the changed files that were not committed before",
    ),
    Option(
        "--rename-files",
        Kind.FLAG,
        commands=_CONVERT,
        setting=True,
        help=".cu → .hip, .cuh → .hip.h, and the includes of them.",
        doc="`.cu` → `.hip`, `.cuh` → `.hip.h` (or as configured), and the includes that name them; see "
        "[below](#renamed-files)",
    ),
    Option(
        "cuda-suffix",
        Kind.SUFFIX,
        default=".hip",
        setting=True,
        setting_doc="what `--rename-files` makes of `.cu`",
    ),
    Option(
        "header-suffix",
        Kind.SUFFIX,
        default=".hip.h",
        setting=True,
        setting_doc="what `--rename-files` makes of `.cuh`",
    ),
    Option(
        "--launch-syntax",
        Kind.CHOICE,
        choices=("kernel", "macro"),
        default="kernel",
        commands=_CONVERT,
        setting=True,
        help="<<<>>> (default) or hipLaunchKernelGGL.",
        doc="leave launches as `<<<…>>>` (the default), or make them `hipLaunchKernelGGL(…)`",
    ),
    Option(
        "--ptx-header",
        Kind.TEXT,
        metavar="FILE",
        commands=_CONVERT,
        setting=True,
        relative="path",
        setting_doc="as the option, relative to the settings file: the one header of a project that is converted part "
        "by part, so it may lie outside of PATH, and never outside of the directory of the settings",
        help="Where hipify_ptx.hpp is written (default: above all CUDA sources).",
        doc="where `hipify_ptx.hpp` is written, which translated [PTX](ptx.md) calls; every source that needs it "
        "includes that one. Without it the header of a tree lies above all its CUDA sources, "
        "and that of a file named alone beside it. With `-o`: a file in DIR",
    ),
    Option(
        "--unsafe-fixes",
        Kind.FLAG,
        commands=_CONVERT,
        setting=True,
        help="Also apply rewrites that may change what code does.",
        doc="also write the nearest HIP name where there is no equal one (`__fadd_rz` → `__fadd_rn`, `CUDART_VERSION` "
        "→ `HIP_VERSION`); without it these are reported",
    ),
    Option(
        "--verify/--no-verify",
        Kind.FLAG,
        commands=_CONVERT,
        setting=True,
        starts_programs=True,
        help="Have hipcc or clang check what was converted.",
        doc="have a compiler check what was converted, see [below](#verify)",
    ),
    Option(
        "--verify-flags",
        Kind.TEXT,
        metavar="FLAGS",
        may_be_empty=True,
        commands=_CONVERT,
        setting=True,
        relative="words",
        starts_programs=True,  # they load plug-ins and name other programs
        help="With --verify: flags for the compiler, quoted like a shell's.",
        doc="with `--verify`: flags for the compiler, quoted like a shell's",
    ),
    Option(
        "--verify-compiler",
        Kind.TEXT,
        metavar="PATH",
        commands=_CONVERT,
        setting=True,
        relative="program",
        starts_programs=True,
        help="With --verify: the compiler (default: hipcc, then clang++).",
        doc="with `--verify`: the compiler; else `hipcc`, `clang++`, or the newest `clang++-NN` from 17 on, the first "
        "that can compile HIP",
    ),
    Option(
        "--compile-commands",
        Kind.TEXT,
        metavar="FILE",
        commands=_CONVERT,
        setting=True,
        relative="path",
        help="With --verify: where flags are (default: the nearest one).",
        doc="with `--verify`: where the flags of each file are; else the nearest `compile_commands.json`",
    ),
    Option(
        "--output-file",
        Kind.TEXT,
        metavar="FILE",
        commands=_CONVERT,
        help="Write the report there, in the one --format that names no file.",
        doc="write the report there, in the one `--format` that names no file",
    ),
)
