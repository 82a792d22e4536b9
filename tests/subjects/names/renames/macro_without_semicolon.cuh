int main() {
    CHECK( cudaMemcpy(a, b, n, cudaMemcpyDefault) )
    CHECK(cudaFree(a))
    CHECKED cudaFree(a);
    return 0;
}
// ==== output
int main() {
    CHECK( hipMemcpy(a, b, n, hipMemcpyDefault) )
    CHECK(hipFree(a))
    CHECKED hipFree(a);
    return 0;
}
