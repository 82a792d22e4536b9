int code(cufftResult error) {
    switch (error) {
        case CUFFT_SUCCESS:
        case CUFFT_LICENSE_ERROR:
        case CUFFT_INVALID_PLAN:
            return 1;
        case CUFFT_INVALID_TYPE:
            count++;
        case CUFFT_UNALIGNED_DATA: { return 2; }
    }
    switch (error) {
        case CUFFT_INVALID_PLAN:
            count++;
        case CUFFT_LICENSE_ERROR:  // expect: API001
            return 3;
    }
    if (error == CUFFT_LICENSE_ERROR) return 4;  // expect: API001
    return 0;
}
// ==== output
int code(hipfftResult error) {
    switch (error) {
        case HIPFFT_SUCCESS:
#if !defined(__HIP_PLATFORM_AMD__)  // HIP has no value of its own for this
        case CUFFT_LICENSE_ERROR:
#endif
        case HIPFFT_INVALID_PLAN:
            return 1;
        case HIPFFT_INVALID_TYPE:
            count++;
        case HIPFFT_UNALIGNED_DATA: { return 2; }
    }
    switch (error) {
        case HIPFFT_INVALID_PLAN:
            count++;
        case CUFFT_LICENSE_ERROR:  // expect: API001
            return 3;
    }
    if (error == CUFFT_LICENSE_ERROR) return 4;  // expect: API001
    return 0;
}
