// ---------------------------------------------------------------------------------------------------------------------
// Atomics: atom and red, which stay where they are, as the assembler did. Each function returns what memory held; if
// nobody wants that, the compiler takes instructions that return nothing. A policy for caches is dropped.

// Replaces what memory holds by `desired` if it is `expected`; returns what it held.
template <class Word, space Where, scope Scope>
HIPIFY_PTX_FN Word compare_and_swap(address a, Word expected, Word desired) {
#if HIPIFY_PTX_ON_AMD
  Word held = expected;
  __hip_atomic_compare_exchange_strong(pointer<Word, Where>(a), &held, desired, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                       memory_scope<Scope>);
  return held;
#else
  if constexpr (sizeof(Word) == 2) {
    return atomicCAS(pointer<unsigned short, Where>(a), expected, desired);
  } else if constexpr (Scope == scope::sys) {
    return atomicCAS_system(pointer<Word, Where>(a), expected, desired);
  } else {
    return atomicCAS(pointer<Word, Where>(a), expected, desired);
  }
#endif
}

// Replaces what memory holds by what `change` makes of it, again if another thread came between.
template <class T, space Where, scope Scope, class Change>
HIPIFY_PTX_FN T update(address a, Change change) {
  using word = typename words<T>::type;
  word held = read_atomic<word, Where, Scope>(a), seen;
  do {
    seen = held;
    held = compare_and_swap<word, Where, Scope>(a, seen, bits<word>(change(bits<T>(seen))));
  } while (held != seen);
  return bits<T>(held);
}

// What is before and after every atomic operation.
template <order Order, scope Scope>
HIPIFY_PTX_FN void begin_atomic() {
  keep_order();
  release_before<Order, Scope>();
}
template <order Order, scope Scope>
HIPIFY_PTX_FN void end_atomic() {
  acquire_after<Order, Scope>();
  keep_order();
}

// The sum that an atomic addition leaves in memory. Integers wrap; NVIDIA takes subnormal numbers of 32 bits in global
// memory for zeros.
template <class T, space Where>
HIPIFY_PTX_FN T atomic_sum(address a, T x, T y) {
  (void)a;
  if constexpr (same<T, int32_t>) {
    return static_cast<T>(static_cast<uint32_t>(x) + static_cast<uint32_t>(y));
  } else if constexpr (same<T, float> && !HIPIFY_PTX_ON_AMD && Where != space::shared) {
    if (Where == space::generic && !is_global(a.value)) return x + y;
    return flush<type::f32>(flush<type::f32>(x) + flush<type::f32>(y));
  } else {
    return x + y;
  }
}

// AMD's compiler has a text for a scope here.
#if HIPIFY_PTX_ON_AMD
template <class Pointer>
HIPIFY_PTX_FN uint32_t fetch_inc(Pointer at, uint32_t b, int /*order*/, int /*scope*/) {
  return __builtin_amdgcn_atomic_inc32(at, b, __ATOMIC_RELAXED, "agent");
}
template <class Pointer>
HIPIFY_PTX_FN uint32_t fetch_dec(Pointer at, uint32_t b, int /*order*/, int /*scope*/) {
  return __builtin_amdgcn_atomic_dec32(at, b, __ATOMIC_RELAXED, "agent");
}
#endif

// atom.and, atom.or, atom.xor, atom.exch, atom.add, atom.min, atom.max, atom.inc, atom.dec: what AMD's compiler calls
// it, whether PCIe knows it for integers (what it does not know cannot reach memory of the host, which `.sys` has to),
// and what it makes of `held`. atom.inc counts up to b, then from 0 again; atom.dec down to 0, then from b again.
#define HIPIFY_PTX_ATOMIC(name, builtin, is_on_pcie, result)                                             \
  template <class T, space Where = space::generic, order Order = order::relaxed, scope Scope = scope::gpu> \
  HIPIFY_PTX_FN T name(address a, T b, uint64_t /*policy*/ = 0) {                                        \
    constexpr bool reaches_host = is_on_pcie && !same<T, float> && !same<T, double>;                     \
    T before = 0;                                                                                        \
    begin_atomic<Order, Scope>();                                                                        \
    if constexpr (HIPIFY_PTX_ON_AMD && (reaches_host || Scope != scope::sys)) {                          \
      HIPIFY_PTX_AMD(before = builtin(pointer<T, Where>(a), b, __ATOMIC_RELAXED, memory_scope<Scope>);)  \
    } else {                                                                                             \
      before = update<T, Where, Scope>(a, [=](T held) -> T { return result; });                          \
    }                                                                                                    \
    end_atomic<Order, Scope>();                                                                          \
    return before;                                                                                       \
  }
