#if defined(USE_CUDA) and not defined(USE_HIP)
inline void f() { cudaDeviceSynchronize(); }
#else
inline void f() { hipDeviceSynchronize(); }
#endif
