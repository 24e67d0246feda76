# Small bit sets: lowest bit, counting, membership in a set of vertices.

from .types cimport u8, u32, u64

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int metro_low(unsigned long long x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
    static __inline int metro_high(unsigned int x) { unsigned long i; _BitScanReverse(&i, x); return (int)i; }
    #else
    static inline int metro_low(unsigned long long x) { return __builtin_ctzll(x); }
    static inline int metro_high(unsigned int x) { return 31 - __builtin_clz(x); }
    #endif
    /* Without a popcnt instruction in the baseline, this beats the compiler's library call. */
    static inline int metro_count(unsigned long long x) {
    #if defined(__POPCNT__)
        return __builtin_popcountll(x);
    #else
        x = x - ((x >> 1) & 0x5555555555555555ULL);
        x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
        x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
        return (int)((x * 0x0101010101010101ULL) >> 56);
    #endif
    }
    """
    int low "metro_low"(u64 x) noexcept nogil       # index of the lowest bit, x != 0
    int high "metro_high"(u32 x) noexcept nogil     # index of the highest bit, x != 0
    int count "metro_count"(u64 x) noexcept nogil


cdef inline bint has(const u64 *words, int i) noexcept nogil:
    return (words[i >> 6] >> (i & 63)) & 1


cdef inline void put(u64 *words, int i) noexcept nogil:
    words[i >> 6] |= <u64>1 << (i & 63)


cdef inline u64 rotate(u64 x, int n) noexcept nogil:
    """Rotated left by n, 1..63."""
    return (x << n) | (x >> (64 - n))
