typedef unsigned long long uint64_t;
typedef long long int int64_t;  // all of it
typedef unsigned int uint32_t;
typedef unsigned char uint8_t;
typedef signed char int8_t;
using uintmax_t = unsigned long long;
typedef unsigned long long CUtexObject;
typedef struct CUexternalMemory_st *cudaExternalMemory_t;
typedef unsigned long uint16_t;  // expect: API006
typedef unsigned long uintptr_t; typedef long long intptr_t;  // expect: API006
namespace mine {
typedef unsigned long long uint64_t;
}
#ifdef _WIN32
typedef unsigned long long uint_t;
#else
typedef unsigned long long uintmax_t;
#endif
__global__ void k(CUtexObject t, uint64_t *n) { n[0] = tex2D<float>(t, 1, 2); }
// ==== output
#include <hip/hip_runtime.h>
#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings this type
typedef unsigned long long uint64_t;
typedef long long int int64_t;  // all of it
#endif
typedef unsigned int uint32_t;
typedef unsigned char uint8_t;
typedef signed char int8_t;
#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings this type
using uintmax_t = unsigned long long;
typedef unsigned long long hipTextureObject_t;
typedef struct hipExternalMemory_t *hipExternalMemory_t;
#endif
typedef unsigned long uint16_t;  // expect: API006
typedef unsigned long uintptr_t; typedef long long intptr_t;  // expect: API006
namespace mine {
typedef unsigned long long uint64_t;
}
#ifdef _WIN32
typedef unsigned long long uint_t;
#else
#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings this type
typedef unsigned long long uintmax_t;
#endif
#endif
__global__ void k(hipTextureObject_t t, uint64_t *n) { n[0] = tex2D<float>(t, 1, 2); }
