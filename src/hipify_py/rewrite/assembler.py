"""Inline PTX is found and reported: no AMD compiler assembles it. Assembler for other processors is left in peace."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.analysis.facts import Facts
from hipify_py.findings import Finding

WORDS = frozenset((b"asm", b"__asm__", b"__asm"))

_OPENING = re.compile(rb"(?:\s|\\\r?\n|\b(?:volatile|__volatile__|inline|goto)\b)*\(")
# An opcode with dotted modifiers, a special register, or an instruction that has no modifier.
_PTX = re.compile(
    rb"\b[a-z][a-z0-9]{1,15}(?:\.[a-z0-9_:]+)*\.(?:[usbf](?:8|16|32|64)|pred|f16x2|bf16|sync|cta|gl|gpu|sys|aligned|global|shared)\b"
    rb"|%(?:laneid|warpid|smid|lanemask_|clock|globaltimer|tid\.|ctaid\.|ntid\.)"
    rb"|[\"\s;{]\.reg\b|\"\s*(?:trap|exit|brkpt);"
)


def rewrite(facts: Facts) -> Iterator[Finding]:
    for name in facts.names(WORDS):
        opening = _OPENING.match(facts.reading.code, name.end)
        closing = facts.reading.closers.get(opening.end() - 1) if opening else None
        if opening is None or closing is None:
            continue
        if _PTX.search(facts.reading.source.text, opening.end() - 1, closing):
            message = "inline PTX: no AMD compiler assembles it"
            help = "write it in C++ or with HIP's device functions"
            yield Finding("PTX001", name.start, name.end, message, help=help, subject="asm")
