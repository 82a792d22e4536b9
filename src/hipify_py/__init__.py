"""hipify-py turns CUDA C++ sources into HIP."""

__version__ = "0.1.0"
