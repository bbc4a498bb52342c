#include <alsa/asoundlib.h>

static inline void beckon_alsa_drop_message(
    const char *file, int line, const char *function, int error, const char *format, ...) {}

/// Keeps ALSA from writing to standard error by itself: Beckon tells every failure in words of its own.
/// A variadic C function cannot be written in Swift.
static inline void beckon_alsa_be_quiet(void) { snd_lib_error_set_handler(beckon_alsa_drop_message); }
