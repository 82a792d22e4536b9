# Nor where the block does.
if(WITH_GPU) # expect: BLD016
  enable_language(CUDA)
