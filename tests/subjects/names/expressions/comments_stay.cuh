int a = __ldcg(p /* of the last step */);
int b = __ldcg(
    p
    + 1  // the next
);
// ==== output
int a = (*(p /* of the last step */));
int b = (*(p
    + 1  // the next
));
