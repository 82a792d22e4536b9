#ifdef GTEST
#include <gtest/gtest.h>
#include <cuda_runtime.h>
#include "own.h"
TEST(a, b) { cudaFree(0); }
#endif
// ==== output
#ifdef GTEST
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>
#include "own.h"
TEST(a, b) { hipFree(0); }
#endif
