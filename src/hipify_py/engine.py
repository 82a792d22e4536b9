"""One file: understand, plan, apply. `convert` is pure: bytes and a context in, bytes, edits and findings out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from hipify_py.edits import Edit, OverlapError, in_order, splice
from hipify_py.file import accounting
from hipify_py.file.continuations import aligned
from hipify_py.file.facts import Facts
from hipify_py.file.lane_builtins import NUMBERS_OF_WARPS
from hipify_py.file.marks import (
    COMPAT_HEADER,
    PTX_HEADER,
    calls_of_compat_header,
    calls_of_ptx_header,
    is_our_header,
    is_shim,
    is_translated_module,
    uses_ptx_header,
)
from hipify_py.file.measure import Measure, measure
from hipify_py.file.style import DEFAULT_STYLE, Style
from hipify_py.file.surroundings import ALONE, Surroundings
from hipify_py.findings import (
    BROKEN_EDIT,
    FILE_NOT_READ,
    IN_TEMPLATE,
    OVER_BUDGET,
    SHIM_HEADER,
    UNTERMINATED,
    Called,
    Finding,
    Said,
    Severity,
    Tally,
)
from hipify_py.reading import budget, tokens
from hipify_py.reading.file_names import TemplateName, template_name
from hipify_py.reading.reading import Reading
from hipify_py.records import dataclass
from hipify_py.relevance import may_concern_us
from hipify_py.rules import detect, run
from hipify_py.rules.load import load as load_rules
from hipify_py.source import Source, why_not_text
from hipify_py.subjects import registry
from hipify_py.tables.model import Policy

if TYPE_CHECKING:
    from hipify_py.reading.templates import Template
    from hipify_py.subjects.ptx.module.translate import Mapped

# Each plan after the first one takes definitions away from a file, which may change what conditions become.
_MOST_PLANS = 3


# Whether a file belongs to a project that builds for AMD already, and whether such builds compile it for certain.
Port = Literal["none", "kept", "compiled"]
# The rules about device code that AMD refuses whatever names its macros are given, masks of 32 bits among it.
_REFUSED = ("PTX", "CGP", "TCX", "ATM", "DEV001", "WRP003", "WRP004", "WRP010")


@dataclass(frozen=True)
class Context:
    """All that a conversion may depend on beside the bytes.

    `local_headers` are the include spellings that name a file beside this one; `renamed_headers` maps the spellings of
    those that get a new name (`x.cuh`, `../dir/x.cuh`) to what an include, or a build file, must say then. A file of a
    `port` builds for AMD as it is: it stays, and is read for what it declares to others, and for what AMD refuses if
    builds for AMD compile it.
    """

    policy: Policy
    path: str = "<stdin>"
    is_cuda: bool = True
    local_headers: frozenset[str] = frozenset()
    renamed_headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    style: Style = DEFAULT_STYLE
    ptx_header: str = PTX_HEADER
    surroundings: Surroundings = ALONE
    port: Port = "none"

    @property
    def reads_as_cuda(self) -> bool:
        return self.is_cuda or self.surroundings.is_cuda

    @property
    def is_unit(self) -> bool:
        """Whether nvcc compiles the file by itself, and so includes the runtime's header in it unasked."""
        return self.surroundings.is_unit or self.path.lower().endswith(".cu")


@dataclass(frozen=True)
class Result:
    """`applied` are the edits with the comments that they keep, as the output is made of them; none where it is made in
    another way."""

    source: Source
    output: bytes
    edits: tuple[Edit, ...] = ()
    findings: tuple[Finding, ...] = ()
    skipped: bool = False
    measure: Measure = field(default_factory=Measure)
    declared: frozenset[str] = frozenset()
    header_calls: Mapping[str, frozenset[str]] = field(default_factory=dict)
    needs_headers: frozenset[str] = frozenset()
    ptx: Mapping[str, int] = field(default_factory=dict)
    module: Mapping[str, int] = field(default_factory=dict)
    applied: tuple[Edit, ...] = ()

    @property
    def changed(self) -> bool:
        return self.output != self.source.data


@dataclass(frozen=True)
class Understood:
    """What conversion of a file would do, and has not done."""

    facts: Facts
    edits: tuple[Edit, ...]
    said: tuple[Said, ...]
    findings: tuple[Finding, ...]


