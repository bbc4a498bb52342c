// What Linux offers and Swift's Glibc module does not show.
#include <poll.h>
#include <sys/eventfd.h>
#include <time.h>

/// An eventfd that never blocks and is not inherited; -1 with errno on failure.
static inline int beckon_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }
