import Care
import Foundation
import Glibc
import NIOHTTP1
import Testing

@testable import CareService

@Suite("Another machine that vanishes without a word", .timeLimit(.minutes(2)))
struct DeadPeerTests {
    /// A connection whose end is cut off by the kernel itself: nothing that comes in is let through, so that nothing is
    /// acknowledged, and nothing is said.
    private final class Peer {
        /// As Linux has them.
        private struct Filter {
            var code: UInt16
            var jumps: UInt16 = 0
            var value: UInt32
        }
        private struct Program {
            var length: UInt16
            var filters: UnsafeMutablePointer<Filter>
        }

        private let descriptor: Int32

        init(port: Int, _ text: String) throws {
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(port).bigEndian
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            let code = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            try #require(code == 0)
            try #require(write(descriptor, text, text.utf8.count) == text.utf8.count)
        }

        deinit { close(descriptor) }

        func vanish() {
            // "Return 0": of each packet, nothing is kept.
            var nothing = Filter(code: 0x06, value: 0)
            let code = withUnsafeMutablePointer(to: &nothing) { filter in
                var program = Program(length: 1, filters: filter)
                return setsockopt(
                    descriptor, SOL_SOCKET, SO_ATTACH_FILTER, &program,
                    socklen_t(MemoryLayout<Program>.size))
            }
            #expect(code == 0)
        }
    }

    @Test("Its streams end, and their places are free, long before the system would give up by itself")
    func vanished() async throws {
        try await RunningService.with {
            $0.peerTimeout = .seconds(1)
        } _: { service in
            let core = service.service.core
            let stream = """
                GET /api/v1/events HTTP/1.1\r\nHost: localhost\r
                Authorization: Bearer \(RunningService.tokens.station)\r\n\r

                """
            func count() -> Int { core.hub.streamCount }
            let peers = try (0..<StreamBudget.most).map { _ in try Peer(port: service.port, stream) }
            while count() < StreamBudget.most { try await Task.sleep(for: .milliseconds(10)) }
            // All are alive: the next one is too many.
            let events = "/api/v1/events"
            #expect(try await service.get(events, as: RunningService.tokens.station).status == 429)
            for peer in peers { peer.vanish() }
            while count() > 0 { try await Task.sleep(for: .milliseconds(10)) }
            try await service.events(as: RunningService.tokens.station) { try await $0.untilReady() }
            withExtendedLifetime(peers) {}
        }
    }

    @Test("A connection that nobody says anything about is given half a minute")
    func standard() {
        let configuration = CareServiceConfiguration(storePath: "", tokens: RunningService.tokens)
        #expect(configuration.peerTimeout == .seconds(30))
    }
}
