NVCC=${NVCC:-nvcc}
$NVCC -arch=sm_70 -o a a.cu -lcublas
COMPILER=${COMPILER:-/usr/local/cuda/bin/nvcc}
# ==== output
NVCC=${NVCC:-hipcc}
$NVCC --offload-arch=gfx90a --offload-arch=gfx942 --offload-arch=gfx1100 -o a a.cu -lhipblas
COMPILER=${COMPILER:-hipcc}
