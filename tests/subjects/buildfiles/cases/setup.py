from setuptools import setup
import torch
from torch.utils.cpp_extension import CUDA_HOME, BuildExtension, CUDAExtension

nvcc_flags = [
    "-O3",  # all of it
    "--use_fast_math",
    "-gencode", "arch=compute_80,code=sm_80",
    "--expt-relaxed-constexpr",
]
nvcc_flags += ["-gencode=arch=compute_%s,code=sm_%s" % (cc, cc) for cc in (70, 80)]  # expect: BLD002
nvcc_flags.extend([f"-arch=sm_{cc}", "-Xcompiler", "-fPIC", "-lineinfo"])
link = ["-arch", "arm64", "-G"]
extensions = []
if torch.cuda.is_available() and CUDA_HOME is not None:
    extensions.append(
        CUDAExtension(
            "ops",
            ["ops.cu"],
            libraries=["cublas", "cudart", "m"],
            library_dirs=["/usr/local/cuda/lib64"],
            extra_compile_args={"cxx": ["-O3"], "nvcc": ["-O3", "--ptxas-options=-v", "-Xptxas", "-O3"]},
        )
    )
setup(ext_modules=extensions, cmdclass={"build_ext": BuildExtension})
# ==== output
from setuptools import setup
import torch
from torch.utils.cpp_extension import ROCM_HOME, BuildExtension, CUDAExtension

nvcc_flags = [
    "-O3",  # all of it
    "-fgpu-approx-transcendentals", "-fgpu-flush-denormals-to-zero", "-fno-hip-fp32-correctly-rounded-divide-sqrt",
]
nvcc_flags += ["-gencode=arch=compute_%s,code=sm_%s" % (cc, cc) for cc in (70, 80)]  # expect: BLD002
nvcc_flags.extend(["-fPIC", "-gline-tables-only"])
link = ["-arch", "arm64", "-G"]
extensions = []
if torch.cuda.is_available() and ROCM_HOME is not None:
    extensions.append(
        CUDAExtension(
            "ops",
            ["ops.cu"],
            libraries=["hipblas", "amdhip64", "m"],
            library_dirs=["/opt/rocm/lib"],
            extra_compile_args={"cxx": ["-O3"], "nvcc": ["-O3", "-Rpass-analysis=kernel-resource-usage"]},
        )
    )
setup(ext_modules=extensions, cmdclass={"build_ext": BuildExtension})
