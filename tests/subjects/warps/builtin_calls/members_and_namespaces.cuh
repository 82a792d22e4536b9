__device__ void f() {
    v = object.__shfl_sync(m, v, 0);
    v = object->__shfl_down(v, 1);
    v = mine::__shfl_xor_sync(m, v, 1);
    w = object.__ballot(p) + mine::__activemask();
    v = ::__shfl_sync(m, v, 0);
}
// ==== output
__device__ void f() {
    v = object.__shfl_sync(m, v, 0);
    v = object->__shfl_down(v, 1);
    v = mine::__shfl_xor_sync(m, v, 1);
    w = object.__ballot(p) + mine::__activemask();
    v = ::__shfl(v, 0, 32);
}
