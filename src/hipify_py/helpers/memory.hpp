// ---------------------------------------------------------------------------------------------------------------------
// Memory: ld, st, prefetch, cp.async, fences, and what addresses are.

// Where an address points: anywhere (`ld`), into global memory (`ld.global`), into shared memory (`ld.shared`).
enum class space { generic, global, shared, shared_cta = shared };

// Who sees memory in the order that an instruction asks for: `.cta`, `.gpu`, `.sys`. A `.cluster` is part of a GPU.
enum class scope { cta, gpu, sys, cluster = gpu };

// Which order it asks for: `.relaxed`, `.acquire`, `.release`, `.acq_rel`; `.sc` for fences only.
enum class order { relaxed, acquire, release, acq_rel, sc };

// How an access uses the caches: `.ca`, `.cg`, `.cs`, `.lu`, `.cv` of a load, `.wb`, `.cg`, `.cs`, `.wt` of a store.
enum class cache { ca, cg, cs, lu, cv, wb, wt };

// What memory is read and written as, by its size in bytes. Whatever a program keeps there, these may alias it.
#if HIPIFY_PTX_ON_AMD
#define HIPIFY_PTX_WORD(scalar) typedef scalar __attribute__((may_alias)) type;
#define HIPIFY_PTX_VECTOR(lanes) typedef uint32_t __attribute__((ext_vector_type(lanes), may_alias)) type;
#else
#define HIPIFY_PTX_WORD(scalar) typedef scalar type;
#define HIPIFY_PTX_VECTOR(lanes) \
  struct alignas(16) type {      \
    uint32_t lane[lanes];        \
  };
#endif
template <int Bytes>
struct word {};
template <>
struct word<1> {
  HIPIFY_PTX_WORD(uint8_t)
};
template <>
struct word<2> {
  HIPIFY_PTX_WORD(uint16_t)
};
template <>
struct word<4> {
  HIPIFY_PTX_WORD(uint32_t)
};
template <>
struct word<8> {
  HIPIFY_PTX_WORD(unsigned long long)
};
template <>
struct word<16> {
  HIPIFY_PTX_VECTOR(4)
};
template <>
struct word<32> {
  HIPIFY_PTX_VECTOR(8)
};
#undef HIPIFY_PTX_WORD
#undef HIPIFY_PTX_VECTOR

// The words that a value consists of, each no wider than what is read or written at once.
template <class Value>
struct words {
  static constexpr int size = sizeof(Value) < 16 ? sizeof(Value) : 16;
  static constexpr int count = sizeof(Value) / size;
  using type = typename word<size>::type;
};

// The pointer that an address stands for. Shared memory has addresses of 32 bits on AMD too: offsets into the LDS; the
// cast drops what is above. What `plain` points to is a word, named by a typedef with `may_alias` all the way: as an
// argument of a template it would lose that.
#if HIPIFY_PTX_ON_AMD
template <class T, int Bytes, space Where>
struct placed {
  typedef T type;
  typedef typename word<Bytes>::type plain;
};
template <class T, int Bytes>
struct placed<T, Bytes, space::global> {
  typedef __attribute__((address_space(1))) T type;
  typedef __attribute__((address_space(1))) typename word<Bytes>::type plain;
};
template <class T, int Bytes>
struct placed<T, Bytes, space::shared> {
  typedef __attribute__((address_space(3))) T type;
  typedef __attribute__((address_space(3))) typename word<Bytes>::type plain;
};

template <class T, space Where>
HIPIFY_PTX_FN typename placed<T, 1, Where>::type* pointer(address a) {
  return reinterpret_cast<typename placed<T, 1, Where>::type*>(a.value);
}
template <int Bytes, space Where>
HIPIFY_PTX_FN typename placed<char, Bytes, Where>::plain* plain(address a) {
  return reinterpret_cast<typename placed<char, Bytes, Where>::plain*>(a.value);
}
#else
template <class T, space Where>
HIPIFY_PTX_FN T* pointer(address a) {
  uint64_t generic = a.value;
  if constexpr (Where == space::shared) {  // not __cvta_shared_to_generic: nvcc 13.0 makes it 0 under an atomic
    __asm__("cvta.shared.u64 %0, %1;" : "=l"(generic) : "l"(static_cast<uint64_t>(static_cast<uint32_t>(a.value))));
  }
  return reinterpret_cast<T*>(generic);
}
template <int Bytes, space Where>
HIPIFY_PTX_FN typename word<Bytes>::type* plain(address a) {
  return pointer<typename word<Bytes>::type, Where>(a);
}
#endif

