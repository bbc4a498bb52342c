#include <curl/curl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Swift cannot call `curl_easy_setopt` and `curl_easy_getinfo`, which take any kind of value: here is one function for each
   kind. The names stand in brackets so that curl's own checking macros, which want constants, are not used. */

/// Once before all else; not at the same time in two threads.
static inline CURLcode beckon_curl_prepare(void) { return curl_global_init(CURL_GLOBAL_ALL); }

/// curl keeps a copy of the text.
static inline CURLcode beckon_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode beckon_curl_set_number(CURL *handle, CURLoption option, long value) {
    return (curl_easy_setopt)(handle, option, value);
}

/// The list must stay until the transfer has ended.
static inline CURLcode beckon_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return (curl_easy_setopt)(handle, option, value);
}

/// The last code that the server answered with; 0 if there was none.
static inline long beckon_curl_response(CURL *handle) {
    long code = 0;
    return (curl_easy_getinfo)(handle, CURLINFO_RESPONSE_CODE, &code) == CURLE_OK ? code : 0;
}

/// What is sent, and how much of it has been.
struct beckon_curl_body {
    const char *bytes;
    size_t count;
    size_t sent;
};

static inline size_t beckon_curl_read(char *to, size_t size, size_t items, void *from) {
    struct beckon_curl_body *body = (struct beckon_curl_body *)from;
    size_t count = body->count - body->sent;
    if (count > size * items) count = size * items;
    memcpy(to, body->bytes + body->sent, count);
    body->sent += count;
    return count;
}

/// The body and its bytes must stay until the transfer has ended.
static inline CURLcode beckon_curl_set_body(CURL *handle, struct beckon_curl_body *body) {
    CURLcode code = (curl_easy_setopt)(handle, CURLOPT_READFUNCTION, beckon_curl_read);
    if (code == CURLE_OK) code = (curl_easy_setopt)(handle, CURLOPT_READDATA, (void *)body);
    return code == CURLE_OK ? (curl_easy_setopt)(handle, CURLOPT_UPLOAD, 1L) : code;
}

static inline size_t beckon_curl_drop(char *bytes, size_t size, size_t items, void *to) {
    (void)bytes;
    (void)to;
    return size * items;
}

/// What the server says goes nowhere; without this it goes to standard output.
static inline CURLcode beckon_curl_be_quiet(CURL *handle) {
    return (curl_easy_setopt)(handle, CURLOPT_WRITEFUNCTION, beckon_curl_drop);
}

/// Whether an address is this machine's own, or of a network that the internet does not reach: 127/8, 10/8, 172.16/12,
/// 192.168/16, 169.254/16, ::1, fc00::/7, fe80::/10, and the first five written as IPv6.
static inline int beckon_is_near(const struct sockaddr *address) {
    uint32_t four;
    if (address->sa_family == AF_INET) {
        four = ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr);
    } else if (address->sa_family == AF_INET6) {
        const struct in6_addr *six = &((const struct sockaddr_in6 *)address)->sin6_addr;
        if (!IN6_IS_ADDR_V4MAPPED(six))
            return IN6_IS_ADDR_LOOPBACK(six) || (six->s6_addr[0] & 0xfe) == 0xfc || IN6_IS_ADDR_LINKLOCAL(six);
        memcpy(&four, six->s6_addr + 12, sizeof four);
        four = ntohl(four);
    } else {
        return 0;
    }
    return four >> 24 == 127 || four >> 24 == 10 || four >> 20 == 0xac1 || four >> 16 == 0xc0a8 || four >> 16 == 0xa9fe;
}

static inline curl_socket_t beckon_curl_open_near(void *refused, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)purpose;
    if (beckon_is_near(&address->addr)) return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    *(int *)refused = 1;
    return CURL_SOCKET_BAD;
}

/// No connection to an address that is not near, whatever name leads there. `refused`, which must stay until the transfer
/// has ended, becomes 1 where one was refused.
static inline CURLcode beckon_curl_stay_near(CURL *handle, int *refused) {
    CURLcode code = (curl_easy_setopt)(handle, CURLOPT_OPENSOCKETFUNCTION, beckon_curl_open_near);
    return code == CURLE_OK ? (curl_easy_setopt)(handle, CURLOPT_OPENSOCKETDATA, (void *)refused) : code;
}
