void report(CUresult error);
void report(cudaError_t error);
void first(CUresult error) { fail(error); }
void second(cudaError_t error) { fail(error); }
void third(CUresult error, int line) { fail(error); }
void third(cudaError_t error) { fail(error); }
void fourth(CUresult *error) { fail(*error); }
void fourth(cudaError_t error) { fail(error); }
// ==== output
void report(hipError_t error);
void report(hipError_t error);
void first(hipError_t error) { fail(error); }
void second(hipError_t error) { fail(error); }
void third(hipError_t error, int line) { fail(error); }
void third(hipError_t error) { fail(error); }
void fourth(hipError_t *error) { fail(*error); }
void fourth(hipError_t error) { fail(error); }
