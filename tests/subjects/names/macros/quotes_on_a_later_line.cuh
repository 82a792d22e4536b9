#define TEXT(x) \
    #x
#define CALL(x) \
    #x, cudaFree(x)
const char *a = TEXT(cudaMalloc);  // expect: API034
// ==== output
#define TEXT(x) \
    #x
#define CALL(x) \
    #x, hipFree(x)
const char *a = TEXT(cudaMalloc);  // expect: API034
