double register atomicAdd(double *, double) {
    atomicCAS(1, 2, 3);
}
