// flags: --arch gfx942
__device__ float f(__nv_fp8_e4m3 x) { return float(x); }  // expect: MTH007
cudaDataType type = CUDA_R_8F_E4M3;  // expect: MTH007
// ==== output
__device__ float f(__hip_fp8_e4m3_fnuz x) { return float(x); }  // expect: MTH007
hipDataType type = HIP_R_8F_E4M3_FNUZ;  // expect: MTH007
