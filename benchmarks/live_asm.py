"""Which assembler a compiler for AMD GPUs reads in converted sources, and what was said of it: translated, flagged, or
nothing at all. It shares no code with the converter, so that it sees what the converter does not.

python -m benchmarks.live_asm SOURCE CONVERTED REPORT.json
(after `hipify-py SOURCE -o CONVERTED --select ALL --ported convert --format json:REPORT.json`)
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

_SUFFIXES = frozenset((".cu", ".cuh", ".h", ".hpp", ".hh", ".hxx", ".inl", ".inc", ".c", ".cc", ".cpp", ".cxx"))
_HIDDEN = re.compile(
    r'R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|//(?:[^\\\n]|\\.)*|/\*.*?\*/',
    re.DOTALL,
)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
_ASM = re.compile(r"\b(?:asm|__asm__|__asm)\b(?:\s|\\\n|\b(?:volatile|__volatile__|__volatile|goto|inline)\b)*\(")
_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b((?:[^\n\\]|\\.|\\\n)*)", re.MULTILINE)
_DEFINED = re.compile(r"\bdefined\s*\(?\s*(\w+)\s*\)?")
_OTHERWISE = re.compile(r"HIPIFY_PTX_NVIDIA\s*\(")
_ON_AMD = frozenset(
    ("__HIP_PLATFORM_AMD__", "__HIP_PLATFORM_HCC__", "__HIP_DEVICE_COMPILE__", "__HIP__", "__HIPCC__", "__clang__",
     "__AMDGCN__", "USE_HIP", "__HIP_ARCH_HAS_WARP_VOTE__", "USE_ROCM")
)  # fmt: skip
_NOT_ON_AMD = re.compile(
    r"\w*CUDA_ARCH\w*|__CUDACC\w*__|__NVCC__|__CUDA__|__HIP_PLATFORM_N\w+__|CUDA_VERSION|CUDART_VERSION|_MSC_VER|"
    r"__APPLE__|__ICC|__INTEL_COMPILER|__ARM\w*|__arm\w*|__aarch64__|__powerpc\w*|__PPC\w*|__riscv|__s390\w*|__mips\w*"
)
# What processors of hosts have and PTX has not: instructions, registers, and constraints for these.
_OF_HOSTS = re.compile(
    r"\b(?:cpuid|rdtscp?|rdpmc|xgetbv|pause|[lms]fence|lock|rep|hlt|int3|int\s+\$?\d|nop|ud2|xbegin|xend|clflush\w*|"
    r"v?p?mov[a-z]{1,5}\d*|vmov\w*|vz\w+|bs[fr][lq]?|bswap\w*|popcnt\w*|crc32\w*|cmpxchg\w*|xchg\w*|xadd\w*|add[bwlq]|"
    r"sub[bwlq]|imul\w*|mul[lq]|adc\w*|sbb\w*|shr?d[lq]?|lea[lq]?|v?broadcast\w+|push\w*|popq?|test[lq]|set[a-z]{1,2}|"
    r"j[a-z]{1,3}|dec[lq]|inc[lq]|emms|fld\w*|fst\w*|fnst\w*|ldmxcsr|stmxcsr|prefetch(?:t\d|nta|w)|"
    r"dmb|dsb|isb|mrs|msr|ldrex\w*|strex\w*|ldaxr\w*|stlxr\w*|ldxr\w*|stxr\w*|ldar\w*|stlr\w*|yield|wfe|sev|prfm|cas[ap]\w*|"
    r"lwsync|sync|isync|eieio|mftb\w*|mfspr|lwarx|ldarx|stwcx\.?|stdcx\.?|dcbt\w*)(?![\w.])|"
    r"%%?[er]?(?:[abcd]x|[sd]i|[sb]p)\b|%%?[xyz]mm\d|\$\d"
)
_HOST_CONSTRAINT = re.compile(r'"[=+&]*[abcADSmxQgopVIJKwyzt][^"]{0,2}"\s*\(')
_ONLY_SPACE = re.compile(r"[\s;]*")
_AMDS = re.compile(r"\s*(?:v|s|ds|buffer|global|flat|scratch|image|exp)_\w+")


@dataclass(frozen=True)
class Asm:
    """An assembler statement: where it stands, what it says, and whether an AMD device compile may read it."""

    line: int
    last: int
    text: str
    template: str
    is_live: bool

    @property
    def is_foreign(self) -> bool:
        """Whether it is no assembler for NVIDIA: empty, AMD's own, or a host's."""
        if not _ONLY_SPACE.sub("", _COMMENT.sub("", self.template)) and '"' in self.text:
            return not re.search(r'"[=+&]*[hlfd]"\s*\(', self.text)
        return bool(_AMDS.match(self.template) or _OF_HOSTS.search(self.template) or _HOST_CONSTRAINT.search(self.text))


def read(source: str) -> list[Asm]:
    """The statements of a source, in order."""
    code = _HIDDEN.sub(lambda part: re.sub(r"[^\n]", " ", part[0]), source)
    dead = [*_dead(code), *_behind_selector(code)]
    return [_statement(source, code, found, dead) for found in _ASM.finditer(code) if _closing(code, found.end() - 1)]


def _statement(source: str, code: str, found: re.Match[str], dead: Iterable[tuple[int, int]]) -> Asm:
    end = _closing(code, found.end() - 1)
    text = source[found.start() : end]
    template = "".join(_STRING.findall(_COMMENT_OUTSIDE.sub(r"\1", _before_colon(text))))
    template = template.replace("\\n", "\n").replace("\\t", "\t")
    is_live = not any(start <= found.start() < stop for start, stop in dead)
    first = source.count("\n", 0, found.start()) + 1
    return Asm(first, first + text.count("\n"), " ".join(text.split()), template, is_live)


_COMMENT_OUTSIDE = re.compile(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*.*?\*/', re.DOTALL)


def _before_colon(text: str) -> str:
    bare = re.sub(r'"(?:[^"\\\n]|\\.)*"', lambda part: '"' + " " * (len(part[0]) - 2) + '"', text)
    end = bare.find(":")
    return text if end < 0 else text[:end]


def _closing(code: str, opening: int) -> int:
    depth = 0
    for place in range(opening, len(code)):
        depth += (code[place] == "(") - (code[place] == ")")
        if not depth:
            return place + 1
    return 0


def _behind_selector(code: str) -> Iterator[tuple[int, int]]:
    for found in _OTHERWISE.finditer(code):
        yield found.start(), _closing(code, found.end() - 1)


def _dead(code: str) -> Iterator[tuple[int, int]]:
    """The branches that an AMD device compile certainly skips."""
    around: list[list[bool | None]] = []  # of each open `#if`: is one taken before, and is this one
    start = 0
    for found in _DIRECTIVE.finditer(code):
        if any(taken is False for _before, taken in around):
            yield start, found.start()
        start = found.end()
        keyword, said = found[1], found[2].replace("\\\n", " ")
        if keyword in ("if", "ifdef", "ifndef"):
            around.append([False, _value(keyword, said)])
        elif keyword == "endif":
            around[-1:] = []
        elif around:
            before = _or(around[-1][0], around[-1][1])
            value = True if keyword == "else" else _value("if", said)
            around[-1] = [before, _and(_not(before), value)]
    if any(taken is False for _before, taken in around):
        yield start, len(code)


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value


def _and(left: bool | None, right: bool | None) -> bool | None:
    return False if left is False or right is False else True if left and right else None


def _or(left: bool | None, right: bool | None) -> bool | None:
    return _not(_and(_not(left), _not(right)))


def _is_defined(name: str) -> bool | None:
    return True if name in _ON_AMD else False if _NOT_ON_AMD.fullmatch(name) else None


def _value(keyword: str, said: str) -> bool | None:
    if keyword != "if":
        name = said.split()[:1]
        value = _is_defined(name[0]) if name else None
        return value if keyword == "ifdef" else _not(value)
    return _any_of(_DEFINED.sub(lambda name: f" {_as_word(_is_defined(name[1]))} ", said).strip())


def _as_word(value: bool | None) -> str:
    return {True: "1", False: "0", None: "UNSURE"}[value]


def _any_of(said: str) -> bool | None:
    """`a && b || !c`, with parentheses, of words that are defined to a number or not at all."""
    for sign, both in (("||", _or), ("&&", _and)):
        if len(parts := _split(said, sign)) > 1:
            value = _any_of(parts[0])
            for part in parts[1:]:
                value = both(value, _any_of(part))
            return value
    said = said.strip()
    if said.startswith("!") and not said.startswith("!="):
        return _not(_any_of(said[1:]))
    if said.startswith("(") and _closing(said, 0) == len(said):
        return _any_of(said[1:-1])
    return _compared(said)


def _split(said: str, sign: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(said):
        depth += (letter == "(") - (letter == ")")
        if not depth and said.startswith(sign, place):
            parts.append(said[start:place])
            start = place + len(sign)
    return [*parts, said[start:]]


def _compared(said: str) -> bool | None:
    words = re.fullmatch(r"(\w+)\s*(?:(==|!=|<=|>=|<|>)\s*(\w+))?", said)
    if words is None or (left := _number(words[1])) is None:
        return None
    if not words[2]:
        return bool(left)
    if (right := _number(words[3])) is None:
        return None
    return {"==": left == right, "!=": left != right, "<=": left <= right, ">=": left >= right, "<": left < right,
            ">": left > right}[words[2]]  # fmt: skip


def _number(word: str) -> int | None:
    if re.fullmatch(r"\d+[uUlL]*", word):
        return int(word.rstrip("uUlL"))
    if (is_defined := _is_defined(word)) is None:
        return None
    return int(is_defined)


@dataclass
class Fate:
    """What became of a statement of a source: `line` is where it stands there; None where conversion wrote it."""

    path: str
    line: int
    text: str
    what: str  # translated, flagged, foreign, silent


def fates(path: str, before: str, after: str, said: Iterable[tuple[int, str]]) -> list[Fate]:
    """What became of all statements that an AMD device compile reads before or after; `said` are findings by line."""
    rules: dict[int, list[str]] = defaultdict(list)
    for line, rule in said:
        rules[line].append(rule)
    old, new = read(before), read(after)
    matched = {
        block.b + step: old[block.a + step]
        for block in SequenceMatcher(None, _texts(old), _texts(new), autojunk=False).get_matching_blocks()
        for step in range(block.size)
    }
    found = []
    for number, each in enumerate(new):
        origin = matched.get(number)
        if origin is None:
            what = "foreign" if not each.is_live or each.is_foreign else "silent"
            found += [Fate(path, each.line, each.text, what)] if what == "silent" else []
            continue
        spoken = [rule for line in range(origin.line, origin.last + 1) for rule in rules[line]]
        if each.is_live:
            found.append(Fate(path, origin.line, origin.text, _what(origin, spoken)))
        elif origin.is_live:
            found.append(Fate(path, origin.line, origin.text, "translated"))
    return found


def _texts(found: Iterable[Asm]) -> list[str]:
    """What tells statements apart. Conversion may rename what stands in the operands of one that it leaves."""
    return [f"{_before_colon(each.text)}{_STRING.findall(each.text)}" for each in found]


def _what(statement: Asm, spoken: Iterable[str]) -> str:
    spoken = set(spoken)
    if any(rule.startswith("PTX") and rule not in ("PTX022", "PTX028") for rule in spoken):
        return "flagged"
    if statement.is_foreign:
        return "foreign"
    return "silent, host" if "PTX028" in spoken else "silent"


def of_tree(source: Path, converted: Path, report: Path) -> Iterator[Fate]:
    findings: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for each in json.loads(report.read_text(encoding="utf-8"))["findings"]:
        lines = (each["start"]["line"], *each.get("also", ()))
        findings[each["path"]] += [(line, each["rule"]) for line in lines]
    for path in sorted(source.rglob("*")):
        after = converted / path.relative_to(source)
        if path.suffix not in _SUFFIXES or not path.is_file() or not after.is_file():
            continue
        before = path.read_bytes().decode("latin-1")
        if "asm" in before:
            text = after.read_bytes().decode("latin-1")
            found = fates(str(path), _lines(before), _lines(text), findings[str(path)])
            # No build for AMD reads a file that is left as it is and that nothing is said of.
            yield from found if text != before or findings[str(path)] else ()


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("converted", type=Path)
    parser.add_argument("report", type=Path)
    parser.add_argument("--show", default="silent", help="list statements whose fate begins so")
    options = parser.parse_args()
    found = list(of_tree(options.source, options.converted, options.report))
    for each in found:
        if each.what.startswith(options.show):
            print(f"{each.path}:{each.line}: {each.what}: {each.text[:100]}")
    print(options.source.name, dict(sorted(Counter(each.what for each in found).items())))


if __name__ == "__main__":
    main()
