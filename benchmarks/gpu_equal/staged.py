"""Programs around kernels of packages: a `main` of ours, and the files of the pinned corpus that it includes.

    // takes: PACKAGE/PATH [as NAME] [until TEXT]

puts a file beside it, under another name or up to a line that begins with a text; `nothing as NAME` is an empty one.
What such a file includes of PyTorch is left out.

    // instead of: TEXT => TEXT

changes something in all of them that does not run on the GPU that compares.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

KERNELS = Path(__file__).with_name("kernels")
_TAKES = re.compile(r"^// takes: (\S+)(?: as (\S+))?(?: until (.+))?$", re.MULTILINE)
_INSTEAD = re.compile(r"^// instead of: (.+) => (.+)$", re.MULTILINE)
_OF_TORCH = re.compile(r'^#include (?:<torch/|"torch_utils\.h").*\n', re.MULTILINE)
_IN_FOLDER = re.compile(r'^#include "([\w/]+/[\w.]+)"', re.MULTILINE)


def write(corpus: Path, into: Path) -> Iterator[Path]:
    """The `main` of each program whose files the corpus has."""
    for path in sorted(KERNELS.glob("*.cu")):
        text = path.read_text(encoding="utf-8")
        taken = _TAKES.findall(text)
        if all(source == "nothing" or (corpus / source).is_file() for source, _name, _end in taken):
            yield _staged(corpus, into / path.stem, text, taken)


def _staged(corpus: Path, folder: Path, text: str, taken: list[tuple[str, str, str]]) -> Path:
    folder.mkdir(parents=True)
    for source, name, end in taken:
        code = "" if source == "nothing" else (corpus / source).read_text(encoding="utf-8")
        code = code[: code.index(f"\n{end}")] if end else code
        code = _IN_FOLDER.sub(lambda found: f'#include "{found[1].replace("/", "_")}"', _OF_TORCH.sub("", code))
        for before, after in _INSTEAD.findall(text):
            code = code.replace(before, after)
        (folder / (name or Path(source).name)).write_text(code, encoding="utf-8")
    (folder / "main.cu").write_text(text, encoding="utf-8")
    return folder / "main.cu"
