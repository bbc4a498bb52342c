// The API's document, built into the program. It is in C because a compiler of C takes half a megabyte in no time (`#embed`, C23), and a
// compiler of Swift, of an array with as many elements, a minute.
#include <stddef.h>

/// Bytes that are there as long as the program runs.
struct beckon_bytes {
    const unsigned char *_Nonnull start;
    size_t count;
};

/// `Sources/Service/CareService/openapi.json` as it was when this was built.
struct beckon_bytes beckon_api_document(void);
