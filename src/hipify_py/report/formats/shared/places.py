"""What formats with one line for a finding show of one that stands for several places."""

from __future__ import annotations

from hipify_py.report.lines import fitting
from hipify_py.run.outcome import Remark

# Of the numbers of lines behind a message.
_WIDTH = 100


def message_with_lines(remark: Remark) -> str:
    others = list(dict.fromkeys(map(str, remark.also)))
    if not others:
        return remark.message
    return f"{remark.message} (also line{'s'[: len(others) != 1]} {fitting(others, _WIDTH, 'more')})"
