// `decltype(…)` is a type, behind which a name is declared.
struct Api {
    decltype(&::cudaFree) cudaFree = &::cudaFree;  // expect: TOOL006
    decltype(::cudaMemcpy) *cudaMemcpy;  // expect: TOOL006
};

int used(Api &api, void *p) {
    api.cudaMemcpy(p, p, 4, cudaMemcpyHostToDevice);
    return api.cudaFree(p);
}

int local(void *p) {
    decltype(&::cudaFree) cudaFree = &::cudaFree;
    (void)cudaFree(p);
    return sizeof(decltype(p)) * (int)cudaGetLastError();
}
// ==== output
// `decltype(…)` is a type, behind which a name is declared.
struct Api {
    decltype(&::hipFree) cudaFree = &::hipFree;  // expect: TOOL006
    decltype(::hipMemcpy) *cudaMemcpy;  // expect: TOOL006
};

int used(Api &api, void *p) {
    api.cudaMemcpy(p, p, 4, hipMemcpyHostToDevice);
    return api.cudaFree(p);
}

int local(void *p) {
    decltype(&::hipFree) cudaFree = &::hipFree;
    (void)cudaFree(p);
    return sizeof(decltype(p)) * (int)hipGetLastError();
}
