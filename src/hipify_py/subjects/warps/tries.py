"""Where threads try to take a lock, and where they look whether something has changed: CUDA's functions, members of
libcu++'s atomics, instructions of PTX, and calls of functions or macros of the file that do no more than one of
these."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from hipify_py.file.assembler import Instruction, Statement
from hipify_py.file.facts import Facts
from hipify_py.file.once_per_file import once_per_file
from hipify_py.patterns import pattern
from hipify_py.reading.parts import BLOCK, Part, bodies_of, path_to
from hipify_py.reading.returned_types import returned_type
from hipify_py.reading.tokens import Name, rskip_blank
from hipify_py.texts import to_bytes

_CAS, _EXCH, _OR, _AND, _XOR, _DEC = b"atomicCAS", b"atomicExch", b"atomicOr", b"atomicAnd", b"atomicXor", b"atomicDec"
_ADD, _SUB, _INC, _MIN, _MAX = b"atomicAdd", b"atomicSub", b"atomicInc", b"atomicMin", b"atomicMax"
_COUNTS = (_ADD, _SUB, _INC, _DEC)
_SUMS = (_ADD, _INC)
_LOADS = (b"__ldcg", b"__ldcv", b"__hip_atomic_load")
_ATOMICS = {
    kind + scope: kind
    for kind in (_CAS, _EXCH, _OR, _AND, _XOR, _MIN, _MAX, *_COUNTS)
    for scope in (b"", b"_block", b"_system")
}
_FUNCTIONS = {**_ATOMICS, **{name: name for name in _LOADS}}
_ARGUMENTS = {_CAS: 3, b"__ldcg": 1, b"__ldcv": 1, b"__hip_atomic_load": 3}
# What changes something also where it is given zero.
_CHANGES_BY_ZERO = (_CAS, _EXCH, _AND, _MIN, _INC, _DEC)
# Those of libcu++; one that compares finds what is there in its first argument.
_MEMBERS = frozenset(b"compare_exchange_weak compare_exchange_strong exchange test_and_set load".split())
_IN_MEMBERS = (b"exchange", b"test_and_set", b"atomic_ref", b"atomic<")
_EQUAL, _ASKS = ("==", "!="), ("!", "not", "&&", "||", "and", "or")
_TRANSPARENT = ("parenthesized_expression", "condition_clause", "cast_expression", "assignment_expression")
_BLANKS = b" \t\r\n()"
_RETURN = "return_statement"
_SETTING = ("assignment_expression", "init_declarator", BLOCK)
_ZERO = pattern(rb"(?:0(?:[xX]0{1,16})?|0?\.0?)[uUlLfF]{0,3}|nullptr|NULL")
# The limit of an `atomicInc` that does not begin again while others wait.
_NO_LIMIT = pattern(
    rb"(?:\(\s*(?:unsigned|uint\w*)(?:\s+int)?\s*\)\s*)?(?:0[xX][fF]{8}[uU]?|UINT(?:32)?_MAX|~\s*0[uU]?|-\s*1|4294967295[uU]?)"
)
_CONSTANT = pattern(
    rb"\s*(?:\(\s*\w+\s*\)\s*)?(?:~?-?\d+(?:\.\d*)?[uUlLfF]*|nullptr|0[xX][0-9a-fA-F]+[uUlL]*|[A-Z][A-Z0-9_]*|k[A-Z]\w*|true|false|"
    rb"\w{0,60}(?i:locked|free|open)\w*)\s*"
)
_TAKES = pattern(r"atom\.(?:\w|::|\.)*?(?P<kind>cas|exch)\b")
_LOOKS = pattern(r"ld\.(?:\w|::|\.)*?(?:acquire|relaxed|volatile|mmio|cg|cv|global|shared)\b")
_OPERAND = pattern(r"%(?:(\d+)|\[\s*(\w+)\s*\])")
_NUMBER = pattern(r"-?(?:0[xX][0-9a-fA-F]+|\d+)U?")
_NAME = pattern(rb"[A-Za-z_]\w*")
# `full.wait()`, `slots[i].wait()`
_OBJECT = pattern(rb"\b([A-Za-z_]\w{0,80}\s{0,9}(?:\[[^\[\]]{0,80}\]\s{0,9})?)(?:\.|->)\s{0,9}\Z")
_VARIABLE_NAME = pattern(rb"(?<!Idx\.)(?<!Dim\.)\b[A-Za-z_]\w*")
_VARIABLE = pattern(rb"(&?)\s*(?:\w+(?:\.|->|::)){0,9}([A-Za-z_]\w*)")
_LAST_NAME = pattern(rb"([A-Za-z_]\w{0,60})\s{0,9}(?:\[[^\]]{0,60}\]\s{0,9})?(?:=[^,]{0,90})?\Z")
_GIVEN = pattern(rb"(?<![.>\w:])([A-Za-z_]\w{0,90})\s{0,9}=\s{0,9}\Z")
# What may ask beside a value whether it is zero, or casts it.
_ASKS_BEHIND = pattern(rb"\s{0,9}\)?\s{0,9}(?:[=!]=|\?|&&|\|\||\)|(?:not|and|or)\b)")
_ASKS_BEFORE = pattern(rb"(?:[=!]=|[!)]|&&|\|\||\b(?:not|and|or|if|while)\s{0,9}\()\s{0,9}\(?\s{0,9}\Z")
_CONDITION = pattern(rb"\b(?:if|while)\s{0,9}\(\Z")
_LOOP = pattern(rb"\b(?:while|for|do|goto)\b")
# Functions that call such functions, in each other; and those that anybody wants to follow.
_DEEPEST = 3
_MOST = 200
_LONGEST = 4_000
_REACH = 200
_NEAR = 60
_START = attrgetter("start")


class Try(NamedTuple):
    """A place where one is made. Its value goes to the variable `result`, or stands there for itself. `address` are the
    names that say where in memory, which may be `is_shared`; `lock` is the variable that is there, if its own address
    is given: `&node->lock`. What `takes` puts something in place of a constant, else it only looks. In a template it is
    the instruction at `place`. `left` is the constant that is there afterwards in any case; what counts, and does not
    have to be the first, is `undone` at places of its function. It is none if one of its `values` is no constant."""

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
    values: tuple[bytes, ...] = ()


class _Helper(NamedTuple):
    """A function that makes one, by which of its parameters are to be constants and which say where; of a method
    (`is_method`) its object does."""

    name: bytes
    start: int
    end: int
    tried: Try
    constants: tuple[int, ...] = ()
    address: tuple[int, ...] = ()
    is_method: bool = False


class _Call(NamedTuple):
    """A call of a function with its arguments; a macro may hold it."""

    name: bytes
    start: int
    end: int
    texts: list[bytes]

    @property
    def kind(self) -> bytes:
        return _ATOMICS.get(self.name, self.name)


def tries(facts: Facts) -> list[Try]:
    """All of a file, in order."""
    found = [*_of_cuda(facts), *_of_members(facts), *_of_ptx(facts)]
    seen = list(found)
    for _round in range(_DEEPEST):
        helpers = [helper for each in found if (helper := _helper(facts, each)) is not None]
        found = list(_calls(facts, helpers[:_MOST])) if helpers else []
        seen += found
    certain = (each for each in reversed(seen) if all(_is_constant(facts, value, each.start) for value in each.values))
    by_place = {each.start: each for each in certain}
    return [by_place[start] for start in sorted(by_place)]


def is_zero(value: bytes) -> bool:
    return _ZERO.fullmatch(value) is not None


def names_in(text: bytes) -> frozenset[bytes]:
    """The names of variables, functions and members, but `x` of `threadIdx.x`."""
    return frozenset(_VARIABLE_NAME.findall(text))


def calls(facts: Facts, waiting: Sequence[Try]) -> Iterator[Try]:
    """The calls of functions that wait in a loop for what one of their parameters points to, or for a member."""
    found = (_function(facts, each) for each in waiting)
    helpers = [helper for helper in found if helper is not None and (helper.address or helper.is_method)]
    return _calls(facts, helpers[:_MOST]) if helpers else iter(())


def _is_constant(facts: Facts, value: bytes, place: int) -> bool:
    return bool(_CONSTANT.fullmatch(value) or _CONSTANT.fullmatch(facts.constant(value.strip(), place)))


def _calls_of(facts: Facts, functions: Iterable[bytes]) -> Iterator[_Call]:
    reading = facts.reading
    for name in reading.names(functions):
        opening = reading.skip_blank(name.end)
        spans = reading.arguments(opening) if reading.code.startswith(b"(", opening) else None
        if spans is not None:
            texts = [reading.code[start:end].strip() for start, end in spans]
            yield _Call(name.text, name.start, reading.closers[opening] + 1, texts)


def _of_cuda(facts: Facts) -> Iterator[Try]:
    for call in _calls_of(facts, _FUNCTIONS):
        tried = _of_function(facts, call) if len(call.texts) == _ARGUMENTS.get(call.kind, 2) else None
        if tried is not None:
            yield tried._replace(result=_result_of(facts, call))


def _result_of(facts: Facts, call: _Call) -> bytes:
    """The variable that the value of a call goes to; what is plainly written needs no tree."""
    if given := _given(facts, call):
        return given
    return b"" if _stands_alone(facts, call.start) else _result(_around(facts, call.start, call.end))


def _given(facts: Facts, call: _Call) -> bytes:
    """The variable that a statement gives the value of a call to, and nothing else."""
    code = facts.reading.code
    given = _GIVEN.search(code, max(0, call.start - _REACH), call.start)
    is_whole = given is not None and code.startswith(b";", facts.reading.skip_blank(call.end))
    return given[1] if given is not None and is_whole else b""


def _stands_alone(facts: Facts, place: int) -> bool:
    """Whether a statement or the condition of one begins at a place, so that no variable gets its value."""
    code = facts.reading.code
    before = rskip_blank(code, place, 0)
    if code[before - 1] in b";{})":
        return True
    return code[before - 1 : before] == b"(" and _CONDITION.search(code, max(0, before - _REACH), before) is not None


def _of_function(facts: Facts, call: _Call) -> Try | None:
    """What only looks, if it changes nothing: `atomicAdd(p, 0)`; the others take a lock by a bit or an extreme, or by
    counting: if none has come before, or if what comes too late takes it back."""
    kind, operand = call.kind, b"".join(call.texts[1:2])
    looks = Try(call.start, call.end, b"", names_in(call.texts[0]), takes=False, lock=_lock(call.texts[0]))
    takes, by_zero = looks._replace(takes=True, values=(operand,)), is_zero(operand)
    if kind in _LOADS or (by_zero and kind not in _CHANGES_BY_ZERO):
        return looks
    if kind == _CAS:  # what puts in a word what is there only looks
        if operand == call.texts[2] or _expects_ticket(facts, call):
            return looks
        return takes._replace(values=()) if _waits_for_value(facts, call) else takes
    if kind in (_ADD, _SUB, _INC) or (kind == _DEC and not by_zero):
        return _counting(facts, call, takes)
    if kind == _XOR:
        return None
    bit = operand.removeprefix(b"~")
    if kind in (_OR, _AND) and (kind == _AND) is (bit != operand) and _asks_for_bit(facts, call, bit):
        return takes._replace(values=(), address=looks.address | names_in(bit))
    is_left = kind == _EXCH or (by_zero and kind in (_AND, _DEC))
    return takes._replace(left=operand) if is_left else takes


def _waits_for_value(facts: Facts, call: _Call) -> bool:
    """Whether a compare-and-swap waits until others set a value again, as the function does behind it: what it expects
    is asked for something else, too, or is a part of what was read. `s > 0 && atomicCAS(p, s, s - 1) == s`"""
    expected = call.texts[1]
    path = _around(facts, call.start, call.end) if _NAME.fullmatch(expected) else []
    if not path or not _is_set_behind(path[0], call):
        return False
    joined = (part for each in path if each.sign in ("&&", "and") for part in each.parts)
    if any(expected in part.names for part in joined if not part.start <= call.start < part.end):
        return True
    parts = (each for value in path[0].values_of(expected) for each in value.of_type("binary_expression"))
    return any(each.sign == "&" for each in parts)


def _expects_ticket(facts: Facts, call: _Call) -> bool:
    """Whether a compare-and-swap waits for a number that an atomic sum has drawn: `atomicCAS(tail, t, t + 1) != t`"""
    expected = call.texts[1]
    path = _around(facts, call.start, call.end) if _NAME.fullmatch(expected) else []
    values = (value for root in path[:1] for value in root.values_of(expected))
    return any(draws(facts, each) for value in values for each in value.of_type("call_expression"))


def draws(facts: Facts, call: Part) -> bool:
    """Whether a call adds to memory, or is one of a function that does no more."""
    if call.called.startswith(_SUMS) or call.called == b"fetch_add":
        return not is_zero(call.arguments[-1].text) if call.arguments else False
    returned = (body.parts[0] for body in bodies_of(facts.reading, call.called) if body.parts[0].type == _RETURN)
    return any(each.called.startswith(_SUMS) for part in returned for each in part.of_type("call_expression"))


def _is_set_behind(function: Part, call: _Call) -> bool:
    """Whether a function writes behind a call to the very address that is given to it, and not if it finds a value."""
    address = call.texts[0].translate(None, _BLANKS)
    targets = (address.removeprefix(b"&"),) if address.startswith(b"&") else (b"*" + address, address + b"[0]")
    if any(each.name in targets for each in function.sets if each.place >= call.end):
        return True
    called = (each for each in function.of_type("call_expression") if each.start >= call.end and each.arguments)
    atomic = (each for each in called if _ATOMICS.get(each.called, _CAS) != _CAS)
    return any(each.arguments[0].text.translate(None, _BLANKS) == address for each in atomic)


def is_swapped(facts: Facts, tried: Try, loop: Part) -> bool:
    """Whether a loop looks only to put another value in the place of what it finds: some lane always gets on."""
    for each in loop.of_type("call_expression"):
        texts = [part.text for part in each.arguments]
        if _ATOMICS.get(each.called) == _CAS and len(texts) == _ARGUMENTS[_CAS] and texts[1] == tried.result:
            return not _waits_for_value(facts, _Call(each.called, each.start, each.end, texts))
    return False


def _counting(facts: Facts, call: _Call, takes: Try) -> Try | None:
    code = facts.reading.code
    if code[rskip_blank(code, call.start, 0) - 1] in b";{}":
        return None  # as most calls: nobody asks for the value
    is_up, is_sum = _counts_up(call), call.kind == _ADD
    if is_up and (is_sum or _NO_LIMIT.fullmatch(call.texts[1])) and _asks_for_zero(facts, call):
        return takes if is_sum else takes._replace(values=())
    undone = _counts(facts).get((*_counted(facts, call), not is_up))
    return takes._replace(values=(), undone=undone) if undone else None


@once_per_file
def _counts(facts: Facts) -> Mapping[tuple[int, bytes, bool], Sequence[int]]:
    """Where functions count at an address, up or down."""
    found: dict[tuple[int, bytes, bool], list[int]] = {}
    for call in _calls_of(facts, [name for name, kind in _ATOMICS.items() if kind in _COUNTS]):
        if len(call.texts) == 2:
            found.setdefault((*_counted(facts, call), _counts_up(call)), []).append(call.start)
    return found


def _counted(facts: Facts, call: _Call) -> tuple[int, bytes]:
    """The function that a call stands in, by its place, and the address."""
    function = facts.functions.around(call.start)
    return function.start if function is not None else 0, b"".join(call.texts[0].split())


def _counts_up(call: _Call) -> bool:
    return call.kind == _INC or (call.kind == _ADD and not call.texts[1].startswith(b"-"))


def _around(facts: Facts, start: int, end: int) -> list[Part]:
    """The parts that hold an expression, or a statement of assembler, outermost first, and itself."""
    return [part for part in path_to(facts.reading, start) if part.end >= end]


def _result(path: Sequence[Part]) -> bytes:
    """The variable that a value goes to, if it goes to one, maybe with more of an expression around."""
    setting = next((part for part in reversed(path) if part.type in _SETTING), None)
    given = next(setting.sets) if setting is not None and setting.type != BLOCK else None
    return given.name if given is not None and given.sign == "=" and _NAME.fullmatch(given.name) else b""


def _values(facts: Facts, call: _Call) -> Iterator[tuple[Part, Part]]:
    """A call, and the uses of the variable behind it that its value goes to: what takes each, and the value with its
    brackets and assignments."""
    path = _around(facts, call.start, call.end)
    result = _result(path)
    behind = (path_to(facts.reading, use.start) for use in _uses_behind(facts, call, result))
    for value in (path, *behind):
        while len(value) > 1 and value[-2].type in _TRANSPARENT:
            del value[-1]
        if len(value) > 1:
            yield value[-2], value[-1]


def _uses_behind(facts: Facts, call: _Call, name: bytes) -> Sequence[Name]:
    """Where a variable is used near a call, behind it."""
    uses = facts.reading.names((name,)) if name else []
    return uses[bisect_left(uses, call.end, key=_START) : bisect_left(uses, call.end + _REACH, key=_START)]


def _asks_for_zero(facts: Facts, call: _Call) -> bool:
    """Whether it is asked of the value of a call whether it is zero."""
    if not _may_ask(facts, call):
        return False
    for taker, value in _values(facts, call):
        is_compared = taker.sign in _EQUAL and any(is_zero(each.text) for each in taker.parts)
        is_chosen = taker.type == "conditional_expression" and taker.start == value.start
        is_asked = value.type == "condition_clause" or taker.type == "do_statement" or taker.sign in _ASKS
        if is_compared or is_chosen or is_asked:
            return True
    return False


def _may_ask(facts: Facts, call: _Call) -> bool:
    """Whether the signs beside a call, or beside the uses of the variable that it is plainly given to, may ask."""
    code, given = facts.reading.code, _given(facts, call)
    uses = _uses_behind(facts, call, given) if given else ()
    places = ((call.start, call.end), *((use.start, use.end) for use in uses))
    return any(
        _ASKS_BEHIND.match(code, end) or _ASKS_BEFORE.search(code, max(0, start - _NEAR), start)
        for start, end in places
    )


def _asks_for_bit(facts: Facts, call: _Call, bit: bytes) -> bool:
    """`atomicOr(p, bit) & bit` and `atomicAnd(p, ~bit) & bit`: whether it is asked of a value if the bits that the call
    changes were so before."""
    joined = (each.text for taker, _value in _values(facts, call) if taker.sign == "&" for each in taker.parts)
    return any(each.translate(None, _BLANKS) == bit.translate(None, _BLANKS) for each in joined)


def _lock(address: bytes, *, by_reference: bool = False) -> bytes:
    """The variable that is at an address, if it is the address of one; one that is passed by reference is that."""
    found = _VARIABLE.fullmatch(address)
    return found[2] if found is not None and (found[1] or by_reference) else b""


def _of_members(facts: Facts) -> Iterator[Try]:
    """Calls of `cuda::atomic` and the like, which compare with what a variable holds."""
    is_here = any(sign in facts.reading.code for sign in _IN_MEMBERS)
    for call in _calls_of(facts, _MEMBERS) if is_here else ():
        path = _around(facts, call.start, call.end)
        function = path[-1].field("function") if path else None
        owner = function.field("argument") if function is not None else None
        if owner is not None:
            values = tuple(call.texts[:1]) if b"exchange" in call.kind else ()
            if call.kind.startswith(b"compare"):
                values = tuple(_value_of(facts, path[0], value, call.start) for value in values)
            yield Try(call.start, call.end, _result(path), owner.words, call.kind != b"load", values=values)


def _value_of(facts: Facts, function: Part, name: bytes, place: int) -> bytes:
    """A value that is assigned to a variable of a function, a constant if all of them are."""
    given = [value.text.strip(b"{} ") for value in function.values_of(name)]
    return next((value for value in given if not _is_constant(facts, value, place)), (given or [name])[0])


def _of_ptx(facts: Facts) -> Iterator[Try]:
    for statement in facts.assembler:
        if statement.macro is None:
            yield from _of_statement(facts, statement)


def _of_statement(facts: Facts, statement: Statement) -> Iterator[Try]:
    for instruction in statement.instructions:
        taking, looking = _TAKES.match(instruction.opcode), _LOOKS.match(instruction.opcode)
        if taking is None and looking is None:
            continue
        operands = _operands(instruction)
        address = names_in(_expression(facts, statement, operands[1])) if len(operands) > 1 else None
        count = 0 if taking is None else 2 if taking["kind"] == "cas" else 1
        if address is None or len(operands) < 2 + count:
            continue
        values = [_expression(facts, statement, each) for each in operands[2 : 2 + count]]
        takes = bool(values) and values[:1] != values[1:]
        result = _base(_expression(facts, statement, operands[0])) or _first_output(facts, statement)
        is_shared = ".shared" in instruction.opcode
        place = instruction.start, instruction.end
        constants = tuple(values[:1]) if takes else ()
        yield Try(statement.start, statement.end, result, address, takes, is_shared, place, values=constants)
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


def _helper(facts: Facts, tried: Try) -> _Helper | None:
    """The function or macro around a try, if it does so once and returns what came of it."""
    reading = facts.reading
    if (macro := reading.macro_at(tried.start)) is not None:
        body = reading.code[macro.body : macro.end]
        is_value = macro.parameters is not None and b";" not in body and not _LOOP.search(body)
        helper = _Helper(macro.name, macro.name_start, macro.end, tried)
        return _with_parameters(facts, helper, macro.parameters or ()) if is_value else None
    returned, helper_function = returned_type(reading, tried.start), _function(facts, tried)
    if helper_function is None or b"void" in (returned or ()):
        return None
    return None if _LOOP.search(reading.plain, helper_function.start, helper_function.end) else helper_function


def _function(facts: Facts, tried: Try) -> _Helper | None:
    function = facts.functions.around(tried.start)
    if function is None or not function.name or function.end - function.start > _LONGEST:
        return None
    name, code = facts.reading.plain.find(function.name, function.start, function.end), facts.reading.code
    spans = facts.reading.arguments(facts.reading.skip_blank(name + len(function.name))) or []
    names = (_LAST_NAME.search(code[start:end].strip()) for start, end in spans)
    is_method = facts.reading.scopes.path_at(function.start).is_in_class
    helper = _Helper(function.name, function.start, function.end, tried, is_method=is_method)
    return _with_parameters(facts, helper, [name[1] if name is not None else b"" for name in names])


def _with_parameters(facts: Facts, helper: _Helper, parameters: Sequence[bytes]) -> _Helper | None:
    tried = helper.tried
    given = [value for value in tried.values if not _is_constant(facts, value, tried.start)]
    if not set(given) <= set(parameters):
        return None
    address = tuple(index for index, each in enumerate(parameters) if each in tried.address)
    return helper._replace(constants=tuple(map(parameters.index, given)), address=address)


def _calls(facts: Facts, helpers: Sequence[_Helper]) -> Iterator[Try]:
    code, by_name = facts.reading.code, dict[bytes, list[_Helper]]()
    for helper in helpers:
        by_name.setdefault(helper.name, []).append(helper)
    for call in _calls_of(facts, by_name):
        others = [each for each in by_name[call.name] if not each.start <= call.start < each.end]
        for helper in others if facts.reading.directive_at(call.start) is None else ():
            if max((*helper.constants, *helper.address), default=-1) < len(call.texts):
                given = [call.texts[index] for index in helper.address]
                of = _OBJECT.search(code, max(0, call.start - _REACH), call.start) if helper.is_method else None
                given += [of[1]] if of is not None else []
                yield helper.tried._replace(
                    start=of.start() if of is not None else call.start,
                    end=call.end,
                    result=_result(_around(facts, call.start, call.end)),
                    address=names_in(b" ".join(given)),
                    place=None,
                    lock=_lock(b"".join(given[:1]), by_reference=bool(helper.tried.lock)),
                    left=b"",
                    values=tuple(call.texts[index] for index in helper.constants),
                )
