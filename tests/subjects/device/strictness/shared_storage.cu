#include <curand_kernel.h>
struct Sum { float v; __device__ Sum() : v(0) {} };
template <class T> struct Path { Path() = default; T length{}; };
struct Plain { float v; };
template <class T, int N> __global__ void k(Path<T> *out) {
    __shared__ Path<T> paths[N][2];  // of the block
    __shared__ Sum sum;
	__shared__ curandState_t states[
        32];
    __shared__ Plain plain[2];
    { __shared__ thrust::pair<int, Sum> pair; pair.first = 0; }
    __shared__ Sum first, second;  // expect: DEV034
    static __shared__ Sum once;  // expect: DEV034
    __shared__ __align__(16) Sum wide[4];  // expect: DEV034
    __shared__ Sum busy;  // expect: DEV034
    int busy_memory = sizeof(paths) + sizeof sum;
    for (auto &row : paths) row[0] = *out;
}
#define SHARED(n) __shared__ Sum n[2]; n[0].v = 1
// ==== output
#include <hip/hip_runtime.h>
#include <hiprand/hiprand_kernel.h>
struct Sum { float v; __device__ Sum() : v(0) {} };
template <class T> struct Path { Path() = default; T length{}; };
struct Plain { float v; };
template <class T, int N> __global__ void k(Path<T> *out) {
    alignas(Path<T>) __shared__ char paths_memory[sizeof(Path<T>[N][2])];
    Path<T> (&paths)[N][2] = reinterpret_cast<Path<T> (&)[N][2]>(paths_memory);  // of the block
    alignas(Sum) __shared__ char sum_memory[sizeof(Sum)];
    Sum& sum = reinterpret_cast<Sum&>(sum_memory);
	alignas(hiprandState_t) __shared__ char states_memory[sizeof(hiprandState_t[
        32])];
	hiprandState_t (&states)[
        32] = reinterpret_cast<hiprandState_t (&)[
        32]>(states_memory);
    __shared__ Plain plain[2];
    { alignas(thrust::pair<int, Sum>) __shared__ char pair_memory[sizeof(thrust::pair<int, Sum>)]; thrust::pair<int, Sum>& pair = reinterpret_cast<thrust::pair<int, Sum>&>(pair_memory); pair.first = 0; }
    __shared__ Sum first, second;  // expect: DEV034
    static __shared__ Sum once;  // expect: DEV034
    __shared__ __align__(16) Sum wide[4];  // expect: DEV034
    __shared__ Sum busy;  // expect: DEV034
    int busy_memory = sizeof(paths) + sizeof sum;
    for (auto &row : paths) row[0] = *out;
}
#define SHARED(n) __shared__ Sum n[2]; n[0].v = 1
