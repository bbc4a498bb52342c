#include <alsa/asoundlib.h>

static inline void beckon_alsa_drop_message(
    const char *file, int line, const char *function, int error, const char *format, ...) {}

/// Keeps ALSA from writing to standard error by itself: Beckon tells every failure in words of its own.
/// A variadic C function cannot be written in Swift.
static inline void beckon_alsa_be_quiet(void) { snd_lib_error_set_handler(beckon_alsa_drop_message); }

// What a thread that feeds a device needs and Swift's Glibc module does not show.
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <time.h>

int ppoll(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
int pthread_setname_np(pthread_t, const char *);

/// An eventfd that never blocks and is not inherited; -1 with errno on failure.
static inline int beckon_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

/// Waits until `descriptor` can be read, at most so many nanoseconds; negative: without end. True if it can.
static inline int beckon_wait_readable(int descriptor, long long nanoseconds) {
    struct pollfd entry = {descriptor, POLLIN, 0};
    struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    return ppoll(&entry, 1, nanoseconds < 0 ? 0 : &time, 0) > 0;
}
