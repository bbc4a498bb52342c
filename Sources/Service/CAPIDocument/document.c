#include "CAPIDocument.h"

static const unsigned char document[] = {
#embed "../CareService/openapi.json"
};

struct beckon_bytes beckon_api_document(void) { return (struct beckon_bytes){document, sizeof document}; }
