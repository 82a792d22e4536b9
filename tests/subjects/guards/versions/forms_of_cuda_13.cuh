// flags: --rocm 6.4
#if CUDART_VERSION >= 13000
cudaGraphAddDependencies(g, a, b, nullptr, 1);  // expect: API005
#else
cudaGraphAddDependencies(g, a, b, 1);
#endif
#if __CUDACC_VER_MAJOR__ >= 13
cudaMemPrefetchAsync(p, n, where, 0, s);  // expect: API005
#else
cudaMemPrefetchAsync(p, n, 0, s);
#endif
#if CUDA_VERSION < 13000
cudaMemAdvise(p, n, cudaMemAdviseSetReadMostly, 0);
#else
cudaMemAdvise(p, n, cudaMemAdviseSetReadMostly, location);
#endif
#if CUDA_VERSION >= 13000
cudaGraphInstantiate(&e, g, 0);
#else
cudaGraphInstantiate(&e, g, nullptr, nullptr, 0);
#endif
// ==== output
#if CUDART_VERSION >= 13000
hipGraphAddDependencies(g, a, b, nullptr, 1);  // expect: API005
#else
hipGraphAddDependencies(g, a, b, 1);
#endif
#if __CUDACC_VER_MAJOR__ >= 13
hipMemPrefetchAsync(p, n, where, 0, s);  // expect: API005
#else
hipMemPrefetchAsync(p, n, 0, s);
#endif
#if CUDA_VERSION < 13000
hipMemAdvise(p, n, hipMemAdviseSetReadMostly, 0);
#else
hipMemAdvise(p, n, hipMemAdviseSetReadMostly, location);
#endif
#if defined(__HIP_PLATFORM_AMD__) || CUDA_VERSION >= 13000
hipGraphInstantiateWithFlags(&e, g, 0);
#else
hipGraphInstantiate(&e, g, nullptr, nullptr, 0);
#endif
