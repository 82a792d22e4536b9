namespace n {
struct Buf;
int cudaFree(Buf *);  // expect: TOOL006
struct Other {
    friend int cudaMalloc(Other *, int);  // expect: TOOL006
};
template <class T> int cudaHostAlloc(T **p, size_t size, unsigned flags);  // expect: TOOL006
}
void f(n::Buf *b, n::Other *o, void *p) {
    cudaFree(b);  // expect: TOOL006
    cudaMalloc(o, 3);  // expect: TOOL006
    ::cudaFree(p);
    cudaHostAlloc(&p, 3, 0);
}
// ==== output
namespace n {
struct Buf;
int cudaFree(Buf *);  // expect: TOOL006
struct Other {
    friend int cudaMalloc(Other *, int);  // expect: TOOL006
};
template <class T> int cudaHostAlloc(T **p, size_t size, unsigned flags);  // expect: TOOL006
}
void f(n::Buf *b, n::Other *o, void *p) {
    hipFree(b);  // expect: TOOL006
    hipMalloc(o, 3);  // expect: TOOL006
    ::hipFree(p);
    hipHostAlloc(&p, 3, 0);
}
