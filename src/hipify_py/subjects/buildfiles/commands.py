"""`compile_commands.json`: no hand writes it, so it stays, and one finding says that a build for AMD has to."""

from __future__ import annotations

import json
from collections.abc import Iterator

from hipify_py.findings import Finding, Severity
from hipify_py.patterns import pattern

RULE = "BLD015"
_NVCC = pattern(rb"(?<=[\"/\\])nvcc(?:\.exe)?(?=\\?[\"\s])")


def findings(data: bytes) -> Iterator[Finding]:
    try:
        is_list = isinstance(json.loads(data), list)
    except (ValueError, RecursionError):
        is_list = False
    if not is_list:
        message = "this is no JSON list of commands, so nothing is known of how sources are compiled"
        help = "generate the file again"
        yield Finding(RULE, 0, min(1, len(data)), message, help=help, severity=Severity.INFO)
    elif nvcc := _NVCC.search(data):
        text = nvcc[0].decode("latin-1")
        message = f"'{text}' compiles for NVIDIA GPUs: generate the file again from the converted build"
        yield Finding(RULE, *nvcc.span(), message, subject=text)
