"""What build files say of sources: which are CUDA whatever their names are, where headers lie, and which macros make a
build one for CUDA or for HIP."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random

import pytest

from tests.cli.conftest import Hipify, Write

KERNEL = "__global__ void fill(float *p) { p[threadIdx.x] = 1; }\n"
INCLUDE = "#include <hip/hip_runtime.h>\n"


def _converted(hipify: Hipify, write: Write, files: Mapping[str, str], name: str) -> str:
    """What one file of a tree becomes, and stays in a second run."""
    paths = {path: write(f"tree/{path}", text.encode()) for path, text in files.items()}
    hipify("tree")
    once = paths[name].read_text()
    hipify("tree")
    assert paths[name].read_text() == once
    return once


def _commands(*entries: str, file: str = "src/a.cpp") -> str:
    return json.dumps([{"directory": ".", "file": file, "command": each} for each in entries])


LANGUAGE = "set_source_files_properties(%s PROPERTIES LANGUAGE CUDA)\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("CMakeLists.txt", LANGUAGE % "src/a.cpp"),
        ("CMakeLists.txt", LANGUAGE % '"${CMAKE_CURRENT_SOURCE_DIR}/src/a.cpp"'),
        ("CMakeLists.txt", f"project(mine CXX)\n{LANGUAGE % '${mine_SOURCE_DIR}/src/a.cpp'}"),
        ("CMakeLists.txt", f"set(ALL src/a.cpp src/b.cpp)\n{LANGUAGE % '${ALL}'}"),
        ("CMakeLists.txt", f"list(APPEND ALL a)\nforeach(x IN LISTS ALL)\n{LANGUAGE % 'src/${x}.cpp'}endforeach()\n"),
        ("CMakeLists.txt", f'foreach(each "src/a.cpp\\;1")\nlist(GET each 0 one)\n{LANGUAGE % "${one}"}endforeach()\n'),
        ("CMakeLists.txt", "set_property(SOURCE src/a.cpp PROPERTY LANGUAGE CUDA)\n"),
        ("CMakeLists.txt", "set_source_files_properties(src/a.cpp PROPERTIES CUDA_SOURCE_PROPERTY_FORMAT OBJ)\n"),
        ("src/CMakeLists.txt", LANGUAGE % "a.cpp"),
        ("Makefile", "a.o: src/a.cpp\n\tnvcc -x cu -c $< -o $@\n"),
        ("Makefile", "FLAGS = -O3 -x cu\n%.o: src/%.cpp\n\t$(NVCC) $(FLAGS) -c $< -o $@\n"),
        ("src/Makefile", "all:\n\tnvcc -x=cu a.cpp -o a\n"),
        ("compile_commands.json", _commands("nvcc -x cu -c src/a.cpp")),
        ("compile_commands.json", _commands("clang++ --cuda-gpu-arch=sm_80 -x cuda -c src/a.cpp")),
        ("build/compile_commands.json", _commands("nvcc -x cu -c a.cpp", file="../src/a.cpp")),
    ],
)  # fmt: skip
def test_sources_that_are_compiled_as_cuda(hipify: Hipify, write: Write, name: str, text: str) -> None:
    """They get the header that nvcc includes unasked, as files named .cu do."""
    assert _converted(hipify, write, {name: text, "src/a.cpp": KERNEL}, "src/a.cpp") == INCLUDE + KERNEL


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("CMakeLists.txt", "add_library(a src/a.cpp)\n"),
        ("CMakeLists.txt", f"# {LANGUAGE % 'src/a.cpp'}"),
        ("CMakeLists.txt", LANGUAGE % "src/${which}.cpp"),
        ("CMakeLists.txt", LANGUAGE % "src/a.cpp" + (LANGUAGE % "src/a.cpp").replace("CUDA", "HIP")),
        ("CMakeLists.txt", "cuda_add_library(a src/a.cpp)\n"),  # FindCUDA gives it to the compiler for the host
        ("CMakeLists.txt", "set_source_files_properties(src/a.cpp PROPERTIES LANGUAGE CXX)\n"),
        ("Makefile", "a.o: src/a.cpp\n\tnvcc -c $< -o $@\n"),
        ("compile_commands.json", _commands("nvcc -c src/a.cpp")),
        ("compile_commands.json", _commands("nvcc -x cu -c a.cpp", file="../elsewhere/src/a.cpp")),
        ("compile_commands.json", "[{"),
    ],
)
def test_sources_that_may_be_compiled_as_others(hipify: Hipify, write: Write, name: str, text: str) -> None:
    assert _converted(hipify, write, {name: text, "src/a.cpp": KERNEL}, "src/a.cpp") == KERNEL


# Which of two headers is meant tells whether a call is CUDA's, or one of the project's own macro.
HEADERS = {"old/mine/limits.h": "#define cudaFree(p) my_free(p)\n", "new/mine/limits.h": ""}
CALL = '#include "mine/limits.h"\nvoid f(void *p) { cudaFree(p); }\n'
IS_CUDAS = CALL.replace("cuda", "hip")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("CMakeLists.txt", "include_directories(absent new)\n"),
        ("CMakeLists.txt", "target_include_directories(a PRIVATE $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/new>)\n"),
        ("CMakeLists.txt", "set(HEADERS ${PROJECT_SOURCE_DIR}/new)\ninclude_directories(SYSTEM ${HEADERS})\n"),
        ("src/CMakeLists.txt", "include_directories(../new)\n"),
        ("Makefile", "CXXFLAGS += -O2 -I./new\n"),
        ("Makefile", "TOP = .\nINCLUDES = -isystem $(TOP)/new\n"),
        ("src/Makefile", "all:\n\tnvcc -I ../new a.cu\n"),
        ("setup.py", "CUDAExtension('a', ['src/a.cu'], include_dirs=[os.path.join(here, 'new')])\n"),
        ("setup.py", "CUDAExtension('a', ['src/a.cu'], include_dirs=[str(here / 'new')])\n"),
        ("setup.py", "CUDAExtension('a', ['src/a.cu'], extra_compile_args={'nvcc': ['-O3', '-Inew']})\n"),
        ("compile_commands.json", _commands("nvcc -Inew -c src/a.cu", file="src/a.cu")),
    ],
)
def test_directories_of_headers(hipify: Hipify, write: Write, name: str, text: str) -> None:
    assert _converted(hipify, write, {**HEADERS, name: text, "src/a.cu": CALL}, "src/a.cu").endswith(IS_CUDAS)


def test_the_nearest_build_file_says_where_headers_are(hipify: Hipify, write: Write) -> None:
    files = {
        **HEADERS,
        "CMakeLists.txt": "include_directories(old)\n",
        "src/CMakeLists.txt": "include_directories(../new)\n",
        "src/a.cu": CALL,
    }
    assert _converted(hipify, write, files, "src/a.cu").endswith(IS_CUDAS)


@pytest.mark.parametrize("text", ["", "include_directories(old new)\n", "include_directories(${somewhere}/new)\n"])
def test_headers_that_may_be_others(hipify: Hipify, write: Write, text: str) -> None:
    assert _converted(hipify, write, {**HEADERS, "CMakeLists.txt": text, "src/a.cu": CALL}, "src/a.cu").endswith(CALL)


# What builds without CUDA have for a function; code for CUDA gets its headers elsewhere.
STUB = """#ifndef MINE_ACCELERATED
inline int cudaDeviceSynchronize() { return 0; }
#endif
int f() { return cudaDeviceSynchronize(); }
"""
IN_CUDA_BRANCH = "if(%s)\n  target_compile_definitions(a PRIVATE MINE_ACCELERATED)\nendif()\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("CMakeLists.txt", IN_CUDA_BRANCH % "USE_CUDA"),
        ("CMakeLists.txt", IN_CUDA_BRANCH % "CUDAToolkit_FOUND"),
        ("CMakeLists.txt", "option(FAST)\nif(FAST)\n  enable_language(CUDA)\nendif()\n" + IN_CUDA_BRANCH % "FAST"),
        ("CMakeLists.txt", "if(USE_CUDA)\n  add_definitions(-DMINE_ACCELERATED=1)\nendif()\n"),
        ("CMakeLists.txt", "if(USE_CUDA)\n  add_compile_definitions(MINE_ACCELERATED)\nendif()\n"),
        ("CMakeLists.txt", 'set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} -O3 -DMINE_ACCELERATED")\n'),
        ("CMakeLists.txt", "add_compile_options($<$<COMPILE_LANGUAGE:CUDA>:-DMINE_ACCELERATED>)\n"),
        ("CMakeLists.txt", "list(APPEND CUDA_NVCC_FLAGS -DMINE_ACCELERATED)\nadd_definitions(-DMINE_ACCELERATED)\n"),
        ("Makefile", "NVCCFLAGS += -DMINE_ACCELERATED\n"),
        ("Makefile", "ifeq ($(USE_CUDA),1)\nCXXFLAGS += -DMINE_ACCELERATED\nendif\n"),
        ("Makefile", "a.o: a.cu\n\tnvcc -DMINE_ACCELERATED -c $<\n"),
        ("setup.py", "CUDAExtension('a', ['a.cu'], extra_compile_args={'nvcc': ['-DMINE_ACCELERATED']})\n"),
        (
            "setup.py",
            "if CUDA_HOME:\n    define_macros += [('MINE_ACCELERATED', None)]\nExtension('a', define_macros=x)\n",
        ),
        (
            "compile_commands.json",
            _commands("nvcc -DMINE_ACCELERATED -x cu -c a.cpp", "nvcc -DMINE_ACCELERATED -x cu b"),
        ),
    ],
)
def test_macros_of_all_builds_for_cuda(hipify: Hipify, write: Write, name: str, text: str) -> None:
    """A stub for builds without them is renamed as CUDA's function is."""
    assert _converted(hipify, write, {name: text, "a.cu": STUB}, "a.cu").endswith(STUB.replace("cuda", "hip"))


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"CMakeLists.txt": "add_definitions(-DMINE_ACCELERATED)\n"},
        {"CMakeLists.txt": IN_CUDA_BRANCH % "NOT USE_CUDA"},
        {"CMakeLists.txt": IN_CUDA_BRANCH % "USE_CUDA OR USE_OPENCL"},
        {"CMakeLists.txt": IN_CUDA_BRANCH % "USE_FAST"},
        {
            "CMakeLists.txt": IN_CUDA_BRANCH % "USE_CUDA"
            + "add_definitions(-DMINE_ACCELERATED)\n"
            + IN_CUDA_BRANCH % "X"
        },
        {"CMakeLists.txt": "if(DEBUG)\n" + IN_CUDA_BRANCH % "USE_CUDA" + "endif()\n"},
        {"CMakeLists.txt": "function(accelerate)\n" + IN_CUDA_BRANCH % "USE_CUDA" + "endfunction()\n"},
        {"CMakeLists.txt": IN_CUDA_BRANCH % "USE_CUDA" + "list(APPEND MACROS MINE_ACCELERATED)\n"},
        {"CMakeLists.txt": IN_CUDA_BRANCH % "USE_CUDA", "config.h.in": "#cmakedefine MINE_ACCELERATED\n"},
        {"CMakeLists.txt": IN_CUDA_BRANCH % "USE_CUDA", "build.sh": "g++ -DMINE_ACCELERATED a.cpp\n"},
        {"CMakeLists.txt": IN_CUDA_BRANCH % "USE_CUDA", "mine.h": "#define MINE_ACCELERATED\n"},
        {"Makefile": "CXXFLAGS += -DMINE_ACCELERATED\n"},
        {"Makefile": "ifneq ($(USE_CUDA),1)\nNVCCFLAGS += -DMINE_ACCELERATED\nendif\n"},
        {"setup.py": "Extension('a', ['a.cu'], define_macros=[('MINE_ACCELERATED', None)])\n"},
        {"compile_commands.json": _commands("nvcc -DMINE_ACCELERATED -x cu -c a.cpp", "nvcc -x cu b.cpp")},
    ],
)
def test_macros_that_say_nothing_of_builds_for_cuda(hipify: Hipify, write: Write, files: Mapping[str, str]) -> None:
    assert _converted(hipify, write, {**files, "a.cu": STUB}, "a.cu").endswith(STUB)


