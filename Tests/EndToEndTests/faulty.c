// Stands in front of libc and makes calls on files go wrong, by rules that the test can change at any time.
//
// FAULTY_PAGE names a file of 16 KiB that test and process share: a number that changes with the rules, how many syncs
// there were, what each rule has matched and done, by how many seconds the wall clock is off, then the rules, one a line
// (see faulty.py). Only the wall clock is moved: Beckon waits by the monotonic one alone.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 16384, RULES = 4096, MOST = 16 };
enum call { SYNC, WRITE, OPEN, RENAME, SIZE };
enum act { NOTHING, FAIL, SHORT, KILL, KILL_AFTER, SLOW };
static const char *const calls[] = {"sync", "write", "open", "rename", "size"};

struct page {
    _Atomic uint64_t generation, syncs, matched[MOST], done[MOST];
    _Atomic int64_t seconds;
};
struct rule {
    enum call call;
    char pattern[256];
    uint64_t first, last, one_in, state;
    enum act act;
    long number;
};

static struct page *page;
static struct rule rules[MOST];
static int count;
static uint64_t known;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("FAULTY_PAGE");
    int file = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0) : -1;
    if (file < 0) return;
    void *shared = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    syscall(SYS_close, file);
    if (shared != MAP_FAILED) page = shared;
}

static void refuse(const char *line) {
    fprintf(stderr, "faulty.c: not a rule: %s\n", line);
    abort();
}

static void read_rule(const char *line, struct rule *rule) {
    static const struct { const char *name; int number; } errors[] = {
        {"EIO", EIO}, {"ENOSPC", ENOSPC}, {"EDQUOT", EDQUOT}, {"EROFS", EROFS}, {"EMFILE", EMFILE}, {"ENFILE", ENFILE}};
    char call[16], when[64], act[32];
    memset(rule, 0, sizeof *rule);
    if (sscanf(line, "%15s %255s %63s %31s", call, rule->pattern, when, act) != 4) refuse(line);
    int found = -1;
    for (int i = 0; i < 5; i++) if (!strcmp(call, calls[i])) found = i;
    if (found < 0) refuse(line);
    rule->call = (enum call)found;
    unsigned long long first, last;
    if (sscanf(when, "1/%llu@%llu", &first, &last) == 2) {
        rule->one_in = first;
        rule->state = last * 2654435761u + 88172645463325252u;
    } else if (sscanf(when, "%llu-%llu", &first, &last) == 2) {
        rule->first = first, rule->last = last;
    } else if (sscanf(when, "%llu", &first) == 1) {
        rule->first = first;
        rule->last = strchr(when, '+') ? UINT64_MAX : first;
    } else refuse(line);
    if (!strcmp(act, "short")) rule->act = SHORT;
    else if (!strcmp(act, "kill")) rule->act = KILL;
    else if (!strcmp(act, "kill-after")) rule->act = KILL_AFTER;
    else if (sscanf(act, "slow=%ld", &rule->number) == 1) rule->act = SLOW;
    else {
        for (unsigned i = 0; i < sizeof errors / sizeof *errors; i++)
            if (!strcmp(act, errors[i].name)) rule->act = FAIL, rule->number = errors[i].number;
        if (rule->act == NOTHING) refuse(line);
    }
}

static void read_rules(void) {
    char text[PAGE - RULES];
    memcpy(text, (const char *)page + RULES, sizeof text);
    text[sizeof text - 1] = 0;
    count = 0;
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line && count < MOST; line = strtok_r(NULL, "\n", &rest))
        read_rule(line, &rules[count++]);
}

static int strikes(struct rule *rule, uint64_t number) {
    if (!rule->one_in) return number >= rule->first && number <= rule->last;
    rule->state ^= rule->state << 13, rule->state ^= rule->state >> 7, rule->state ^= rule->state << 17;
    return rule->state % rule->one_in == 0;
}

