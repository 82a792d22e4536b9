"""Whose assembler a template is written in: PTX, some processor's, or nobody knows."""

from __future__ import annotations

from enum import Enum, auto

from hipify_py.file.assembler import HOLE, Statement
from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE, Side
from hipify_py.patterns import pattern
from hipify_py.subjects.ptx import forms
from hipify_py.subjects.ptx.registers import SPECIAL

# The instructions of PTX that no table translates; those that one does are the tables' own.
UNTRANSLATED = frozenset(
    ("alloca", "bra", "brx", "call", "clusterlaunchcontrol", "exit", "getctarank", "istypep", "mapa",
     "multimem", "pmevent", "ret", "stackrestore", "stacksave", "suld", "suq", "sured", "sust", "tcgen05", "tensormap",
     "tex", "tld4", "txq", "wgmma")
)  # fmt: skip
# What no other assembler says without a modifier.
_BARE = frozenset(("bra", "brkpt", "trap", "exit", "pmevent", "ret"))
# What no other assembler says with one, whatever it is.
_PTX_ONLY = pattern(
    r"activemask|applypriority|bfind|bmsk|clusterlaunchcontrol|cp|createpolicy|cvta|dp2a|dp4a|elect|"
    r"getctarank|griddepcontrol|isspacep|istypep|ldmatrix|lg2|lop3|mad24|madc|mapa|mbarrier|membar|"
    r"mma|movmatrix|mul24|multimem|nanosleep|prefetchu|prmt|redux|selp|setmaxnreg|setp|shf|shfl|"
    r"stmatrix|suld|suq|sured|sust|szext|tcgen05|tensormap|tld4|txq|vote|wgmma|wmma"
)
# PTX says the types of three operands here, where others (`vadd.f32` on ARM) say one.
_VIDEO = pattern(r"v(?:add|sub|absdiff|min|max|set|avrg|shl|shr|mad)[24]?")
_MODIFIER = pattern(
    r"[usbf](?:8|16|32|64|128)(?:x2)?|b1|b4|b6|s4|u4|pred|bf16(?:x2)?|tf32|e[2345]m[0123]\w*|ue8m0\w*|"
    r"r[nzmp]i?|rna|rs|ftz|sat\w*|approx|full|lo|hi|wide|cc|eq|ne|lt|le|gt|ge|lo|ls|hs|equ|neu|ltu|leu|gtu|geu|num|nan|"
    r"sync|aligned|warp|shared|global|local|const|param|generic|to|cta|cluster|gpu|sys|gl|"
    r"v[248]|c[agsv]|lu|w[bt]|nc|volatile|relaxed|acquire|release|acq_rel|sc|weak|mmio|proxy|L[12]|async|bulk|"
    r"tensor|commit_group|wait_group|wait_all|commit|fence|mma_async|alloc|dealloc|x[1248]|x16|x32|m\d+n\d+(?:k\d+)?|row|"
    r"col|idx|up|down|bfly|ballot|any|all|uni|arrive|wait|red|init|inval|try_wait|test_wait|expect_tx|\w*_tx|arrive_drop|"
    r"pending_count|pack|NaN|xorsign|abs|mbarrier_init|tensormap|"
    r"clamp|wrap|shiftamt|f4e|b4e|rc8|ecl|ecr|rc16|add|sub|min|max|and|or|xor|exch|cas|inc|dec|popc|"
    r"noftz|finite|infinite|number|notanumber|normal|subnormal|launch_dependents|fractional|range|"
    r"[1-5]d\w*|a?cube|trap|zero|width|height|level|mode|evict\w*|tiled?|im2col\w*|load|ld|st|cp|shift|relinquish\w*|sp\w*|"
    r"trans|try_cancel|query_cancel|noinc|is_explicit_cluster|mapa|replace|ld_reduce|a1d|a2d|entire|f16x2|warpid|gather4"
)
_DECLARATION = pattern(r"\.(?:reg|local|shared|pragma|param|const|global|loc|branchtargets|callprototype)\b")
# What assemblers for processors say of a symbol: in PTX, a type or an alignment stands behind the state space.
_OF_SYMBOLS = pattern(r"\.(?:(?:global|local|loc)\s+[^.\s]|(?:globl|set|equ|weak|hidden|symver|type|size)\b)")
_KNOWN = pattern(r"[a-z]")


