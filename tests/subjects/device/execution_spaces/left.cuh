#include "qualifiers.h"
float overloaded(float);
int overloaded(const int);
OTHER_FILE_SAYS float unknown(float);
constexpr int known(int i);
template <class T, class U> T two(T, U);
template <class T> T two(T, T);
template <class T> int chosen(T value);
struct A { void f(); };
struct B { void f(int); };
#ifdef ON_DEVICE
template <class T> __device__ T swapped(T);
#else
template <class T> T swapped(T v) { return v; }
#endif
void later(int i);
void user() { overloaded(1); later(2); }
__host__ __device__ float overloaded(double v) { return v; }
__host__ __device__ float unknown(float v) { return v; }
__host__ __device__ constexpr int known(int i) { return i; }
template <class T> __host__ __device__ T *two(T, T) { return 0; }
template <class T> __host__ __device__ float chosen(T value) { return value; }
__host__ __device__ void A::f(int) {}
__host__ __device__ void B::g(int) {}
namespace other { __host__ __device__ void later(int i) {} }
