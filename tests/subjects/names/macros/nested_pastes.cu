#include <cuda_runtime.h>
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define VOTE(op, ...) CAT(CAT(__, op), _sync)(__VA_ARGS__)  // expect: WRP004
#define OWN(op) CAT(CAT(my_, op), _v)
#define JOIN(a, b, c) CAT(CAT(a, b), c)
#define SET(x) CAT(CAT(cuda, Set), x)
__device__ bool f(bool p) { return VOTE(any, 0xffffffffu, p) + OWN(x); }
void g() { JOIN(cuda, Get, LastError)(); SET(Device)(0); CAT(CAT(cuda, x + 1), y); }
// ==== output
#include <hip/hip_runtime.h>
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define VOTE(op, ...) CAT(CAT(__, op), _sync)(__VA_ARGS__)  // expect: WRP004
#define OWN(op) CAT(CAT(my_, op), _v)
#define JOIN(a, b, c) CAT(CAT(a, b), c)
#define SET(x) CAT(CAT(hip, Set), x)
__device__ bool f(bool p) { return VOTE(any, 0xffffffffu, p) + OWN(x); }
void g() { JOIN(hip, Get, LastError)(); SET(Device)(0); CAT(CAT(cuda, x + 1), y); }
