NVCC = nvcc
ARCH ?= sm_80
GPU = compute_70  # expect: BLD002
SM = sm_75  # expect: BLD002
ifdef FAST
ARCH = sm_90
endif
a: a.cu b.cu
	$(NVCC) -arch=$(ARCH) -c a.cu
	$(NVCC) -gencode arch=$(GPU),code=$(SM) -c b.cu
	$(NVCC) --gpu-architecture ${ARCH} -code $(ARCH) -o a a.o b.o
	@echo built for $(SM)
c: c.cu
	$(NVCC) -arch=$(SM) c.cu
# ==== output
NVCC = hipcc
ARCH ?= gfx90a,gfx942,gfx1100
GPU = compute_70  # expect: BLD002
SM = sm_75  # expect: BLD002
ifdef FAST
ARCH = gfx90a,gfx942,gfx1100
endif
a: a.cu b.cu
	$(NVCC) --offload-arch=$(ARCH) -c a.cu
	$(NVCC) --offload-arch=gfx90a --offload-arch=gfx942 --offload-arch=gfx1100 -c b.cu
	$(NVCC) --offload-arch=${ARCH} -o a a.o b.o
	@echo built for $(SM)
c: c.cu
	$(NVCC) --offload-arch=gfx90a --offload-arch=gfx942 --offload-arch=gfx1100 c.cu
