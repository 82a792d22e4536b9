"""What no build for AMD reads of a build file is worth knowing at most, and what CUDA needs beside HIP is not said."""

from __future__ import annotations

import pytest

from hipify_py.rules.run import severity
from tests.reporting import reported

_FLAG = "-Xptxas"


def _found(code: str, path: str = "build.py") -> list[tuple[int, str, str]]:
    """Line, severity and guard of each finding."""
    result = reported(code, path)
    places = ((result.source.position(each.start).line, each) for each in result.findings)
    return [(line, str(severity(each, ())), each.guard) for line, each in places]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        (f'if torch.version.cuda is not None:\n    f = "{_FLAG}"\n', [(2, "if torch.version.cuda is not None")]),
        (
            f'if torch.cuda.get_device_capability() == (8, 0):\n    f = "{_FLAG}"\n',
            [(2, "if torch.cuda.get_device_capability() == (8, 0)")],
        ),
        (f'def f():\n    if IS_ROCM:\n        raise E\n    return "{_FLAG}"\n', [(4, "if IS_ROCM")]),
        (f'def f():\n    if IS_ROCM: raise E\n    return "{_FLAG}"\n', [(3, "if IS_ROCM")]),
        (f'def f():\n    assert not IS_ROCM\n    return "{_FLAG}"\n', [(3, "assert not IS_ROCM")]),
        (
            f'F = "{_FLAG}"\n\ndef why():\n    if IS_ROCM:\n        return "not supported on ROCm"\n    return ""\n',
            [(1, "if IS_ROCM")],
        ),
    ],
)
def test_worth_knowing(code: str, found: list[tuple[int, str]]) -> None:
    assert _found(code) == [(line, "info", guard) for line, guard in found]


@pytest.mark.parametrize(
    "code",
    [
        # AMD has GPUs with these capabilities, and PyTorch calls its GPUs by the same name.
        f'if torch.cuda.get_device_capability() >= (9, 0):\n    f = "{_FLAG}"\n',
        f'if torch.cuda.get_device_capability() == (9, 0):\n    f = "{_FLAG}"\n',
        f'if torch.cuda.is_available():\n    f = "{_FLAG}"\nif IS_ROCM:\n    pass\n',
        # HIP may go on behind these.
        f'def f():\n    if IS_ROCM:\n        log()\n    return "{_FLAG}"\n',
        f'def f():\n    if IS_ROCM and old:\n        return\n    return "{_FLAG}"\n',
        f'def f():\n    if a:\n        pass\n    elif IS_ROCM:\n        return\n    return "{_FLAG}"\n',
        f'def f():\n    if IS_ROCM:\n        if old:\n            return\n    return "{_FLAG}"\n',
        f'def f():\n    if IS_ROCM:\n        return\n\ndef g():\n    return "{_FLAG}"\n',
        f'f = "{_FLAG}" if IS_ROCM else ""\n',
        f'f = [x for x in y if IS_ROCM] + ["{_FLAG}"]\n',
        f'if not IS_ROCM or old:\n    f = "{_FLAG}"\n',
        # Whoever ports a setup script begins with what it refuses.
        f'if IS_ROCM:\n    raise SystemExit\nf = "{_FLAG}"\nsetup(name="a")\n',
        f'if torch.version.cuda:\n    f = "{_FLAG}"\nsetup(name="a")\n',
        # Indents and words within texts and brackets begin and end no block.
        f'if IS_ROCM:\n    a = """\nelse:\n"""\n    b = (\n1)\n    f = "{_FLAG}"\n',
        f'if IS_ROCM:\n    for a in b:\n        pass\n    else:\n        f = "{_FLAG}"\n',
        f'broken = (1,\ndef f():\n    return "{_FLAG}"\n',
        f"a = 'it''s # no comment'; f = '{_FLAG}'\n",
    ],
)
def test_as_bad_as_ever(code: str) -> None:
    line = code[: code.index(_FLAG)].count("\n") + 1
    assert _found(code) == [(line, "error", "")]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("build.py", f'f = ["-O3"] if IS_ROCM else ["-O3", "{_FLAG}"]\n'),
        ("build.py", f'f = "" if IS_ROCM else "-a" if old else "{_FLAG}"\n'),
        ("build.py", f'f = {{"a": 1, "b": "{_FLAG}" if not IS_ROCM else "", "c": 2}}\n'),
        ("build.py", f'def f():\n    if IS_ROCM or not x:\n        return ""\n    with a:\n        g("{_FLAG}")\n'),
        ("build.py", f'logger.info(\n    "calling %s",\n    "nvcc {_FLAG}",\n)\n'),
        ("build.py", f'a.add_argument("--nvcc", help=(\n    f"for nvcc, "\n    "{_FLAG} is one"), default="")\n'),
        ("CMakeLists.txt", f"if(NOT\n   USE_HIP)\n  set(F {_FLAG})\nendif()\n"),
        ("CMakeLists.txt", f"if(USE_CUDA AND NOT USE_HIP)\n  set(F {_FLAG})\nendif()\n"),
        ("CMakeLists.txt", f'message("a \\"b\\" ("\n  "{_FLAG}")\n'),
        ("CMakeLists.txt", f"#[[ {_FLAG}\n{_FLAG} ]]\nset(F -O3)#{_FLAG}\n"),
    ],
)
def test_not_said(path: str, code: str) -> None:
    assert _found(code, path) == []


