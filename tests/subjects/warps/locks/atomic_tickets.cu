#include <cuda/atomic>
#include <cuda_runtime.h>
__global__ void ticket_1(cuda::atomic<unsigned>* ticket, cuda::atomic<unsigned>* now, int* v) { unsigned t = ticket->fetch_add(1); while (now->load() != t) {} *v += 1; now->store(t + 1); }  // expect: WRP017
// ==== output
#include <cuda/atomic>
#include <hip/hip_runtime.h>
__global__ void ticket_1(cuda::atomic<unsigned>* ticket, cuda::atomic<unsigned>* now, int* v) { unsigned t = ticket->fetch_add(1); while (now->load() != t) {} *v += 1; now->store(t + 1); }  // expect: WRP017