// What AMD's compiler calls an order of a fence, and a scope.
#if HIPIFY_PTX_ON_AMD
template <order Order>
inline constexpr int fence_order = Order == order::acquire   ? __ATOMIC_ACQUIRE
                                   : Order == order::release ? __ATOMIC_RELEASE
                                   : Order == order::acq_rel ? __ATOMIC_ACQ_REL
                                                             : __ATOMIC_SEQ_CST;
template <scope Scope>
inline constexpr int memory_scope = Scope == scope::cta   ? __HIP_MEMORY_SCOPE_WORKGROUP
                                    : Scope == scope::gpu ? __HIP_MEMORY_SCOPE_AGENT
                                                          : __HIP_MEMORY_SCOPE_SYSTEM;
#endif

// -- fence, membar ----------------------------------------------------------------------------------------------------

// fence.
template <order Order, scope Scope>
HIPIFY_PTX_FN void fence() {
#if HIPIFY_PTX_ON_AMD
  if constexpr (Scope == scope::cta) __builtin_amdgcn_fence(fence_order<Order>, "workgroup");
  if constexpr (Scope == scope::gpu) __builtin_amdgcn_fence(fence_order<Order>, "agent");
  if constexpr (Scope == scope::sys) __builtin_amdgcn_fence(fence_order<Order>, "");
#else
  if constexpr (Scope == scope::cta) __threadfence_block();
  if constexpr (Scope == scope::gpu) __threadfence();
  if constexpr (Scope == scope::sys) __threadfence_system();
#endif
}

// membar: fence.sc.
HIPIFY_PTX_FN void membar_cta() { fence<order::sc, scope::cta>(); }
HIPIFY_PTX_FN void membar_gl() { fence<order::sc, scope::gpu>(); }
HIPIFY_PTX_FN void membar_sys() { fence<order::sc, scope::sys>(); }

// What comes before an access that releases, and after one that acquires. An atomic access that AMD's compiler is told
// to do so orders accesses to its own kind of memory only, global or shared; PTX, and a fence, those to all memory.
template <order Order, scope Scope>
HIPIFY_PTX_FN void release_before() {
  if constexpr (Order == order::release || Order == order::acq_rel) fence<order::release, Scope>();
}
template <order Order, scope Scope>
HIPIFY_PTX_FN void acquire_after() {
  if constexpr (Order == order::acquire || Order == order::acq_rel) fence<order::acquire, Scope>();
}

// -- ld ---------------------------------------------------------------------------------------------------------------

// Reads a value in one access, which the compiler may do earlier, once, or not at all.
template <class Value, space Where, bool Streams>
HIPIFY_PTX_FN Value read(address a) {
  constexpr int size = sizeof(Value);
#if HIPIFY_PTX_ON_AMD
  if constexpr (Streams) return bits<Value>(__builtin_nontemporal_load(plain<size, Where>(a)));
#endif
  return bits<Value>(*plain<size, Where>(a));
}

// Reads a word once, from where threads of the scope see it. AMD's compiler has no atomic access of 16 bytes; a
// volatile one is one instruction, which uses the caches as an access of system scope does.
template <int Bytes, space Where, scope Scope, bool Volatile>
HIPIFY_PTX_FN typename word<Bytes>::type read_word(address a) {
  using type = typename word<Bytes>::type;
#if HIPIFY_PTX_ON_AMD
  if constexpr (Bytes == 16) {
    const volatile auto* from = plain<Bytes, Where>(a);
    return *from;
  } else if constexpr (Volatile) {
    return __hip_atomic_load(pointer<volatile type, Where>(a), __ATOMIC_RELAXED, memory_scope<Scope>);
  } else {
    return __hip_atomic_load(pointer<type, Where>(a), __ATOMIC_RELAXED, memory_scope<Scope>);
  }
#else
  if constexpr (Bytes == 16) {
    type read;
    __asm__ volatile("ld.volatile.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(read.lane[0]), "=r"(read.lane[1]), "=r"(read.lane[2]), "=r"(read.lane[3])
                     : "l"(pointer<char, Where>(a))
                     : "memory");
    return read;
  } else {
    return *pointer<volatile type, Where>(a);
  }
#endif
}

