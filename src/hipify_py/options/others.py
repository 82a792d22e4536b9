"""The options of the commands that convert and scan nothing."""

from __future__ import annotations

from hipify_py.options.model import Kind, Option

ROWS = (
    Option("--force", Kind.FLAG, commands=("undo",), help="Also restore files that were edited after the run."),
    Option(
        "--format",
        Kind.CHOICE,
        choices=("text", "json"),
        default="text",
        commands=("rules",),
        help="Output format: a table (text, default) or JSON.",
    ),
    Option(
        "--group",
        Kind.LIST,
        metavar="GROUP",
        commands=("rules",),
        help="List only the rules of this group, such as PTX. Repeatable.",
    ),
    Option(
        "--library",
        Kind.LIST,
        metavar="NAME",
        commands=("map",),
        help="List all names of this library, such as cublas. Repeatable.",
    ),
    Option(
        "--format",
        Kind.CHOICE,
        choices=("text", "md", "csv", "json"),
        default="text",
        commands=("map",),
        help="Output format: lines (text, default), a Markdown table, CSV or JSON.",
    ),
    Option(
        "--whole",
        Kind.FLAG,
        commands=("explain",),
        help="Print the details and all examples, too.",
    ),
    Option(
        "--port",
        Kind.TEXT,
        metavar="DIR",
        commands=("pin",),
        help="Take the HIP tree from DIR, a port that people have worked on, instead of converting PATH.",
        doc="Instrument the port in DIR, on which people have worked, instead of converting PATH.",
    ),
    Option(
        "--tolerance",
        Kind.LIST,
        metavar="TYPE=NUMBER",
        commands=("pin",),
        help="Relative difference that values of a type (f16, bf16, f32, f64) may have in a comparison. Repeatable.",
        doc="Relative difference that values of a type may have in a comparison: by default "
        "`f16=1e-2,bf16=2e-2,f32=1e-4,f64=1e-10`, and none for integers. Repeatable.",
    ),
    Option("--yes", Kind.FLAG, commands=("init",), help="Ask nothing, and take what was found out."),
    Option("--dry-run", Kind.FLAG, commands=("init",), help="Print what would be written, and write nothing."),
    Option("--header", Kind.FLAG, commands=("ptx",), help="Print hipify_ptx.hpp, the header that translations call."),
    Option(
        "--extract",
        Kind.FLAG,
        commands=("ptx",),
        help="Print the PTX module in the string at FILE:LINE, or of the binary FILE:NUMBER, and do not translate it.",
    ),
    Option(
        "--compat-header",
        Kind.FLAG,
        commands=("ptx",),
        help="Print hipify_compat.hpp, the CUDA functions that HIP lacks.",
    ),
)
