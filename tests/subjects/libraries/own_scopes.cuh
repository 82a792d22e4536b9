void f(Module &m) {
    m.def("send", &engine::torch::nvshmem_send_on_stream);
    ::nvshmem_init();  // expect: LIB016
    nvshmem_barrier_all();  // expect: LIB016
    engine::cublasMpGridCreate(n);
}
