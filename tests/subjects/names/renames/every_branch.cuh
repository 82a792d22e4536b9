#if 0
cudaFree(a);
#elif defined(X) && CUDART_PI_F > 3
cudaFree(b);
#else
cudaFree(c);
#endif
#define RELEASE(p) \
    do {           \
        cudaFree(p); \
    } while (0)
#define FREE cudaFree
// ==== output
#if 0
hipFree(a);
#elif defined(X) && HIP_PI_F > 3
hipFree(b);
#else
hipFree(c);
#endif
#define RELEASE(p) \
    do {           \
        hipFree(p); \
    } while (0)
#define FREE hipFree
