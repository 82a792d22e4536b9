#include "config.h"
#ifdef WITH_GPU
#include <vector>
#include "own.h"
#include <cuda_runtime.h>
void f() { cudaFree(0); }
#else
void f() {}
#endif
// ==== output
#include "config.h"
#ifdef WITH_GPU
#include <hip/hip_runtime.h>
#include <vector>
#include "own.h"
void f() { hipFree(0); }
#else
void f() {}
#endif
