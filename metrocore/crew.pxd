# A crew of threads that share out the chunks of a job and are kept between jobs. No Python object, no GIL.
#
# Each thread has its share of the chunks, counted down on a cache line of its own; who is done with his own helps with the
# others'. So a chunk is worked once, by anyone: what it computes must depend on nothing but the job and the chunk. The caller
# works as well and never waits for a thread that has not yet taken a chunk: a crew whose threads can't be started, or that was
# forked away from them, still does the job.

ctypedef void (*Task)(void *job, long chunk) noexcept nogil

cdef enum:
    MOST_THREADS = 256

cdef struct Crew

# `threads` 1..MOST_THREADS, the caller counted; they start with the first job of several chunks. NULL without memory.
cdef Crew *make_crew(int threads) noexcept nogil
# task(job, chunk) for each chunk 0..chunks-1; returns when all are done. One caller at a time.
cdef void run_crew(Crew *crew, Task task, void *job, long chunks) noexcept nogil
# Ends the threads and waits for them; the next job starts others.
cdef void end_threads(Crew *crew) noexcept nogil
# NULL is allowed.
cdef void free_crew(Crew *crew) noexcept nogil
