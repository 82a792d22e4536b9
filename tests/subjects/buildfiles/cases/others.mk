ifeq (-linux,$(findstring -linux,$(TARGET)))
LIBS += -lcublas
endif
USAGE = use -lineinfo  # expect: BLD005
run: app
	./app --threads 4 --maxrregcount 3 -lcublas  # expect: BLD005, BLD006
	rsync --dryrun a b
	@if true; then nvcc -O3 -lineinfo a.cu; fi
	ccache nvcc -lineinfo -c a.cu
	$(CXX) -o app app.o -lcublas -lcudart
ARCH = sm_70
FLAGS = -O3 -arch=$(ARCH) --Werror all-warnings -arch arm64
HOST = -Werror -arch $(HOST_ARCH)
ifeq ($(notdir $(CXX)),nvcc)
LINK = -lcudart
else ifneq (,$(shell which nvcc))
LINK = -lcuda
endif
ifeq (nvcc,$(HIP_PLATFORM))
endif
# ==== output
ifeq (-linux,$(findstring -linux,$(TARGET)))
LIBS += -lhipblas
endif
USAGE = use -lineinfo  # expect: BLD005
run: app
	./app --threads 4 --maxrregcount 3 -lcublas  # expect: BLD005, BLD006
	rsync --dryrun a b
	@if true; then hipcc -O3 -gline-tables-only a.cu; fi
	ccache hipcc -gline-tables-only -c a.cu
	$(CXX) -o app app.o -lhipblas -lamdhip64
ARCH = gfx90a,gfx942,gfx1100
FLAGS = -O3 --offload-arch=$(ARCH) -Werror -arch arm64
HOST = -Werror -arch $(HOST_ARCH)
ifeq ($(notdir $(CXX)),hipcc)
LINK = -lamdhip64
else ifneq (,$(shell which hipcc))
LINK = -lamdhip64
endif
ifeq (nvcc,$(HIP_PLATFORM))
endif
