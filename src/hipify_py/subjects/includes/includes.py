"""`#include` names: CUDA's headers become HIP's, quotes and spacing stay, a file of that name beside stays too.

nvcc includes the runtime in every `.cu` file; where a file relies on it, the line is added. Lines that conversion
makes a second time go.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hipify_py.edits import RENAMED_FILES, Edit
from hipify_py.file import wmma
from hipify_py.file.amd_branches import AmdBranches, on_nvidia
from hipify_py.file.facts import Facts
from hipify_py.file.include_lines import first_include
from hipify_py.file.listed import Decision
from hipify_py.file.proposals import caution, left
from hipify_py.file.rewrites import EVERYWHERE
from hipify_py.findings import OWN_NAME, Finding
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Branch
from hipify_py.reading.preprocessor import Directive, Header, header_at
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import skip_blank
from hipify_py.source import UTF8_BOM
from hipify_py.subjects.includes.brought import brought
from hipify_py.subjects.includes.home import has_stubs, home
from hipify_py.subjects.includes.implied import IMPLIED, RUNTIME_HEADER
from hipify_py.tables.model import Resolution
from hipify_py.texts import to_bytes, to_text

ANCHORS = EVERYWHERE

_HAS_INCLUDE = pattern(rb"\b__has_include(?:_next)?\s*\(\s*")
# `T`, `max`: what parameters, members and functions in headers are called.
_SHORT = pattern(rb"[A-Z]|[a-z]\w{0,7}")
_LINE_END = pattern(rb"[ \t]*(?:\r?\n|\Z)")


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    repeated = _Repeated(facts)
    wanted, missing = brought(facts), _missing(facts)
    branch = _home(facts) if missing[:1] == [RUNTIME_HEADER] else None
    if branch is not None:
        yield _added(facts, _place_in(facts, branch), [_include(missing[0])])
        repeated.note(branch, missing[0], "")
        missing = missing[1:]
    missing += [header for place in wanted if place.line is None for header in place.headers]
    if lines := [*_definitions(facts), *map(_include, missing)]:
        yield _added(facts, _before_macros(facts, first_include(facts)), lines)
    if missing:
        repeated.note(None, missing[0], "")
    for place in wanted:
        if place.line is not None:
            yield _added(facts, facts.reading.line_stop(place.line.start), [*map(_include, place.headers)])
    if (line := _without_runtime(facts)) is not None:
        yield _added(facts, facts.reading.line_start(line.start), [_include(_RUNTIME_API)])
    for directive, header in facts.reading.headers:
        if is_converted(facts, directive):
            yield from _header(facts, header, directive, repeated)
    for header in (*_questions(facts), *_named_by_macros(facts)):
        yield from _header(facts, header, None, repeated)


def _header(facts: Facts, header: Header, line: Directive | None, repeated: _Repeated) -> Iterator[Edit | Finding]:
    name = to_text(header.name)
    if renamed := facts.renamed_headers.get(name):
        yield _renamed_header(header, renamed, name, RENAMED_FILES)
        return
    resolution = resolution_of_header(facts, name)
    if resolution is None:
        repeated.note_line(line, name, name)
        return
    if name in wmma.HEADERS and not facts.style.translates_matrices:
        return  # TCX001 speaks of it
    if header.quoted and name in facts.local_headers:
        message = f"'{name}' was not converted: a file of that name in your code hides the CUDA header"
        yield Finding(OWN_NAME, header.start, header.end, message, subject=name)
    elif resolution.target is None and name in facts.surroundings.headers:
        repeated.note_line(line, name, name)
    elif resolution.target is None:
        yield left(resolution, header.start, header.end)
    elif resolution.target:
        yield from caution(facts.policy, resolution, header.start, header.end)
        if line is not None and repeated.note_line(line, resolution.target, name) and not _is_in_brackets(facts, line):
            yield from _dropped(facts, header, line, resolution)
        elif resolution.target != name:
            yield _renamed_header(header, resolution.target, name, resolution.entry.library)
    elif line is None:
        yield _renamed_header(header, RUNTIME_HEADER, name, resolution.entry.library)
    elif not _is_in_brackets(facts, line):
        yield from _dropped(facts, header, line, resolution)


def is_converted(facts: Facts, line: Directive) -> bool:
    """Whether an include may change: no build for AMD has CUDA's headers, whatever a branch for HIP calls by its
    names."""
    if not facts.is_left_alone(line.start):
        return True
    return facts.is_for_hip(line.start) and not AmdBranches(facts.reading, (), facts.on_amd).is_dead(line.start)


def resolution_of_header(facts: Facts, name: str) -> Resolution | None:
    """What becomes of a header: one of an older API is included in vain where nothing of that is used, and HIP's header
    of vector types has no `dim3`."""
    resolution = facts.policy.header(name)
    with_dim3 = resolution.entry.get("with_dim3") if resolution is not None else None
    if with_dim3 and b"dim3" in facts.reading.words:
        return facts.policy.header(with_dim3)
    newer = resolution.entry.get("unless_legacy") if resolution is not None else None
    if resolution is None or not newer:
        return resolution
    is_used = any(
        decision in (Decision.LEGACY, Decision.LEFT) and item.library == resolution.entry.library
        for item, decision in facts.decisions
    )
    return resolution if is_used else facts.policy.header(newer)


def _is_in_brackets(facts: Facts, line: Directive) -> bool:
    """Whether a directive stands among the arguments of a call, which its absence would join."""
    code = facts.reading.code
    if code.find(b"(", 0, line.start) < 0 and code.find(b"[", 0, line.start) < 0:
        return False  # as most: what takes all brackets of the file to say is not asked
    return facts.reading.scopes.kind_at(line.start) is Kind.BRACKET


def _renamed_header(header: Header, new: str, name: str, group: str) -> Edit:
    return Edit(header.start, header.end, to_bytes(new), name, group, (header.name,))


class _Repeated:
    """Which headers have been included where, to drop the lines that conversion makes a second time."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._seen: dict[Branch | None, dict[str, str]] = {}

    def note(self, branch: Branch | None, target: str, name: str) -> None:
        self._seen.setdefault(branch, {}).setdefault(target, name)

    def note_line(self, line: Directive | None, target: str, name: str) -> bool:
        """Whether `target` is included already in the same branch or around it, from another header than this."""
        if line is None:
            return False
        branches = [*self._facts.reading.conditionals.around(line.start), None]
        first = next((self._seen[branch][target] for branch in branches if target in self._seen.get(branch, {})), None)
        self.note(branches[0], target, name)
        return first is not None and first != name


