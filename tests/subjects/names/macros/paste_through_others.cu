#include <cuda_runtime.h>
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define SWAPPED(b, a) CAT(a, b)
#define API(x) CAT(cuda, x)
#define CALL(x) do { if (CAT_(cuda, x) != CAT(cudaSu, ccess)) abort(); } while (0)
#define MIXED(x) CAT(cuda, x)  // expect: API034
#define UNUSED(x) CAT(cuda, x)  // expect: API034
#define MAKE(T, n) CAT(CAT(make_, T), n)
#define TYPE(x) CAT(My, x)
#define NAMED(a, b) a##b, #a
void f(void *p) {
  API(Malloc)(&p, 4);
  CALL(Malloc(&p, API(Success)));
  CAT(cuda, Free)(p);
  SWAPPED(Free, cuda)(p);
  CAT(cudaMalloc, Host)(&p, 4);  // expect: API034
  CAT(my_cuda, Free)(p);
  CAT(CAT(cuda, Malloc), Array)(&p);
  CAT(cuda, OfMine)(p);
  MIXED(Free)(p);
  MIXED(OfMine)(p);
  TYPE(Type) t = MAKE(float, 4)(1, 2, 3, 4);
}
// ==== output
#include <hip/hip_runtime.h>
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define SWAPPED(b, a) CAT(a, b)
#define API(x) CAT(hip, x)
#define CALL(x) do { if (CAT_(hip, x) != CAT(hipSu, ccess)) abort(); } while (0)
#define MIXED(x) CAT(cuda, x)  // expect: API034
#define UNUSED(x) CAT(cuda, x)  // expect: API034
#define MAKE(T, n) CAT(CAT(make_, T), n)
#define TYPE(x) CAT(My, x)
#define NAMED(a, b) a##b, #a
void f(void *p) {
  API(Malloc)(&p, 4);
  CALL(Malloc(&p, API(Success)));
  CAT(hip, Free)(p);
  SWAPPED(Free, hip)(p);
  CAT(cudaMalloc, Host)(&p, 4);  // expect: API034
  CAT(my_cuda, Free)(p);
  CAT(CAT(hip, Malloc), Array)(&p);
  CAT(cuda, OfMine)(p);
  MIXED(Free)(p);
  MIXED(OfMine)(p);
  TYPE(Type) t = MAKE(float, 4)(1, 2, 3, 4);
}
