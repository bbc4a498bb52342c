#include <zlib.h>

/* `deflateInit2` is a macro, which Swift does not see. A window of 15 bits, and 16 more for gzip's header. */
static inline int beckon_gzip_begin(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
