"""The folder of CUDA's toolkit in makefiles: `$(CUDA_HOME)/lib64`, `/usr/local/cuda/include`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from hipify_py.edits import Edit
from hipify_py.findings import Finding, Severity
from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.words_of_options import GROUP

# What stands for the folder in most builds, and the parts of it that ROCm's folder has, too.
HOME = rb"CUDA_?(?:HOME|PATH|ROOT|DIR|INSTALL_PATH|INSTALL_DIR|TOOLKIT_PATH|TOOLKIT|TOP|ROOT_DIR|BASE)"
USUAL = rb"(?:/usr/local|/opt)/cuda(?:-\d+(?:\.\d+)?)?"
TAIL = rb"(?P<tail>/lib64/stubs|/lib64|/lib|/include|/bin)?/?(?![\w./-])"
_SET = pattern(rb"(?m)^[ \t]*(?:export[ \t]+)?(?P<name>" + HOME + rb")[ \t]*[:?]?=[ \t]*(?P<value>[^\r\n]*)")
_USUAL_VALUE = pattern(rb"(?:" + USUAL + rb"|/opt/rocm\S*)/?")
_REFERENCE = pattern(rb"(?P<option>-I)?\$[({](?P<name>" + HOME + rb")[)}](?:" + TAIL + rb")?")
_FOLDER = pattern(rb"(?P<option>-I)?(?:(?<=-[IL])|(?<![\w./-]))(?P<name>)" + USUAL + TAIL)
TAILS = {b"/lib64": b"/lib", b"/lib64/stubs": b"/lib"}
_ROCM, _ROCMS_FOLDER = b"ROCM_PATH", b"/opt/rocm"
_RULE = "BLD010"


def unusual_in(code: bytes) -> Iterator[str]:
    """The variables that a file sets to something else than the usual folder."""
    for found in _SET.finditer(code):
        if not _USUAL_VALUE.fullmatch(found["value"].strip()):
            yield found["name"].decode()


def folders(
    code: bytes, kept: frozenset[str], is_unread: Callable[[int], bool], taken: Sequence[Edit]
) -> Iterator[Edit | Finding]:
    """Their edits beside those that are `taken`; names that are `kept` stay."""
    for found in _SET.finditer(code):
        name = found["name"].decode()
        if is_unread(found.start("name")):
            continue
        if name in kept:
            message = f"'{name}' is a folder of CUDA's toolkit"
            help = "set it to the folder of ROCm, usually /opt/rocm"
            yield Finding(_RULE, *found.span("name"), message, help=help, subject=name, severity=Severity.WARNING)
        else:
            yield Edit(*found.span("name"), _ROCM, name, GROUP)
    spans = iter(sorted((edit.start, edit.end) for edit in taken))
    start, end = next(spans, (len(code), len(code)))
    for found in sorted((*_REFERENCE.finditer(code), *_FOLDER.finditer(code)), key=lambda found: found.start()):
        while end <= found.start() < len(code):
            start, end = next(spans, (len(code), len(code) + 1))
        if found.end() <= start and not is_unread(found.start()) and found["name"].decode() not in kept:
            yield Edit(*found.span(), _of_rocm(found), found[0].decode(), GROUP)


def in_folders(options: str, kept: frozenset[str]) -> str:
    """The same options with the folders of ROCm."""
    text = options.encode("utf-8", "surrogateescape")
    for each in (_REFERENCE, _FOLDER):
        text = each.sub(lambda found: found[0] if found["name"].decode() in kept else _of_rocm(found), text)
    return text.decode("utf-8", "surrogateescape")


def _of_rocm(found: re.Match[bytes]) -> bytes:
    """The same folder of ROCm. Other compilers than hipcc are not told for which GPUs HIP's headers are."""
    home = b"$(%s)" % _ROCM if b"$" in found[0] else _ROCMS_FOLDER
    tail = found["tail"] or b""
    folder = (found["option"] or b"") + home + TAILS.get(tail, tail)
    return folder + b" -D__HIP_PLATFORM_AMD__" if found["option"] and tail == b"/include" else folder