def understand(data: bytes, context: Context) -> Understood | Result:
    """What conversion would do in a file; or its result, if it would leave the file as it is."""
    source = Source(context.path, data)
    is_text = not (context.port != "none" or why_not_text(data)) and template_name(PurePath(context.path).name) is None
    if not is_text or _is_ours(data) or not _is_worth_reading(data, context):
        return convert(data, context)
    try:
        facts = _facts(source, context)
        if facts.is_shim_header:
            return Understood(facts, (), (), ())
        facts, edits, said = _settled(facts)
        accounting.check(facts.reading, edits)
    except (OverlapError, accounting.UnaccountedError, budget.ExceededError):
        return convert(data, context)  # which says what is the matter
    found = [item for item in said if isinstance(item, Finding)]
    findings = run.findings(facts, edits, [*found, *_unread_rest(facts.reading)])
    return Understood(facts, edits, tuple(said), tuple(findings))


def convert(data: bytes, context: Context) -> Result:
    """Convert one file. Never raises for any bytes."""
    source = Source(context.path, data)
    if reason := why_not_text(data):
        return Result(source, data, findings=(Finding(FILE_NOT_READ, 0, 0, reason),), skipped=True)
    if _is_ours(data) or not _is_worth_reading(data, context):
        return _filled_in(Result(source, data), template_name(PurePath(context.path).name))
    try:
        made = template_name(PurePath(context.path).name)
        return _converted(source, context) if made is None else _filled_in(_of_template(source, context, made), made)
    except budget.ExceededError as error:
        return left_whole(source, error)


def _filled_in(result: Result, made: TemplateName | None) -> Result:
    """The result with what a template gets from CMake's variables for CUDA."""
    data = result.source.data
    if made is None or made.language != "configured" or b"CUDA" not in data:
        return result
    from hipify_py.subjects.buildfiles.placeholders import placeholders  # few trees have any

    return replace(result, findings=(*result.findings, *placeholders(data)))


def _is_ours(data: bytes) -> bool:
    return is_our_header(data) or is_shim(data) or is_translated_module(data)


def _is_worth_reading(data: bytes, context: Context) -> bool:
    around = context.surroundings
    is_asked_for = context.reads_as_cuda or bool(context.renamed_headers or around.of_fragments or around.qualifiers)
    return is_asked_for or may_concern_us(data, context.policy, context.style)


def left_whole(source: Source, why: object) -> Result:
    """A file that costs more than it is worth."""
    message = f"file not converted: {why}"
    return Result(source, source.data, findings=(Finding(OVER_BUDGET, 0, 0, message),), skipped=True)


def _of_template(source: Source, context: Context, made: TemplateName) -> Result:
    """The template of a source, converted as the source. Where only parts of what belongs together can be, a second run
    would take the rest for something else: then all of it stays."""
    from hipify_py.file import filled_in  # few trees have any

    result = _of_template_once(source, context, made)
    is_in_parts = result.changed and any(found.rule == IN_TEMPLATE for found in result.findings)
    if is_in_parts and _of_template_once(Source(source.path, result.output), context, made).changed:
        return Result(
            source, source.data, findings=(filled_in.unread("its placeholders divide what belongs together"),)
        )
    return result


def _of_template_once(source: Source, context: Context, made: TemplateName) -> Result:
    from hipify_py.file import filled_in
    from hipify_py.reading import templates

    path = str(PurePath(context.path).with_name(made.source))
    unread = Result(source, source.data, findings=(filled_in.unread("its placeholders cannot be told from its code"),))
    try:
        template = templates.read(source.data, made.language)
    except templates.UnreadableError:
        return unread
    result = _converted(Source(path, template.data), replace(context, path=path), template)
    if not template.is_whole(result.output):
        return unread
    findings = tuple(filled_in.restored(found, template) for found in result.findings)
    return replace(result, source=source, output=template.restored(result.output), findings=findings)


