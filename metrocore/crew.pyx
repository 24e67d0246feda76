"""A crew of threads that share out the chunks of a job and are kept between jobs: the method is in crew.pxd.

Why a late thread does no harm: it takes a chunk only by counting down a share, and shares are refilled after the job's task and
data are in place; so whatever it takes belongs to the job that is on now, and the caller waits for every chunk that was taken.
"""

from libc.stdlib cimport calloc, free

cdef extern from *:
    """
    #if defined(_WIN32)
    /* No POSIX threads: a crew is its caller alone. */
    typedef int metro_thread; typedef int metro_mutex; typedef int metro_cond;
    static long metro_forks = 0;
    static int metro_watch_forks(void) { return 0; }
    static int metro_start(metro_thread *thread, void *(*run)(void *), void *with) { return 1; }
    #define metro_join(thread) ((void)(thread))
    #define metro_mutex_init(mutex) ((void)(mutex))
    #define metro_lock(mutex) ((void)(mutex))
    #define metro_unlock(mutex) ((void)(mutex))
    #define metro_cond_init(cond) ((void)(cond))
    #define metro_wait(cond, mutex) ((void)(cond))
    #define metro_wake(cond) ((void)(cond))
    #else
    #include <pthread.h>
    #include <signal.h>
    typedef pthread_t metro_thread; typedef pthread_mutex_t metro_mutex; typedef pthread_cond_t metro_cond;
    static long metro_forks = 0;
    static void metro_forked(void) { metro_forks++; }
    static int metro_watch_forks(void) { return pthread_atfork(0, 0, metro_forked); }
    /* Signals are for the program's own threads. */
    static int metro_start(metro_thread *thread, void *(*run)(void *), void *with) {
        sigset_t all, before;
        int failed;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        failed = pthread_create(thread, 0, run, with);
        pthread_sigmask(SIG_SETMASK, &before, 0);
        return failed;
    }
    #define metro_join(thread) pthread_join(thread, 0)
    #define metro_mutex_init(mutex) pthread_mutex_init(mutex, 0)
    #define metro_lock(mutex) pthread_mutex_lock(mutex)
    #define metro_unlock(mutex) pthread_mutex_unlock(mutex)
    #define metro_cond_init(cond) pthread_cond_init(cond, 0)
    #define metro_wait(cond, mutex) pthread_cond_wait(cond, mutex)
    #define metro_wake(cond) pthread_cond_broadcast(cond)
    #endif

    #if defined(_MSC_VER)
    static __inline long metro_get(volatile long *x) { return *x; }
    static __inline void metro_set(volatile long *x, long value) { *x = value; }
    static __inline long metro_take(volatile long *x) { return (*x)--; }
    #else
    static inline long metro_get(long *x) { return __atomic_load_n(x, __ATOMIC_ACQUIRE); }
    static inline void metro_set(long *x, long value) { __atomic_store_n(x, value, __ATOMIC_RELEASE); }
    static inline long metro_take(long *x) { return __atomic_fetch_sub(x, 1, __ATOMIC_ACQ_REL); }
    #endif

    #if defined(__x86_64__) || defined(__i386__)
    #define metro_pause() __builtin_ia32_pause()
    #else
    #define metro_pause() ((void)0)
    #endif
    """
    ctypedef struct metro_thread:
        pass
    ctypedef struct metro_mutex:
        pass
    ctypedef struct metro_cond:
        pass
    long metro_forks
    int metro_watch_forks() noexcept nogil
    int metro_start(metro_thread *thread, void *(*run)(void *) noexcept nogil, void *given) noexcept nogil
    void metro_join(metro_thread thread) noexcept nogil
    void metro_mutex_init(metro_mutex *mutex) noexcept nogil
    void metro_lock(metro_mutex *mutex) noexcept nogil
    void metro_unlock(metro_mutex *mutex) noexcept nogil
    void metro_cond_init(metro_cond *cond) noexcept nogil
    void metro_wait(metro_cond *cond, metro_mutex *mutex) noexcept nogil
    void metro_wake(metro_cond *cond) noexcept nogil
    long metro_get(long *x) noexcept nogil
    void metro_set(long *x, long value) noexcept nogil
    long metro_take(long *x) noexcept nogil
    void metro_pause() noexcept nogil

cdef enum:
    SPINS = 300                 # looks before a thread goes to sleep: some ten microseconds

# A thread and its chunks of the job that is on; a cache line and more, so that no two threads write to one line.
cdef struct Share:
    long left                   # chunks not yet taken; counted down by whoever takes one, perhaps below 0
    long end                    # its chunks are end - left .. end - 1
    Crew *crew
    metro_thread thread
    char apart[128]

