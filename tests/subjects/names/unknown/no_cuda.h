// Names of the driver's look, in code that shows nothing of CUDA.
int f(const Lengths &lengths) {
    return g(cuSeqLens, lengths) +
           cudaFrobnicate();  // expect: API003
}
