cuda\
Malloc(&p, 4);
#define F cudaFr\
ee(p)
int cudaFree\
dom = 1, free\
cudaFree = 2;
// ==== output
hipMalloc\
(&p, 4);
#define F hipFree\
(p)
int cudaFree\
dom = 1, free\
cudaFree = 2;
