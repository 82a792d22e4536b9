#include <thrust/copy.h>
inline void f(int *p) {
    thrust::counting_iterator<int> numbers(0);
    thrust::copy(numbers, numbers + 4, p);
    typedef cub::BlockReduce<int, 128> Reduce;
    mine::BlockScan<int> scan;
}
// ==== output
#include <thrust/copy.h>
#include <thrust/iterator/counting_iterator.h>
#include <hipcub/block/block_reduce.hpp>
inline void f(int *p) {
    thrust::counting_iterator<int> numbers(0);
    thrust::copy(numbers, numbers + 4, p);
    typedef hipcub::BlockReduce<int, 128> Reduce;
    mine::BlockScan<int> scan;
}
