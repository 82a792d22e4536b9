"""What is read, and what it is read for."""

from __future__ import annotations

from hipify_py.options.model import BOTH, READING, Kind, Option

ROWS = (
    Option(
        "--stdin-filename",
        Kind.TEXT,
        metavar="NAME",
        commands=BOTH,
        help="With PATH `-`, treat standard input as a file named NAME.",
        doc="With PATH `-`, treat standard input as a file with this name.",
    ),
    Option(
        "--mapping",
        Kind.LIST,
        metavar="FILE",
        commands=(*READING, "map"),
        setting=True,
        relative="path",
        adds=True,
        help="Add a mapping table; it overrides the built-in tables. Repeatable.",
        doc="Add a [mapping table](mappings.md); it overrides the built-in tables. Repeatable.",
    ),
    Option(
        "--rocm",
        Kind.TEXT,
        metavar="X.Y",
        commands=(*READING, "map"),
        setting=True,
        help="Convert for this ROCm release (default: the newest known).",
        help_in={"map": "Answer for this ROCm release (default: the newest known)."},
        doc="Convert for this ROCm release. Default: the newest that the tables know, which is also the highest "
        "allowed.",
    ),
    Option(
        "--arch",
        Kind.LIST,
        metavar="GFX,…",
        commands=READING,
        setting=True,
        help="Convert for these GPUs, such as gfx90a (default: any).",
        doc="GPUs that the code must run on, such as `gfx90a,gfx1100`, or targets that stand for several, such as "
        "`gfx11-generic` and `amdgcnspirv`. Findings that affect other GPUs only are not reported, and findings that "
        "affect one of these are errors. Without it, findings about some GPUs only are at most warnings. GPUs of "
        "NVIDIA in build files become these; without it, `gfx90a gfx942 gfx1100`.",
    ),
    Option(
        "--target",
        Kind.CHOICE,
        choices=("hip", "roc"),
        default="hip",
        commands=(*READING, "map"),
        setting=True,
        help="Call the HIP libraries (default), or the ROC libraries such as rocBLAS directly.",
        doc="Call the HIP libraries (`hip`, the default), or rocBLAS, rocSPARSE, rocRAND, MIOpen and so on directly "
        "(`roc`), which build files then link, too. A later run in place without it converts only what is still CUDA, "
        "so that the tree calls both: set it in the settings, or run `hipify-py undo` before you change it.",
    ),
    Option(
        "--ptx",
        Kind.TEXT,
        metavar="WORD,…",
        default="approx",
        commands=BOTH,
        setting=True,
        help="Translate inline PTX: approx (default), exact (not .approx), off; replace drops the original.",
        doc="How to translate inline [PTX](ptx.md): `approx` (the default) translates `.approx` functions and matrix "
        "products of floats too, within the error bounds of PTX; `exact` only what is exact or equivalent; `off` "
        "nothing. `replace` writes the C++ in place of the original instead of beside it.",
    ),
    Option(
        "--tensor-cores",
        Kind.CHOICE,
        choices=("translate", "report"),
        default="translate",
        commands=BOTH,
        setting=True,
        help="Convert matrices of warps (mma, wmma; default), or report them.",
        doc="What to do with [PTX on matrices](ptx.md#matrices) (`mma`, `wmma`, `ldmatrix`, `stmatrix`, `movmatrix`) "
        "and [`nvcuda::wmma`](compat.md#matrices-of-warps): `translate` (the default) keeps the fragments, which is "
        "right and slower than kernels for AMD cores; `report` leaves them, with findings, for kernels that you "
        "rewrite with rocWMMA or Composable Kernel.",
    ),
    Option(
        "--ported",
        Kind.CHOICE,
        choices=("respect", "convert"),
        default="respect",
        commands=READING,
        setting=True,
        help="Leave files that already build for AMD (respect, default), or convert them.",
        doc="What to do with files that already build for AMD, such as those behind a header that maps CUDA names to "
        "HIP names, in a build file for both platforms, with branches for HIP, or with a counterpart for HIP: "
        "`respect` (the default) leaves them unchanged and reports nothing about them, `convert` treats them like all "
        "other files; see [below](#portable-projects).",
    ),
    Option(
        "--include",
        Kind.LIST,
        metavar="GLOB",
        commands=READING,
        setting=True,
        help="Read files that match GLOB instead of those with known suffixes. Repeatable.",
        doc="Read files that match GLOB instead of those with known suffixes. Repeatable.",
    ),
    Option(
        "--exclude",
        Kind.LIST,
        metavar="GLOB",
        commands=READING,
        setting=True,
        adds=True,
        help="Skip files that match GLOB, a pattern as in .gitignore. Repeatable.",
        doc="Skip files that match GLOB, a pattern as in `.gitignore`, relative to the directory named or, with "
        "several paths, to their common directory; in a settings file, to the directory of the file. Repeatable.",
    ),
    Option(
        "--gitignore/--no-gitignore",
        Kind.FLAG,
        default=True,
        commands=READING,
        setting=True,
        help="Respect .gitignore files (default).",
        doc="Respect `.gitignore` files (default), or ignore them. As for git, what is tracked is not ignored.",
    ),
    Option(
        "--since",
        Kind.TEXT,
        metavar="REV",
        commands=BOTH,
        help="Process only files and lines changed since a git revision.",
        doc="Process only what has changed since a git revision, including staged, unstaged and untracked changes. "
        "Other files are read only for what they say about these, and findings on other lines are not reported.",
    ),
    Option(
        "-j --jobs",
        Kind.NUMBER,
        metavar="N",
        commands=(*BOTH, "ptx"),
        setting=True,
        setting_doc="A number; limited to the number of cores",
        help="Number of worker processes (default: one per core).",
        doc="Number of worker processes. Default: one per core. The output does not depend on it.",
    ),
    Option(
        "--executor",
        Kind.TEXT,
        metavar="WHAT",
        default="processes",
        commands=BOTH,
        help="Convert with processes (default), dask:ADDRESS, or mpi.",
        doc="What runs the conversion: `processes` on this machine (the default), `dask:ADDRESS` or `mpi`; see "
        "[below](#more-than-one-machine).",
    ),
    Option(
        "--cache/--no-cache",
        Kind.FLAG,
        default=True,
        commands=BOTH,
        setting=True,
        help="Reuse the results of earlier runs for unchanged files (default).",
        doc="Reuse the results of earlier runs for unchanged files and store new ones (default), or do neither; see "
        "[below](#cache).",
    ),
)
