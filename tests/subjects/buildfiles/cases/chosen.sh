NVCC=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
: "${NVCC:=nvcc}"
NVCC=$(which nvcc)
CUDA_DIR=$(dirname $(dirname $(which nvcc)))  # expect: BLD010
$NVCC -arch=sm_80 -o a a.cu -L$CUDA_DIR/lib64 -lcudart
# ==== output
NVCC=${NVCC:-$(command -v hipcc || echo /opt/rocm/bin/hipcc)}
: "${NVCC:=hipcc}"
NVCC=$(which hipcc)
CUDA_DIR=$(dirname $(dirname $(which hipcc)))  # expect: BLD010
$NVCC --offload-arch=gfx90a --offload-arch=gfx942 --offload-arch=gfx1100 -o a a.cu -L$CUDA_DIR/lib64 -lamdhip64
