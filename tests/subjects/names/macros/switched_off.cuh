// hipify: off
#define CALL(name) cuda##name
CALL(Free)(p);
// hipify: on
cudaFree(p);
// ==== output
// hipify: off
#define CALL(name) cuda##name
CALL(Free)(p);
// hipify: on
hipFree(p);
