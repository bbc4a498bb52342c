// What Linux offers and Swift's Glibc module does not show.
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <time.h>

/// Declared here because glibc's headers show it to `_GNU_SOURCE` alone.
int ppoll(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);

/// An eventfd that never blocks and is not inherited; -1 with errno on failure.
static inline int beckon_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

/// Waits until `descriptor` can be read, at most so many nanoseconds; negative: without end. As `ppoll`: 1 if it can,
/// 0 when the time is over, -1 with errno on failure.
static inline int beckon_wait_readable(int descriptor, long long nanoseconds) {
    struct pollfd entry = {descriptor, POLLIN, 0};
    struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    return ppoll(&entry, 1, nanoseconds < 0 ? 0 : &time, 0);
}
