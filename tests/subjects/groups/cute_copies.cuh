void f() {
    auto load = cute::SM90_TMA_LOAD{};  // expect: CGP012
    SM90_TMA_STORE store;  // expect: CGP012
    auto own = mine::SM90_TMA_LOAD{};
}
