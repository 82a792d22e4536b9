"""How `convert` converts, and where to."""

from __future__ import annotations

from hipify_py.options.model import BOTH, Command, Kind, Option

_CONVERT: tuple[Command, ...] = ("convert",)
_WRITE: tuple[Command, ...] = ("convert", "shim")

ROWS = (
    Option(
        "-o --output --header-file",
        Kind.TEXT,
        metavar="FILE",
        commands=("shim",),
        help="Write the header to FILE (default: cuda_to_hip.h in the directory of the sources).",
        doc="Write the header to FILE. Default: `cuda_to_hip.h` in the directory that contains all PATHs. A file that "
        "`hipify-py shim` did not write is not overwritten.",
    ),
    Option(
        "--fix-includes",
        Kind.FLAG,
        commands=("shim",),
        help="Also include the header in place of the CUDA headers, in all sources.",
        doc="Also edit the sources, so that they include the header in place of the CUDA headers. `hipify-py undo` "
        "restores them.",
    ),
    Option(
        "--fix-sources",
        Kind.FLAG,
        commands=("shim",),
        help="Like --fix-includes; also write a version for AMD of what a macro cannot do, under `#if`.",
        doc="Like `--fix-includes`, and also write what a macro cannot do for both platforms: the lines as conversion "
        "would write them under `#if defined(__HIP_PLATFORM_AMD__)`, and behind `#else` as they were. See "
        "[shim.md](shim.md#both-versions).",
    ),
    Option(
        "-o --output",
        Kind.TEXT,
        metavar="DIR|FILE",
        commands=_CONVERT,
        help="Write the converted tree to DIR, or one source to FILE, and leave the source unchanged.",
        doc="Write the converted tree to DIR, or, if PATH is one source, to FILE, such as `square.hip`. DIR must be "
        "outside the source. Files that an earlier run wrote there "
        "are overwritten; files that somebody has edited since are not. DIR must not be a symbolic link, or be "
        "reached through one in the tree that leads outside. Links in DIR are not followed; links in the source that "
        "lead outside of it keep their destination.",
    ),
    Option(
        "--copy/--no-copy",
        Kind.FLAG,
        default=True,
        commands=_CONVERT,
        help="With -o, also copy files that are not converted (default).",
        doc="With `-o`, also copy files that are not converted (default), or leave them out.",
    ),
    Option(
        "--force",
        Kind.FLAG,
        commands=_CONVERT,
        help="With -o, overwrite files in DIR that hipify-py did not write.",
        doc="With `-o`, overwrite files that hipify-py did not write. Files of the source are never overwritten.",
    ),
    Option(
        "-i --interactive",
        Kind.FLAG,
        commands=_CONVERT,
        help="Ask for each hunk before converting in place, as `git add -p` does.",
        doc="Ask for each hunk before it is converted in place; see [below](#hunk-by-hunk).",
    ),
    Option(
        "--diff",
        Kind.FLAG,
        commands=_WRITE,
        help="Print a unified diff and write nothing.",
        doc="Print a unified diff that `git apply` accepts, and write nothing. For helper headers a single line "
        "shows how to get the file.",
    ),
    Option(
        "--check",
        Kind.FLAG,
        commands=_WRITE,
        help="Write nothing; exit with 1 if any file would change, or for findings that --fail-on selects.",
        doc="Write nothing; exit with 1 if any file would change, or for findings that `--fail-on` selects; "
        "`--fail-on never` tests changes alone.",
    ),
    Option(
        "--require-clean",
        Kind.FLAG,
        commands=_CONVERT,
        setting=True,
        help="In place, refuse to run if git has uncommitted changes in the files.",
        doc="In place, convert nothing if any file to be converted has changes that are not committed to git. Without "
        "it, the end of the run lists the converted files that had such changes.",
    ),
    Option(
        "--rename-files",
        Kind.FLAG,
        commands=_CONVERT,
        setting=True,
        help="Rename .cu to .hip and .cuh to .hip.h, and update the includes.",
        doc="Rename `.cu` to `.hip` and `.cuh` to `.hip.h` (or as configured), and update the includes; see "
        "[below](#renamed-files).",
    ),
    Option(
        "cuda-suffix",
        Kind.SUFFIX,
        default=".hip",
        setting=True,
        setting_doc="The suffix that replaces `.cu` with `--rename-files`",
    ),
    Option(
        "header-suffix",
        Kind.SUFFIX,
        default=".hip.h",
        setting=True,
        setting_doc="The suffix that replaces `.cuh` with `--rename-files`",
    ),
    Option(
        "--build/--no-build",
        Kind.FLAG,
        default=True,
        commands=BOTH,
        setting=True,
        help="Convert build files, too (default), or only report on them.",
        doc="Convert build files, too (`--build`, the default): CMake, makefiles, shell scripts and setup scripts, see "
        "[build-files.md](build-files.md). With `--no-build`, only report what they say to nvcc.",
    ),
    Option(
        "--build-style",
        Kind.CHOICE,
        choices=("replace", "dual", "single"),
        default="replace",
        commands=BOTH,
        setting=True,
        help="Convert to a build for AMD (default), or to one for both: CUDA, and HIP with USE_HIP, which converts "
        "sources as it compiles them (dual), or takes them as they are (single).",
        doc="Convert build files to a build for AMD (`replace`, the default), or to one that stays as it is for CUDA "
        "and builds for AMD with `-DUSE_HIP=ON` or `make USE_HIP=1` (`dual`); sources are then not changed, and "
        "converted as they are compiled. `single` is `dual` for sources that compile for both as they are, such as "
        "those that `hipify-py shim --fix-sources` writes; the build with CMake does without hipify-py. See "
        "[build-files.md](build-files.md#builds-for-both).",
    ),
    Option(
        "--launch-syntax",
        Kind.CHOICE,
        choices=("kernel", "macro"),
        default="kernel",
        commands=_CONVERT,
        setting=True,
        help="Write kernel launches as <<<>>> (default) or hipLaunchKernelGGL.",
        doc="Keep kernel launches as `<<<…>>>` (`kernel`, the default), or write them as `hipLaunchKernelGGL(…)` "
        "(`macro`).",
    ),
    Option(
        "--ptx-header",
        Kind.TEXT,
        metavar="FILE",
        commands=_CONVERT,
        setting=True,
        relative="path",
        setting_doc="As the option, relative to the settings file. It may lie outside of PATH, so that a project "
        "converted in parts has one header, but not outside of the directory of the settings file",
        help="Write hipify_ptx.hpp to FILE (default: the top directory of the CUDA sources).",
        doc="Write `hipify_ptx.hpp`, which translated [PTX](ptx.md) calls, to FILE, and "
        "[`hipify_compat.hpp`](compat.md) beside it; every source that needs one includes that file. Default: the "
        "directory that contains all CUDA sources of the tree, or the directory of a file that is named by itself. "
        "With `-o`, FILE must be in DIR.",
    ),
    Option(
        "--ptx-header-full",
        Kind.FLAG,
        commands=_CONVERT,
        setting=True,
        help="Write helper headers whole, not only the functions that are called.",
        doc="Write helper headers whole. Without it a header contains the functions that the sources call, and "
        "those that it contained before.",
    ),
    Option(
        "--unsafe-fixes",
        Kind.FLAG,
        commands=_CONVERT,
        setting=True,
        help="Also use the nearest HIP name where no equivalent exists.",
        doc="Also use the nearest HIP name where no equivalent exists (`CUDART_VERSION` → `HIP_VERSION`). Without it, "
        "these are reported.",
    ),
    Option(
        "--verify/--no-verify",
        Kind.FLAG,
        commands=_CONVERT,
        setting=True,
        starts_programs=True,
        help="Check the converted files with hipcc or clang.",
        doc="Check the converted files with a compiler; see [below](#verify).",
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
        help="With --verify, pass FLAGS to the compiler, quoted as in a shell.",
        doc="With `--verify`, pass FLAGS to the compiler, quoted as in a shell.",
    ),
    Option(
        "--verify-compiler",
        Kind.TEXT,
        metavar="PATH",
        commands=_CONVERT,
        setting=True,
        relative="program",
        starts_programs=True,
        help="With --verify, use this compiler (default: hipcc, then clang++).",
        doc="With `--verify`, use this compiler. Default: the first of `hipcc`, `clang++` and the newest `clang++-NN` "
        "(17 or later) that can compile HIP.",
    ),
    Option(
        "--compile-commands",
        Kind.TEXT,
        metavar="FILE",
        commands=_CONVERT,
        setting=True,
        relative="path",
        help="With --verify, read compiler flags from FILE (default: the nearest compile_commands.json).",
        doc="With `--verify`, read the flags of each file from FILE. Default: the nearest `compile_commands.json`.",
    ),
    Option(
        "--output-file",
        Kind.TEXT,
        metavar="FILE",
        commands=_CONVERT,
        help="Write the report to FILE, in the --format that names no file.",
        doc="Write the report to FILE, in the format given with `--format` without a file.",
    ),
)
