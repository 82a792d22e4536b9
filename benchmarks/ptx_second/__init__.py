"""A second judge of translated PTX, which shares nothing with ``benchmarks/ptx_gpu``.

1,900 statements are written from the PTX manual (``cases``), each in a kernel of its own with typed operands. The
originals ran on an NVIDIA GPU. The tool converts the same sources; the branch for AMD is compiled by clang for the CPU,
over a header of HIP's names and of clang's builtins for AMD GPUs that is written from AMD's documents
(``runtime/hip``), with waves of 64 lanes as fibers. Both programs draw the same inputs (``runtime/inputs.h``): edges,
random bits, and pairs that nearly cancel, 4,096 of each statement. Results must be the same bits; where the type of an
output says so, a NaN may be another one, and results of ``.approx`` may differ by twice the error of the manual.

::

    python -m benchmarks.ptx_second generate DIR           # the CUDA sources, and what the tool makes of them
    python -m benchmarks.ptx_second original DIR           # the program of the originals, built with nvcc
    DIR/cuda/original reference.bin 4096                   # on a machine with an NVIDIA GPU (sm_90)
    python -m benchmarks.ptx_second judge                  # against the digests of such a run, in digests.json
    python -m benchmarks.ptx_second judge --reference reference.bin [--write]
    python -m benchmarks.ptx_second mutants                # wrong translations, which must be noticed

``digests.json`` has a digest of the results of each statement, without the bits of NaN; approximate ones are compared
with ``--reference`` only. ``DISPUTED`` are statements on which a GPU does not do what the manual says.
"""
