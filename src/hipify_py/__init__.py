"""hipify-py turns CUDA C++ sources into HIP."""

__version__ = "1.0.0"