def _converted(source: Source, context: Context, template: Template | None = None) -> Result:
    facts = _facts(source, context, template)
    data, reading = source.data, facts.reading
    if context.port != "none":
        refused = _refused(facts) if context.port == "compiled" else ()
        return Result(source, data, findings=refused, declared=facts.unknown_names.declared)
    if facts.is_shim_header:
        return Result(source, data, findings=(_shim(facts),))
    try:
        facts, edits, said = _settled(facts)
        if template is not None:
            from hipify_py.file.filled_in import FilledIn

            edits, said = FilledIn(facts, template).certain(edits, said)
        accounting.check(reading, edits)
    except (OverlapError, accounting.UnaccountedError) as error:
        return Result(source, data, findings=(_broken(error),))
    found = [item for item in said if isinstance(item, Finding)]
    findings = run.findings(facts, edits, [*found, *_unread_rest(reading)])
    applied = final_edits(reading, edits)
    output = splice(data, applied)
    reading.bodies.forget()
    called = {item.header: frozenset(item.names) for item in said if isinstance(item, Called)}
    calls = dict(called)
    if uses_ptx_header(output):  # be it since an earlier run
        calls[PTX_HEADER] = calls_of_ptx_header(output)
    if names := calls_of_compat_header(output):
        calls[COMPAT_HEADER] = names | calls.get(COMPAT_HEADER, frozenset())
    return Result(
        source,
        output,
        edits,
        tuple(findings),
        measure=measure(facts, edits, found, findings, run.failing(findings, context.policy.archs)),
        declared=facts.unknown_names.declared,
        header_calls=calls,
        needs_headers=frozenset(called),
        ptx=Counter(item.of for item in said if isinstance(item, Tally)),
        applied=tuple(applied) if template is None else (),
    )


def _refused(facts: Facts) -> tuple[Finding, ...]:
    """What AMD refuses in a file that stays as it is."""
    try:
        edits, said = _plan(facts)
        findings = run.findings(facts, edits, [item for item in said if isinstance(item, Finding)])
    except OverlapError:
        return ()
    return tuple(found for found in run.failing(findings, facts.policy.archs) if found.rule.startswith(_REFUSED))


def declared(data: bytes, context: Context) -> frozenset[str]:
    """The names as of CUDA, in no table, that a file declares itself: `Result.declared`, without a conversion."""
    if why_not_text(data) or _is_ours(data) or template_name(PurePath(context.path).name) is not None:
        return frozenset()
    try:
        return _facts(Source(context.path, data), context).unknown_names.declared
    except budget.ExceededError:
        return frozenset()


def final_edits(reading: Reading, edits: tuple[Edit, ...]) -> Sequence[Edit]:
    """The edits as they are made: with the comments that they would take along, and continuations in their column."""
    final = in_order((*edits, *spaced)) if (spaced := list(aligned(reading, edits))) else edits
    return accounting.with_comments(reading, final)


def _facts(source: Source, context: Context, template: Template | None = None) -> Facts:
    budget.check(source.text, lambda word: _interest(word, context.policy))
    reading = Reading(source, context.reads_as_cuda, _asked(context.policy.interesting, context.policy.typed))
    return Facts(
        reading,
        context.policy,
        context.local_headers,
        context.renamed_headers,
        context.is_unit and (template is None or template.is_whole_file),
        context.style
        if context.port == "none"
        else replace(context.style, ptx="off", translates_matrices=False, stays=True),
        context.ptx_header,
        context.surroundings,
    )


def convert_build(data: bytes, context: Context) -> Result:
    """Convert a build file."""
    from hipify_py.subjects.buildfiles import build  # no source needs it

    source = Source(context.path, data)
    if context.port != "none":
        return Result(source, data)
    if reason := why_not_text(data):
        return Result(source, data, findings=(Finding(FILE_NOT_READ, 0, 0, reason),), skipped=True)
    has_old_lines = b"\r" in data and b"\n" not in data  # which places do not depend on
    try:
        edits, found = build.convert(
            context.path,
            data.replace(b"\r", b"\n") if has_old_lines else data,
            context.policy,
            context.surroundings,
            context.renamed_headers,
            changes=context.style.converts_builds,
            style=context.style.builds,
        )
    except OverlapError as error:
        return Result(source, data, findings=(_broken(error),))
    except budget.ExceededError as error:
        return left_whole(source, error)
    output = splice(data, edits)
    if has_old_lines:
        return Result(source, output.replace(b"\n", b"\r"), edits, found)
    return Result(source, output, edits, found, applied=edits)


