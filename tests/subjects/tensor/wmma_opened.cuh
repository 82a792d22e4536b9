// Others that include it find nvcuda::wmma there.
#pragma once
#include <mma.h>
using namespace nvcuda;
// ==== output
// Others that include it find nvcuda::wmma there.
#pragma once
#include "hipify_compat.hpp"
#include <hip/hip_fp16.h>
using namespace nvcuda;
