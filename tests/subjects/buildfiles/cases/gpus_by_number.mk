SM ?= 70
a: a.cu
	nvcc -O2 -arch=sm_$(SM) -o a a.cu  # expect: BLD005
# ==== output
SM ?= 70
a: a.cu
	hipcc -O2 --offload-arch=gfx90a --offload-arch=gfx942 --offload-arch=gfx1100 -o a a.cu  # expect: BLD005
