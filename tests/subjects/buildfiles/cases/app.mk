CUDA_HOME ?= /usr/local/cuda-12.2  # the toolkit
NVCC := $(CUDA_HOME)/bin/nvcc
SMS ?= 70 80
GENCODE = -gencode arch=compute_70,code=sm_70 \
          -gencode arch=compute_80,code=sm_80
NVCCFLAGS = -O3 -std=c++17 $(GENCODE) \
            -Xcompiler -fPIC,-Wall --expt-relaxed-constexpr -lineinfo \
            --compiler-options "$(CFLAGS)"
CXXFLAGS = -O2 -I$(CUDA_HOME)/include -G0
LDLIBS = -L$(CUDA_HOME)/lib64 -lcudart -lcuda -lcublas -lm

app: main.o kernels.o
	$(NVCC) -arch=$(ARCH) -o $@ $^ $(LDLIBS) -Xlinker -rpath,$(CUDA_HOME)/lib64  # expect: BLD005
%.o: %.cu
	@echo "nvcc $<"
	@cd . && /usr/local/cuda/bin/nvcc $(NVCCFLAGS) -x cu -c $< -o $@
device.ptx: device.cu
	$(NVCC) -ptx $< -o $@  # expect: BLD005
# ==== output
ROCM_PATH ?= /opt/rocm  # the toolkit
NVCC := hipcc
SMS ?= 70 80
GENCODE = --offload-arch=gfx90a --offload-arch=gfx942 --offload-arch=gfx1100
NVCCFLAGS = -O3 -std=c++17 $(GENCODE) \
            -fPIC -Wall -gline-tables-only \
            $(CFLAGS)
CXXFLAGS = -O2 -I$(ROCM_PATH)/include -D__HIP_PLATFORM_AMD__ -G0
LDLIBS = -L$(ROCM_PATH)/lib -lamdhip64 -lhipblas -lm

app: main.o kernels.o
	$(NVCC) --offload-arch=gfx90a --offload-arch=gfx942 --offload-arch=gfx1100 -o $@ $^ $(LDLIBS) -Wl,-rpath,$(ROCM_PATH)/lib  # expect: BLD005
%.o: %.cu
	@echo "nvcc $<"
	@cd . && hipcc $(NVCCFLAGS) -x hip -c $< -o $@
device.ptx: device.cu
	$(NVCC) -ptx $< -o $@  # expect: BLD005
