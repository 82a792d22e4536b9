"""Pages of docs as manuals."""

from __future__ import annotations

from tools.man_markdown import body

PAGE = """\
# A tool

It does `a-b` and **more**, as [a page](page.md) says:

```console
$ tool --x \\ y
```

## Its options

| option | meaning | without it |
|---|---|---|
| `-a\\|-b` | either | .none |

- One
  more.
- Two.
"""


def test_what_pages_have_is_what_manuals_have() -> None:
    assert list(body(PAGE)) == [
        ".SH DESCRIPTION",
        "It does \\fBa\\-b\\fR and \\fBmore\\fR, as a page says:",
        ".PP",
        *(".nf", "$ tool \\-\\-x \\e y", ".fi", ".PP"),
        ".SH ITS OPTIONS",
        *(".TP", "\\fB\\-a|\\-b\\fR", "either", "(without it: .none)"),
        *(".IP \\(bu 4", "One more."),
        *(".IP \\(bu 4", "Two."),
        ".PP",
    ]