// Reads a value word by word.
template <class Value, space Where, scope Scope, bool Volatile = false>
HIPIFY_PTX_FN Value read_atomic(address a) {
  constexpr int size = words<Value>::size;
  typename words<Value>::type read[words<Value>::count];
#pragma unroll
  for (int i = 0; i < words<Value>::count; ++i) read[i] = read_word<size, Where, Scope, Volatile>(a + i * size);
  Value value;
  __builtin_memcpy(&value, read, sizeof(Value));
  return value;
}

// ld, ld.weak: stays where it is, as the assembler did. `.cg` passes by the caches that other threads of the GPU do not
// share, `.cv` by all, so that a loop may wait for what others write; `.cs` and `.lu` keep nothing in caches.
template <class Value, space Where = space::generic, cache Cache = cache::ca>
HIPIFY_PTX_FN Value ld(address a, uint64_t /*policy*/ = 0) {
  keep_order();
  Value value;
  if constexpr (Cache == cache::cg) {
    value = read_atomic<Value, Where, scope::gpu>(a);
  } else if constexpr (Cache == cache::cv) {
    value = read_atomic<Value, Where, scope::sys, true>(a);
  } else {
    value = read<Value, Where, Cache == cache::cs || Cache == cache::lu>(a);
  }
  keep_order();
  return value;
}

// ld.nc, ldu: of memory that nobody writes meanwhile.
template <class Value, space Where = space::generic, cache Cache = cache::ca>
HIPIFY_PTX_FN Value ld_nc(address a, uint64_t /*policy*/ = 0) {
  return read<Value, Where, Cache == cache::cs>(a);
}

// ld.volatile, ld.mmio.
template <class Value, space Where = space::generic>
HIPIFY_PTX_FN Value ld_volatile(address a) {
  keep_order();
  Value value = read_atomic<Value, Where, scope::sys, true>(a);
  keep_order();
  return value;
}

// ld.relaxed, ld.acquire.
template <class Value, space Where, order Order, scope Scope = scope::gpu>
HIPIFY_PTX_FN Value ld(address a, uint64_t /*policy*/ = 0) {
  keep_order();
  Value value = read_atomic<Value, Where, Scope>(a);
  acquire_after<Order, Scope>();
  keep_order();
  return value;
}

// -- st ---------------------------------------------------------------------------------------------------------------

// Writes a value in one access.
template <class Value, space Where, bool Streams>
HIPIFY_PTX_FN void write(address a, Value value) {
  constexpr int size = sizeof(Value);
  using type = typename word<size>::type;
#if HIPIFY_PTX_ON_AMD
  if constexpr (Streams) {
    __builtin_nontemporal_store(bits<type>(value), plain<size, Where>(a));
    return;
  }
#endif
  *plain<size, Where>(a) = bits<type>(value);
}

// Writes a word once, to where threads of the scope see it: 16 bytes as they are read.
template <int Bytes, space Where, scope Scope, bool Volatile>
HIPIFY_PTX_FN void write_word(address a, typename word<Bytes>::type value) {
  using type = typename word<Bytes>::type;
#if HIPIFY_PTX_ON_AMD
  if constexpr (Bytes == 16) {
    volatile auto* to = plain<Bytes, Where>(a);
    *to = value;
  } else if constexpr (Volatile) {
    __hip_atomic_store(pointer<volatile type, Where>(a), value, __ATOMIC_RELAXED, memory_scope<Scope>);
  } else {
    __hip_atomic_store(pointer<type, Where>(a), value, __ATOMIC_RELAXED, memory_scope<Scope>);
  }
#else
  if constexpr (Bytes == 16) {
    __asm__ volatile("st.volatile.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(pointer<char, Where>(a)), "r"(value.lane[0]),
                     "r"(value.lane[1]), "r"(value.lane[2]), "r"(value.lane[3])
                     : "memory");
  } else {
    *pointer<volatile type, Where>(a) = value;
  }
#endif
}

