#include <cuda_runtime.h>
void f(int B) {
    std::vector<int32_t> cuSeqLens(B + 1);
    std::vector<std::pair<int, int>> cuSeqPairs(B);
    const Tensor cuSeqTensor(B, 3);
    Tensor cuSeqBraced{B, 3};
    cuSeqLens[0] = cuSeqPairs.size() + g(cuSeqTensor, cuSeqBraced);
    CHECK cuFooInit(B);  // expect: API003
    if (B > cuFooCount(3)) return cuFooLast(3);  // expect: API003
    x = a<B> cuFooNext(3);  // expect: API003
}
// ==== output
#include <hip/hip_runtime.h>
void f(int B) {
    std::vector<int32_t> cuSeqLens(B + 1);
    std::vector<std::pair<int, int>> cuSeqPairs(B);
    const Tensor cuSeqTensor(B, 3);
    Tensor cuSeqBraced{B, 3};
    cuSeqLens[0] = cuSeqPairs.size() + g(cuSeqTensor, cuSeqBraced);
    CHECK cuFooInit(B);  // expect: API003
    if (B > cuFooCount(3)) return cuFooLast(3);  // expect: API003
    x = a<B> cuFooNext(3);  // expect: API003
}
