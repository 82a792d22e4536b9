typedef unsigned long long uint64_t;
typedef unsigned long long CUdeviceptr;  // expect: TOOL006
typedef struct CUexternalMemory_st *cudaExternalMemory_t;  // expect: TOOL006
static inline CUdeviceptr at(CUdeviceptr p, int n) { return (p + n) & 15; }
// ==== output
typedef unsigned long long uint64_t;
typedef unsigned long long CUdeviceptr;  // expect: TOOL006
typedef struct CUexternalMemory_st *cudaExternalMemory_t;  // expect: TOOL006
static inline CUdeviceptr at(CUdeviceptr p, int n) { return (p + n) & 15; }