def test_stubs_in_headers_are_renamed_with_their_calls(hipify: Hipify, write: Write) -> None:
    stub, call = STUB.rsplit("int f", 1)
    files = {
        "stubs.h": stub,
        "a.cu": f'#include "stubs.h"\nint f{call}',
        "Makefile": "NVCCFLAGS = -DMINE_ACCELERATED\n",
    }
    assert "return hipDeviceSynchronize()" in _converted(hipify, write, files, "a.cu")
    assert _converted(hipify, write, files, "stubs.h") == stub.replace("cuda", "hip")


BESIDE_HIP = """#if defined(MINE_ON_GREEN)
void f(void *p) { cudaFree(p); }
#elif defined(USE_HIP)
void f(void *p) { hipFree(p); }
#endif
"""
# Half a port, of which the rest has to be converted.
SHARED = "void g() { cudaDeviceSynchronize(); }\n"
BY_NAMES = BESIDE_HIP.replace("defined(USE_HIP)", "defined(MINE_ON_RED)")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (BESIDE_HIP, "if(USE_CUDA)\n  add_definitions(-DMINE_ON_GREEN)\nendif()\n"),
        (BESIDE_HIP, "if(USE_CUDA)\n  if(DEBUG)\n    add_definitions(-DMINE_ON_GREEN)\n  endif()\nendif()\n"),
        (
            BY_NAMES,
            "if(USE_CUDA)\nadd_definitions(-DMINE_ON_GREEN)\nelseif(USE_HIP)\nadd_definitions(-DMINE_ON_RED)\nendif()\n",
        ),
        (
            "#ifdef MINE_ON_RED\nvoid f(void *p) { hipFree(p); }\n#else\nvoid f(void *p) { cudaFree(p); }\n#endif\n",
            "if(USE_ROCM)\n  add_definitions(-DMINE_ON_RED)\nendif()\n",
        ),
    ],
)  # fmt: skip
def test_branches_of_macros_for_either_platform(hipify: Hipify, write: Write, source: str, text: str) -> None:
    """They stay, as those of macros do whose names say which platform they are for."""
    files = {"CMakeLists.txt": text, "a.cpp": source + SHARED}
    assert _converted(hipify, write, files, "a.cpp") == source + SHARED.replace("cuda", "hip")


