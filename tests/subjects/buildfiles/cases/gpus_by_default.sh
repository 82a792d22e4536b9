ARCH=${ARCH:-sm_70}
nvcc -O2 -arch=$ARCH -o a a.cu  # expect: BLD005
# ==== output
ARCH=${ARCH:-sm_70}
hipcc -O2 --offload-arch=gfx90a --offload-arch=gfx942 --offload-arch=gfx1100 -o a a.cu  # expect: BLD005
