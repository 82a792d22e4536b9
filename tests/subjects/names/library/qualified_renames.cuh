void f() {
    thrust::sort(thrust::cuda::par.on(stream), a, b);
    cub::AgentT agent;  // expect: LIB019
}
// ==== output
void f() {
    thrust::sort(thrust::hip::par.on(stream), a, b);
    hipcub::AgentT agent;  // expect: LIB019
}
