"""A file with a module of PTX as a file with HIP C++, as bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from hipify_py.file.marks import marked_module
from hipify_py.findings import Finding
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.ptx.module.findings import findings
from hipify_py.subjects.ptx.module.translate import Mapped, translated
from hipify_py.subjects.ptx.tokens import skipped

_VERSION = pattern(r"\.version\b")


@dataclass(frozen=True)
class Conversion:
    """The source is empty where nothing could be translated. `counts` are of `kernels`, `functions`, `instructions` and
    of what is `left`."""

    code: bytes
    findings: tuple[Finding, ...]
    counts: Mapping[str, int]


def is_module(data: bytes) -> bool:
    """Whether a text begins as modules do: with their version, after comments."""
    text = data.decode("latin-1")
    return _VERSION.match(text, skipped(text, 0, len(text))) is not None


def converted(text: bytes, name: str, header: str, mapped: Mapped | None = None) -> Conversion:
    """`name` is that of the file with the module, and `header` is how the source includes that of helpers; `mapped` is
    who translates the functions of a long module.

    Bytes become letters one by one, so that places in the text are places in the file.
    """
    module = text.decode("latin-1")
    found = translated(module, header, mapped)
    counts = Counter(
        kernels=found.kernels, functions=found.functions, instructions=found.instructions, left=len(found.left)
    )
    code = found.code.encode("latin-1", "replace")
    return Conversion(marked_module(code, name) if code else b"", tuple(findings(module, found)), +counts)
