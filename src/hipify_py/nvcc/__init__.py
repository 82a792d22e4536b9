"""`hipify-nvcc`: takes nvcc's command lines, and builds for AMD GPUs. docs/hipify-nvcc.md describes it."""


class NvccError(Exception):
    """What cannot be done, in one line."""
