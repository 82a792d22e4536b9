"""What is reported, where, and how a run ends."""

from __future__ import annotations

from hipify_py.options.model import BOTH, Kind, Option

_WHICH = "what to report and what not, see [below](#which-findings-count)"

ROWS = (
    Option(
        "-o --output --output-file",
        Kind.TEXT,
        metavar="FILE",
        commands=("scan",),
        help="Write the report there instead of to stdout.",
    ),
    Option(
        "--select",
        Kind.LIST,
        metavar="RULE,…",
        commands=BOTH,
        setting=True,
        help="Report these: rules, groups, severities, ALL.",
        doc=_WHICH,
    ),
    Option(
        "--ignore",
        Kind.LIST,
        metavar="RULE,…",
        commands=BOTH,
        setting=True,
        adds=True,
        help="Do not report these: rules, groups, severities.",
        doc=_WHICH,
    ),
    Option(
        "per-file-ignores",
        Kind.TABLE,
        setting=True,
        relative="patterns",
        setting_doc="a table of patterns, as in `.gitignore` and relative to the settings file, with lists of what is "
        "ignored there",
    ),
    Option(
        "--fail-on",
        Kind.LIST_OR_TEXT,
        metavar="LEVEL,…",
        default=("error",),
        commands=BOTH,
        setting=True,
        help="Exit 1 on error (default), warning, info, never, RULE.",
        doc="exit with 1 from findings of this severity on: `error` (the default), `warning`, `info`, `never`; also on "
        "those of a rule or group, as in `error,WRP001,PTX`",
    ),
    Option(
        "--baseline",
        Kind.TEXT,
        metavar="FILE",
        commands=BOTH,
        setting=True,
        relative="path",
        help="Do not report what is recorded there.",
        doc="do not report what is recorded there, see [below](#baseline)",
    ),
    Option(
        "--write-baseline",
        Kind.OPTIONAL,
        metavar="[FILE]",
        may_be_empty=True,
        commands=BOTH,
        help="Record all that is found there; by default in --baseline's FILE, or hipify-baseline.json.",
        doc="record all that is found, in the file of `--baseline` or in `hipify-baseline.json` if none is given",
    ),
    Option(
        "--format",
        Kind.LIST,
        metavar="NAME[:FILE]",
        commands=BOTH,
        setting=True,
        relative="report",
        help="full (default), {formats}. Repeatable.",
        doc="`full` (the default, for people), {formats}; to standard output or a file; repeatable, as in `--format "
        "full --format sarif:out.sarif`",
    ),
    Option(
        "--statistics",
        Kind.FLAG,
        commands=BOTH,
        setting=True,
        help="Also count every name converted and left.",
        doc="also counts every rule that spoke, every name converted and every name left",
    ),
    Option(
        "--config",
        Kind.TEXT,
        metavar="FILE",
        commands=BOTH,
        help="Settings file (default: the nearest one).",
        doc="this settings file, not the nearest one",
    ),
    Option(
        "--trust",
        Kind.FLAG,
        commands=(*BOTH, "map"),
        help="Let the tree's settings start programs and write reports.",
        doc="let the settings of the tree start programs and write files, see [below](#settings)",
    ),
    Option(
        "-q --quiet",
        Kind.FLAG,
        commands=BOTH,
        help="Print errors of the run only, no findings.",
        doc="errors of the run only: no findings, no summary. A `--format` for programs is written all the same",
    ),
    Option(
        "-v --verbose",
        Kind.FLAG,
        commands=BOTH,
        help="Also print each file that changes, and every finding.",
        doc="also each file that changes, findings that are good to know only, and every place of each cause",
    ),
    Option(
        "--color",
        Kind.CHOICE,
        choices=("auto", "always", "never"),
        default="auto",
        commands=BOTH,
        help="Colored output.",
        doc="colors; `auto` looks at the terminal, `NO_COLOR` and `FORCE_COLOR`",
    ),
)
