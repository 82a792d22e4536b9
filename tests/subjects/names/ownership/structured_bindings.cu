#include <cuda_runtime.h>
struct Pair { int first, second; };
static Pair pair() { return {1, 2}; }
int declared() {
    auto [cudaError, line] = pair();  // expect: TOOL006
    cudaError_t code = cudaGetLastError();
    return cudaError + line + code;
}
int in_loop(Pair (&pairs)[2]) {
    int sum = 0;
    for (const auto& [line, cudaArray] : pairs) sum += cudaArray + line;  // expect: TOOL006
    cudaArray *array = nullptr;
    int table[2] = {0, 1};
    return sum + table[cudaSuccess] + (array == nullptr);
}
// ==== output
#include <hip/hip_runtime.h>
struct Pair { int first, second; };
static Pair pair() { return {1, 2}; }
int declared() {
    auto [cudaError, line] = pair();  // expect: TOOL006
    hipError_t code = hipGetLastError();
    return cudaError + line + code;
}
int in_loop(Pair (&pairs)[2]) {
    int sum = 0;
    for (const auto& [line, cudaArray] : pairs) sum += cudaArray + line;  // expect: TOOL006
    hipArray *array = nullptr;
    int table[2] = {0, 1};
    return sum + table[hipSuccess] + (array == nullptr);
}
