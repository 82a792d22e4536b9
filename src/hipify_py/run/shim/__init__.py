"""`hipify-py shim`: one header that makes HIP's names of CUDA's, for a code base that stays CUDA.

Each file is understood as for a conversion (`analysis.py`). What conversion would do there by a new name alone, a macro
does for all files (`names.py` decides which); the rest is reported.
"""