// Writes a value word by word.
template <class Value, space Where, scope Scope, bool Volatile = false>
HIPIFY_PTX_FN void write_atomic(address a, Value value) {
  constexpr int size = words<Value>::size;
  typename words<Value>::type written[words<Value>::count];
  __builtin_memcpy(written, &value, sizeof(Value));
#pragma unroll
  for (int i = 0; i < words<Value>::count; ++i) write_word<size, Where, Scope, Volatile>(a + i * size, written[i]);
}

// st, st.weak: stays where it is, as the assembler did. `.cg` writes to where all threads of the GPU see it, `.wt` to
// where the host does; `.cs` does not keep what it writes in caches.
template <class Value, space Where = space::generic, cache Cache = cache::wb>
HIPIFY_PTX_FN void st(address a, Value value, uint64_t /*policy*/ = 0) {
  keep_order();
  if constexpr (Cache == cache::cg) {
    write_atomic<Value, Where, scope::gpu>(a, value);
  } else if constexpr (Cache == cache::wt) {
    write_atomic<Value, Where, scope::sys, true>(a, value);
  } else {
    write<Value, Where, Cache == cache::cs>(a, value);
  }
  keep_order();
}

// st.volatile, st.mmio.
template <class Value, space Where = space::generic>
HIPIFY_PTX_FN void st_volatile(address a, Value value) {
  keep_order();
  write_atomic<Value, Where, scope::sys, true>(a, value);
  keep_order();
}

// st.relaxed, st.release.
template <class Value, space Where, order Order, scope Scope = scope::gpu>
HIPIFY_PTX_FN void st(address a, Value value, uint64_t /*policy*/ = 0) {
  keep_order();
  release_before<Order, Scope>();
  write_atomic<Value, Where, Scope>(a, value);
  keep_order();
}

// -- hints ------------------------------------------------------------------------------------------------------------

// prefetch, prefetchu.
HIPIFY_PTX_FN void prefetch(address a) {
#if HIPIFY_PTX_ON_AMD
  __builtin_prefetch(reinterpret_cast<const void*>(a.value));
#else
  (void)a;
#endif
}

// applypriority, discard.
HIPIFY_PTX_FN void drop_hint(address) {}

// createpolicy.
HIPIFY_PTX_FN uint64_t no_policy(float = 1) { return 0; }
HIPIFY_PTX_FN uint64_t no_policy(address, uint32_t, uint32_t) { return 0; }

// -- addresses --------------------------------------------------------------------------------------------------------

// cvta.to.shared: the address within shared memory of a pointer to there; as __cvta_generic_to_shared.
HIPIFY_PTX_FN size_t cvta_generic_to_shared(const void* generic) {
#if HIPIFY_PTX_ON_AMD
  using shared = const __attribute__((address_space(3))) void;
  return static_cast<uint32_t>(reinterpret_cast<uint64_t>((shared*)generic));
#else
  return __cvta_generic_to_shared(generic);
#endif
}

// cvta.shared: the pointer to an address within shared memory; as __cvta_shared_to_generic.
HIPIFY_PTX_FN void* cvta_shared_to_generic(size_t shared) {
#if HIPIFY_PTX_ON_AMD
  return (void*)pointer<char, space::shared>(address(static_cast<unsigned long long>(shared)));
#else
  return __cvta_shared_to_generic(shared);
#endif
}

// cvta.to.global, cvta.global: global memory has the same addresses in generic memory; as __cvta_generic_to_global and
// __cvta_global_to_generic.
HIPIFY_PTX_FN size_t cvta_generic_to_global(const void* generic) { return reinterpret_cast<size_t>(generic); }
HIPIFY_PTX_FN void* cvta_global_to_generic(size_t global) { return reinterpret_cast<void*>(global); }

