"""Begins a rule: `python -m tools.new_rule WRP026 my-new-rule` writes the file that all else is made from."""

from __future__ import annotations

import re
import sys
from pathlib import Path

RULES = Path(__file__).parent.parent / "rules"
_TEMPLATE = """\
id: {id}
name: {name}
severity: error
summary: What is found, as a noun phrase with a full stop.
message: "'{{text}}' …"
why: |
  What happens on AMD, and why nobody notices.
remedy: One line that says what to do.
sources: []
detect:
  - names: [cudaExample]
    called: true
flagged:
  - |
    cudaExample();  // {id}
accepted:
  - |
    mine::cudaExample();
"""


def main(arguments: list[str]) -> int:
    if len(arguments) != 2 or not re.fullmatch(r"[A-Z]{3,4}\d{3}", arguments[0]):
        print("usage: python -m tools.new_rule WRP026 my-new-rule", file=sys.stderr)
        return 2
    rule, name = arguments
    path = RULES / rule.rstrip("0123456789") / f"{rule}.yaml"
    if path.exists() or not path.parent.is_dir():
        print(f"{path}: {'exists' if path.exists() else 'no such group'}", file=sys.stderr)
        return 2
    path.write_text(_TEMPLATE.format(id=rule, name=name), encoding="utf-8")
    print(f"{path.relative_to(RULES.parent)}: write it, then: pytest -k {rule}; python -m tools.rule_pages")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
