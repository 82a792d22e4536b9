#include <cuda_runtime.h>
// Nothing changes by what a thread leaves there that comes too late.
__global__ void lock_1(unsigned* w, int* v) { unsigned bit = 1u << (threadIdx.x & 7); while (atomicOr(w, bit) & bit); *v += 1; __threadfence(); atomicAnd(w, ~bit); }  // expect: WRP016
__global__ void lock_2(unsigned* w, int* v) { unsigned bit = 1u << (threadIdx.x & 7); while (!(atomicAnd(w, ~bit) & bit)) {} *v += 1; __threadfence(); atomicOr(w, bit); }  // expect: WRP016
__global__ void lock_3(unsigned long long* w, int* v, int i) { unsigned long long bit = 1ull << (i % 64); unsigned long long old; do { old = atomicOr(&w[i / 64], bit); } while (old & bit); *v += 1; __threadfence(); atomicAnd(&w[i / 64], ~bit); }  // expect: WRP016
__global__ void lock_4(unsigned* w, int* v, int i) { unsigned bit = 1u << (i % 32); bool done = false; while (!done) { if (!(atomicOr(&w[i / 32], bit) & bit)) { *v += 1; __threadfence(); atomicAnd(&w[i / 32], ~bit); done = true; } } }
__global__ void lock_5(unsigned* w, int* v, int i) { const unsigned mask = 1u << (i & 31); while ((atomicOr(w + (i >> 5), mask) & mask) != 0) __nanosleep(10); *v += 1; __threadfence(); atomicAnd(w + (i >> 5), ~mask); }  // expect: WRP016
__device__ void lock_bit(unsigned* w, unsigned bit) { while (atomicOr(w, bit) & bit); }  // expect: WRP016
__device__ void lock_bit_n(unsigned* w, int n) { while (atomicOr(w, 1u << n) & (1u << n)); }  // expect: WRP016
__device__ bool take_bit(unsigned* w, int n) { unsigned bit = 1u << n; return (atomicOr(w, bit) & bit) == 0; }
__global__ void lock_6(unsigned* w, int* v) { while (!take_bit(w, threadIdx.x & 31)) {} *v += 1; __threadfence(); atomicAnd(w, ~(1u << (threadIdx.x & 31))); }  // expect: WRP016
__global__ void lock_7(float* node, float* v) { float x; while ((x = atomicExch(node, -1.0f)) < 0.0f); *v += x; __threadfence(); atomicExch(node, x + 1.0f); }  // expect: WRP016
__global__ void lock_8(int* lock, int* v) { while (atomicAnd(lock, 0) == 0); *v += 1; __threadfence(); atomicExch(lock, 1); }  // expect: WRP016
__global__ void lock_9(unsigned* lock, int* v) { while (atomicDec(lock, 0) == 0) {} *v += 1; __threadfence(); atomicExch(lock, 1); }  // expect: WRP016
__global__ void lock_10(int* lock, int* v) { while (atomicMin(lock, 0) == 0) {} *v += 1; __threadfence(); atomicExch(lock, 1); }  // expect: WRP016
struct Node { float x; Node* next; };
__global__ void list_1(Node** head, Node* mine) { Node* h; while ((h = (Node*)atomicExch((unsigned long long*)head, 0ull)) == nullptr) {} mine->next = h; __threadfence(); *head = mine; }  // expect: WRP016
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
// Nothing changes by what a thread leaves there that comes too late.
__global__ void lock_1(unsigned* w, int* v) { unsigned bit = 1u << (threadIdx.x & 7); while (atomicOr(w, bit) & bit); *v += 1; __threadfence(); atomicAnd(w, ~bit); }  // expect: WRP016
__global__ void lock_2(unsigned* w, int* v) { unsigned bit = 1u << (threadIdx.x & 7); while (!(atomicAnd(w, ~bit) & bit)) {} *v += 1; __threadfence(); atomicOr(w, bit); }  // expect: WRP016
__global__ void lock_3(unsigned long long* w, int* v, int i) { unsigned long long bit = 1ull << (i % 64); unsigned long long old; do { old = atomicOr(&w[i / 64], bit); } while (old & bit); *v += 1; __threadfence(); atomicAnd(&w[i / 64], ~bit); }  // expect: WRP016
__global__ void lock_4(unsigned* w, int* v, int i) { unsigned bit = 1u << (i % 32); bool done = false; while (__any(!done)) { if (!done) { if (!(atomicOr(&w[i / 32], bit) & bit)) { *v += 1; __threadfence(); atomicAnd(&w[i / 32], ~bit); done = true; } } } }
__global__ void lock_5(unsigned* w, int* v, int i) { const unsigned mask = 1u << (i & 31); while ((atomicOr(w + (i >> 5), mask) & mask) != 0) __nanosleep(10); *v += 1; __threadfence(); atomicAnd(w + (i >> 5), ~mask); }  // expect: WRP016
__device__ void lock_bit(unsigned* w, unsigned bit) { while (atomicOr(w, bit) & bit); }  // expect: WRP016
__device__ void lock_bit_n(unsigned* w, int n) { while (atomicOr(w, 1u << n) & (1u << n)); }  // expect: WRP016
__device__ bool take_bit(unsigned* w, int n) { unsigned bit = 1u << n; return (atomicOr(w, bit) & bit) == 0; }
__global__ void lock_6(unsigned* w, int* v) { while (!take_bit(w, threadIdx.x & 31)) {} *v += 1; __threadfence(); atomicAnd(w, ~(1u << (threadIdx.x & 31))); }  // expect: WRP016
__global__ void lock_7(float* node, float* v) { float x; while ((x = atomicExch(node, -1.0f)) < 0.0f); *v += x; __threadfence(); atomicExch(node, x + 1.0f); }  // expect: WRP016
__global__ void lock_8(int* lock, int* v) { while (atomicAnd(lock, 0) == 0); *v += 1; __threadfence(); atomicExch(lock, 1); }  // expect: WRP016
__global__ void lock_9(unsigned* lock, int* v) { while (atomicDec(lock, 0) == 0) {} *v += 1; __threadfence(); atomicExch(lock, 1); }  // expect: WRP016
__global__ void lock_10(int* lock, int* v) { while (atomicMin(lock, 0) == 0) {} *v += 1; __threadfence(); atomicExch(lock, 1); }  // expect: WRP016
struct Node { float x; Node* next; };
__global__ void list_1(Node** head, Node* mine) { Node* h; while ((h = (Node*)atomicExch((unsigned long long*)head, 0ull)) == nullptr) {} mine->next = h; __threadfence(); *head = mine; }  // expect: WRP016
