#ifdef DRIVER_API
void report(CUresult error) { fail(error); }
#else
void report(cudaError_t error) { fail(error); }
#endif
// ==== output
#ifdef DRIVER_API
void report(hipError_t error) { fail(error); }
#else
void report(hipError_t error) { fail(error); }
#endif
