#include <vector_types.h>
#include <vector_functions.h>
struct Color { float4 value = make_float4(0, 0, 0, 0); };
// ==== output
#include <hip/hip_vector_types.h>
struct Color { float4 value = make_float4(0, 0, 0, 0); };
