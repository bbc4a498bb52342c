#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <sys/socket.h>

/// How many bytes a TCP connection has received so far; 0 where the system does not say. The field has its place since Linux 4.1, in
/// the kernel's own header: that of the C library ends before it.
static inline uint64_t beckon_bytes_received(int descriptor) {
    struct {
        unsigned char before[128];
        uint64_t received;
    } information = {{0}, 0};
    socklen_t size = sizeof information;
    return getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &information, &size) == 0 && size == sizeof information
        ? information.received : 0;
}
