LIBRARIES := cudart cublas mine culibos nppc  # expect: BLD006
NAMES = cufft
OTHERS = cublas
LDFLAGS += $(foreach l,$(LIBRARIES),-l$(l)) $(addprefix -l,cufft cusparse) $(NAMES:%=-l%)
CUDART_LIB = $(CUDA_PATH)/lib64/libcudart.so
STATIC = /usr/local/cuda/lib64/libcublas_static.a
NPP = $(CUDA_PATH)/lib64/libnppc.so  # expect: BLD006
UNKNOWN = ${CUDA_PATH}/lib64/libmine.so ${CUDA_PATH}/lib64  # expect: BLD006
prog: a.o
	g++ -o $@ $^ $(CUDART_LIB) $(LDFLAGS)
# ==== output
LIBRARIES := amdhip64 hipblas mine nppc  # expect: BLD006
NAMES = hipfft
OTHERS = cublas
LDFLAGS += $(foreach l,$(LIBRARIES),-l$(l)) $(addprefix -l,hipfft hipsparse) $(NAMES:%=-l%)
CUDART_LIB = $(ROCM_PATH)/lib/libamdhip64.so
STATIC = /opt/rocm/lib/libhipblas.so
NPP = $(CUDA_PATH)/lib64/libnppc.so  # expect: BLD006
UNKNOWN = ${CUDA_PATH}/lib64/libmine.so ${ROCM_PATH}/lib  # expect: BLD006
prog: a.o
	g++ -o $@ $^ $(CUDART_LIB) $(LDFLAGS)
