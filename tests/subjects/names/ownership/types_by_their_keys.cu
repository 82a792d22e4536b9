// Behind `struct` and its like a name means a type, whatever variable has that name.
#include <cuda_runtime.h>
struct Result { int cudaArray; };  // expect: TOOL006
bool is_same(cudaArray_t array, const Result &result) {
    int cudaArray = result.cudaArray;
    struct cudaArray *other = array;
    enum cudaError code = cudaFreeArray(array);
    return cudaArray + code != 0 && other != nullptr;
}
// ==== output
// Behind `struct` and its like a name means a type, whatever variable has that name.
#include <hip/hip_runtime.h>
struct Result { int cudaArray; };  // expect: TOOL006
bool is_same(hipArray_t array, const Result &result) {
    int cudaArray = result.cudaArray;
    struct hipArray *other = array;
    hipError_t code = hipFreeArray(array);
    return cudaArray + code != 0 && other != nullptr;
}
