#!/bin/sh
# nvcc compiles
FLAGS="-O3 -G"
if which nvcc; then
  nvcc -O3 -arch=sm_70 --use_fast_math -o app main.cu -lcublas && ./app
fi
g++ -G0 main.cpp
cmake -S . -B build -DCMAKE_CUDA_ARCHITECTURES="70;80" -DCMAKE_CUDA_COMPILER=/usr/local/cuda/bin/nvcc \
  -D CMAKE_CUDA_HOST_COMPILER=g++-9 "-DCMAKE_CUDA_FLAGS=-O3 -lineinfo" -DCMAKE_CUDA_STANDARD:STRING=17 -DUSE_CUDA=ON
cmake -DCUDA_TOOLKIT_ROOT_DIR=/usr/local/cuda -DCMAKE_CUDA_ARCHITECTURES=$ARCHS -DCMAKE_CUDA_COMPILER=$(which nvcc) ..  # expect: BLD002
cmake -DCUDAToolkit_ROOT=$CUDA_HOME -DCMAKE_CUDA_FLAGS=-G .. && cmake --build build  # expect: BLD003
CUDACXX=/usr/local/cuda/bin/nvcc cmake ..
# ==== output
#!/bin/sh
# nvcc compiles
FLAGS="-O3 -G"
if which hipcc; then
  hipcc -O3 --offload-arch=gfx90a --offload-arch=gfx942 --offload-arch=gfx1100 -fgpu-approx-transcendentals -fgpu-flush-denormals-to-zero -fno-hip-fp32-correctly-rounded-divide-sqrt -o app main.cu -lhipblas && ./app
fi
g++ -G0 main.cpp
cmake -S . -B build -DCMAKE_HIP_ARCHITECTURES="gfx90a;gfx942;gfx1100" -DCMAKE_HIP_FLAGS="-O3 -gline-tables-only" -DCMAKE_HIP_STANDARD:STRING=17 -DUSE_CUDA=ON
cmake -DCMAKE_PREFIX_PATH=/opt/rocm -DCMAKE_CUDA_ARCHITECTURES=$ARCHS ..  # expect: BLD002
cmake -DCUDAToolkit_ROOT=$CUDA_HOME -DCMAKE_HIP_FLAGS="-g -Xarch_device -O0" .. && cmake --build build  # expect: BLD003
HIPCXX=/opt/rocm/llvm/bin/clang++ cmake ..
