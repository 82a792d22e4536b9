#include <cuda_runtime.h>
struct Box { uint3 size; };
void takes(uint3 size);
uint3 one() { return dim3(3); }
uint3 none() { return dim3(); }
uint3 three(int n) { return dim3(1, n, 3); }
uint3 two(int n) { return dim3(n + 1, n); }
uint3 unknown() { return dim3(size()); }
void calls(int n) {
  takes(dim3(3));
  takes(dim3(n));
  uint3 a = dim3(n, 2);
  dim3 b = dim3(n, 2);
  Box box = {dim3(1, 2)};
}
// ==== output
#include <hip/hip_runtime.h>
struct Box { uint3 size; };
void takes(uint3 size);
uint3 one() { return make_uint3(3, 1, 1); }
uint3 none() { return make_uint3(1, 1, 1); }
uint3 three(int n) { return make_uint3(1, n, 3); }
uint3 two(int n) { return make_uint3(n + 1, n, 1); }
uint3 unknown() { return dim3(size()); }
void calls(int n) {
  takes(make_uint3(3, 1, 1));
  takes(make_uint3(n, 1, 1));
  uint3 a = make_uint3(n, 2, 1);
  dim3 b = dim3(n, 2);
  Box box = {make_uint3(1, 2, 1)};
}
