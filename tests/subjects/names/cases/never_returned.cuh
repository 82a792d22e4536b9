const char *name(cudaError_t error) {
    switch (error) {
        case cudaErrorNotSupported: return "unsupported";
        case cudaErrorNotYetImplemented: return "not implemented";
    }
    return nullptr;
}
cudaError_t reduce() { return cudaErrorNotYetImplemented; }
// ==== output
const char *name(hipError_t error) {
    switch (error) {
        case hipErrorNotSupported: return "unsupported";
#if !defined(__HIP_PLATFORM_AMD__)  // HIP has no value of its own for this
        case cudaErrorNotYetImplemented: return "not implemented";
#endif
    }
    return nullptr;
}
hipError_t reduce() { return hipErrorNotSupported; }
