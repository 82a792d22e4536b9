#if CUDART_VERSION >= 12080  // expect: ARC006
#define HAVE_DECOMPRESSION 1
#endif

#if CUDART_VERSION >= 12080
#define MOST_SELECTED 2048
#else
#define MOST_SELECTED 1024
#endif
// ==== output
#if CUDART_VERSION >= 12080  // expect: ARC006
#define HAVE_DECOMPRESSION 1
#endif

#if defined(__HIP_PLATFORM_AMD__) || CUDART_VERSION >= 12080
#define MOST_SELECTED 2048
#else
#define MOST_SELECTED 1024
#endif
