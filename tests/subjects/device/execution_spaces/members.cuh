#define HD __host__ __device__
template <class T> class Complex {
public:
    explicit Complex(T re);  // the definition says more
    T abs() const;
    static Complex of(T re);
    HD T norm() const;
    HD T real() const { return re_; }
private:
    T re_;
};
template <> class Complex<float> {
    Complex(const Complex<double>& other);
    HD Complex(float re);
};
template <class U> HD Complex<U>::Complex(U re) : re_(re) {}
template <class U> HD U Complex<U>::abs() const { return re_; }
template <class U> HD Complex<U> Complex<U>::of(U re) { return Complex<U>(re); }
template <class U> U Complex<U>::norm() const { return re_ * re_; }
inline HD Complex<float>::Complex(const Complex<double>& other) {}
// ==== output
#define HD __host__ __device__
template <class T> class Complex {
public:
    HD explicit Complex(T re);  // the definition says more
    HD T abs() const;
    HD static Complex of(T re);
    HD T norm() const;
    HD T real() const { return re_; }
private:
    T re_;
};
template <> class Complex<float> {
    HD Complex(const Complex<double>& other);
    HD Complex(float re);
};
template <class U> HD Complex<U>::Complex(U re) : re_(re) {}
template <class U> HD U Complex<U>::abs() const { return re_; }
template <class U> HD Complex<U> Complex<U>::of(U re) { return Complex<U>(re); }
template <class U> HD U Complex<U>::norm() const { return re_ * re_; }
inline HD Complex<float>::Complex(const Complex<double>& other) {}
