#define NAME(x) #x
#define LOAD(x) x##_pointer = dlsym(library, #x)
#define CHECK(call) if ((call) != cudaSuccess) fail(#call)
#define CASE(x) case x: return #x
const char *a = NAME(cudaFree);  // expect: API034
void f() {
    LOAD(cudaFree);  // expect: API034
    CHECK(cudaFree(p));
    CASE(cudaErrorUnknown);
}
// ==== output
#define NAME(x) #x
#define LOAD(x) x##_pointer = dlsym(library, #x)
#define CHECK(call) if ((call) != hipSuccess) fail(#call)
#define CASE(x) case x: return #x
const char *a = NAME(cudaFree);  // expect: API034
void f() {
    LOAD(cudaFree);  // expect: API034
    CHECK(hipFree(p));
    CASE(hipErrorUnknown);
}
