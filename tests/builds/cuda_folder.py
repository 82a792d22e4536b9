"""CUDA's toolkit as tests find it, with what an installation of the compiler alone lacks: headers and libraries of
cuBLAS and cuRAND that declare what the example calls, and hold nothing. Programs are linked, and do not run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

_TOP = re.compile(r"^#\$ _HERE_=(\S+)", re.MULTILINE)
_HEADERS = {
    "cublas_v2.h": """\
typedef struct cublasContext *cublasHandle_t;
typedef enum { CUBLAS_STATUS_SUCCESS } cublasStatus_t;
extern "C" cublasStatus_t cublasCreate(cublasHandle_t *);
extern "C" cublasStatus_t cublasDestroy(cublasHandle_t);
extern "C" cublasStatus_t cublasSnrm2(cublasHandle_t, int, const float *, int, float *);
""",
    "curand.h": """\
#include <stddef.h>
typedef struct curandGenerator_st *curandGenerator_t;
typedef enum { CURAND_STATUS_SUCCESS } curandStatus_t;
typedef enum { CURAND_RNG_PSEUDO_DEFAULT = 100 } curandRngType_t;
extern "C" curandStatus_t curandCreateGenerator(curandGenerator_t *, curandRngType_t);
extern "C" curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t, unsigned long long);
extern "C" curandStatus_t curandGenerateNormal(curandGenerator_t, float *, size_t, float, float);
extern "C" curandStatus_t curandDestroyGenerator(curandGenerator_t);
""",
}
_LIBRARIES = ("cublas", "curand")


def find_nvcc() -> Path | None:
    """NVIDIA's own, where it is installed: what it says of itself."""
    found = shutil.which("nvcc")
    said = _output(found, "--dryrun", "-c", "a.cu") if found else ""
    here = _TOP.search(said)
    return Path(here[1]) / "nvcc" if here else None


def make_cuda_folder(nvcc: Path, into: Path) -> Path:
    """A folder that build files take for the toolkit."""
    toolkit = nvcc.parents[1]
    into.mkdir()
    for entry in toolkit.iterdir():
        if entry.name not in ("include", "lib64", "lib", "targets"):
            (into / entry.name).symlink_to(entry)
    _merged(toolkit / "include", into / "include")
    _merged(toolkit / "lib64" if (toolkit / "lib64").is_dir() else toolkit / "lib", into / "lib64")
    target = into / "targets/x86_64-linux"
    target.mkdir(parents=True)
    (target / "include").symlink_to(into / "include")
    (target / "lib").symlink_to(into / "lib64")
    for name, text in _HEADERS.items():
        if not (into / "include" / name).exists():
            (into / "include" / name).write_text(f"#pragma once\n{text}", encoding="utf-8")
    for name in _LIBRARIES:
        library = into / "lib64" / f"lib{name}.so"
        if not library.exists():
            command = ["cc", "-shared", "-o", str(library), f"-Wl,-soname,lib{name}.so", "-x", "c", os.devnull]
            subprocess.run(command, check=True)
    return into


def _merged(folder: Path, into: Path) -> None:
    into.mkdir()
    for entry in folder.iterdir():
        (into / entry.name).symlink_to(entry)


def _output(*command: str) -> str:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.stdout
