NVCC ?= nvcc
%.o: %.cu
	$(NVCC) -dc $< -o $@  # expect: BLD005
link.o: a.o b.o
	$(NVCC) -dlink $^ -o $@  # expect: BLD005
# ==== output
NVCC ?= hipcc
%.o: %.cu
	$(NVCC) -fgpu-rdc -c $< -o $@  # expect: BLD005
link.o: a.o b.o
	$(NVCC) -dlink $^ -o $@  # expect: BLD005
