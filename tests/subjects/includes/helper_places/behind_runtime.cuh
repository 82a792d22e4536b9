#pragma once
#include <cub/cub.cuh>
#include <stdio.h>
#include <cuda.h>
#include <cuda_runtime.h>
#include "own.h"
#define min(a, b) ((a) < (b) ? (a) : (b))
__device__ int f(int a) { return __vadd4(a, 1); }
// ==== output
#pragma once
#include <hipcub/hipcub.hpp>
#include <stdio.h>
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
#include "own.h"
#define min(a, b) ((a) < (b) ? (a) : (b))
__device__ int f(int a) { return __vadd4(a, 1); }
