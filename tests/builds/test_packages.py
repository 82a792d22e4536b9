"""Two real packages, built by CMake and make before and after conversion: as CUDA by nvcc, where that is installed, and
for AMD by clang. As many kernels come out after it as before.

Nothing is linked: what the packages need beside CUDA is not here. One source of nimpa includes a header of another
package, and the C sources of darknet include cuRAND's, whose counterpart only C++ can read: neither compiles. The
packages are those of benchmarks/corpus.toml,
from where `python -m benchmarks.corpus fetch` has put them, or fetched for the test.
"""

from __future__ import annotations

import ast
import dataclasses
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import corpus
from tests.builds.conftest import Project
from tests.builds.cuda_folder import find_nvcc, make_cuda_folder

pytestmark = pytest.mark.slow

_PINNED = corpus.ROOT / "benchmarks/corpus.toml"


def _package(name: str, into: Path) -> None:
    """A copy that can be written."""
    package = next(each for each in corpus.load_packages(_PINNED) if each.name == name)
    try:
        tree = corpus.DEFAULT_INTO / name
        tree = tree if tree.is_dir() else corpus.fetch(package, into.parent / "fetched")
    except (corpus.CorpusError, OSError) as error:
        pytest.skip(f"no {name}: {error}; get it with: python -m benchmarks.corpus fetch --only {name}")
    for path in tree.rglob("*"):
        if path.is_file():
            copy = into / path.relative_to(tree)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)


def _commands(project: Project) -> Iterator[str]:
    """What CMake has ninja do."""
    yield from project.must("ninja", "-C", "build", "-t", "commands", "all").splitlines()


def _objects(project: Project) -> dict[str, bytes]:
    """What has been compiled of CUDA's sources, which is taken away."""
    found = (*project.folder.rglob("*.cu.o"), *project.folder.rglob("*_kernels.o"))
    objects = {path.name: path.read_bytes() for path in found}
    for path in found:
        path.unlink()
    return objects


def _for_amd(objects: dict[str, bytes]) -> int:
    """How many have code for the GPU."""
    return sum(b"amdgcn-amd-amdhsa--gfx90a" in each for each in objects.values())


def _converted(project: Project) -> str:
    """What is said of the project, in which a second run changes nothing."""
    first = project.call("hipify-py", ".")
    assert first.returncode in (0, 1), first.stdout
    assert "would convert 0 of" in project.call("hipify-py", "--check", ".").stdout
    return first.stdout


@pytest.mark.thorough
def test_nimpa_with_cmake(project: Project, tmp_path: Path) -> None:
    """`LANGUAGES CUDA`, CUDAToolkit, variables of FindCUDA that nothing sets, `.cu` files of a `GLOB`, and a setup
    script of scikit-build."""
    _package("nimpa", project.folder)
    top = dataclasses.replace(project, folder=project.folder / "niftypet")
    nvcc = find_nvcc()
    compiled_as_cuda: set[str] = set()
    if nvcc is not None:
        cuda = make_cuda_folder(nvcc, tmp_path / "cuda")
        top.must("cmake", "-S", ".", "-B", "build", "-G", "Ninja", CUDACXX=str(cuda / "bin/nvcc"))
        before = [line for line in _commands(top) if ".cu.o" in line and " -c " in line]
        assert before
        assert all("/nvcc " in line for line in before)
        top.call("ninja", "-C", "build", "-k0", "-j2")
        compiled_as_cuda = set(_objects(top))
        shutil.rmtree(top.folder / "build")
    texts = {path.name: path.read_text(encoding="utf-8") for path in top.folder.rglob("*.cu")}
    sources = set(texts)
    assert "'CMAKE_CUDA_ARCHITECTURES' requests code for NVIDIA GPUs" in _converted(project)
    script = (project.folder / "setup.py").read_text(encoding="utf-8")
    ast.parse(script)
    assert 'cmake_languages=("C", "CXX", "HIP")' in script
    top.must(*top.configuring())
    commands = list(_commands(top))
    compiled = {name for name in sources for line in commands if f"/{name}.o" in line and " -x hip " in line}
    assert compiled == sources
    linked = next(line for line in commands if "libimproc" in line and " -shared " in line)
    assert "libhiprand" in linked
    assert "libamdhip64" in linked
    assert not any("nvcc" in line or "cudart" in line for line in commands)
    top.call("ninja", "-C", "build", "-k0", "-j2")
    objects = _objects(top)
    assert len(objects) == len(sources) - 1
    assert set(objects) >= compiled_as_cuda
    assert _for_amd(objects) == sum("__global__" in texts[name.removesuffix(".o")] for name in objects)


def _made(project: Project, *words: str) -> list[str]:
    """The commands of make, those over several lines as one."""
    said = project.must("make", "-n", "GPU=1", *words)
    return said.replace("\\\n", " ").splitlines()


def _some_kernels(project: Project) -> list[Path]:
    """Every third, as each takes seconds to compile."""
    return sorted((project.folder / "src").glob("*.cu"))[::3]


def _kernels(project: Project, *words: str) -> dict[str, bytes]:
    names = (f"obj/{path.stem}.o" for path in _some_kernels(project))
    (project.folder / "obj").mkdir(exist_ok=True)
    project.call("make", "-k", "-j2", "GPU=1", *words, *names)
    return _objects(project)


@pytest.mark.thorough
def test_darknet_with_make(project: Project, tmp_path: Path) -> None:
    """GPUs in a variable over several lines, `--compiler-options "$(CFLAGS)"`, libraries in conditionals."""
    _package("darknet", project.folder)
    nvcc = find_nvcc()
    compiled_as_cuda: set[str] = set()
    if nvcc is not None:
        cuda = make_cuda_folder(nvcc, tmp_path / "cuda")
        newer = "ARCH=-gencode arch=compute_80,code=sm_80"  # nvcc knows its GPUs no more
        compiled_as_cuda = set(_kernels(project, f"NVCC={cuda / 'bin/nvcc'} -I{cuda / 'include'}", newer))
        assert compiled_as_cuda
    before = _made(project)
    assert any(line.startswith("nvcc ") and "-gencode" in line for line in before)
    for_cpu = project.must("make", "-n")
    _converted(project)
    after = _made(project)
    assert len(after) == len(before)
    kernels = [line for line in after if ".cu " in line]
    assert len(kernels) == len([line for line in before if ".cu " in line]) > 5
    assert all(line.startswith("hipcc ") and "--offload-arch=gfx90a" in line and " -fPIC" in line for line in kernels)
    assert any("-lamdhip64 -lhipblas -lhiprand" in line for line in after)
    assert not any("cuda/" in line or "-lcu" in line or "nvcc" in line or "sm_" in line for line in after)
    assert project.must("make", "-n") == for_cpu
    hipcc = f"{project.environment['HIPIFY_NVCC_COMPILER']} -x hip"
    objects = _kernels(project, f"NVCC={hipcc}", "ARCH=--offload-arch=gfx90a")
    sources = [path.read_text(encoding="utf-8") for path in _some_kernels(project)]
    assert len(objects) == len(sources) > 3
    assert set(objects) >= compiled_as_cuda
    assert _for_amd(objects) == sum("__global__" in text for text in sources)
