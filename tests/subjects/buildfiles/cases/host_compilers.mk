NVCCFLAGS = -ccbin g++-11 -maxrregcount=64 -prec-div=false -Xptxas=-dlcm=ca -O3
MPI = nvcc -ccbin mpicxx  # expect: BLD005
a: a.cu
	nvcc --compiler-bindir=$(MPICXX) -c a.cu  # expect: BLD005
# ==== output
NVCCFLAGS = -O3
MPI = hipcc  # expect: BLD005
a: a.cu
	hipcc -c a.cu  # expect: BLD005