@pytest.mark.parametrize(
    "text",
    ["", "add_definitions(-DMINE_ON_GREEN)\n", "if(USE_GPU)\n  add_definitions(-DMINE_ON_GREEN)\nendif()\n"],
)
def test_branches_that_may_be_for_both(hipify: Hipify, write: Write, text: str) -> None:
    files = {"CMakeLists.txt": text, "a.cpp": BESIDE_HIP + SHARED}
    assert _converted(hipify, write, files, "a.cpp") == (BESIDE_HIP + SHARED).replace("cuda", "hip")


def _rules(hipify: Hipify, path: str) -> list[str]:
    """What is found in one file."""
    found = json.loads(hipify("scan", "tree", "--format", "json").out)["findings"]
    return [each["rule"] for each in found if each["path"].endswith(path)]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (_commands("nvcc -c src/a.cu", "nvcc -c src/b.cu"), "BLD015"),
        (json.dumps([{"file": "a.cu", "arguments": ["/usr/local/cuda/bin/nvcc", "-c", "a.cu"]}]), "BLD015"),
        (_commands("hipcc -c src/a.cu"), ""),
        (_commands("g++ -DHAVE_nvcc -c a.cpp"), ""),
        ("[{", "BLD015"),
        ('{"command": "nvcc"}', "BLD015"),
        ("[" * 100_000, "BLD015"),
        (" " * 16_000_001, "TOOL008"),
    ],
    ids=["nvcc", "arguments", "hipcc", "macro", "cut", "no_list", "deep", "huge"],
)
def test_commands_of_a_build_for_cuda_are_reported_once(hipify: Hipify, write: Write, text: str, rule: str) -> None:
    path = write("tree/compile_commands.json", text.encode())
    write("tree/a.cu", KERNEL.encode())
    assert _rules(hipify, path.name) == ([rule] if rule else [])
    hipify("tree")
    assert path.read_bytes() == text.encode()