# These declare functions with types of the runtime, and do not include it.
_RUNTIME_API = "hip/hip_runtime_api.h"
_NEED_RUNTIME = (b"cuda_gl_interop.h", b"cudaGL.h", b"hip/hip_gl_interop.h")


def _without_runtime(facts: Facts) -> Directive | None:
    """The first include of one of these in a file that nvcc includes nothing in, if the runtime is not before it."""
    headers = facts.reading.headers if not (facts.is_unit or facts.is_ported) else ()
    lines = [line for line, header in headers if header.name in _NEED_RUNTIME and is_converted(facts, line)]
    before = (header for line, header in headers if lines and line.start < lines[0].start)
    has_runtime = any(_target(facts, header) in (RUNTIME_HEADER, _RUNTIME_API) for header in before)
    return lines[0] if lines and not has_runtime else None


def _missing(facts: Facts) -> list[str]:
    """The headers that nvcc includes by itself, clang does not, and the file or what it includes relies on."""
    others = facts.surroundings.implied
    if not facts.is_unit or not (facts.needs_runtime or others) or facts.is_ported:
        return []
    needs_runtime = facts.needs_runtime or RUNTIME_HEADER in others
    missing = [RUNTIME_HEADER] if needs_runtime and not _includes_runtime(facts) else []
    missing += [
        each.header
        for each in IMPLIED
        if each.header in others or (each.is_used_in(facts) and not each.is_in(_surely_included(facts)))
    ]
    found = (facts.policy.header(header) for header in others if header not in missing)
    return missing + [each.target for each in found if each is not None and each.target]


def _surely_included(facts: Facts) -> frozenset[str]:
    """The headers that the file includes in all builds for GPUs."""
    read = AmdBranches(facts.reading, (), on_nvidia)
    return frozenset(to_text(header.name) for line, header in facts.reading.headers if read.is_sure(line.start))


def _includes_runtime(facts: Facts) -> bool:
    """Whether the file includes the runtime wherever it needs it, and before its own headers, which may rely on it; or
    has stubs where it does not."""
    lines = _lines_of_runtime(facts)
    branches = [branch for line in lines if (branch := facts.reading.conditionals.at(line.start)) is not None]
    if not branches:
        return bool(lines) and _comes_first(facts, lines[0], None)
    inner = _home(facts)
    if inner is None:
        return has_stubs(facts, branches)
    line = next((line for line in lines if facts.reading.conditionals.at(line.start) is inner), None)
    return line is not None and _comes_first(facts, line, inner)


def _lines_of_runtime(facts: Facts) -> list[Directive]:
    """The includes of the runtime, those in any case if there are such."""
    lines = [
        directive
        for directive, header in facts.reading.headers
        if _target(facts, header) == RUNTIME_HEADER and not facts.is_left_alone(directive.start)
    ]
    outside = [line for line in lines if facts.reading.conditionals.at(line.start) is None]
    return outside or lines


def _target(facts: Facts, header: Header) -> str | None:
    name = to_text(header.name)
    resolution = facts.policy.header(name)
    return resolution.target if resolution else name


