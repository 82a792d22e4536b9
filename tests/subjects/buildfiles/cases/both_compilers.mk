ifeq ($(CC),nvcc)
LDLIBS = -lcudart
endif
ifeq ($(CC),hipcc)
LDLIBS = -lamdhip64
endif
