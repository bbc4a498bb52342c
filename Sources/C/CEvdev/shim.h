#include <libevdev/libevdev.h>
#include <linux/input.h>
// Swift's Glibc module leaves this out.
#include <sys/inotify.h>