EVERY_KIND = {
    "CMakeLists.txt": f"set(ALL a.cpp)\n{LANGUAGE % '${ALL}'}include_directories(new)\n{IN_CUDA_BRANCH % 'USE_CUDA'}",
    "Makefile": "F = -x cu -I new\nifdef USE_CUDA\nF += -DMINE_ACCELERATED\nendif\n%.o: %.cpp\n\tnvcc $(F) $<\n",
    "setup.py": "if CUDA_HOME:\n  macros += [('MINE_ACCELERATED', None)]\nExtension('a', include_dirs=['new'])\n",
    "compile_commands.json": _commands("nvcc -x cu -Inew -DMINE_ACCELERATED -c a.cpp"),
}


@pytest.mark.parametrize("name", EVERY_KIND)
def test_damaged_build_files(hipify: Hipify, write: Write, name: str) -> None:
    """Cut anywhere, and with signs in places where none is expected."""
    write("tree/a.cpp", (STUB + CALL).encode())
    for header, macros in HEADERS.items():
        write(f"tree/{header}", macros.encode())
    text, dice = EVERY_KIND[name].encode(), Random(1)
    for _ in range(20):
        place, sign = (
            dice.randrange(len(text)),
            dice.choice((b"", b"(", b")", b'"', b"$", b"\\", b"\0", b"\xff", b"${")),
        )
        write(f"tree/{name}", text[:place] + sign + text[place + dice.randrange(9) :])
        ran = hipify("tree", "--diff", "-v")
        assert ran.code in (0, 1)
        assert not any(trouble in ran.data + ran.err.encode() for trouble in (b"Traceback", b"internal error"))


@pytest.mark.parametrize(
    ("name", "build"),
    [
        ("Makefile", "a: a.cu b.cu\n\tnvcc -rdc=true -o a a.cu b.cu\n"),
        (
            "CMakeLists.txt",
            "project(a CUDA)\nadd_library(a a.cu b.cu)\n"
            "set_target_properties(a PROPERTIES CUDA_SEPARABLE_COMPILATION ON)\n",
        ),
        ("Makefile", "a: a.cu b.cu\n\tnvcc -o a a.cu b.cu\n"),
    ],
)
def test_device_code_of_another_file_where_the_build_links_it(
    hipify: Hipify, write: Write, name: str, build: str
) -> None:
    write("a.cu", b"extern __device__ float scale(float);\n__global__ void k(float *p) { p[0] = scale(p[1]); }\n")
    write("b.cu", b"__device__ float scale(float x) { return 2 * x; }\n")
    write(name, build.encode())
    is_linked = "rdc" in build or "SEPARABLE" in build
    assert ("DEV027" in hipify("scan", ".").out) is not is_linked
    assert "DEV027" in hipify("scan", "--no-build", ".").out
