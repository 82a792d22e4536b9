#include <cub/block/block_scan.cuh>
#include <cub/thread/thread_load.cuh>
__global__ void k(int *o) {
    int a[4];
    cub::LoadDirectBlocked(threadIdx.x, o, a);
    cub::ThreadStore<cub::STORE_CG>(o + 2, cub::ThreadLoad<cub::LOAD_CS>(o));
    o[1] = cub::internal::ThreadReduce(a, cub::Sum()) + cub::internal /* all */ ::ThreadReduce<4>(a, cub::Sum());
    o[3] = mine::internal::ThreadReduce(a);
}
// ==== output
#include <hip/hip_runtime.h>
#include <hipcub/block/block_scan.hpp>
#include <hipcub/block/block_load.hpp>
#include <hipcub/hipcub.hpp>
#include <hipcub/thread/thread_store.hpp>
#include <hipcub/thread/thread_load.hpp>
__global__ void k(int *o) {
    int a[4];
    hipcub::LoadDirectBlocked(threadIdx.x, o, a);
    hipcub::ThreadStore<hipcub::STORE_CG>(o + 2, hipcub::ThreadLoad<hipcub::LOAD_CS>(o));
    o[1] = hipcub::ThreadReduce(a, hipcub::Sum()) + hipcub::/* all */ ThreadReduce<4>(a, hipcub::Sum());
    o[3] = mine::internal::ThreadReduce(a);
}
