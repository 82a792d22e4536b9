"""Whole modules of PTX: are they translated, do the translations compile for AMD, and do they compute the same?

    python -m benchmarks.ptx_modules make build/modules     # the corpus: nvcc 13.0, clang++-19 and packages
    python -m benchmarks.ptx_modules compile build/modules  # translate all, compile for three GPUs
    python -m benchmarks.ptx_modules gpu build/modules             # pack kernels and mutants into build/ptx_modules
    python3 build/ptx_modules/run.py build/ptx_modules results.jsonl   # with nvcc and a GPU of Hopper
    python -m benchmarks.ptx_modules report build/ptx_modules results.jsonl
    python -m benchmarks.ptx_modules programs build/modules        # whole programs with the PTX of their translations
    python3 build/ptx_programs/run_programs.py build/ptx_programs programs.json    # with a GPU

Everything goes on where it stopped. All that is known of the translator is in translator.py.

The corpus. Units of the pinned packages and programs of this repository, each with a few of seven ways to compile:
optimized for sm_80 and sm_90, -lineinfo and -rdc=true for sm_75, -G and -Xcicc -O0 for sm_80, -use_fast_math for sm_90;
nvcc 13 has nothing older. Our own programs also by clang. `producers` compiles kernels with Numba and Triton, which
`make --add FOLDER` takes. modules.jsonl says what was compiled how, and what was not.

Compiling. Device code alone, down to machine code, at -O1. Kernels that are left out are counted by the instructions
that are for later: tensor cores of Hopper, bulk copies, clusters, mbarrier and others.

Running. Arguments are made up: what ends in the brackets of a load is an address, and points into 192 MB that are
filled with small integers, floats, doubles, halves, or anything, one after the other; other words are small numbers.
Both modules are machine code for sm_90 that merges no products and sums. The original runs twice; what differs then
is set apart, as are kernels that fail as PTX (an index from memory) or change nothing. Then all memory and all
variables with names that both have are compared, bit for bit. `near` differs by less than 0.001: approximate
instructions. Of mutants, translations with one thing wrong, those of kernels that are equal must be noticed.

    python -m benchmarks.ptx_modules compile --translator "python -m benchmarks.ptx_modules.verbatim" --arch none ...

judges the judge: kernels of which each is its own PTX in a statement of assembler, that all must be equal.
"""
