// What Linux offers and Swift's Glibc module does not show.
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>
#include <time.h>

/// Declared here because glibc's headers show it to `_GNU_SOURCE` alone.
int ppoll(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);

/// Declared here for the same reason.
int memfd_create(const char *, unsigned int);

/// A file in memory that is not inherited; -1 with errno on failure.
static inline int beckon_memory_file(const char *name) { return memfd_create(name, 1U /* MFD_CLOEXEC */); }

/// An eventfd that never blocks and is not inherited; -1 with errno on failure.
static inline int beckon_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

/// Waits until `descriptor` can be read, at most so many nanoseconds; negative: without end. As `ppoll`: 1 if it can,
/// 0 when the time is over, -1 with errno on failure.
static inline int beckon_wait_readable(int descriptor, long long nanoseconds) {
    struct pollfd entry = {descriptor, POLLIN, 0};
    struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    return ppoll(&entry, 1, nanoseconds < 0 ? 0 : &time, 0);
}

/// Hidden by glibc's headers from a plain C dialect: `struct itimerspec` is there, the flag is not always.
#ifndef TFD_TIMER_CANCEL_ON_SET
#define TFD_TIMER_CANCEL_ON_SET (1 << 1)
#endif

/// Starts the timer anew: it rings in the year 2242, or is cancelled when the wall clock is set. -1 with errno on failure.
static inline int beckon_arm_clock_set_timer(int timer) {
    struct itimerspec when = {{0, 0}, {8589934592, 0}};
    return timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &when, 0);
}

/// A timer that is cancelled when the wall clock is set; -1 with errno on failure.
static inline int beckon_clock_set_timer(void) {
    int timer = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    if (timer >= 0 && beckon_arm_clock_set_timer(timer) < 0) {
        int error = errno;
        close(timer);
        errno = error;
        return -1;
    }
    return timer;
}

/// Waits until the wall clock was set (1) or `end` can be read (0); -1 with errno on failure.
static inline int beckon_wait_clock_set(int timer, int end) {
    struct pollfd entries[2] = {{timer, POLLIN, 0}, {end, POLLIN, 0}};
    uint64_t count;
    if (ppoll(entries, 2, 0, 0) < 0) return -1;
    if (entries[1].revents) return 0;
    if (read(timer, &count, sizeof count) < 0 && errno == EAGAIN) { errno = EINTR; return -1; }
    return beckon_arm_clock_set_timer(timer) < 0 ? -1 : 1;
}
