"""What is read, and what it is read for."""

from __future__ import annotations

from hipify_py.options.model import BOTH, Kind, Option

ROWS = (
    Option(
        "--stdin-filename",
        Kind.TEXT,
        metavar="NAME",
        commands=BOTH,
        help="With PATH `-`: the name of what stdin is.",
        doc="with `-`: the name that standard input stands for",
    ),
    Option(
        "--mapping",
        Kind.LIST,
        metavar="FILE",
        commands=(*BOTH, "map"),
        setting=True,
        relative="path",
        adds=True,
        help="A table of your own; wins over ours. Repeatable.",
        doc="a [table](mappings.md) of your own; its rows win over ours; repeatable",
    ),
    Option(
        "--rocm",
        Kind.TEXT,
        metavar="X.Y",
        commands=(*BOTH, "map"),
        setting=True,
        help="The ROCm release to convert for (default: the newest known).",
        help_in={"map": "The ROCm release to ask about (default: the newest known)."},
        doc="the ROCm release to convert for; the newest that the tables know if not given, and none above that",
    ),
    Option(
        "--arch",
        Kind.LIST,
        metavar="GFX,…",
        commands=BOTH,
        setting=True,
        help="The GPUs to run on, as gfx90a (default: any).",
        doc="the GPUs that the code is to run on, as `gfx90a,gfx1100`; what fails on others only is not reported, and "
        "what fails on some of them is an error. Without it such findings are warnings at most",
    ),
    Option(
        "--target",
        Kind.CHOICE,
        choices=("hip", "roc"),
        default="hip",
        commands=(*BOTH, "map"),
        setting=True,
        help="HIP's libraries, or rocBLAS & co. directly.",
        doc="call HIP's libraries (the default), or rocBLAS, rocSPARSE, rocRAND, MIOpen … directly",
    ),
    Option(
        "--ptx",
        Kind.TEXT,
        metavar="WORD,…",
        default="exact",
        commands=BOTH,
        setting=True,
        help="Inline PTX: exact (default), approx (also .approx), off; replace: no #else with the original.",
        doc="inline [PTX](ptx.md): `exact` translates what C++ can do exactly or equivalently (the default), `approx` "
        "also functions that hardware approximates, `off` nothing; `replace` puts the translation in the place of the "
        "original instead of beside it",
    ),
    Option(
        "--ported",
        Kind.CHOICE,
        choices=("respect", "convert"),
        default="respect",
        commands=BOTH,
        setting=True,
        help="Files that build for AMD already: leave them (default), or convert them.",
        doc="what becomes of files that build for AMD already, as a header that maps CUDA names to HIP names, a build "
        "file for both, branches for HIP or a directory beside theirs say: `respect` leaves them as they are and "
        "reports nothing on them (the default), `convert` treats them like all others; see "
        "[below](#portable-projects)",
    ),
    Option(
        "--include",
        Kind.LIST,
        metavar="GLOB",
        commands=BOTH,
        setting=True,
        help="Read what matches instead of the known suffixes.",
        doc="read what matches, instead of the known suffixes; repeatable",
    ),
    Option(
        "--exclude",
        Kind.LIST,
        metavar="GLOB",
        commands=BOTH,
        setting=True,
        adds=True,
        help="Leave out what matches (patterns as in .gitignore).",
        doc="leave out what matches; patterns as in `.gitignore`, relative to the directory named, or to what several "
        "paths have in common; repeatable",
    ),
    Option(
        "--gitignore/--no-gitignore",
        Kind.FLAG,
        default=True,
        commands=BOTH,
        setting=True,
        help="Respect .gitignore (default).",
        doc="respect `.gitignore` files (the default), or do not",
    ),
    Option(
        "--since",
        Kind.TEXT,
        metavar="REV",
        commands=BOTH,
        help="Only what changed since a revision of git: its files and lines.",
        doc="only what changed since a revision of git, in the working tree or staged, and files that git does not "
        "know: other files are not read, and findings on other lines not reported",
    ),
    Option(
        "-j --jobs",
        Kind.NUMBER,
        metavar="N",
        commands=BOTH,
        setting=True,
        setting_doc="a number; at most the cores there are",
        help="Worker processes (default: all cores).",
        doc="worker processes; all cores if not given. Output does not depend on it",
    ),
    Option(
        "--executor",
        Kind.TEXT,
        metavar="WHAT",
        default="processes",
        commands=BOTH,
        help="Who converts: processes (default), dask:ADDRESS or mpi, on more than one machine.",
        doc="who converts: `processes` of this machine (the default), `dask:ADDRESS` or `mpi`, see "
        "[below](#more-than-one-machine)",
    ),
    Option(
        "--cache/--no-cache",
        Kind.FLAG,
        default=True,
        commands=BOTH,
        setting=True,
        help="Use and keep results of files that stay the same.",
        doc="use results of earlier runs for files that are the same, and keep those of others (the default), or do "
        "not; see [below](#cache)",
    ),
)
