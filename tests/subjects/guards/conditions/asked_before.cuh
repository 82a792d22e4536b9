#if __CUDA_ARCH__ >= 300
int a;
#elif defined(__CUDA_ARCH__)
int b;
#else
int c;
#endif
#ifdef __CUDACC__
int d;
#elif defined(__NVCC__)
int e;
#endif
#ifdef __NVCC__
int f;
#elif defined(OTHER)
int g;
#elif defined(__NVCC__) && defined(OTHER)
int h;
#endif
// ==== output
#if defined(__HIP_DEVICE_COMPILE__)
int a;
#elif defined(__CUDA_ARCH__)
int b;
#else
int c;
#endif
#ifdef __HIPCC__
int d;
#elif defined(__NVCC__)
int e;
#endif
#ifdef __HIPCC__
int f;
#elif defined(OTHER)
int g;
#elif defined(__HIPCC__) && defined(OTHER)
int h;
#endif
