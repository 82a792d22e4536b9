"""What a finding's fix is, in words."""

from __future__ import annotations

from typing import Literal

from hipify_py.report.totals import rule_of
from hipify_py.rules.model import Catalogue
from hipify_py.run.outcome import Remark


def safety(remark: Remark, catalogue: Catalogue) -> Literal["safe", "unsafe"]:
    """Whether a fix keeps the meaning; where nobody has said so, it may not."""
    return "safe" if rule_of(remark.rule, catalogue).fix == "safe" else "unsafe"


def fix_text(remark: Remark) -> str:
    """What a fix does, and what it writes where that is short and the words do not say it."""
    texts = [replacement.text.strip() for replacement in remark.fix]
    if len(texts) != 1 or not texts[0] or "\n" in texts[0] or texts[0] in remark.fix_text:
        return remark.fix_text or f"{len(texts)} replacements"
    return f"{remark.fix_text}: {texts[0]}" if remark.fix_text else f"write {texts[0]}"
