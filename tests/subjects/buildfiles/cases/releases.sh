release=$(nvcc --version | grep release | awk '{print $6}')  # expect: BLD014
if nvcc --version | grep -q "release 11"; then  # expect: BLD014
  exit 1
fi
nvcc --version
nvcc -O3 -o a a.cu
# ==== output
release=$(nvcc --version | grep release | awk '{print $6}')  # expect: BLD014
if nvcc --version | grep -q "release 11"; then  # expect: BLD014
  exit 1
fi
hipcc --version
hipcc -O3 -o a a.cu
