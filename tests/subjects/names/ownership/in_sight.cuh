#define cudaStreamSynchronize(s) mine(s)  // expect: TOOL006
void f(cudaStream_t s) { cudaStreamSynchronize(s); }
#undef cudaStreamSynchronize
void g(cudaStream_t s) { cudaStreamSynchronize(s); }
#define cudaEventDestroy mine  // expect: TOOL006
#ifdef PLAIN
#undef cudaEventDestroy
#endif
void h(cudaEvent_t e) { cudaEventDestroy(e); }
namespace n {
int cudaDeviceSynchronize();  // expect: TOOL006
}
void own() {
    using namespace n;
    cudaDeviceSynchronize();
}
void cudas() { cudaDeviceSynchronize(); }
// ==== output
#define cudaStreamSynchronize(s) mine(s)  // expect: TOOL006
void f(hipStream_t s) { cudaStreamSynchronize(s); }
#undef cudaStreamSynchronize
void g(hipStream_t s) { hipStreamSynchronize(s); }
#define cudaEventDestroy mine  // expect: TOOL006
#ifdef PLAIN
#undef cudaEventDestroy
#endif
void h(hipEvent_t e) { cudaEventDestroy(e); }
namespace n {
int cudaDeviceSynchronize();  // expect: TOOL006
}
void own() {
    using namespace n;
    cudaDeviceSynchronize();
}
void cudas() { hipDeviceSynchronize(); }
