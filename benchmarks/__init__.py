"""Measurements and independent checks on real CUDA code; see docs/benchmarks.md."""
