"""Texts in setup scripts outside of lists: options in one string, and those that are added to a list one by one."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence

from hipify_py.edits import Edit
from hipify_py.findings import Finding
from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.flags import read
from hipify_py.subjects.buildfiles.python_file import ADDS, FOR_NVCC, PythonFile, is_text, name_of
from hipify_py.subjects.buildfiles.words_of_options import (
    GROUP,
    Word,
    edits_of,
    gpus_for,
    is_of_others,
    without_counterpart,
)
from hipify_py.texts import to_bytes, to_text

Made = Iterator[Edit | Finding]

STRING = pattern(rb"(?P<prefix>[fFrRuU]*)(?P<quote>[\"'])(?P<text>[^\"'\\\r\n]*)(?P=quote)")
_WORD = pattern(rb"[^\s\"']+")
_COMMAND = pattern(rb"(?:[\w./-]*/)?nvcc[ \t]+-")
# Functions whose first argument is a command for a shell.
_RUNS = frozenset(("system", "popen", "run", "call", "check_call", "check_output", "Popen", "getoutput"))
_CODE = pattern(
    r"#[ \t]*include[ \t]*[<\"](?:cuda|cublas|cufft|curand|cusparse|cusolver|nvrtc|cudnn|nccl)\w*\.h|"
    r"\bcuda[A-Z]\w+\([^;\n]{0,200};"
)
_BLANK_LINE = pattern(rb"[ \t]*(?:\r\n|\r|\n)")


def of_texts(file: PythonFile) -> Made:
    """`nvcc_flags = "-O3 -lineinfo"`, `os.system("nvcc -O3 a.cu")`."""
    assert file.tree is not None
    for node, name in file.names.items():
        if FOR_NVCC.fullmatch(name):
            for each in node.elts if isinstance(node, (ast.List, ast.Tuple)) else (node,):
                if _has_several(each):
                    yield from _of_words(file, each, first=0)
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Call) and _called(node) in _RUNS and node.args and is_text(node.args[0]):
            start, end = file.span(node.args[0])
            text = STRING.fullmatch(file.data, start, end)
            if text and _COMMAND.match(text["text"]):
                yield from _of_words(file, node.args[0], first=1)


def tests_with_code(file: PythonFile) -> Callable[[int], bool]:
    """Whether a place stands in a call that is given code for CUDA, as `test_compile(code="…", libraries=["cudart"])`:
    the code stays, and with it the rest."""
    assert file.tree is not None
    calls = (node for node in ast.walk(file.tree) if isinstance(node, ast.Call))
    spans = [file.span(each) for each in calls if any(map(_is_code, _given_to(each)))]
    return lambda place: any(start <= place < end for start, end in spans)


def _given_to(call: ast.Call) -> Iterator[ast.expr]:
    """The arguments of a call, and of calls among them."""
    for each in (*call.args, *(keyword.value for keyword in call.keywords)):
        yield each
        if isinstance(each, ast.Call):
            yield from _given_to(each)


def _is_code(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and _CODE.search(node.value) is not None


def _has_several(node: ast.AST) -> bool:
    text = node.value.strip() if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
    return text.startswith("-") and " " in text


def _of_words(file: PythonFile, node: ast.AST, first: int) -> Made:
    """The options in one text, behind its `first` words, which call nvcc."""
    assert isinstance(node, ast.expr)
    found = STRING.fullmatch(file.data, *file.span(node))
    if found is None or b"{" in found["text"] or b"%" in found["text"]:
        return
    spans = (each.span() for each in _WORD.finditer(file.data, *found.span("text")))
    words = [Word(start, end, to_text(file.data[start:end])) for start, end in spans]
    made = dict.fromkeys(range(first), "hipcc")
    archs = gpus_for([word.text for word in words], file.archs) if first else ()  # PyTorch names the GPUs itself
    for option in read([word.text for word in words[first:]], archs, forwards=True):
        place = words[first + option.first : first + option.last]
        if option.is_reported:
            yield without_counterpart(option, place)
        if option.fate in ("translated", "dropped") and not is_of_others(option):
            made |= dict.fromkeys(range(first + option.first, first + option.last), "")
            made[first + option.first] = " ".join(option.new)
    if words:
        yield from edits_of(file.data, words, made, words[0].start)


def _called(node: ast.Call) -> str:
    return name_of(node.func)


# -- one by one --------------------------------------------------------------------------------------------------------


def added(file: PythonFile) -> Iterator[tuple[str, ast.Call, ast.expr]]:
    """`flags.append("-lineinfo")`, with the name of the list."""
    for node in ast.walk(file.tree) if file.tree else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            place = ADDS.get(node.func.attr, -1)
            if 0 <= place == len(node.args) - 1 and is_text(node.args[place]):
                value = node.args[place]
                yield file.names.get(value, name_of(node.func.value)), node, value


def in_place_of(file: PythonFile, call: ast.Call, new: Sequence[str], quote: str) -> Iterator[Edit]:
    """The call that adds one option, with others in its place."""
    assert isinstance(call.func, ast.Attribute)
    start, end = file.span(call.args[-1])
    why = file.data[start:end].decode("utf-8", "replace")
    texts = [to_bytes(f"{quote}{each}{quote}") for each in new]
    if len(texts) == 1:
        yield Edit(start, end, texts[0], why, GROUP)
    elif not texts:
        yield from _without(file, call, why)
    elif call.func.attr == "append":
        _start, behind = file.span(call.func)
        yield Edit(behind - len("append"), behind, b"extend", why, GROUP)
        yield Edit(start, end, b"[" + b", ".join(texts) + b"]", why, GROUP)


def _without(file: PythonFile, call: ast.Call, why: str) -> Iterator[Edit]:
    if call in file.statements:
        yield without_statement(file, call, file.statements[call], why)


def without_statement(file: PythonFile, node: ast.expr | ast.stmt, has_others: bool, why: str) -> Edit:
    """The statement goes with its line, if its block has others; or it becomes one that does nothing."""
    start, end = file.span(node)
    line = max(file.data.rfind(b"\n", 0, start), file.data.rfind(b"\r", 0, start)) + 1
    behind = _BLANK_LINE.match(file.data, end)
    if has_others and behind and not file.data[line:start].strip():
        return Edit(line, behind.end(), b"", why, GROUP)
    return Edit(start, end, b"pass", why, GROUP)
