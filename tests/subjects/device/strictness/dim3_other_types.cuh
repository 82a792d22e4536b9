mine::dim3 grid{n, m};
cudaError_t error;
// ==== output
mine::dim3 grid{n, m};
hipError_t error;
