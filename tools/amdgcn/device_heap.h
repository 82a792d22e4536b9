// Memory that device code allocates. AMD's library asks the host for it, which cannot answer while a kernel runs here:
// the pointer to its heap leads to a plain stack of memory instead (`Heap` of hip_runtime.cpp), and nothing is reused.
#pragma once

#if defined(__HIP_DEVICE_COMPILE__)
extern "C" __attribute__((device, noinline)) unsigned long long __ockl_dm_alloc(unsigned long long size) {
  constexpr unsigned HIDDEN_HEAP = 96;  // among the arguments that version 5 of the ABI adds
  const auto hidden = (const __attribute__((address_space(4))) char *)__builtin_amdgcn_implicitarg_ptr();
  unsigned long long *heap = *(unsigned long long *const __attribute__((address_space(4))) *)(hidden + HIDDEN_HEAP);
  const unsigned long long at = __hip_atomic_fetch_add(heap, (size + 15) / 16 * 16, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  return at + size <= heap[1] ? at : 0;
}
extern "C" __attribute__((device, noinline)) void __ockl_dm_dealloc(unsigned long long) {}
#endif
