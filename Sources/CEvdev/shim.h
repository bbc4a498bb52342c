#include <libevdev/libevdev.h>
#include <linux/input.h>
// Swift's Glibc module leaves these out.
#include <sys/eventfd.h>
#include <sys/inotify.h>
