NVCCFLAGS = -O3 -rdc=true
app: a.o
	nvcc $(NVCCFLAGS) -o $@ $^
	nvcc -rdc=true -o tool $^
%.o: %.cu
	nvcc $(NVCCFLAGS) -c $< -o $@
# ==== output
NVCCFLAGS = -O3 -fgpu-rdc
app: a.o
	hipcc $(NVCCFLAGS) -o $@ $^
	hipcc -fgpu-rdc -o tool $^
%.o: %.cu
	hipcc $(NVCCFLAGS) -c $< -o $@
