const char *name(cufftResult error) {
    switch (error) {
        case CUFFT_SUCCESS:
            return "CUFFT_SUCCESS";
        case CUFFT_INCOMPLETE_PARAMETER_LIST: // gone in CUDA 13
            return "CUFFT_INCOMPLETE_PARAMETER_LIST";
        case CUFFT_LICENSE_ERROR:
            return "CUFFT_LICENSE_ERROR";
        case CUFFT_INVALID_PLAN: return "CUFFT_INVALID_PLAN";
    }
    return "";
}
// ==== output
const char *name(hipfftResult error) {
    switch (error) {
        case HIPFFT_SUCCESS:
            return "CUFFT_SUCCESS";
        case HIPFFT_INCOMPLETE_PARAMETER_LIST: // gone in CUDA 13
            return "CUFFT_INCOMPLETE_PARAMETER_LIST";
#if !defined(__HIP_PLATFORM_AMD__)  // HIP has no value of its own for this
        case CUFFT_LICENSE_ERROR:
            return "CUFFT_LICENSE_ERROR";
#endif
        case HIPFFT_INVALID_PLAN: return "CUFFT_INVALID_PLAN";
    }
    return "";
}
