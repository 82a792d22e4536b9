const char *name(int error) {
    switch (error) {
        case cudaErrorMemoryAllocation: return "memory";
        case CUDA_ERROR_OUT_OF_MEMORY: return "memory";
        case cudaErrorInvalidValue: return "value";
    }
}
// ==== output
const char *name(int error) {
    switch (error) {
        case hipErrorOutOfMemory: return "memory";
#if !defined(__HIP_PLATFORM_AMD__)  // HIP has no value of its own for this
        case CUDA_ERROR_OUT_OF_MEMORY: return "memory";
#endif
        case hipErrorInvalidValue: return "value";
    }
}
