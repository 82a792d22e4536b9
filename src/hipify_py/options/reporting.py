"""What is reported, where, and how a run ends."""

from __future__ import annotations

from hipify_py.options.model import BOTH, READING, Kind, Option

_WHICH = "Which findings to report, and which not; see [below](#which-findings-count)."

ROWS = (
    Option(
        "-o --output --output-file",
        Kind.TEXT,
        metavar="FILE",
        commands=("scan",),
        help="Write the report to FILE instead of standard output.",
    ),
    Option(
        "--select",
        Kind.LIST,
        metavar="RULE,…",
        commands=READING,
        setting=True,
        help="Report only these rules, groups, severities, or ALL. Repeatable.",
        doc=_WHICH,
    ),
    Option(
        "--ignore",
        Kind.LIST,
        metavar="RULE,…",
        commands=READING,
        setting=True,
        adds=True,
        help="Do not report these rules, groups or severities. Repeatable.",
        doc=_WHICH,
    ),
    Option(
        "per-file-ignores",
        Kind.TABLE,
        setting=True,
        relative="patterns",
        setting_doc="A table that maps patterns, as in `.gitignore` and relative to the settings file, to lists of "
        "what to ignore in matching files",
    ),
    Option(
        "--fail-on",
        Kind.LIST_OR_TEXT,
        metavar="LEVEL,…",
        default=("error",),
        commands=READING,
        setting=True,
        help="Exit with 1 on error (default), warning, info, never, or a rule or group.",
        doc="Exit with 1 on findings of this severity or higher: `error` (the default), `warning`, `info`, or "
        "`never`. Rules and groups can be added, as in `error,WRP001,PTX`.",
    ),
    Option(
        "--baseline",
        Kind.TEXT,
        metavar="FILE",
        commands=READING,
        setting=True,
        relative="path",
        help="Do not report findings recorded in FILE.",
        doc="Do not report findings recorded in FILE; see [below](#baseline).",
    ),
    Option(
        "--write-baseline",
        Kind.OPTIONAL,
        metavar="[FILE]",
        may_be_empty=True,
        commands=READING,
        help="Record all findings in FILE (default: the --baseline file, or hipify-baseline.json).",
        doc="Record all findings in FILE. Default: the file given with `--baseline`, or `hipify-baseline.json`.",
    ),
    Option(
        "--compare",
        Kind.LIST,
        metavar="FILE",
        commands=READING,
        help="Compare with FILE, an earlier report as JSON. Repeatable, oldest first.",
        doc="Compare with FILE, an earlier report that `--format json:FILE` wrote: how many findings are fixed and how "
        "many are new since then, and in `json` and `html` which. Repeatable, oldest first; `html` shows the trend. "
        "See [report.md](report.md#progress).",
    ),
    Option(
        "--format",
        Kind.LIST,
        metavar="NAME[:FILE]",
        commands=READING,
        setting=True,
        relative="report",
        help="Write the report as full (default), {formats}. Repeatable.",
        doc="Format of the report: `full` (the default, for people), {formats}. Written to standard output, or to "
        "FILE. Repeatable, as in `--format full --format sarif:out.sarif`.",
    ),
    Option(
        "--statistics",
        Kind.FLAG,
        commands=READING,
        setting=True,
        help="Also count each rule, each converted name and each name left.",
        doc="Also print how often each rule was reported, and how often each name was converted or left.",
    ),
    Option(
        "--show-settings",
        Kind.FLAG,
        commands=BOTH,
        help="Print the settings that count and where each comes from, and do nothing else.",
        doc="Print the settings that count and where each comes from, and do nothing else.",
    ),
    Option(
        "--show-files",
        Kind.FLAG,
        commands=BOTH,
        help="Print the files that would be read, and do nothing else.",
        doc="Print the files that would be read, and do nothing else.",
    ),
    Option(
        "--config",
        Kind.TEXT,
        metavar="FILE",
        commands=(*READING, "server"),
        help="Read settings from FILE (default: the nearest settings file).",
        doc="Read settings from FILE instead of the nearest settings file.",
    ),
    Option(
        "--trust",
        Kind.FLAG,
        commands=(*READING, "map", "server"),
        help="Allow the settings of the tree to start programs and write reports.",
        help_in={"server": "Use settings of the tree that start programs or write reports; the server does neither."},
        doc="Allow the settings of the tree to start programs and write files; see [below](#settings).",
    ),
    Option(
        "-q --quiet",
        Kind.FLAG,
        commands=READING,
        help="Print errors of the run only, no findings.",
        doc="Print errors of the run only, without findings and summary. Formats for programs are written as usual.",
    ),
    Option(
        "-v --verbose",
        Kind.FLAG,
        commands=READING,
        help="Also print each changed file, every finding and every place.",
        doc="Also print each changed file, findings of severity info, and every place of each cause.",
    ),
    Option(
        "--color",
        Kind.CHOICE,
        choices=("auto", "always", "never"),
        default="auto",
        commands=READING,
        help="Color the output.",
        doc="Color the output. `auto` depends on the terminal and on `NO_COLOR` and `FORCE_COLOR`.",
    ),
)
