struct Image {
    struct cudaArray *data;
    const struct cudaArray *other;
    struct cudaExtent size;
};
// ==== output
struct Image {
    struct hipArray *data;
    const struct hipArray *other;
    hipExtent size;
};
