#include <cuda_runtime.h>
// Each thread waits for a number of its own.
__device__ unsigned peek(unsigned* p) { return *(volatile unsigned*)p; }
__device__ unsigned peek2(const unsigned* p) { volatile const unsigned* q = p; return *q; }
__device__ unsigned cachev(unsigned* p) { return __ldcv(p); }
__device__ unsigned draw(unsigned* p) { return atomicAdd(p, 1u); }
__global__ void ticket_1(unsigned* ticket, volatile unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); while (true) { unsigned s = *now; if (s == t) break; __nanosleep(10); } *v += 1; __threadfence(); *now = t + 1; }  // expect: WRP017
__global__ void ticket_2(unsigned* ticket, unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); while (peek(now) != t) ; *v += 1; __threadfence(); atomicAdd(now, 1u); }  // expect: WRP017
__global__ void ticket_3(unsigned* ticket, volatile unsigned* now, int* v) { unsigned t = atomicInc(ticket, 0xffffffffu); for (unsigned s = *now; s != t; s = *now) {} *v += 1; __threadfence(); *now = t + 1; }  // expect: WRP017
__global__ void ticket_4(unsigned* ticket, volatile unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u), s = *now; while (s != t) { s = *now; } *v += 1; __threadfence(); *now = t + 1; }  // expect: WRP017
__global__ void ticket_5(unsigned* ticket, volatile unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); for (unsigned s = *now; s != t; s = *now) __nanosleep(10); *v += 1; *now = t + 1; }  // expect: WRP017
__global__ void ticket_6(unsigned* ticket, unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); unsigned s = peek(now); while (s != t) { __nanosleep(32); s = peek(now); } *v += 1; __threadfence(); atomicAdd(now, 1u); }  // expect: WRP017
__global__ void ticket_7(unsigned* ticket, unsigned* now, int* v) { unsigned t = draw(ticket); unsigned s; do { s = peek2(now); } while (s != t); *v += 1; __threadfence(); atomicAdd(now, 1u); }  // expect: WRP017
__global__ void ticket_8(unsigned* ticket, unsigned* now, int* v) {
  const unsigned t = atomicAdd(ticket, 1u);
  unsigned ns = 8;
  while (peek(now) != t) {  // expect: WRP017
    __nanosleep(ns);
    if (ns < 256) ns *= 2;
  }
  *v += 1; __threadfence(); atomicAdd(now, 1u); }
__global__ void ticket_9(unsigned* ticket, volatile unsigned* now, int* v) {
  unsigned t = atomicAdd(ticket, 1u);
  for (;;) {
    const unsigned s = *now;
    if (s == t) { break; }  // expect: WRP017
    __nanosleep((t - s) * 20);
  }
  *v += 1; __threadfence(); *now = t + 1; }
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
// Each thread waits for a number of its own.
__device__ unsigned peek(unsigned* p) { return *(volatile unsigned*)p; }
__device__ unsigned peek2(const unsigned* p) { volatile const unsigned* q = p; return *q; }
__device__ unsigned cachev(unsigned* p) { return __ldcv(p); }
__device__ unsigned draw(unsigned* p) { return atomicAdd(p, 1u); }
__global__ void ticket_1(unsigned* ticket, volatile unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); while (true) { unsigned s = *now; if (s == t) break; __nanosleep(10); } *v += 1; __threadfence(); *now = t + 1; }  // expect: WRP017
__global__ void ticket_2(unsigned* ticket, unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); while (peek(now) != t) ; *v += 1; __threadfence(); atomicAdd(now, 1u); }  // expect: WRP017
__global__ void ticket_3(unsigned* ticket, volatile unsigned* now, int* v) { unsigned t = atomicInc(ticket, 0xffffffffu); for (unsigned s = *now; s != t; s = *now) {} *v += 1; __threadfence(); *now = t + 1; }  // expect: WRP017
__global__ void ticket_4(unsigned* ticket, volatile unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u), s = *now; while (s != t) { s = *now; } *v += 1; __threadfence(); *now = t + 1; }  // expect: WRP017
__global__ void ticket_5(unsigned* ticket, volatile unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); for (unsigned s = *now; s != t; s = *now) __nanosleep(10); *v += 1; *now = t + 1; }  // expect: WRP017
__global__ void ticket_6(unsigned* ticket, unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); unsigned s = peek(now); while (s != t) { __nanosleep(32); s = peek(now); } *v += 1; __threadfence(); atomicAdd(now, 1u); }  // expect: WRP017
__global__ void ticket_7(unsigned* ticket, unsigned* now, int* v) { unsigned t = draw(ticket); unsigned s; do { s = peek2(now); } while (s != t); *v += 1; __threadfence(); atomicAdd(now, 1u); }  // expect: WRP017
__global__ void ticket_8(unsigned* ticket, unsigned* now, int* v) {
  const unsigned t = atomicAdd(ticket, 1u);
  unsigned ns = 8;
  while (peek(now) != t) {  // expect: WRP017
    __nanosleep(ns);
    if (ns < 256) ns *= 2;
  }
  *v += 1; __threadfence(); atomicAdd(now, 1u); }
__global__ void ticket_9(unsigned* ticket, volatile unsigned* now, int* v) {
  unsigned t = atomicAdd(ticket, 1u);
  for (;;) {
    const unsigned s = *now;
    if (s == t) { break; }  // expect: WRP017
    __nanosleep((t - s) * 20);
  }
  *v += 1; __threadfence(); *now = t + 1; }
