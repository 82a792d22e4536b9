"""Runs AMD machine code on a CPU, to test what converted programs compute.

A program that clang built for one AMD GPU is linked with the runtime of this package in place of HIP's. Kernels are
decoded with the tables that AMD publishes for its instruction sets (package tinygrad), and each instruction runs as C++
that `pseudocode` makes from AMD's own description of it.
"""
