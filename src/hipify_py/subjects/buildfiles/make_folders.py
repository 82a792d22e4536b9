"""The folder of CUDA's toolkit in makefiles: `$(CUDA_HOME)/lib64`, `/usr/local/cuda/include`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set
from typing import NamedTuple

from hipify_py.edits import Edit
from hipify_py.findings import Finding, Severity
from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.make_lines import DIRECTIVE
from hipify_py.subjects.buildfiles.words_of_options import GROUP, spans_of
from hipify_py.tables import builds
from hipify_py.texts import to_bytes, to_text

# What stands for the folder in most builds, and the parts of it that ROCm's folder has, too.
HOME = rb"CUDA_?(?:HOME|PATH|ROOT|DIR|INSTALL_PATH|INSTALL_DIR|TOOLKIT_PATH|TOOLKIT|TOP|ROOT_DIR|BASE)"
USUAL = rb"(?:/usr/local|/opt)/cuda(?:-\d+(?:\.\d+)?)?"
# A library by its path.
LIBRARY = rb"/(?:lib64|lib)(?:/stubs)?/lib(?P<library>\w+)\.(?:so(?P<release>(?:\.\d+)*)|a)(?![\w./-])"
_ROCM, _ROCMS_FOLDER = b"ROCM_PATH", b"/opt/rocm"
# A slash behind it goes, unless another part follows: `$(CUDA_HOME)/$(LIB)`.
TAIL = rb"(?P<tail>/lib64/stubs|/lib64|/lib|/include|/bin)?(?:/(?![\w./$-])|(?=/\$)|(?![\w./-]))"
# nvcc by its path is a file that is asked for; with options behind it, a command.
_PART = LIBRARY + rb"|/bin/(?P<nvcc>nvcc)(?![\w./-]|[ \t]+-)|" + TAIL
_SET = pattern(rb"(?m)^[ \t]*(?:export[ \t]+)?(?P<name>" + HOME + rb")[ \t]*[:?]?=[ \t]*(?P<value>[^\r\n]*)")
_USUAL_VALUE = pattern(rb"(?:" + USUAL + rb"|/opt/rocm\S*)/?")
# The folder above that of nvcc, wherever it is found: that of hipcc then.
_FOUND_VALUE = pattern(
    rb"(?![^\n]*\$[({]CUDA)(?=[^\n]*\b(?:which|command[ \t]+-v)[ \t]+(?:nvcc|hipcc)\b)"
    rb"(?:[^\n]*\\?/bin\\?/(?:nvcc|hipcc)\b[^\n]*|"
    rb"\$\(shell[ \t]+dirname[ \t]+(?:\$\$\(|\$\(shell|`)[ \t]*dirname[ \t]+[^\n]*)"
)
_IS_HOME = pattern(HOME)
_OPTION = rb"(?P<option>-(?:I|isystem)[ \t]?)?"
_REFERENCE = pattern(_OPTION + rb"\$[({](?P<name>\w+)[)}](?:" + _PART + rb")?")
_FOLDER = pattern(_OPTION + rb"(?:(?<=-[IL])|(?<![\w./-]))(?P<name>)" + USUAL + rb"(?:" + _PART + rb")")
# A variable that is the folder of headers, which other compilers get by `-I$(NAME)`.
_SET_TO_HEADERS = pattern(
    rb"(?m)^[ \t]*(?:export[ \t]+)?(?P<name>\w+)[ \t]*[:?]?=[ \t]*(?:\$[({](?P<home>" + HOME + rb")[)}]|" + USUAL
    + rb")/include/?[ \t\r]*$"
)  # fmt: skip
_SET_TO_ANY = pattern(rb"(?m)^[ \t]*(?:export[ \t]+)?(?P<name>\w+)[ \t]*[:?+]?=[ \t]*(?P<value>[^\r\n]*)")
_WHOLE = pattern(rb"(?:" + USUAL + rb"|\$[({](?P<home>" + HOME + rb")[)}])/?[ \t]*")
_INCLUDED = pattern(rb"-(?:I|isystem)[ \t]?\$[({](?P<name>\w+)[)}](?![\w./-])")
_FOR_AMD = b" -D__HIP_PLATFORM_AMD__"
TAILS = {b"/lib64": b"/lib", b"/lib64/stubs": b"/lib"}
# What asks whether a variable is set, and by whom.
_ASKS = pattern(
    rb"(?m)^[ \t]*(?:else[ \t]+)?ifn?def[ \t]+(?P<in_condition>" + HOME + rb")(?![\w.])"
    rb"|\$[({](?:origin|flavor)[ \t]+(?P<in_call>" + HOME + rb")[)}]"
)
_RULE = "BLD010"


def unusual_in(code: bytes) -> Iterator[str]:
    """The variables that a file sets to something else than the usual folder, or to none."""
    for found in _SET.finditer(code):
        if found["value"].strip() and not (
            _USUAL_VALUE.fullmatch(found["value"].strip()) or _FOUND_VALUE.match(found["value"])
        ):
            yield to_text(found["name"])


def own_folders(code: bytes) -> frozenset[str]:
    """The variables that are CUDA's folder by names that nobody else gives it: `CUDA = /usr/local/cuda`."""
    unusual = frozenset(unusual_in(code))
    found = [(to_text(each["name"]), each["value"]) for each in _SET_TO_ANY.finditer(code)]
    others = {name for name, value in found if not _is_usual(value, unusual)}
    return frozenset(name for name, _value in found if not _IS_HOME.fullmatch(to_bytes(name))) - others


