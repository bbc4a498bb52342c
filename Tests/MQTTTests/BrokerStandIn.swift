import Glibc
import MQTT
import RealTime

/// Listens on this machine and answers each client as a test wants.
final class BrokerStandIn: Sendable {
    let port: Int
    private let listener: Int32

    /// - Parameter answer: Is called for each connection, from 1 on, on a thread of its own; the connection is closed when it returns.
    init(_ answer: @escaping @Sendable (_ client: StandInClient, _ connection: Int) -> Void) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &place) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(listener, place, size) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, place, &size) == 0
            }
        }
        guard isListening else { throw MQTTTrouble.exhausted }
        self.listener = listener
        port = Int(UInt16(bigEndian: place.sin_port))
        OwnThread.start("broker") {
            var connection = 0
            while case let client = accept(listener, nil, nil), client >= 0 {
                connection += 1
                let number = connection
                OwnThread.start("client") {
                    answer(StandInClient(descriptor: client), number)
                    Glibc.close(client)
                }?.detach()
            }
            Glibc.close(listener)
        }?.detach()
    }

    /// Listens no more; once only.
    func close() { shutdown(listener, Int32(SHUT_RDWR)) }

    var settings: MQTTSettings {
        MQTTSettings(
            broker: MQTTBroker(host: "127.0.0.1", port: port, usesTLS: false), clientID: "test",
            subscriptions: ["a/command", "b/status"])
    }
}

/// One client of a stand-in.
struct StandInClient {
    struct Packet: Equatable {
        /// The upper four bits of the first byte (MQTT 5, 2.1.2): 1 CONNECT, 3 PUBLISH, 8 SUBSCRIBE, 14 DISCONNECT.
        var kind: UInt8
        /// What stands behind the length.
        var body: [UInt8]
    }

    let descriptor: Int32

    /// The next packet; `nil` where the connection has ended.
    func next() -> Packet? {
        guard let first = read(1)?.first else { return nil }
        var (length, shift) = (0, 0)
        repeat {
            guard let byte = read(1)?.first else { return nil }
            length |= Int(byte & 0x7F) << shift
            shift += 7
            if byte & 0x80 == 0 { break }
        } while shift < 28
        return read(length).map { Packet(kind: first >> 4, body: $0) }
    }

    private func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return count == 0 || recv(descriptor, &bytes, count, Int32(MSG_WAITALL)) == count
            ? bytes : nil
    }

    /// - Returns: Whether somebody was there to take it.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// Lets an MQTT 5 client in and takes its two subscriptions.
    func welcome() {
        _ = next()
        send([0x20, 3, 0, 0, 0])
        for _ in 0..<2 { if let packet = next() { take(subscription: packet) } }
    }

    func take(subscription: Packet) { send([0x90, 4] + subscription.body.prefix(2) + [0, 0]) }
}

extension StandInClient.Packet {
    /// The text of a PUBLISH of MQTT 5 with QoS 1 and without properties, and its packet's number.
    var published: (text: String, packet: [UInt8]) {
        let topic = Int(body[0]) << 8 | Int(body[1])
        return (
            String(decoding: body[(topic + 5)...], as: UTF8.self), Array(body[(topic + 2)..<(topic + 4)])
        )
    }
}
