#pragma once

#include <cstdio>
#include <cstdlib>

#include <cuda_runtime_api.h>

/// Ends the program with a message unless a CUDA call succeeded.
inline void check(cudaError_t status, const char *what) {
    if (status != cudaSuccess) {
        std::fprintf(stderr, "%s: %s (%s)\n", what, cudaGetErrorString(status), cudaGetErrorName(status));
        std::exit(1);
    }
}

