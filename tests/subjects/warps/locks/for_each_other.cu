// Elements that lanes set for each other.
#define MY_TURN(t, me) (atomicAdd((t), 0) == (me))
__global__ void in_degrees(int* missing, const int* first, const int* behind, float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  while (atomicAdd(&missing[i], 0) != 0) ;  // expect: WRP017
  for (int j = first[i]; j < first[i + 1]; j++) { atomicAdd(&x[behind[j]], x[i]); atomicSub(&missing[behind[j]], 1); }
}
__global__ void solve(const int* row, const int* col, volatile double* x, volatile int* ready, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double s = 0;
  for (int j = row[i]; j < row[i + 1]; ++j) { while (ready[col[j]] != 1) ; s += x[col[j]]; }  // expect: WRP017
  x[i] = s;
  ready[i] = 1;
}
__global__ void ordered(int* turn, float* sum) {
  int me = threadIdx.x;
  while (!MY_TURN(turn, me)) { }  // expect: WRP017
  *sum += me;
  atomicAdd(turn, 1);
}
// Another block sets these.
__global__ void own_flag(volatile int* flag, int* d) {
  int i = threadIdx.x;
  while (flag[i] == 0) ;  // expect: ATM011
  d[i] = 1;
  flag[i] = 0;
}
// ==== output
// Elements that lanes set for each other.
#include <hip/hip_runtime.h>
#define MY_TURN(t, me) (atomicAdd((t), 0) == (me))
__global__ void in_degrees(int* missing, const int* first, const int* behind, float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  while (atomicAdd(&missing[i], 0) != 0) ;  // expect: WRP017
  for (int j = first[i]; j < first[i + 1]; j++) { atomicAdd(&x[behind[j]], x[i]); atomicSub(&missing[behind[j]], 1); }
}
__global__ void solve(const int* row, const int* col, volatile double* x, volatile int* ready, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double s = 0;
  for (int j = row[i]; j < row[i + 1]; ++j) { while (ready[col[j]] != 1) ; s += x[col[j]]; }  // expect: WRP017
  x[i] = s;
  ready[i] = 1;
}
__global__ void ordered(int* turn, float* sum) {
  int me = threadIdx.x;
  while (!MY_TURN(turn, me)) { }  // expect: WRP017
  *sum += me;
  atomicAdd(turn, 1);
}
// Another block sets these.
__global__ void own_flag(volatile int* flag, int* d) {
  int i = threadIdx.x;
  while (flag[i] == 0) ;  // expect: ATM011
  d[i] = 1;
  flag[i] = 0;
}
