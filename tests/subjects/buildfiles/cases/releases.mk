NVCC = nvcc
RELEASE := $(shell $(NVCC) --version | sed -n 's/.*release \([0-9]*\).*/\1/p')  # expect: BLD014
ifneq ($(shell nvcc -V),)  # expect: BLD014
OLD = 1
endif
all:
	if nvcc --version 2>&1 | grep -q "release 11"; then echo old; fi  # expect: BLD014
	$(NVCC) --version
	if nvcc -c a.cu; then echo built; fi
# ==== output
NVCC = hipcc
RELEASE := $(shell $(NVCC) --version | sed -n 's/.*release \([0-9]*\).*/\1/p')  # expect: BLD014
ifneq ($(shell nvcc -V),)  # expect: BLD014
OLD = 1
endif
all:
	if nvcc --version 2>&1 | grep -q "release 11"; then echo old; fi  # expect: BLD014
	$(NVCC) --version
	if hipcc -c a.cu; then echo built; fi