/// What is to become of a call; `path`, or the file that the descriptor means.
static enum act decide(enum call call, int file, const char *path, long *number) {
    if (!page) return NOTHING;
    if (call == SYNC) page->syncs++;
    uint64_t generation = page->generation;
    if (generation == 0) return NOTHING;
    int before = errno;
    enum act act = NOTHING;
    char named[PATH_MAX] = "";
    pthread_mutex_lock(&lock);
    if (generation != known) read_rules(), known = generation;
    for (int i = 0; i < count; i++) {
        struct rule *rule = &rules[i];
        if (rule->call != call) continue;
        if (!path && strcmp(rule->pattern, "*")) {
            char link[64];
            snprintf(link, sizeof link, "/proc/self/fd/%d", file);
            ssize_t length = readlink(link, named, sizeof named - 1);
            named[length < 0 ? 0 : length] = 0;
            path = named;
        }
        if (strcmp(rule->pattern, "*") && fnmatch(rule->pattern, path, 0)) continue;
        if (!strikes(rule, ++page->matched[i])) continue;
        page->done[i]++;
        act = rule->act, *number = rule->number;
        break;
    }
    pthread_mutex_unlock(&lock);
    if (act == KILL) kill(getpid(), SIGKILL);
    if (act == SLOW) {
        struct timespec time = {*number / 1000, *number % 1000 * 1000000};
        nanosleep(&time, NULL);
    }
    errno = before;
    return act;
}

#define FAULTY(kind, file, path, real)                               \
    long number = 0;                                                 \
    enum act act = decide(kind, file, path, &number);                \
    if (act == FAIL) { errno = (int)number; return -1; }             \
    long result = real;                                              \
    if (act == KILL_AFTER) kill(getpid(), SIGKILL);                  \
    return result

static size_t cut(enum act act, size_t size) { return act == SHORT && size > 1 ? size / 2 : size; }

int fsync(int file) { FAULTY(SYNC, file, NULL, syscall(SYS_fsync, file)); }
int fdatasync(int file) { FAULTY(SYNC, file, NULL, syscall(SYS_fdatasync, file)); }

ssize_t write(int file, const void *bytes, size_t size) {
    FAULTY(WRITE, file, NULL, syscall(SYS_write, file, bytes, cut(act, size)));
}
ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t at) {
    FAULTY(WRITE, file, NULL, syscall(SYS_pwrite64, file, bytes, cut(act, size), at));
}
ssize_t pwrite(int file, const void *bytes, size_t size, off_t at) { return pwrite64(file, bytes, size, at); }
ssize_t writev(int file, const struct iovec *parts, int size) {
    FAULTY(WRITE, file, NULL, syscall(SYS_writev, file, parts, act == SHORT && size > 1 ? size / 2 : size));
}
int ftruncate64(int file, off64_t size) { FAULTY(SIZE, file, NULL, syscall(SYS_ftruncate, file, size)); }
int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

int openat64(int folder, const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    FAULTY(OPEN, -1, path, syscall(SYS_openat, folder, path, flags, mode));
}
#define OPENS(flags)                                                 \
    va_list rest;                                                    \
    va_start(rest, flags);                                           \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest)
int openat(int folder, const char *path, int flags, ...) { OPENS(flags); return openat64(folder, path, flags, mode); }
int open64(const char *path, int flags, ...) { OPENS(flags); return openat64(AT_FDCWD, path, flags, mode); }
int open(const char *path, int flags, ...) { OPENS(flags); return openat64(AT_FDCWD, path, flags, mode); }

static int64_t off(void) { return page ? page->seconds : 0; }

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += off();
    return result;
}
int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec, time->tv_usec = now.tv_nsec / 1000;
    return 0;
}
time_t time(time_t *at) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at) *at = now.tv_sec;
    return now.tv_sec;
}

int rename(const char *old, const char *new) {
    FAULTY(RENAME, -1, new, syscall(SYS_renameat2, AT_FDCWD, old, AT_FDCWD, new, 0));
}
int link(const char *old, const char *new) {
    FAULTY(RENAME, -1, new, syscall(SYS_linkat, AT_FDCWD, old, AT_FDCWD, new, 0));
}
