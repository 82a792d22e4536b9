int my_cudaMalloc = cudaMallocator + xcudaFree + cudaFree2 + cudaFrée;
int $cudaFree = cudaFree$;
