# Seeded random numbers: SplitMix64 (Steele, Lea, Flood 2014), the same stream on every platform.

from .types cimport u32, u64

cdef struct Rng:
    u64 state


cdef inline u64 mix64(u64 z) noexcept nogil:
    """The finaliser of SplitMix64: a bijection that scatters every bit."""
    z = (z ^ (z >> 30)) * <u64>0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * <u64>0x94D049BB133111EBULL
    return z ^ (z >> 31)


cdef inline u64 next64(Rng *rng) noexcept nogil:
    rng.state += <u64>0x9E3779B97F4A7C15ULL
    return mix64(rng.state)


cdef inline u32 below(Rng *rng, u32 n) noexcept nogil:
    """Uniform over 0..n-1, n > 0, without bias (Lemire 2019)."""
    cdef u64 product = (next64(rng) >> 32) * n
    cdef u32 threshold
    if <u32>product < n:
        threshold = (<u32>0 - n) % n
        while <u32>product < threshold:
            product = (next64(rng) >> 32) * n
    return <u32>(product >> 32)


cdef inline double unit(Rng *rng) noexcept nogil:
    """Uniform over [0, 1), 53 bits."""
    return <double>(next64(rng) >> 11) * (1.0 / 9007199254740992.0)


cdef inline Rng stream(u64 seed, u64 index) noexcept nogil:
    """An independent generator for each index (game, thread) of one seed."""
    cdef Rng rng
    rng.state = mix64(mix64(seed + <u64>0x9E3779B97F4A7C15ULL) ^ (index * <u64>0xD1342543DE82EF95ULL + 1))
    return rng
