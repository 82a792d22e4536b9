#if defined(__CUDACC__) && defined(__NVCC__)
#elif defined __NVCC__ || defined(__CUDACC__) || defined(X)
#elif !defined(__NVCC__) && !defined(__CUDACC__) && X
#elif Y && defined(__CUDACC__) || defined(__NVCC__)
#elif defined(__CUDACC__) /* a */ && defined(__NVCC__)  // b
#elif defined(__NVCC__) && defined(__NVCC__)
#endif
// ==== output
#if defined(__HIPCC__)
#elif defined(__HIPCC__) || defined(X)
#elif !defined(__HIPCC__) && X
#elif Y && defined(__HIPCC__) || defined(__HIPCC__)
#elif defined(__HIPCC__)/* a */  // b
#elif defined(__HIPCC__) && defined(__HIPCC__)
#endif
