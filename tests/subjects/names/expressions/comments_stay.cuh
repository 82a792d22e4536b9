int a = __finitef(p /* of the last step */);
int b = __finitef(
    p
    + 1  // the next
);
// ==== output
int a = (isfinite(p /* of the last step */) ? 1 : 0);
int b = (isfinite(p
    + 1  // the next
) ? 1 : 0);
