"""Where threads try to take a lock, and where they look whether something has changed: CUDA's functions, members of
libcu++'s atomics, instructions of PTX, and calls of functions or macros of the file that do no more than one of
these."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from hipify_py.file.assembler import Instruction, Statement
from hipify_py.file.facts import Facts
from hipify_py.file.once_per_file import once_per_file
from hipify_py.patterns import pattern
from hipify_py.reading.preprocessor import Macro
from hipify_py.texts import to_bytes

_ATOMIC = pattern(rb"\batomic(?P<kind>CAS|Exch)(?:_block|_system)?\s*(?P<call>\()")
# What only looks, if it changes nothing: `atomicAdd(p, 0)`; the others take a lock by a bit or an extreme, or by
# counting: if none has come before, or if what comes too late takes it back.
_LOAD = pattern(
    rb"\b(?:__ldc[gv]|__hip_atomic_load|atomic(?:Xor|(?P<kind>Or|And|Max|Min|Add|Sub|Inc|Dec))(?:_block|_system)?)\s*(?P<call>\()"
)
_COUNTS = pattern(rb"\batomic(?P<kind>Add|Sub|Inc|Dec)(?:_block|_system)?\s*(?P<call>\()")
ZERO = rb"(?:(?:0(?:[xX]0{1,16})?|0?\.0?)[uUlLfF]{0,3}|nullptr|NULL)"
_ZERO = pattern(ZERO)
# The limit of an `atomicInc` that does not begin again while others wait.
_NO_LIMIT = pattern(
    rb"(?:\(\s*(?:unsigned|uint\w*)(?:\s+int)?\s*\)\s*)?(?:0[xX][fF]{8}[uU]?|UINT(?:32)?_MAX|~\s*0[uU]?|-\s*1|4294967295[uU]?)"
)
_IS_FIRST = pattern(rb"\s*[!=]=\s*0[uU]?\s*(?:[;)?]|&&|\|\|)")
_IS_TRUE = pattern(rb"\s*(?:[;)?]|&&|\|\|)")
_ASKS_FIRST = pattern(rb"(?:(?<!\w)0[uU]?\s{0,9}[!=]=|!|\b(?:if|while)\s{0,9}\()\s{0,9}\Z")
# Those of libcu++; one that compares finds what is there in its first argument.
_MEMBER = pattern(rb"(?:\.|->)\s*(?P<kind>compare_exchange_(?:weak|strong)|exchange|test_and_set|load)\s*(?P<call>\()")
_OBJECT = pattern(rb"[A-Za-z_](?:\w|::|->|[.\[\]]){0,80}\Z")
_GIVEN = rb"\b%s\s*(?:=(?!=)|\{)\s*([^;,{}]{0,60})[;,}]"
_IN_MEMBERS = (b"exchange", b"test_and_set", b"atomic_ref", b"atomic<")
_IN_ATOMICS, _IN_LOADS = (b"atomicCAS", b"atomicExch"), (b"__ldc", b"__hip_atomic_load", b"atomic")
_CONSTANT = pattern(
    rb"\s*(?:\(\s*\w+\s*\)\s*)?(?:~?-?\d+(?:\.\d*)?[uUlLfF]*|nullptr|0[xX][0-9a-fA-F]+[uUlL]*|[A-Z][A-Z0-9_]*|k[A-Z]\w*|true|false|"
    rb"\w{0,60}(?i:locked|free|open)\w*)\s*"
)
_TAKES = pattern(r"atom\.(?:\w|::|\.)*?(?P<kind>cas|exch)\b")
_LOOKS = pattern(r"ld\.(?:\w|::|\.)*?(?:acquire|relaxed|volatile|mmio|cg|cv|global|shared)\b")
_OPERAND = pattern(r"%(?:(\d+)|\[\s*(\w+)\s*\])")
_NUMBER = pattern(r"-?(?:0[xX][0-9a-fA-F]+|\d+)U?")
_NAME = pattern(rb"[A-Za-z_]\w*")
_VARIABLE = pattern(rb"(&?)\s*(?:\w+(?:\.|->|::)){0,9}([A-Za-z_]\w*)")
_LAST_NAME = pattern(rb"([A-Za-z_]\w{0,60})\s{0,9}(?:\[[^\]]{0,60}\]\s{0,9})?(?:=[^,]{0,90})?\Z")
_ASSIGNED = pattern(rb"(?<![\w.>])([A-Za-z_]\w*)\s*(?<![=!<>])=(?!=)[^;{}=]{0,90}\Z")
_RETURNS_NOTHING = pattern(rb"\bvoid\s{1,40}(?:\w{1,40}\s{1,40}){0,3}\Z")
_LOOP = pattern(rb"\b(?:while|for|do|goto)\b")
_BLANKS = b" \t\r\n()"
# Functions that call such functions, in each other; and those that anybody wants to follow.
_DEEPEST = 3
_MOST = 200
_LONGEST = 4_000
_REACH = 200
_NEAR = 20


class Try(NamedTuple):
    """A place where one is made. Its value goes to the variable `result`, or stands there for itself. `address` are the
    names that say where in memory, which may be `is_shared`; `lock` is the variable that is there, if its own address
    is given: `&node->lock`. What `takes` puts something in place of a constant, else it only looks. In a template it is
    the instruction at `place`. `left` is the constant that is there afterwards in any case; what counts, and does not
    have to be the first, is `undone` at places of its function."""

    start: int
    end: int
    result: bytes
    address: frozenset[bytes]
    takes: bool
    is_shared: bool = False
    place: tuple[int, int] | None = None
    lock: bytes = b""
    left: bytes = b""
    undone: Sequence[int] = ()


class _Helper(NamedTuple):
    """A function that makes one, by which of its parameters are to be constants and which say where."""

    name: bytes
    start: int
    end: int
    tried: Try
    constants: tuple[int, ...] = ()
    address: tuple[int, ...] = ()


class _Found(NamedTuple):
    """A try and what it takes the place of, which is a constant, if it is one."""

    tried: Try
    values: tuple[bytes, ...] = ()


def tries(facts: Facts) -> list[Try]:
    """All of a file, in order."""
    in_macros = list(_of_macros(facts))
    found = [*_of_cuda(facts), *_of_members(facts), *_of_ptx(facts)]
    seen = [each for each in (*found, *(each for _macro, each in in_macros)) if _is_certain(facts, each)]
    helpers = [helper for each in found if (helper := _helper(facts, each)) is not None]
    helpers += [helper for macro, each in in_macros if (helper := _macro_helper(facts, macro, each)) is not None]
    for _round in range(_DEEPEST):
        made = list(_calls(facts, helpers[:_MOST])) if helpers else []
        seen += [each for each in made if _is_certain(facts, each)]
        helpers = [helper for each in made if (helper := _helper(facts, each)) is not None]
    by_place = {each.tried.start: each.tried for each in reversed(seen)}
    return [by_place[start] for start in sorted(by_place)]


def is_zero(value: bytes) -> bool:
    return _ZERO.fullmatch(value) is not None


def calls(facts: Facts, waiting: Sequence[Try]) -> Iterator[Try]:
    """The calls of functions that wait in a loop for what one of their parameters points to."""
    helpers = [helper for each in waiting if (helper := _around(facts, each, ())) is not None and helper.address]
    return (each.tried for each in _calls(facts, helpers[:_MOST])) if helpers else iter(())


def _is_certain(facts: Facts, found: _Found) -> bool:
    return all(_is_constant(facts, value, found.tried.start) for value in found.values)


def _is_constant(facts: Facts, value: bytes, place: int) -> bool:
    return bool(_CONSTANT.fullmatch(value) or _CONSTANT.fullmatch(facts.constant(value.strip(), place)))


def _of_cuda(facts: Facts) -> Iterator[_Found]:
    for kind, signs, read in ((_ATOMIC, _IN_ATOMICS, _taking), (_LOAD, _IN_LOADS, _loading)):
        plain = facts.reading.plain if any(sign in facts.reading.code for sign in signs) else b""
        yield from (found for call in kind.finditer(plain) if (found := read(facts, call)) is not None)


def _taking(facts: Facts, call: re.Match[bytes]) -> _Found | None:
    texts = _arguments(facts, call)
    takes = texts[1:2] != texts[2:3]  # what puts in a word what is there only looks
    is_swap = call["kind"] == b"CAS"
    if len(texts) != (3 if is_swap else 2):
        return None
    return _of_call(facts, call, texts, takes=takes, left=b"" if is_swap else texts[1])


def _loading(facts: Facts, call: re.Match[bytes]) -> _Found | None:
    texts, kind = _arguments(facts, call), call["kind"]
    is_atomic = call[0].startswith(b"atomic")
    if len(texts) != (2 if is_atomic else 3 if b"hip" in call[0] else 1):
        return None
    by_zero = is_atomic and is_zero(texts[1])
    if not is_atomic or (by_zero and kind not in (b"And", b"Min", b"Inc", b"Dec")):
        return _of_call(facts, call, texts, takes=False)
    if kind in (b"Add", b"Sub", b"Inc", b"Dec") and not (by_zero and kind == b"Dec"):
        return _counting(facts, call, texts)
    if _asks_own_bit(facts, call, texts[1]):
        return _of_call(facts, call, texts[:1], takes=True, bit=texts[1])
    left = texts[1] if by_zero and kind in (b"And", b"Dec") else b""
    return _of_call(facts, call, texts, takes=True, left=left) if kind is not None else None


def _asks_own_bit(facts: Facts, call: re.Match[bytes], operand: bytes) -> bool:
    """`atomicOr(p, bit) & bit` and `atomicAnd(p, ~bit) & bit`: whether it is asked of a value if the bits that the call
    changes were so before."""
    bit = operand.removeprefix(b"~").translate(None, _BLANKS)
    if call["kind"] not in (b"Or", b"And") or (call["kind"] == b"And") is not operand.startswith(b"~"):
        return False
    behind = (facts.reading.plain[end : end + _REACH].translate(None, _BLANKS) for _start, end in _values(facts, call))
    return any(re.match(rb"&%s\b" % re.escape(bit), text) for text in behind)


def _counting(facts: Facts, call: re.Match[bytes], texts: list[bytes]) -> _Found | None:
    is_up = _counts_up(call["kind"], texts[1])
    is_sum = call["kind"] == b"Add"
    if is_up and (is_sum or _NO_LIMIT.fullmatch(texts[1])) and _is_first(facts, call):
        return _of_call(facts, call, texts if is_sum else texts[:1], takes=True)
    undone = _counts(facts).get((*_counted(facts, call, texts), not is_up))
    found = _of_call(facts, call, texts[:1], takes=True)
    return found._replace(tried=found.tried._replace(undone=undone)) if undone else None


@once_per_file
def _counts(facts: Facts) -> Mapping[tuple[int, bytes, bool], Sequence[int]]:
    """Where functions count at an address, up or down."""
    found: dict[tuple[int, bytes, bool], list[int]] = {}
    for call in _COUNTS.finditer(facts.reading.plain):
        if len(texts := _arguments(facts, call)) == 2:
            key = (*_counted(facts, call, texts), _counts_up(call["kind"], texts[1]))
            found.setdefault(key, []).append(call.start())
    return found


def _counted(facts: Facts, call: re.Match[bytes], texts: Sequence[bytes]) -> tuple[int, bytes]:
    """The function that a call stands in, by its place, and the address."""
    function = facts.functions.around(call.start())
    return function.start if function is not None else 0, b"".join(texts[0].split())


def _counts_up(kind: bytes, operand: bytes) -> bool:
    return kind == b"Inc" or (kind == b"Add" and not operand.startswith(b"-"))


def _values(facts: Facts, call: re.Match[bytes]) -> list[tuple[int, int]]:
    """The place of a call, and those of the variable behind it that its value goes to."""
    plain, behind = facts.reading.plain, facts.reading.closers.get(call.start("call"), call.end()) + 1
    result = _assigned(facts, call.start())
    uses = re.finditer(rb"\b%s\b" % result, plain[behind : behind + _REACH]) if result else ()
    return [(call.start(), behind), *((behind + use.start(), behind + use.end()) for use in uses)]


def _is_first(facts: Facts, call: re.Match[bytes]) -> bool:
    """Whether it is asked of the value of a call, or of the variable that it goes to, whether it is zero."""
    plain = facts.reading.plain
    return any(
        _IS_FIRST.match(plain, end)
        or (_ASKS_FIRST.search(plain, max(0, start - _NEAR), start) and _IS_TRUE.match(plain, end))
        for start, end in _values(facts, call)
    )


def _arguments(facts: Facts, call: re.Match[bytes]) -> list[bytes]:
    return [facts.reading.code[start:end].strip() for start, end in facts.reading.arguments(call.start("call")) or []]


def _of_call(
    facts: Facts, call: re.Match[bytes], texts: Sequence[bytes], *, takes: bool, left: bytes = b"", bit: bytes = b""
) -> _Found:
    end = facts.reading.closers[call.start("call")] + 1
    result, names = _assigned(facts, call.start()), frozenset(_NAME.findall(b"%s %s" % (texts[0], bit)))
    tried = Try(call.start(), end, result, names, takes, lock=_lock(texts[0]), left=left)
    return _Found(tried, tuple(texts[1:2]) if takes else ())


def _lock(address: bytes, *, by_reference: bool = False) -> bytes:
    """The variable that is at an address, if it is the address of one; one that is passed by reference is that."""
    found = _VARIABLE.fullmatch(address)
    return found[2] if found is not None and (found[1] or by_reference) else b""


def _of_members(facts: Facts) -> Iterator[_Found]:
    """Calls of `cuda::atomic` and the like, which compare with what a variable holds."""
    plain = facts.reading.plain if any(sign in facts.reading.code for sign in _IN_MEMBERS) else b""
    for call in _MEMBER.finditer(plain):
        spans = facts.reading.arguments(call.start("call"))
        if spans is not None:
            texts = [facts.reading.code[start:end].strip() for start, end in spans]
            if call["kind"].startswith(b"compare") and texts:
                texts[0] = _value_of(facts, texts[0], call.start())
            end = facts.reading.closers[call.start("call")] + 1
            tried = Try(
                call.start(), end, _assigned(facts, call.start()), _owner(facts, call.start()), call["kind"] != b"load"
            )
            yield _Found(tried, tuple(texts[:1]) if b"exchange" in call["kind"] else ())


def _owner(facts: Facts, end: int) -> frozenset[bytes]:
    """The names of what a member is called of."""
    plain = facts.reading.plain
    start = facts.reading.openers.get(end - 1, end) if plain[end - 1 : end] == b")" else end
    found = _OBJECT.search(plain, max(0, start - _REACH), start) if start == end else None
    return frozenset(_NAME.findall(found[0] if found is not None else plain[start:end]))


def _value_of(facts: Facts, name: bytes, offset: int) -> bytes:
    """A value that is assigned to a variable of the function around a place, a constant if all of them are."""
    function = facts.functions.around(offset)
    if function is None or not _NAME.fullmatch(name):
        return name
    given = re.finditer(_GIVEN % re.escape(name), facts.reading.plain[function.start : function.end])
    values = [found[1].strip() for found in given]
    return next((value for value in values if not _is_constant(facts, value, offset)), (values or [name])[0])


def _of_macros(facts: Facts) -> Iterator[tuple[Macro, _Found]]:
    code = facts.reading.code
    for macro in facts.reading.macros if any(sign in code for sign in _IN_ATOMICS) else ():
        for call in _ATOMIC.finditer(code, macro.body, macro.end):
            if (found := _taking(facts, call)) is not None:
                yield macro, found


def _assigned(facts: Facts, start: int) -> bytes:
    """The variable that the value of a call is assigned to, if one is, maybe with more of an expression around."""
    plain = facts.reading.plain
    begin = max(facts.reading.scopes.statement_at(start), start - _REACH)
    found = _ASSIGNED.search(plain, begin, start)
    return found[1] if found is not None else b""


def _of_ptx(facts: Facts) -> Iterator[_Found]:
    for statement in facts.assembler:
        if statement.macro is None:
            yield from _of_statement(facts, statement)


def _of_statement(facts: Facts, statement: Statement) -> Iterator[_Found]:
    for instruction in statement.instructions:
        taking, looking = _TAKES.match(instruction.opcode), _LOOKS.match(instruction.opcode)
        if taking is None and looking is None:
            continue
        operands = _operands(instruction)
        address = frozenset(_NAME.findall(_expression(facts, statement, operands[1]))) if len(operands) > 1 else None
        count = 0 if taking is None else 2 if taking["kind"] == "cas" else 1
        if address is None or len(operands) < 2 + count:
            continue
        values = [_expression(facts, statement, each) for each in operands[2 : 2 + count]]
        takes = bool(values) and values[:1] != values[1:]
        result = _base(_expression(facts, statement, operands[0])) or _first_output(facts, statement)
        is_shared = ".shared" in instruction.opcode
        place = instruction.start, instruction.end
        tried = Try(statement.start, statement.end, result, address, takes, is_shared, place)
        yield _Found(tried, tuple(values[:1]) if takes else ())
        return


def _operands(instruction: Instruction) -> list[str]:
    """The operands of an instruction; a vector is one."""
    text = instruction.text[len(instruction.opcode) :]
    found, depth = [""], 0
    for sign in text:
        depth += (sign in "{[") - (sign in "}]")
        if sign == "," and not depth:
            found.append("")
        else:
            found[-1] += sign
    return [each.strip() for each in found]


def _expression(facts: Facts, statement: Statement, operand: str) -> bytes:
    """What an operand is in the source; a register of the template as it is called there."""
    named = _OPERAND.search(operand)
    if named is None:
        return to_bytes(operand.removesuffix("U")) if _NUMBER.fullmatch(operand) else b"%" + to_bytes(operand)
    for index, given in enumerate(statement.operands):
        if str(index) == named[1] or (named[2] and given.name == named[2]):
            return facts.reading.code[given.start : given.end].strip()
    return b""


def _base(expression: bytes) -> bytes:
    found = _NAME.search(expression)
    return found[0] if found is not None and not expression.startswith(b"%") else b""


def _first_output(facts: Facts, statement: Statement) -> bytes:
    """What is left of a value that stays in a register of the template: what the statement tells of it."""
    outputs = (facts.reading.code[each.start : each.end] for each in statement.operands if each.is_output)
    return _base(next(outputs, b"").strip())


def _helper(facts: Facts, found: _Found) -> _Helper | None:
    """The function around a try, if it does so once and returns what came of it."""
    function = facts.functions.around(found.tried.start)
    if function is None or not function.name:
        return None
    plain = facts.reading.plain
    name = plain.find(function.name, function.start, function.end)
    if _RETURNS_NOTHING.search(plain, function.start, name) or _LOOP.search(plain, name, function.end):
        return None
    return _around(facts, found.tried, found.values)


def _around(facts: Facts, tried: Try, values: Sequence[bytes]) -> _Helper | None:
    function = facts.functions.around(tried.start)
    if function is None or not function.name or function.end - function.start > _LONGEST:
        return None
    name = facts.reading.plain.find(function.name, function.start, function.end)
    parameters = _parameters(facts, facts.reading.skip_blank(name + len(function.name)))
    return _with_parameters(facts, _Helper(function.name, function.start, function.end, tried), parameters, values)


def _macro_helper(facts: Facts, macro: Macro, found: _Found) -> _Helper | None:
    """A macro that makes one and stands for what came of it."""
    body = facts.reading.code[macro.body : macro.end]
    if macro.parameters is None or b";" in body or _LOOP.search(body):
        return None
    helper = _Helper(macro.name, macro.name_start, macro.end, found.tried)
    return _with_parameters(facts, helper, macro.parameters, found.values)


def _with_parameters(
    facts: Facts, helper: _Helper, parameters: Sequence[bytes], values: Sequence[bytes]
) -> _Helper | None:
    place = helper.tried.start
    constants = tuple(_index(parameters, value) for value in values if not _is_constant(facts, value, place))
    if -1 in constants:
        return None
    address = tuple(index for index, each in enumerate(parameters) if each in helper.tried.address)
    return helper._replace(constants=constants, address=address)


def _parameters(facts: Facts, opening: int) -> list[bytes]:
    spans = facts.reading.arguments(opening) or []
    names = (_LAST_NAME.search(facts.reading.code[start:end].strip()) for start, end in spans)
    return [name[1] if name is not None else b"" for name in names]


def _index(parameters: Sequence[bytes], value: bytes) -> int:
    value = value.strip()
    return parameters.index(value) if value in parameters else -1


def _calls(facts: Facts, helpers: Sequence[_Helper]) -> Iterator[_Found]:
    by_name: dict[bytes, list[_Helper]] = {}
    for helper in helpers:
        by_name.setdefault(helper.name, []).append(helper)
    for name in facts.reading.names(by_name):
        opening = facts.reading.skip_blank(name.end)
        is_own = any(each.start <= name.start < each.end for each in by_name[name.text])
        if is_own or facts.reading.code[opening : opening + 1] != b"(" or facts.reading.directive_at(name.start):
            continue
        spans = facts.reading.arguments(opening) or []
        given = [facts.reading.code[start:end].strip() for start, end in spans]
        for helper in by_name[name.text]:
            if max((*helper.constants, *helper.address), default=-1) < len(given) and opening in facts.reading.closers:
                address = frozenset(word for index in helper.address for word in _NAME.findall(given[index]))
                end = facts.reading.closers[opening] + 1
                result = _assigned(facts, name.start)
                locks = (_lock(given[index], by_reference=bool(helper.tried.lock)) for index in helper.address[:1])
                tried = helper.tried._replace(
                    start=name.start,
                    end=end,
                    result=result,
                    address=address,
                    place=None,
                    lock=next(locks, b""),
                    left=b"",
                )
                yield _Found(tried, tuple(given[index] for index in helper.constants))


def mentions(text: bytes, names: frozenset[bytes]) -> bool:
    return bool(names) and re.search(rb"\b(?:%s)\b" % b"|".join(map(re.escape, sorted(names))), text) is not None