cdef struct Crew:
    int threads                 # the caller counted
    int started                 # threads that run
    long forks                  # metro_forks when they were started
    Task task
    void *job
    metro_mutex mutex
    metro_cond begun            # a job is on, or the crew is to go home
    metro_cond done             # the last chunk is done
    long closing
    char apart[128]
    long jobs                   # counts the jobs
    char apart2[128]
    long unfinished             # chunks of this job not yet done
    char apart3[128]
    Share shares[1]             # one each, the caller's first; as many as there are threads


cdef void _work(Crew *crew, int me) noexcept nogil:
    """Do the chunks of one's own share, then those left in others'."""
    cdef Share *share
    cdef long n
    cdef int k
    for k in range(crew.threads):
        share = &crew.shares[(me + k) % crew.threads]
        while metro_get(&share.left) > 0:
            n = metro_take(&share.left)
            if n <= 0:
                break
            crew.task(crew.job, share.end - n)
            if metro_take(&crew.unfinished) == 1:
                metro_lock(&crew.mutex)
                metro_wake(&crew.done)
                metro_unlock(&crew.mutex)


cdef void *_run(void *given) noexcept nogil:
    """The life of a thread."""
    cdef Share *mine = <Share *>given
    cdef Crew *crew = mine.crew
    cdef int me = <int>(mine - crew.shares)
    cdef long seen = 0
    cdef int spins
    while True:
        spins = 0
        while metro_get(&crew.jobs) == seen and spins < SPINS:
            metro_pause()
            spins += 1
        if spins == SPINS:
            metro_lock(&crew.mutex)
            while metro_get(&crew.jobs) == seen:
                metro_wait(&crew.begun, &crew.mutex)
            metro_unlock(&crew.mutex)
        seen = metro_get(&crew.jobs)
        if metro_get(&crew.closing):
            return NULL
        _work(crew, me)


cdef void _start(Crew *crew) noexcept nogil:
    """Start the threads; in a forked child, where the old ones are not, anew."""
    metro_mutex_init(&crew.mutex)
    metro_cond_init(&crew.begun)
    metro_cond_init(&crew.done)
    crew.jobs = 0
    crew.forks = metro_forks
    crew.started = 1
    while crew.started < crew.threads:
        crew.shares[crew.started].crew = crew
        if metro_start(&crew.shares[crew.started].thread, _run, &crew.shares[crew.started]):
            break
        crew.started += 1


cdef Crew *make_crew(int threads) noexcept nogil:
    cdef Crew *crew = <Crew *>calloc(1, sizeof(Crew) + threads * sizeof(Share))
    if crew != NULL:
        crew.threads = threads
    return crew


cdef void run_crew(Crew *crew, Task task, void *job, long chunks) noexcept nogil:
    cdef long cut, before
    cdef int i, spins
    if crew.threads == 1 or chunks < 2:
        for cut in range(chunks):
            task(job, cut)
        return
    if crew.started == 0 or crew.forks != metro_forks:
        _start(crew)
    crew.task = task
    crew.job = job
    metro_set(&crew.unfinished, chunks)
    before = 0
    for i in range(crew.threads):
        cut = chunks * (i + 1) // crew.threads
        crew.shares[i].end = cut
        metro_set(&crew.shares[i].left, cut - before)
        before = cut
    _announce(crew)
    _work(crew, 0)
    spins = 0
    while metro_get(&crew.unfinished) and spins < SPINS:
        metro_pause()
        spins += 1
    if spins == SPINS:
        metro_lock(&crew.mutex)
        while metro_get(&crew.unfinished):
            metro_wait(&crew.done, &crew.mutex)
        metro_unlock(&crew.mutex)


cdef void _announce(Crew *crew) noexcept nogil:
    metro_lock(&crew.mutex)
    metro_set(&crew.jobs, crew.jobs + 1)
    metro_wake(&crew.begun)
    metro_unlock(&crew.mutex)


cdef void end_threads(Crew *crew) noexcept nogil:
    cdef int i
    if crew.started and crew.forks == metro_forks:
        metro_set(&crew.closing, 1)
        _announce(crew)
        for i in range(1, crew.started):
            metro_join(crew.shares[i].thread)
    crew.closing = 0
    crew.started = 0


cdef void free_crew(Crew *crew) noexcept nogil:
    if crew != NULL:
        end_threads(crew)
        free(crew)


metro_watch_forks()