def convert_module(data: bytes, context: Context, mapped: Mapped | None = None) -> Result:
    """Convert a module of PTX, which becomes another file beside it. Where that cannot be, the output is the module.
    `mapped` is who does the work on a long one, if not this process alone."""
    from hipify_py.subjects.ptx.module import conversion  # few trees have any

    source = Source(context.path, data)
    reason = why_not_text(data.rstrip(b"\0"))
    if reason is None and not conversion.is_module(source.text):
        reason = "not a module of PTX: it does not begin with '.version'"
    if reason is not None:
        return Result(source, data, findings=(Finding(FILE_NOT_READ, 0, 0, reason),), skipped=True)
    if b"_optix_" in data:  # a part of a program for rays, which HIPRT writes otherwise
        return Result(source, data, findings=scan_artifact(data, replace(context, local_headers=frozenset())).findings)
    name = PurePath(context.path).name
    done = conversion.converted(source.text, name, context.ptx_header, mapped)
    return Result(
        source,
        done.code or data,
        findings=tuple(found for found in done.findings if _concerns(found, context.policy)),
        header_calls={PTX_HEADER: calls_of_ptx_header(done.code)} if done.code else {},
        needs_headers=frozenset((PTX_HEADER,) if done.code else ()),
        module=done.counts,
    )


def _concerns(found: Finding, policy: Policy) -> bool:
    return load_rules().rules[found.rule].concerns(policy.rocm, policy.archs)


def scan_artifact(data: bytes, context: Context) -> Result:
    """Report on a file that is no text of anybody's: its name says what it is."""
    from hipify_py.subjects.buildfiles import build

    found = build.detect_artifact(context.path, data)
    if context.local_headers:  # the source that a module has become
        found = (_settled_by(min(context.local_headers), each) for each in found)
    return Result(Source(context.path, b""), b"", findings=tuple(found))


def _settled_by(name: str, found: Finding) -> Finding:
    """What is said of a module beside which its source lies."""
    code_object = f"{PurePath(name).stem}.hsaco"
    help = f"`{name}` lies beside it; build it with `hipcc --genco --offload-arch=gfx942 {name} -o {code_object}`"
    return replace(found, severity=Severity.INFO, help=help)


def _settled(facts: Facts) -> tuple[Facts, tuple[Edit, ...], list[Said]]:
    """A plan, and facts that agree with it: what it keeps from AMD defines no names, which then are CUDA's."""
    for _number in range(_MOST_PLANS):
        edits, said = _plan(facts)
        if not facts.loses_definitions(edits):
            break
        facts = replace(facts, planned=edits)
    return facts, edits, said


def _plan(facts: Facts) -> tuple[tuple[Edit, ...], list[Said]]:
    """The edits and what is said beside them: what rewrites propose from the file alone, then what those say that
    judge the edits, as a build for AMD reads what conditions leave of it."""
    proposed = [item for each in registry.acting("propose", facts) for item in each.propose(facts)]
    edits = in_order(item for item in proposed if isinstance(item, Edit))
    said: list[Said] = [item for item in proposed if isinstance(item, Finding)]
    for each in registry.acting("judge", facts):
        edits, more = each.judge(facts, edits)
        said += more
    return edits, said


def _interest(word: bytes, policy: Policy) -> budget.Interest:
    """What passes and rules ask of a word; one that begins as CUDA's names do may be one that nobody knows."""
    if word in policy.interesting or word[:2] in (b"cu", b"CU"):
        return budget.Interest.FATE
    return budget.Interest.PLACE if detect.is_known(word) else budget.Interest.NONE


@lru_cache(maxsize=4)
def _asked(*of_tables: frozenset[bytes]) -> frozenset[bytes]:
    """The words of tables, rules and rewrites: in one look at a file their places are found."""
    of_rules = detect.index().exact, detect.index().near
    return frozenset().union(*of_tables, *of_rules, NUMBERS_OF_WARPS, registry.words())


def _broken(error: Exception) -> Finding:
    message = f"internal error, please report it: {error}; the file was not changed"
    return Finding(BROKEN_EDIT, 0, 0, message, help="skip the file with --exclude, or port it manually")


def _shim(facts: Facts) -> Finding:
    first = facts.shims[0]
    message = f"{len(facts.shims)} macros map CUDA names to another library here; the file was not converted"
    help = "remove the header once every file that includes it is converted"
    return Finding(SHIM_HEADER, first.name_start, first.name_end, message, help=help, subject="shim header")


def _unread_rest(reading: Reading) -> list[Finding]:
    offset = tokens.unterminated(reading.source.text, reading.code)
    if offset is None:
        return []
    message = "unterminated comment or raw string; nothing after it was converted"
    return [Finding(UNTERMINATED, offset, min(offset + 2, len(reading.code)), message, help="terminate it")]