@pytest.mark.parametrize(
    "code",
    [
        f'set(A "a # b") # "\nset(F {_FLAG})\n',
        f'message("# a")\nset(F {_FLAG})\n',
        f"message([=[ ) ]=])\nset(F {_FLAG})\n",
        f"macro(f)\n  set(F {_FLAG})\nendmacro()\nif(USE_CUDA)\n  f()\nelseif(USE_HIP)\n  f()\nendif()\n",
        f"macro(f)\n  set(F {_FLAG})\nendmacro()\nif(USE_HIP)\nendif()\n",
        f'if(a)\nelse()\n  set(F "{_FLAG}")\nendif()\n',
    ],
)
def test_said_in_cmake(code: str) -> None:
    line = code[: code.index(_FLAG)].count("\n") + 1
    assert _found(code, "CMakeLists.txt") == [(line, "error", "")]


_FINDCUDA = "find_package(CUDAToolkit)\nlist(APPEND CUDA_NVCC_FLAGS -lineinfo)\n"


def test_flags_of_findcuda_without_it() -> None:
    why = "CUDA_NVCC_FLAGS, which only FindCUDA reads"
    code = _FINDCUDA + 'if(NOT "${CUDA_NVCC_FLAGS}" MATCHES "-a")\nendif()\n'
    assert [each for each in _found(code, "CMakeLists.txt") if each[0] != 1] == [(line, "info", why) for line in (2, 2)]


@pytest.mark.parametrize(
    "user", ["cuda_add_library(a a.cu)", "set(CMAKE_CUDA_FLAGS ${CUDA_NVCC_FLAGS})", "find_package(CUDA)"]
)
def test_flags_of_findcuda_that_are_read(user: str) -> None:
    found = _found(f"{_FINDCUDA}{user}\n", "CMakeLists.txt")
    assert [each for each in found if each[0] == 2] == [(2, "error", "")] * 2


def test_variables_that_a_module_for_a_library_finds_empty() -> None:
    code = 'if(CUDA_INCLUDE_DIRS)\n  list(APPEND DIRS "${CUDA_INCLUDE_DIRS}")\nendif()\n'
    why = "variables of FindCUDA, which this module does not call"
    assert _found(code, "FindMine.cmake") == [(2, "info", why)]
    assert _found(code, "mine.cmake") == [(2, "error", "")]
    assert _found("find_package(CUDA)\n" + code, "FindMine.cmake")[1:] == [(3, "error", "")]


def test_boards_of_nvidia() -> None:
    code = f"if(EXISTS /usr/src/jetson_multimedia_api)\n  set(F {_FLAG})\nelse()\n  set(F {_FLAG})\nendif()\n"
    guard = "if EXISTS /usr/src/jetson_multimedia_api"
    assert _found(code, "CMakeLists.txt") == [(2, "info", guard), (4, "error", "")]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        (f"UNREAD = {{'{_FLAG}'}}\nf = [each for each in f if each not in UNREAD]\n", []),
        (f"UNREAD = ['{_FLAG}']\nif each in UNREAD:\n    pass\n", []),
        (f"UNREAD = ['{_FLAG}']\nif each in UNREAD:\n    f += UNREAD\n", ["error"]),
        (f"FLAGS = ['{_FLAG}']\nfor each in FLAGS:\n    pass\n", ["error"]),
        (f"FLAGS = ['{_FLAG}']\nf = [each for each in FLAGS if each not in f]\n", ["error"]),
        (f"setup(long_description='{_FLAG}')\n", []),
        (f"about = {{'long_description': 'a' '{_FLAG}', 'name': 'b'}}\n", []),
        (f"about = {{'name': 'b', 'flags': '{_FLAG}'}}\n", ["error"]),
        (f"setup(ext_modules=[A('a')], extra_compile_args={{'nvcc': ['{_FLAG}']}}, name='a')\n", ["info"]),
        (f"setup(ext_modules=[A('a', extra_compile_args=['{_FLAG}'])])\n", ["error"]),
    ],
)
def test_texts_that_reach_no_compiler(code: str, found: list[str]) -> None:
    assert [severity for _line, severity, _guard in _found(code)] == found


_NEW = "and CMake knows HIP from 3.21 on"