def _home(facts: Facts) -> Branch | None:
    lines = _lines_of_runtime(facts)
    is_conditional = all(facts.reading.conditionals.at(line.start) is not None for line in lines)
    return home(facts, lines) if is_conditional else None


def _comes_first(facts: Facts, line: Directive, branch: Branch | None) -> bool:
    is_before_own = all(line.start < own.start for own in _own_headers(facts, branch))
    return is_before_own and (branch is not None or _before_macros(facts, line.start) == line.start)


def _before_macros(facts: Facts, place: int) -> int:
    """A place, or the line of the first macro before it that headers of HIP may take for a name of theirs: nvcc has
    read those of CUDA before it reads the file."""
    macros = (macro for macro in facts.reading.macros if macro.name_start < place and _SHORT.fullmatch(macro.name))
    first = next((macro.name_start for macro in macros if not facts.is_left_alone(macro.name_start)), None)
    if first is None:
        return place
    around = facts.reading.conditionals.around(first)
    return facts.reading.line_start(around[-1].chain.branches[0].directive.start if around else first)


def _own_headers(facts: Facts, branch: Branch | None) -> Iterator[Directive]:
    """The includes of headers of the code base, in a branch maybe, and of HIP's that need the runtime before them."""
    start, end = (branch.start, branch.end) if branch is not None else (0, len(facts.reading.code) + 1)
    for directive, header in facts.reading.headers:
        name = to_text(header.name)
        is_own = facts.policy.header(name) is None and (header.quoted or name in facts.local_headers)
        if (is_own or header.name in _NEED_RUNTIME) and start <= directive.start < end:
            yield directive


def _place_in(facts: Facts, branch: Branch) -> int:
    """The line of the first include of a branch, or its first one."""
    lines = (directive.start for directive, _header in facts.reading.headers)
    inside = (line for line in lines if facts.reading.conditionals.at(line) is branch)
    first = next(inside, None)
    if first is None or facts.reading.plain[branch.start : first].strip():
        return facts.reading.line_stop(branch.start)
    return facts.reading.line_start(first)


def _definitions(facts: Facts) -> Iterator[str]:
    """The macros that headers have to find, which the file does not define yet."""
    known = {to_text(macro.name) for macro in facts.reading.macros}
    return (f"#define {name}" for name in sorted(facts.defined_for_headers - known))


def _include(header: str) -> str:
    return f"#include <{header}>"


def _added(facts: Facts, place: int, directives: Sequence[str]) -> Edit:
    lines = b"".join(to_bytes(line) + facts.reading.line_end for line in directives)
    is_at_line = facts.reading.begins_line(place)
    what = directives[0].split()[1].strip("<>")
    return Edit(place, place, lines if is_at_line else facts.reading.line_end + lines, what, "includes")


def _questions(facts: Facts) -> Iterator[Header]:
    """The headers that `__has_include` asks for."""
    code = facts.reading.code
    for directive in facts.reading.directives:
        if directive.keyword in (b"if", b"elif", b"define"):
            for match in _HAS_INCLUDE.finditer(code, directive.body, directive.end):
                if header := header_at(facts.reading.source.text, match.end()):
                    yield header


def _named_by_macros(facts: Facts) -> Iterator[Header]:
    """The headers that macros stand for: `#define RUNTIME <cuda_runtime.h>`, which says so by its brackets, or a string
    where an include names the macro."""
    code, text = facts.reading.code, facts.reading.source.text
    for macro in facts.reading.macros:
        start = skip_blank(code, macro.body, macro.end)
        if macro.parameters is not None or code[start : start + 1] not in (b"<", b'"') or facts.is_left_alone(start):
            continue
        header = header_at(text, start)
        if header is None or code[header.behind : macro.end].strip():
            continue
        if not header.quoted or macro.name in facts.included_macros:
            yield header


def _dropped(facts: Facts, header: Header, line: Directive, resolution: Resolution) -> Iterator[Edit]:
    """The directive goes; with its line, unless a comment stands there too."""
    text, code, end = facts.reading.source.text, facts.reading.code, header.behind
    if code[end : line.end].strip():
        return
    sign = facts.reading.skip_blank(line.start)
    has_comment = text[line.start : header.opening] != code[line.start : header.opening]
    start = sign if has_comment else max(line.start, facts.reading.source.mark)
    if (line_end := _LINE_END.match(text, end)) is not None and not has_comment:
        end = line_end.end()
    # Text that does not belong behind an include would mean something else at the start of a line or file.
    if not text.startswith(UTF8_BOM, end):
        takes = (facts.reading.code[line.start : line.body].strip(), text[header.opening : header.behind])
        yield Edit(start, end, b"", resolution.entry.name, resolution.entry.library, takes)
