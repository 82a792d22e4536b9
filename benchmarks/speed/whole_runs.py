"""What runs cost as users start them: start-up, the look at the tree, reading, and what is kept for the next run."""

from __future__ import annotations

from pathlib import Path

from benchmarks.speed.inside import Text
from benchmarks.speed.outside import Subject

# What a run in a tree that has not changed may cost, in runs that know nothing of it. Goes down only.
MOST = 0.125
_ROUNDS = 3
# What is short is disturbed by more.
_SHORT_ROUNDS = 10
# Of the texts that there are, and of files that no run has to do with.
_EVERY = 4
_PLAIN_FILES = 1000
_PLAIN = b'#include "other.h"\nint main(int count, char **values) { return count > 1 ? values[1][0] : 0; }\n'


def unchanged(work: Path, texts: list[Text]) -> float:
    """The cost of a run in a tree that has not changed, by the CPU time of the fastest of a few."""
    subject, scan = Subject("", work), ("scan", "-j1", "-q", str(_tree(work / "tree", texts[::_EVERY])))
    unknown = min(subject.cpu_of(*scan, forget=True) for _ in range(_ROUNDS))
    return min(subject.cpu_of(*scan) for _ in range(_SHORT_ROUNDS)) / unknown


def slower(cost: float) -> list[str]:
    """That the limit is exceeded, in words."""
    is_slower = cost > MOST
    return [f"slower: a run in an unchanged tree costs {cost:.3f} of one in a new tree (allowed: {MOST})"] * is_slower


def _tree(folder: Path, texts: list[Text]) -> Path:
    """All texts in folders of some, among files of no concern, as in most trees."""
    plain = (Text(f"{number}.cpp", _PLAIN + b"// %d\n" % number) for number in range(_PLAIN_FILES))
    for number, text in enumerate((*texts, *plain)):
        path = folder / str(number // 20) / f"{number}{Path(text.path).suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.data)
    return folder