@pytest.mark.parametrize(
    ("path", "code", "guard"),
    [
        ("CMakeLists.txt", "if(APPLE)\n{}\nendif()\n", "if APPLE"),
        ("CMakeLists.txt", "if(MSVC AND FAST)\n{}\nelse()\nendif()\n", "if MSVC AND FAST"),
        (
            "CMakeLists.txt",
            "if(CMAKE_VERSION VERSION_LESS 3.17)\n{}\nendif()\n",
            "if CMAKE_VERSION VERSION_LESS 3.17, ",
        ),
        (
            "CMakeLists.txt",
            'if("${{CMAKE_VERSION}}" VERSION_LESS "3.17.0" AND X)\n{}\nendif()\n',
            'if "${CMAKE_VERSION}" VERSION_LESS "3.17.0" AND X, ',
        ),
        (
            "CMakeLists.txt",
            "if(CMAKE_MAJOR_VERSION LESS 4 AND CMAKE_MINOR_VERSION LESS 3)\n{}\nendif()\n",
            "if CMAKE_MAJOR_VERSION LESS 4 AND CMAKE_MINOR_VERSION LESS 3, ",
        ),
        (
            "CMakeLists.txt",
            "if(NOT CMAKE_VERSION VERSION_LESS 3.17)\nelse()\n{}\nendif()\n",
            "if not NOT CMAKE_VERSION VERSION_LESS 3.17, ",
        ),
        (
            "CMakeLists.txt",
            'if(CMAKE_CUDA_COMPILER_ID MATCHES "NVIDIA")\n{}\nendif()\n',
            'if CMAKE_CUDA_COMPILER_ID MATCHES "NVIDIA"',
        ),
        (
            "CMakeLists.txt",
            'if("${{CMAKE_CUDA_COMPILER_ID}}" STREQUAL "NVIDIA" AND X)\n{}\nendif()\n',
            'if "${CMAKE_CUDA_COMPILER_ID}" STREQUAL "NVIDIA" AND X',
        ),
        ("Makefile", "ifeq ($(UNAME), Darwin)\nifneq ($(X), )\n{}\nendif\nendif\n", "if ($(UNAME), Darwin)"),
        ("setup.py", "if sys.platform == 'darwin':\n    F = '{}'\n", "if sys.platform == 'darwin'"),
        ("build.sh", 'if [ "$(uname)" == "Darwin" ]; then\n{}\nfi\n', 'if [ "$(uname)" == "Darwin" ]; then'),
    ],
)
def test_platforms_and_releases_without_rocm(path: str, code: str, guard: str) -> None:
    [(_line, said, found)] = _found(code.format(_LINE.get(path, _FLAG)), path)
    assert (said, found) == ("info", guard + _NEW if guard.endswith(", ") else guard)


_LINE = {"CMakeLists.txt": f"set(F {_FLAG})", "Makefile": f"F = {_FLAG}", "build.sh": f"cc {_FLAG}"}


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("CMakeLists.txt", "if(NOT APPLE)\n{}\nendif()\n"),
        ("CMakeLists.txt", "if(APPLE)\nelse()\n{}\nendif()\n"),
        ("CMakeLists.txt", "if(APPLE OR UNIX)\n{}\nendif()\n"),
        ("CMakeLists.txt", "if(CMAKE_VERSION VERSION_LESS 3.28)\n{}\nendif()\n"),
        ("CMakeLists.txt", "if(CMAKE_MINOR_VERSION LESS 3)\n{}\nendif()\n"),
        ("CMakeLists.txt", "if(CMAKE_MAJOR_VERSION LESS_EQUAL 3)\n{}\nendif()\n"),
        ("CMakeLists.txt", "if(CMAKE_VERSION VERSION_GREATER 3.17)\n{}\nendif()\n"),
        ("CMakeLists.txt", "if(CMAKE_VERSION VERSION_GREATER 3.28)\nelse()\n{}\nendif()\n"),
        ("CMakeLists.txt", 'if(NOT CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA")\n{}\nendif()\n'),
        ("CMakeLists.txt", 'if(CMAKE_CUDA_COMPILER_ID MATCHES "NVIDIA" OR X)\n{}\nendif()\n'),
        ("CMakeLists.txt", 'if(CMAKE_CUDA_COMPILER_ID STREQUAL "Clang")\n{}\nendif()\n'),
        ("Makefile", "ifneq ($(UNAME), Darwin)\n{}\nendif\n"),
        ("Makefile", "ifeq ($(UNAME), Darwin)\nelse\n{}\nendif\n"),
        ("setup.py", "if sys.platform != 'darwin':\n    F = '{}'\n"),
        ("setup.py", "if sys.platform == 'darwin' or x:\n    F = '{}'\n"),
        ("build.sh", 'if [ "$(uname)" != "Darwin" ]; then\n{}\nfi\n'),
    ],
)
def test_platforms_and_releases_with_rocm(path: str, code: str) -> None:
    [(_line, said, found)] = _found(code.format(_LINE.get(path, _FLAG)), path)
    assert (said, found) == ("error", "")
