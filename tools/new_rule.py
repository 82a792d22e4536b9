"""Begins a rule: `python -m tools.new_rule warps WRP026 my-new-rule` writes the file that all else is made from."""

from __future__ import annotations

import re
import sys
from pathlib import Path

SUBJECTS = Path(__file__).parent.parent / "src" / "hipify_py" / "subjects"
_TEMPLATE = """\
id: {id}
name: {name}
severity: error
summary: What is found, as a noun phrase without an article, and with a period.
message: "'{{text}}' …"
why: |
  What happens on AMD, and why nobody notices.
remedy: One line that says what to do.
instead: |
  void f() {{ hipExample(1); }}
sources: []
detect:
  - names: [cudaExample{id}]
    called: true
flagged:
  - |
    void f() {{ cudaExample{id}(1); }}  // {id}
accepted:
  - |
    void f() {{ mine.cudaExample{id}(1); }}
"""


def main(arguments: list[str]) -> int:
    if len(arguments) != 3 or not re.fullmatch(r"[A-Z]{3,4}\d{3}", arguments[1]):
        print("usage: python -m tools.new_rule warps WRP026 my-new-rule", file=sys.stderr)
        return 2
    subject, rule, name = arguments
    path = SUBJECTS / subject / f"{rule}.yaml"
    if not path.parent.is_dir():
        known = sorted(folder.name for folder in SUBJECTS.iterdir() if folder.is_dir() and folder.name[0] != "_")
        print(f"{subject}: no such subject; there are {', '.join(known)}", file=sys.stderr)
        return 2
    if found := next(SUBJECTS.glob(f"*/{rule}.yaml"), None):
        print(f"{found}: exists", file=sys.stderr)
        return 2
    path.write_text(_TEMPLATE.format(id=rule, name=name), encoding="utf-8")
    shown = path.relative_to(SUBJECTS.parents[2])
    print(f"{shown}: write it, then: pytest -k {rule}; python -m tools.rule_pages")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