HIPIFY_PTX_ATOMIC(atom_and, __hip_atomic_fetch_and, false, held & b)
HIPIFY_PTX_ATOMIC(atom_or, __hip_atomic_fetch_or, false, held | b)
HIPIFY_PTX_ATOMIC(atom_xor, __hip_atomic_fetch_xor, false, held ^ b)
HIPIFY_PTX_ATOMIC(atom_exch, __hip_atomic_exchange, true, ((void)held, b))
HIPIFY_PTX_ATOMIC(atom_add, __hip_atomic_fetch_add, true, (atomic_sum<T, Where>(a, held, b)))
HIPIFY_PTX_ATOMIC(atom_min, __hip_atomic_fetch_min, false, b < held ? b : held)
HIPIFY_PTX_ATOMIC(atom_max, __hip_atomic_fetch_max, false, held < b ? b : held)
HIPIFY_PTX_ATOMIC(atom_inc, fetch_inc, false, held >= b ? 0 : held + 1)
HIPIFY_PTX_ATOMIC(atom_dec, fetch_dec, false, held == 0 || held > b ? b : held - 1)
#undef HIPIFY_PTX_ATOMIC

// atom.cas.
template <class T, space Where = space::generic, order Order = order::relaxed, scope Scope = scope::gpu>
HIPIFY_PTX_FN T atom_cas(address a, T expected, T desired, uint64_t /*policy*/ = 0) {
  begin_atomic<Order, Scope>();
  T before = compare_and_swap<typename words<T>::type, Where, Scope>(a, expected, desired);
  end_atomic<Order, Scope>();
  return before;
}

// What no builtin does: T is one of `type::` for numbers of 16 bits.
#define HIPIFY_PTX_ATOMIC(name, value, result)                                                        \
  template <class T, space Where = space::generic, order Order = order::relaxed, scope Scope = scope::gpu> \
  HIPIFY_PTX_FN value name(address a, value b, uint64_t /*policy*/ = 0) {                             \
    begin_atomic<Order, Scope>();                                                                     \
    value before = update<value, Where, Scope>(a, [=](value held) -> value { return result; });       \
    end_atomic<Order, Scope>();                                                                       \
    return before;                                                                                    \
  }
// atom.add.noftz, atom.min.noftz, atom.max.noftz.
HIPIFY_PTX_ATOMIC(atom_add_half, typename T::held, (add_half<T, false, false>(held, b)))
HIPIFY_PTX_ATOMIC(atom_min_half, typename T::held, (minimum<T, false, false, false>(held, b)))
HIPIFY_PTX_ATOMIC(atom_max_half, typename T::held, (maximum<T, false, false, false>(held, b)))
#undef HIPIFY_PTX_ATOMIC

// The same of vectors: an atomic operation for each element.
#define HIPIFY_PTX_ATOMIC(name, value, scalar)                                                       \
  template <class T, int N, space Where = space::generic, order Order = order::relaxed, scope Scope = scope::gpu> \
  HIPIFY_PTX_FN vec<value, N> name(address a, vec<value, N> b, uint64_t /*policy*/ = 0) {            \
    vec<value, N> before;                                                                            \
    for (int i = 0; i < N; ++i) {                                                                    \
      before[i] = scalar<T, Where, Order, Scope>(a + i * static_cast<int>(sizeof(value)), b[i]);     \
    }                                                                                                \
    return before;                                                                                   \
  }
HIPIFY_PTX_ATOMIC(atom_add_vec, T, atom_add)
HIPIFY_PTX_ATOMIC(atom_add_half_vec, typename T::held, atom_add_half)
HIPIFY_PTX_ATOMIC(atom_min_half_vec, typename T::held, atom_min_half)
HIPIFY_PTX_ATOMIC(atom_max_half_vec, typename T::held, atom_max_half)
#undef HIPIFY_PTX_ATOMIC
