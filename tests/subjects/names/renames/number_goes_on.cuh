int a = 1free\
cudaFree + free\
cudaFree;
