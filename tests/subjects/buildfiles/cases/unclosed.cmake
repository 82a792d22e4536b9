# Where the command ends, nobody can tell: the file stays as it is.
enable_language(CUDA)
target_link_libraries(app PRIVATE CUDA::cublas # expect: BLD016
add_library(other other.cu)