# How the instructions of AMD's GPUs begin, and the letters of their registers.
_AMDS = pattern(r"(?:v|s|ds|buffer|global|flat|scratch|image|tbuffer|exp|lds)_")
_REGISTERS_OF_AMD = pattern(r"[=+&%]*[vsa]")
# Text as an operand: nobody else has that.
_NVIDIAS = pattern(r"C")
# What operands are for a GPU of NVIDIA: registers by their widths, constants, those of other operands.
_OPERANDS = pattern(r"[=+&%]*(?:[bhrlqfdnC\ufffd]+|\d+)")
_CLOBBERS = pattern(r"memory|\ufffd.*")
# What processors of hosts have and PTX has not: instructions, registers, immediates.
_OF_HOSTS = pattern(
    r"(?i)(?<![\w.])(?:cpuid|rdtscp?|rdpmc|xgetbv|pause|[lms]fence|lock|rep|hlt|int3|int|ud2|xbegin|xend|clflush\w*|"
    r"bsf[lq]?|bsr[lq]?|bswap\w*|popcnt\w*|cmpxchg\w*|xchg\w*|xadd\w*|lea[lq]?|push\w*|emms|ldmxcsr|stmxcsr|"
    r"prefetch(?:nta|w|t\d)|nop|mov[bwlqsz]\w*|add[bwlq]|sub[bwlq]|imul\w*|adc\w*|sbb\w*|"
    r"dmb|dsb|isb|mrs|msr|ldrex\w*|strex\w*|ldaxr\w*|stlxr\w*|ldxr\w*|stxr\w*|ldar\w*|stlr\w*|yield|wfe|sev|prfm|"
    r"fml[as]|fence\s|lwsync|isync|eieio|mftb\w*|mfspr|lwarx|ldarx|stwcx|stdcx|dcbt\w*)\b(?!\.[a-z])|"
    r"(?<![\w.])(?:b\.[a-z]{2}\s|(?:lr|sc|amo\w{1,6})\.[wd]\b|f[a-z]{1,6}\.[sd]\b|[a-z]{1,6}\.\s)|"
    r"%%?[er]?(?:[abcd]x|[sd]i|[sb]p)\b|%%?[xyz]mm\d|%%?cr\d|\$\d|\bv\d{1,2}\.\d{1,2}[bhsd]\b"
)


class Dialect(Enum):
    """UNKNOWN is what a GPU may have to read, and nobody knows."""

    PTX = auto()
    AMD = auto()
    HOST = auto()
    EMPTY = auto()
    UNKNOWN = auto()


class Where(Enum):
    """Who runs a statement: a GPU, the host, or maybe either."""

    DEVICE = auto()
    MAYBE = auto()
    HOST = auto()


def dialect(statement: Statement, where: Where) -> Dialect:
    """Whose text the template is. Instructions that several assemblers have count as PTX in device code only; what is
    surely device code has no other assembler than a GPU's."""
    if statement.is_empty:
        return Dialect.EMPTY
    opcodes = [found.opcode for found in statement.instructions if not _OF_SYMBOLS.match(found.text)]
    if statement.instructions and not opcodes:
        return Dialect.HOST
    if SPECIAL.search(statement.template) or any(
        is_ptx(each, in_device_code=where is not Where.HOST) for each in opcodes
    ):
        return Dialect.PTX
    if any(_NVIDIAS.fullmatch(text) for text in statement.constraints):
        return Dialect.PTX
    if where is Where.HOST:
        return Dialect.HOST
    if any(map(_AMDS.match, opcodes)) or any(map(_REGISTERS_OF_AMD.fullmatch, statement.constraints)):
        return Dialect.AMD
    if where is Where.DEVICE:
        return Dialect.UNKNOWN if _is_unknown(statement.template) else Dialect.PTX
    return Dialect.HOST if _is_for_host(statement) else Dialect.UNKNOWN


def _is_unknown(template: str) -> bool:
    """Whether macros of other files say all that is not said by numbers and signs."""
    return HOLE in template and not _KNOWN.search(template.replace(HOLE, ""))


def _is_for_host(statement: Statement) -> bool:
    """Whether it asks for what no GPU of NVIDIA has."""
    operands = (operand.constraint for operand in statement.operands)
    return (
        _OF_HOSTS.search(statement.template) is not None
        or not all(map(_OPERANDS.fullmatch, operands))
        or not all(map(_CLOBBERS.fullmatch, statement.clobbers))
    )


def dialect_of(facts: Facts, found: Statement) -> Dialect:
    """Whose text the template of a statement is, by where it stands in its file."""
    return dialect(found, where(facts, found))


def where(facts: Facts, found: Statement) -> Where:
    """Who runs a statement; macros of code that is not CUDA's may be anybody's."""
    side, is_cuda = facts.functions.side_at(found.start), facts.is_for_cuda(found.start)
    if side in (Side.KERNEL, Side.DEVICE):
        return Where.DEVICE if is_cuda else Where.MAYBE
    is_open = side in ON_DEVICE or (is_cuda and side is Side.HOST and facts.functions.may_be_on_device(found.start))
    if facts.is_for_gpus(found.start) and (is_open or side is Side.FILE):
        return Where.DEVICE
    is_read = (is_cuda or side is not Side.MACRO) and not facts.on_device.is_dead(found.start)
    return Where.MAYBE if is_open and is_read else Where.HOST


def is_ptx(opcode: str, *, in_device_code: bool) -> bool:
    """Whether an instruction of that name is one of PTX, and most likely of no other assembler."""
    if opcode.startswith("."):
        return _DECLARATION.match(opcode) is not None
    head, *modifiers = opcode.split(".")
    if head not in UNTRANSLATED and not forms.is_instruction(head):
        return False
    if not modifiers:
        return head in _BARE and in_device_code
    if forms.find(opcode):
        return True
    if _PTX_ONLY.fullmatch(head):
        return True
    if _VIDEO.fullmatch(head) and len(modifiers) < 3:
        return False
    return HOLE in modifiers[0] or _MODIFIER.fullmatch(modifiers[0].partition("::")[0]) is not None
