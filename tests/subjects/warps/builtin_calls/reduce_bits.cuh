__global__ void k(unsigned *o, unsigned m) {
    o[0] = __reduce_or_sync(0xffffffff, o[1] + 1) & __reduce_and_sync(0xffffffff, o[2]);
    o[1] = __reduce_xor_sync(m, o[2]);  // expect: WRP004
    o[2] = __reduce_add_sync(0xffffffff, o[3]);
}
// ==== output
__global__ void k(unsigned *o, unsigned m) {
    o[0] = [](unsigned bits) { for (int step = 16; step > 0; step /= 2) bits |= __shfl_xor(bits, step, 32); return bits; }(o[1] + 1) & [](unsigned bits) { for (int step = 16; step > 0; step /= 2) bits &= __shfl_xor(bits, step, 32); return bits; }(o[2]);
    o[1] = __reduce_xor_sync(m, o[2]);  // expect: WRP004
    o[2] = __reduce_add_sync(__activemask() & (0xffffffffull << (__lane_id() & 32)), o[3]);
}
