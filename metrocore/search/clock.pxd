# What a search needs of the machine: a clock that only goes forward, a lock between threads, a flag to stop them.

from ..types cimport u64

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <windows.h>
    #include <intrin.h>
    static __inline unsigned long long metro_now(void) {
        LARGE_INTEGER count, rate;
        QueryPerformanceCounter(&count);
        QueryPerformanceFrequency(&rate);
        return (unsigned long long)((double)count.QuadPart / (double)rate.QuadPart * 1e9);
    }
    static __inline int metro_take(int *lock) { return _InterlockedExchange((volatile long *)lock, 1); }
    static __inline void metro_drop(int *lock) { _InterlockedExchange((volatile long *)lock, 0); }
    static __inline int metro_peek(int *flag) { return _InterlockedOr((volatile long *)flag, 0); }
    static __inline void metro_yield(void) { SwitchToThread(); }
    #else
    #include <sched.h>
    #include <time.h>
    static inline unsigned long long metro_now(void) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        return (unsigned long long)t.tv_sec * 1000000000ULL + (unsigned long long)t.tv_nsec;
    }
    static inline int metro_take(int *lock) { return __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE); }
    static inline void metro_drop(int *lock) { __atomic_store_n(lock, 0, __ATOMIC_RELEASE); }
    static inline int metro_peek(int *flag) { return __atomic_load_n(flag, __ATOMIC_RELAXED); }
    static inline void metro_yield(void) { sched_yield(); }
    #endif
    """
    u64 now_ns "metro_now"() noexcept nogil
    bint _take "metro_take"(int *lock) noexcept nogil
    void unlock "metro_drop"(int *lock) noexcept nogil
    int is_set "metro_peek"(int *flag) noexcept nogil
    void _give_way "metro_yield"() noexcept nogil

cdef enum:
    SPINS = 200             # tries before the processor is offered to others: some microseconds, longer than the lock is held


cdef inline void lock(int *lock) noexcept nogil:
    """Take a lock that is held for about a microsecond at a time. Zero is open."""
    cdef int spins = 0
    while _take(lock):
        spins += 1
        if spins == SPINS:
            spins = 0
            _give_way()
