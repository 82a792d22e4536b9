#!/bin/sh
# nvcc compiles
FLAGS="-O3 -G"
if which nvcc; then
  nvcc -O3 -arch=sm_70 --use_fast_math -o app main.cu -lcublas && ./app
fi
g++ -G0 main.cpp
# ==== output
#!/bin/sh
# nvcc compiles
FLAGS="-O3 -G"
if which nvcc; then
  hipcc -O3 --offload-arch=gfx90a --offload-arch=gfx942 --offload-arch=gfx1100 -fgpu-approx-transcendentals -fgpu-flush-denormals-to-zero -fno-hip-fp32-correctly-rounded-divide-sqrt -o app main.cu -lhipblas && ./app
fi
g++ -G0 main.cpp
