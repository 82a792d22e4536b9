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
