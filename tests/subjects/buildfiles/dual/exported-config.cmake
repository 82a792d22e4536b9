find_dependency(CUDAToolkit)  # expect: BLD003
