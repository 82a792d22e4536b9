#include <cub/cub.cuh>
using namespace cub;
namespace c = cub;
using Scan = cub::BlockScan<int, 128>;
template <typename T> void f() { typename cub::BlockReduce<T, 1>::TempStorage s; ::cub::Sum sum; at::cub::g(); }
int cub = 3;
void g() { cub = 4; x.cub::y(); }
// ==== output
#include <hipcub/hipcub.hpp>
using namespace hipcub;
namespace c = hipcub;
using Scan = hipcub::BlockScan<int, 128>;
template <typename T> void f() { typename hipcub::BlockReduce<T, 1>::TempStorage s; ::hipcub::Sum sum; at::cub::g(); }
int cub = 3;
void g() { cub = 4; x.cub::y(); }