def _is_usual(value: bytes, unusual: Set[str]) -> bool:
    whole = _WHOLE.fullmatch(value)
    is_of_another = whole is not None and to_text(whole["home"] or b"") in unusual
    return (whole is not None or _FOUND_VALUE.match(value) is not None) and not is_of_another


class Homes(NamedTuple):
    """The variables for CUDA's folder that are `kept`, as they are set to another one, and a project's `own`."""

    kept: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()

    def has(self, found: re.Match[bytes]) -> bool:
        """Whether a folder is to be that of ROCm."""
        name = to_text(found["name"])
        return name not in self.kept and (not name or name in self.own or _IS_HOME.fullmatch(found["name"]) is not None)


def folders(
    code: bytes, homes: Homes, is_unread: Callable[[int], bool], taken: Sequence[Edit]
) -> Iterator[Edit | Finding]:
    """Their edits beside those that are `taken`; names that are `kept` stay."""
    kept = homes.kept
    for found in _SET.finditer(code):
        name = to_text(found["name"])
        if is_unread(found.start("name")):
            continue
        if name in kept:
            message = f"'{name}' is a folder of CUDA's toolkit"
            help = "set it to the folder of ROCm, usually /opt/rocm"
            yield Finding(_RULE, *found.span("name"), message, help=help, subject=name, severity=Severity.WARNING)
        else:
            yield Edit(*found.span("name"), _ROCM, name, GROUP)
    yield from _asked(code, kept, is_unread)
    yield from _by_variables(code, kept, is_unread, taken)
    spans = iter(sorted((edit.start, edit.end) for edit in taken))
    start, end = next(spans, (len(code), len(code)))
    for found in sorted((*_REFERENCE.finditer(code), *_FOLDER.finditer(code)), key=lambda found: found.start()):
        while end <= found.start() < len(code):
            start, end = next(spans, (len(code), len(code) + 1))
        if found.end() > start or is_unread(found.start()) or _is_asked_by_others(code, found.start(), is_unread):
            continue
        is_told = code.startswith(_FOR_AMD, found.end())
        new = _of_rocm(found, homes).removesuffix(_FOR_AMD if is_told else b"")
        if to_text(found["name"]) in kept:
            if found["option"] and found["tail"] == b"/include" and not is_told:  # of ROCm's folder, when that is set
                yield Edit(found.end(), found.end(), _FOR_AMD, to_text(found[0]), GROUP)
        elif not homes.has(found) or new == found[0]:
            continue
        elif found["library"] and not _library(found):
            yield _no_library(found)
        elif not found["release"]:
            yield Edit(*found.span(), new, to_text(found[0]), GROUP)


def _is_asked_by_others(code: bytes, place: int, is_unread: Callable[[int], bool]) -> bool:
    """Whether a place stands in the condition of a branch that stays as it is."""
    line = code.rfind(b"\n", 0, place) + 1
    end = code.find(b"\n", place)
    return end >= 0 and DIRECTIVE.match(code, line) is not None and is_unread(end)


