namespace mine {
void report(cudaError_t error) { fail(error); }
void report(CUresult error) { fail(error); }  // expect: API006
}
struct Reporter {
    void report(cudaError_t error) { fail(error); }
    void report(CUresult error) { fail(error); }  // expect: API006
};
// ==== output
namespace mine {
void report(hipError_t error) { fail(error); }
#if !defined(__HIP_PLATFORM_AMD__)  // the same function as another one in HIP
void report(hipError_t error) { fail(error); }  // expect: API006
#endif
}
struct Reporter {
    void report(hipError_t error) { fail(error); }
#if !defined(__HIP_PLATFORM_AMD__)  // the same function as another one in HIP
    void report(hipError_t error) { fail(error); }  // expect: API006
#endif
};
