"""Names that C++, C and HIP have already, so that a module cannot declare something else by them."""

from __future__ import annotations

from hipify_py.patterns import pattern

# Of the helper header, without its namespace: functions, and the types of memory.
SHORT_NAMES = ("access", "load", "store", "pack", "bits", "by_value", "vec")
ALIASES = ("u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64", "f32", "f64")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_KEYWORDS = _words(
    """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t char8_t class
    co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype
    default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int
    long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
    reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch template
    this thread_local throw true try typedef typeid typename typeof union unsigned using virtual void volatile
    wchar_t while xor xor_eq
    """
)
# What the code of functions says beside keywords, and what macros replace: nothing in a function is called so.
_SAID = frozenset(
    (
        *_KEYWORDS,
        *SHORT_NAMES,
        *ALIASES,
        *_words("""
    abs assert blockDim blockIdx ceil clock cos errno exp floor free gridDim hipify_ptx linux log main malloc max
    memcpy memset min pow printf sin sqrt stderr stdin stdout threadIdx unix warpSize
        """),
    )
)
# What the headers declare for all of a source; of mathematics also for `float` and `long double`.
_MATHEMATICS = _words("""
    acos acosh asin asinh atan atan2 atanh atol canonicalize cbrt ceil copysign cos cosh cospi cyl_bessel_i0
    cyl_bessel_i1 drem erf erfc erfcinv erfcx erfinv exp exp10 exp2 expm1 fabs fadd fdim fdiv ffma finite floor fma
    fmax fmaximum fmaximum_mag fmaximum_mag_num fmaximum_num fmaxmag fmin fminimum fminimum_mag fminimum_mag_num
    fminimum_num fminmag fmod fmul frexp fromfp fromfpx fsqrt fsub gamma getpayload hypot ilogb isinf isnan j0 j1 jn
    ldexp lgamma llogb llrint llround log log10 log1p log2 logb lrint lround modf nan nearbyint nextafter nextdown
    nexttoward nextup norm norm3d norm4d normcdf normcdfinv pow powi rcbrt remainder remquo rhypot rint rnorm
    rnorm3d rnorm4d round roundeven rsqrt scalb scalbln scalbn setpayload setpayloadsig significand sin sincos
    sincospi sinh sinpi sqrt tan tanh tgamma totalorder totalordermag trunc ufromfp ufromfpx y0 y1 yn
""")
_DECLARED = frozenset(
    (
        *_MATHEMATICS,
        *(f"{name}{suffix}" for name in _MATHEMATICS for suffix in "fl"),
        *_words("""
    a64l abort abs access alarm aligned_alloc alloca arc4random arc4random_buf arc4random_uniform asctime asprintf
    assert at_quick_exit atexit atof atoi bcmp bcopy be16toh be32toh be64toh blockDim blockIdx bsearch btowc bzero
    calloc canonicalize_file_name clearenv clearerr clock clock64 clone close ctermid ctime cuserid daddl daylight
    ddivl dfmal difftime dim3 div dmull dprintf drand48 drand48_data dsqrtl dsubl dup duplocale dysize ecvt environ
    erand48 errno exit fclose fcloseall fcvt fd_mask fd_set fdividef fdopen feof ferror fflush ffs fgetc fgetpos
    fgetpos64 fgets fgetwc fgetws fileno flockfile fmemopen fopen fopen64 fopencookie fork fpclassify fprintf fputc
    fputs fputwc fputws fread free freelocale freopen freopen64 fscanf fseek fseeko fseeko64 fsetpos fsetpos64 ftell
    ftello ftello64 ftrylockfile funlockfile fwide fwprintf fwrite fwscanf gcvt getc getchar getcpu getdate
    getdate_err getdelim getenv getline getloadavg getpid getpt getsubopt getw getwc getwchar gmtime grantpt gridDim
    htobe16 htobe32 htobe64 htole16 htole32 htole64 index initstate ioctl isalnum isalpha isascii isblank
    iscanonical iscntrl isctype isdigit iseqsig isfinite isgraph isgreater isgreaterequal isless islessequal
    islessgreater islower isnormal isprint ispunct issignaling isspace issubnormal isunordered isupper isxdigit
    iszero itimerspec jrand48 kill l64a labs lcong48 lconv ldiv le16toh le32toh le64toh link linux llabs lldiv
    localeconv localtime lrand48 main malloc math_errhandling max mblen mbrlen mbrtowc mbsinit mbsnrtowcs mbsrtowcs
    mbstowcs mbtowc min mkdtemp mkostemp mkostemp64 mkostemps mkostemps64 mkstemp mkstemp64 mkstemps mkstemps64
    mktemp mktime mmap mrand48 nanosleep newlocale nrand48 obstack offsetof on_exit open open_memstream
    open_wmemstream pause pclose perror pipe poll popen posix_memalign posix_openpt printf program_invocation_name
    program_invocation_short_name pselect ptsname putc putchar putenv puts putw putwc putwchar qecvt qfcvt qgcvt
    qsort quick_exit rand random random_data read realloc reallocarray realpath remove rename renameat renameat2
    rewind rindex rpmatch scanf secure_getenv seed48 select setbuf setbuffer setenv setlinebuf setlocale setns
    setstate setvbuf sigevent signal signbit signgam sleep snprintf socket sprintf srand srand48 srandom sscanf stat
    std stderr stdin stdout surfaceReference swab swprintf swscanf sync system tempnam texture textureReference
    threadIdx time timegm timelocal times timespec timespec_get timespec_getres timeval timex timezone tm tmpfile
    tmpfile64 tmpnam toascii tolower toupper truncate tzname tzset u_char u_int u_long u_short uchar uint ullong
    ulong ungetc ungetwc unix unlockpt unsetenv unshare uselocale ushort va_list valloc vasprintf vdprintf vfprintf
    vfscanf vfwprintf vfwscanf vprintf vscanf vsnprintf vsprintf vsscanf vswprintf vswscanf vwprintf vwscanf wait
    wall_clock64 warpSize wcrtomb wctob wctomb wctrans wctype wcwidth wprintf write wscanf
        """),
    )
)
_VECTOR = r"u?(?:char|short|int|long|longlong|float|double)[1-4]"
# Neither mangled names nor those that compilers for NVIDIA's GPUs make up.
_FAMILY = pattern(
    rf"(?!_Z|__(?:unnamed|nv|cudart|cr|func)_)(?:_[_A-Z]\w*|[A-Z][A-Z0-9_]*|M_\w+|\w+_(?:t|unlocked|[lr])|\w+f(?:16|32|64|128)x?|(?:make_)?{_VECTOR}"
    r"|(?:str|mem|wcs|wcp|wmem|isw|tow|clock_|timer_|pthread_|sched_)[a-z0-9]*"
    r"|(?:i?hip|make_hip|atomic|unsafeAtomic|safeAtomic|(?:tex|surf)(?:[123]D|Cubemap))\w*)"
)


def is_reserved_in_functions(name: str) -> bool:
    """Whether the code of a function means something else by a name."""
    return name in _SAID


def is_reserved(name: str) -> bool:
    """Whether headers may declare something else by a name, or it has a meaning in the language."""
    return name in _SAID or name in _DECLARED or _FAMILY.fullmatch(name) is not None
