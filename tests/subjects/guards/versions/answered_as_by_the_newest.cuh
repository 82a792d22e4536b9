#if CUDART_VERSION >= 4010
void f() { cudaFree(p); }
#endif
#if CUDA_VERSION < 9000
void g();
#elif CUDA_VERSION >= 11000 && defined(OTHER)
void h();
#endif
#if defined(CUDA_VERSION) && CUDA_VERSION >= 11000
void i();
#else
void j();
#endif
#if __CUDACC_VER_MAJOR__ > 11 || (__CUDACC_VER_MAJOR__ == 11 && __CUDACC_VER_MINOR__ >= 2)
void k();
#endif
#if defined(__CUDACC__) && __CUDACC_VER_MAJOR__ <= 11
void l();
#endif
#if CUDART_VERSION == 10000
void m();
#endif
// ==== output
#if defined(__HIP_PLATFORM_AMD__) || CUDART_VERSION >= 4010
void f() { hipFree(p); }
#endif
#if !defined(__HIP_PLATFORM_AMD__) && CUDA_VERSION < 9000
void g();
#elif (defined(__HIP_PLATFORM_AMD__) || CUDA_VERSION >= 11000) && defined(OTHER)
void h();
#endif
#if defined(__HIP_PLATFORM_AMD__) || (defined(CUDA_VERSION) && CUDA_VERSION >= 11000)
void i();
#else
void j();
#endif
#if defined(__HIP_PLATFORM_AMD__) || __CUDACC_VER_MAJOR__ > 11 || (__CUDACC_VER_MAJOR__ == 11 && __CUDACC_VER_MINOR__ >= 2)
void k();
#endif
#if defined(__HIPCC__) && !defined(__HIP_PLATFORM_AMD__) && __CUDACC_VER_MAJOR__ <= 11
void l();
#endif
#if CUDART_VERSION == 10000
void m();
#endif
