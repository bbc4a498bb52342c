/* Hands for the machine's switches: devices of uinput, pressed as told, with the kernel's own clock.
 *
 *     hands PORT
 *
 * Reads commands from a port, one a line, and answers each with a line, `ok …` or `cannot …`:
 *     make ID CODE... NAME   a device with these keys (Linux codes) is plugged in; NAME is what it calls itself
 *     remove ID              it is unplugged
 *     write ID CODE=VALUE... changes of keys in one write, faster than anybody can read: 1 down, 0 up, 2 autorepeat
 *     play ID COUNT          COUNT lines follow, `MICROSECONDS CODE VALUE`: so long after the one before, or later
 *                            where the machine is busy, that key changes. Answers with the time of each change on the
 *                            monotonic clock in microseconds, just as its event is stamped
 * What is written at once is written with a higher priority than any program has, as by the interrupt of a real device.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { MOST_DEVICES = 16, MOST_CHANGES = 512 };

static struct { char id[32]; int descriptor; } devices[MOST_DEVICES];

static int *find(const char *id) {
    for (int i = 0; i < MOST_DEVICES; i++)
        if (devices[i].id[0] && !strcmp(devices[i].id, id)) return &devices[i].descriptor;
    return NULL;
}

static long long microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

static void prioritize(int policy) {
    struct sched_param priority = {.sched_priority = policy == SCHED_FIFO ? 80 : 0};
    sched_setscheduler(0, policy, &priority);
}

/* A key's change and the end of its packet. The kernel takes a time of the last ten seconds as the event's own. */
static void change(struct input_event *events, int code, int value, long long at) {
    memset(events, 0, 2 * sizeof *events);
    for (int i = 0; i < 2; i++) {
        events[i].input_event_sec = at / 1000000;
        events[i].input_event_usec = at % 1000000;
    }
    events[0].type = EV_KEY;
    events[0].code = code;
    events[0].value = value;
    events[1].type = EV_SYN;
    events[1].code = SYN_REPORT;
}

/* Each of these gives an error number. */

static int make(char *rest) {
    int descriptor = open("/dev/uinput", O_WRONLY | O_CLOEXEC), used, code;
    if (descriptor < 0) return errno;
    struct uinput_setup setup = {.id = {BUS_USB, 0x1209, 0xbec0, 1}};
    ioctl(descriptor, UI_SET_EVBIT, EV_KEY);
    /* The kernel then repeats a held key by itself. */
    ioctl(descriptor, UI_SET_EVBIT, EV_REP);
    char id[32];
    if (sscanf(rest, "%31s%n", id, &used) != 1 || find(id)) return close(descriptor), EINVAL;
    for (rest += used; sscanf(rest, "%d%n", &code, &used) == 1; rest += used) ioctl(descriptor, UI_SET_KEYBIT, code);
    snprintf(setup.name, sizeof setup.name, "%s", rest + 1);
    if (ioctl(descriptor, UI_DEV_SETUP, &setup) || ioctl(descriptor, UI_DEV_CREATE)) {
        int error = errno;
        close(descriptor);
        return error;
    }
    for (int i = 0; i < MOST_DEVICES; i++)
        if (!devices[i].id[0]) {
            strcpy(devices[i].id, id);
            devices[i].descriptor = descriptor;
            return 0;
        }
    close(descriptor);
    return ENOSPC;
}

static int take_away(const char *rest) {
    for (int i = 0; i < MOST_DEVICES; i++)
        if (devices[i].id[0] && !strcmp(devices[i].id, rest)) {
            close(devices[i].descriptor);
            devices[i].id[0] = 0;
            return 0;
        }
    return ENODEV;
}

static int write_at_once(char *rest) {
    static struct input_event events[2 * MOST_CHANGES];
    char id[32];
    int used, code, value, count = 0, *device;
    if (sscanf(rest, "%31s%n", id, &used) != 1 || !(device = find(id))) return ENODEV;
    for (rest += used; count < MOST_CHANGES && sscanf(rest, "%d=%d%n", &code, &value, &used) == 2; rest += used)
        change(events + 2 * count++, code, value, microseconds());
    ssize_t size = 2 * count * sizeof *events;
    return write(*device, events, size) == size ? 0 : EIO;
}

static int play(const char *rest, FILE *in, FILE *out) {
    char id[32];
    int count, *device;
    if (sscanf(rest, "%31s %d", id, &count) != 2 || !(device = find(id)) || count < 1) return EINVAL;
    struct { long long time; int code, value; } *plan = calloc(count, sizeof *plan);
    for (int i = 0; i < count; i++)
        if (fscanf(in, "%lld %d %d%*1[\n]", &plan[i].time, &plan[i].code, &plan[i].value) != 3) return free(plan), EINVAL;
    /* Whoever reads along for long must not be kept from it. */
    prioritize(count > 100 ? SCHED_OTHER : SCHED_FIFO);
    for (int i = 0; i < count; i++) {
        struct timespec gap = {plan[i].time / 1000000, plan[i].time % 1000000 * 1000};
        while (clock_nanosleep(CLOCK_MONOTONIC, 0, &gap, &gap) == EINTR) {}
        struct input_event events[2];
        plan[i].time = microseconds();
        change(events, plan[i].code, plan[i].value, plan[i].time);
        if (write(*device, events, sizeof events) != sizeof events) return free(plan), EIO;
    }
    prioritize(SCHED_FIFO);
    fprintf(out, "ok");
    for (int i = 0; i < count; i++) fprintf(out, " %lld", plan[i].time);
    fprintf(out, "\n");
    free(plan);
    return 0;
}

int main(int count, char **arguments) {
    static char line[16384];
    int descriptor = count == 2 ? open(arguments[1], O_RDWR | O_CLOEXEC) : -1;
    if (descriptor < 0) return perror("hands"), 1;
    prioritize(SCHED_FIFO);
    FILE *in = fdopen(descriptor, "r"), *out = fdopen(dup(descriptor), "w");
    for (;;) {
        /* The port ends while nobody is at its other side. */
        while (!fgets(line, sizeof line, in)) {
            clearerr(in);
            usleep(50000);
        }
        line[strcspn(line, "\n")] = 0;
        int error = EINVAL;
        if (!strncmp(line, "make ", 5)) error = make(line + 5);
        else if (!strncmp(line, "remove ", 7)) error = take_away(line + 7);
        else if (!strncmp(line, "write ", 6)) error = write_at_once(line + 6);
        else if (!strncmp(line, "play ", 5)) error = play(line + 5, in, out);
        if (error) fprintf(out, "cannot %s: %s\n", line, strerror(error));
        else if (strncmp(line, "play ", 5)) fprintf(out, "ok\n");
        fflush(out);
    }
}