// isspacep.shared, isspacep.local, isspacep.global: which memory a pointer points to; as __isShared, __isLocal,
// __isGlobal.
HIPIFY_PTX_FN bool is_shared(const void* generic) {
#if HIPIFY_PTX_ON_AMD
  return __builtin_amdgcn_is_shared((const __attribute__((address_space(0))) void*)generic);
#else
  return __isShared(generic) != 0;
#endif
}
HIPIFY_PTX_FN bool is_local(const void* generic) {
#if HIPIFY_PTX_ON_AMD
  return __builtin_amdgcn_is_private((const __attribute__((address_space(0))) void*)generic);
#else
  return __isLocal(generic) != 0;
#endif
}
HIPIFY_PTX_FN bool is_global(const void* generic) {
#if HIPIFY_PTX_ON_AMD
  return !is_shared(generic) && !is_local(generic);
#else
  return __isGlobal(generic) != 0;
#endif
}

// The same of what a register holds.
HIPIFY_PTX_FN uint64_t cvta_to_shared(uint64_t generic) {
  return cvta_generic_to_shared(reinterpret_cast<const void*>(generic));
}
HIPIFY_PTX_FN uint64_t cvta_shared(uint64_t shared) {
  return reinterpret_cast<uint64_t>(cvta_shared_to_generic(shared));
}
HIPIFY_PTX_FN bool is_shared(uint64_t generic) { return is_shared(reinterpret_cast<const void*>(generic)); }
HIPIFY_PTX_FN bool is_local(uint64_t generic) { return is_local(reinterpret_cast<const void*>(generic)); }
HIPIFY_PTX_FN bool is_global(uint64_t generic) { return is_global(reinterpret_cast<const void*>(generic)); }

// -- cp.async ---------------------------------------------------------------------------------------------------------

// Copies `Bytes` to shared memory, of which only the first `there` are read; the others become zero.
template <int Bytes>
HIPIFY_PTX_FN void copy_to_shared(address to, address from, uint32_t there) {
  vec<uint8_t, Bytes> copied = {};
  if (there >= Bytes) {
    copied = read<vec<uint8_t, Bytes>, space::global, false>(from);
  } else if (there > 0) {
#pragma unroll
    for (int i = 0; i < Bytes; ++i) {
      if (static_cast<uint32_t>(i) < there) copied[i] = read<uint8_t, space::global, false>(from + i);
    }
  }
  write<vec<uint8_t, Bytes>, space::shared, false>(to, copied);
}

// cp.async: copies at once what the original copies by the time it is waited for. `there` is its src-size.
HIPIFY_PTX_FN void cp_async(address to, address from, uint32_t bytes, uint32_t there) {
  if (bytes == 4) return copy_to_shared<4>(to, from, there);
  if (bytes == 8) return copy_to_shared<8>(to, from, there);
  copy_to_shared<16>(to, from, there);
}
HIPIFY_PTX_FN void cp_async(address to, address from, uint32_t bytes) { cp_async(to, from, bytes, bytes); }

// With the operand ignore-src, zeros are all that is written where it is true.
HIPIFY_PTX_FN void cp_async_unless(address to, address from, uint32_t bytes, bool ignored) {
  cp_async(to, from, bytes, ignored ? 0 : bytes);
}

// With `.L2::cache_hint`: the policy is dropped.
HIPIFY_PTX_FN void cp_async_hint(address to, address from, uint32_t bytes, uint64_t /*policy*/) {
  cp_async(to, from, bytes);
}
HIPIFY_PTX_FN void cp_async_hint(address to, address from, uint32_t bytes, uint32_t there, uint64_t /*policy*/) {
  cp_async(to, from, bytes, there);
}
HIPIFY_PTX_FN void cp_async_unless_hint(address to, address from, uint32_t bytes, bool ignored, uint64_t /*policy*/) {
  cp_async_unless(to, from, bytes, ignored);
}

// cp.async.commit_group, cp.async.wait_group, cp.async.wait_all: there is nothing to wait for.
HIPIFY_PTX_FN void cp_async_commit_group() { keep_order(); }
HIPIFY_PTX_FN void cp_async_wait_group(uint32_t /*pending*/) { keep_order(); }
HIPIFY_PTX_FN void cp_async_wait_all() { keep_order(); }
