"""The options of the commands that convert and scan nothing."""

from __future__ import annotations

from hipify_py.options.model import Kind, Option

ROWS = (
    Option("--force", Kind.FLAG, commands=("undo",), help="Also restore files that were edited since."),
    Option(
        "--format",
        Kind.CHOICE,
        choices=("text", "json"),
        default="text",
        commands=("rules",),
        help="A table (default), or JSON.",
    ),
    Option(
        "--group",
        Kind.LIST,
        metavar="GROUP",
        commands=("rules",),
        help="The rules of a group only, as PTX. Repeatable.",
    ),
    Option("--header", Kind.FLAG, commands=("ptx",), help="Print hipify_ptx.hpp, which translations call."),
)
