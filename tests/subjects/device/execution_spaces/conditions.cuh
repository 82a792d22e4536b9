#ifdef USE_GPU
#define BOTH __host__ __device__
#else
#define BOTH
#endif
#ifdef USE_GPU
float inner(float v);
#endif
float macro(float v);
float early(float v);  // expect: DEV033
float outer(float v);  // expect: DEV033
#ifdef USE_GPU
__host__ __device__ float outer(float v) { return v; }
#endif
BOTH float macro(float v) { return v; }
BOTH float inner(float v) { return v; }
#define LATE __host__ __device__
float late(float v);
LATE float late(float v) { return v; }
LATE float early(float v) { return v; }
// ==== output
#ifdef USE_GPU
#define BOTH __host__ __device__
#else
#define BOTH
#endif
#ifdef USE_GPU
BOTH float inner(float v);
#endif
BOTH float macro(float v);
float early(float v);  // expect: DEV033
float outer(float v);  // expect: DEV033
#ifdef USE_GPU
__host__ __device__ float outer(float v) { return v; }
#endif
BOTH float macro(float v) { return v; }
BOTH float inner(float v) { return v; }
#define LATE __host__ __device__
LATE float late(float v);
LATE float late(float v) { return v; }
LATE float early(float v) { return v; }