def _asked(code: bytes, kept: frozenset[str], is_unread: Callable[[int], bool]) -> Iterator[Edit]:
    """Conditions on the variables ask for what is set in their place, be it by the environment."""
    for found in _ASKS.finditer(code):
        place = found.span(found.lastgroup or 0)
        name = to_text(code[slice(*place)])
        if name not in kept and not (is_unread(place[0]) or _is_asked_by_others(code, place[0], is_unread)):
            yield Edit(*place, _ROCM, name, GROUP)


def _by_variables(
    code: bytes, kept: frozenset[str], is_unread: Callable[[int], bool], taken: Sequence[Edit]
) -> Iterator[Edit]:
    """`-I$(CUDA_INC_PATH)`, where that is to be the folder of HIP's headers."""
    setting = (each for each in _SET_TO_HEADERS.finditer(code) if not is_unread(each.start("name")))
    headers = {each["name"] for each in setting if to_text(each["home"] or b"") not in kept}
    is_taken = spans_of(taken)
    for found in _INCLUDED.finditer(code) if headers else ():
        is_told = code.startswith(_FOR_AMD, found.end())
        if found["name"] in headers and not (is_told or is_unread(found.start()) or is_taken(found.start())):
            yield Edit(found.end(), found.end(), _FOR_AMD, to_text(found["name"]), GROUP)


def in_folders(options: str, homes: Homes) -> str:
    """The same options with the folders of ROCm."""
    text = to_bytes(options)
    for each in (_REFERENCE, _FOLDER):
        text = each.sub(lambda found: _of_rocm(found, homes) if _has_place(found, homes) else found[0], text)
    return to_text(text)


def in_usual_folder(path: bytes, homes: Homes) -> bool:
    """Whether nvcc by its path lies in CUDA's folder, which is to be that of ROCm."""
    found = _REFERENCE.fullmatch(path) or _FOLDER.fullmatch(path)
    return found is not None and found["nvcc"] is not None and homes.has(found)


def nvcc_of_rocm(path: bytes, *, is_file: bool = False) -> bytes:
    """What stands for nvcc by a path, or by its name alone; only by a path where make looks for a file."""
    if is_file and path.startswith(b"$"):
        return path.removesuffix(b"nvcc") + b"hipcc"
    return _ROCMS_FOLDER + b"/bin/hipcc" if _FOLDER.fullmatch(path) or (is_file and b"/" in path) else b"hipcc"


def sets_folder(code: bytes, kept: frozenset[str], is_unread: Callable[[int], bool]) -> bool:
    """Whether a file itself sets the folder, which is to be that of ROCm."""
    found = (each for each in _SET.finditer(code) if not is_unread(each.start("name")))
    return any(to_text(each["name"]) not in kept for each in found)


def _has_place(found: re.Match[bytes], homes: Homes) -> bool:
    """Whether ROCm has the same in its folder."""
    return homes.has(found) and not found["release"] and (not found["library"] or bool(_library(found)))


def _library(found: re.Match[bytes]) -> bytes:
    """The file of a library; nothing for one that ROCm does not have."""
    library = builds.library(to_text(found["library"] or b""))
    return b"/lib/lib%s.so" % to_bytes(library.library) if library and library.library else b""


def _no_library(found: re.Match[bytes]) -> Finding:
    text = found[0].decode("utf-8", "replace")
    message = f"'{text}' is a library of CUDA, of which ROCm has no counterpart by a name that is known"
    row = builds.library(to_text(found["library"] or b""))
    help = (row.remedy or f"remove it: {row.dropped}") if row else ""
    return Finding("BLD006", *found.span(), message, help=help, subject=text)


def _of_rocm(found: re.Match[bytes], homes: Homes) -> bytes:
    """The same folder of ROCm. Other compilers than hipcc are not told for which GPUs HIP's headers are."""
    name = found["name"] if to_text(found["name"]) in homes.own else _ROCM
    home = (b"${%s}" if b"${" in found[0] else b"$(%s)") % name if b"$" in found[0] else _ROCMS_FOLDER
    tail = b"/bin/hipcc" if found["nvcc"] else found["tail"] or b""
    folder = (found["option"] or b"") + home + (_library(found) or TAILS.get(tail, tail))
    return folder + _FOR_AMD if found["option"] and tail == b"/include" else folder
