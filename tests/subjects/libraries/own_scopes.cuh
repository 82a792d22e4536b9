void f(Module &m) {
    m.def("send", &engine::torch::nvshmem_send_on_stream);
    ::nvshmem_init();  // expect: LIB016
    nvshmem_barrier_all();  // expect: LIB016
    g(NV_ENC_CAPS::NV_ENC_CAPS_WIDTH_MAX);  // expect: LIB009
    engine::cublasMpGridCreate(n);
}
