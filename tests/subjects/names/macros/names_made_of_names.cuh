// What a macro makes of a name of CUDA is a name of the file's own.
#define DECLARE(name) int name##Count = 0; void name##Hook(int k) { name##Count += k; }
DECLARE(cudaMalloc)  // expect: API034
int use() {
    cudaMallocHook(2);
    return cudaMallocCount;
}
// ==== output
// What a macro makes of a name of CUDA is a name of the file's own.
#define DECLARE(name) int name##Count = 0; void name##Hook(int k) { name##Count += k; }
DECLARE(cudaMalloc)  // expect: API034
int use() {
    cudaMallocHook(2);
    return cudaMallocCount;
}
