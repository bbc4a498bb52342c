// Loaded before a program (LD_PRELOAD), it kills that program as it begins its KILL_AT_SYNC-th sync of the disk, counted from 1
// over all its threads: a sync that was not made keeps nothing of what it was for.

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long syncs;

static void count(void) {
    const char *at = getenv("KILL_AT_SYNC");
    if (at != NULL && atomic_fetch_add(&syncs, 1) + 1 == atol(at)) kill(getpid(), SIGKILL);
}

int fsync(int file) {
    count();
    return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) {
    count();
    return (int)syscall(SYS_fdatasync, file);
}
