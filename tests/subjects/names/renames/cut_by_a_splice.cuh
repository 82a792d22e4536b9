cuda\
Malloc(&p, 4);
#define F cudaFr\
ee(p)
int cudaFree\
dom = 1, free\
cudaFree = 2;
cuda\
Mal\
loc(&p, 4);
cuda\
\
\
Malloc(&p, 4);
int cuda\
\
Mallocs;
// ==== output
hipMalloc\
(&p, 4);
#define F hipFree\
(p)
int cudaFree\
dom = 1, free\
cudaFree = 2;
hipMalloc\
\
(&p, 4);
hipMalloc\
\
\
(&p, 4);
int cuda\
\
Mallocs;
