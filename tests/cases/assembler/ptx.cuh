__device__ void f() {
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));  // expect: PTX001
    asm volatile("bar.sync 0;");  // expect: PTX001
    __asm__ __volatile__("membar.gl;" ::: "memory");  // expect: PTX001
    asm volatile(  // expect: PTX001
        "{ .reg .pred p;\n"
        "  trap; }");
    asm ("" ::: "memory");
}
void host() {
    asm volatile("pause");
    __asm__("cpuid" : "=a"(a), "=b"(b) : "a"(0));
    asm("movl %%eax, %0" : "=r"(x));
    asm("rdtsc" : "=A"(t));
    register_me("mov.u32");
}
