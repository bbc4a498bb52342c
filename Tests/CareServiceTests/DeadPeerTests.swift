import Care
import Foundation
import Glibc
import NIOHTTP1
import Testing

@testable import CareService

@Suite("Another machine that vanishes without a word", .timeLimit(.minutes(30)))
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
            // An address as Linux has it: what it is, the port, the machine, and nothing.
            var family = sa_family_t(AF_INET)
            var address = withUnsafeBytes(of: &family) { Array($0) }
            address += [UInt8(port >> 8), UInt8(port & 0xff), 127, 0, 0, 1] + [UInt8](repeating: 0, count: 8)
            let code = address.withUnsafeBytes { bytes in
                bytes.withMemoryRebound(to: sockaddr.self) { connect(descriptor, $0.baseAddress, 16) }
            }
            try #require(code == 0)
            try #require(write(descriptor, text, text.utf8.count) == text.utf8.count)
        }

        deinit { close(descriptor) }

        /// Whether its stream has begun; waits for the first line of the answer, on a thread that may block.
        func isLetIn() async -> Bool {
            let descriptor = descriptor
            return await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    var line = [UInt8](repeating: 0, count: "HTTP/1.1 200".utf8.count)
                    let count = recv(descriptor, &line, line.count, Int32(MSG_PEEK | MSG_WAITALL))
                    continuation.resume(returning: count > 0 && line == Array("HTTP/1.1 200".utf8))
                }
            }
        }

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

    @Test("Its streams end, and their places are free, long before the system would give up")
    func vanished() async throws {
        try await RunningService.with {
            $0.peerTimeout = .seconds(1)
        } _: { service in
            let stream = """
                GET /api/v1/events HTTP/1.1\r\nHost: localhost\r
                Authorization: Bearer \(RunningService.tokens.station)\r\n\r

                """
            let peers = try (0..<StreamBudget.most).map { _ in try Peer(port: service.port, stream) }
            for peer in peers { #expect(await peer.isLetIn()) }
            // All are alive: the next one is too many.
            let answer = try await service.get("/api/v1/events", as: RunningService.tokens.station)
            #expect(answer.status == 429)
            for peer in peers { peer.vanish() }
            // A new one is let in as soon as a place is free; as many as before are, so all places were.
            var opened: [Peer] = []
            while opened.count < StreamBudget.most {
                let peer = try Peer(port: service.port, stream)
                if await peer.isLetIn() { opened.append(peer) }
            }
            withExtendedLifetime((peers, opened)) {}
        }
    }

    @Test("A connection that nobody says anything about is given half a minute")
    func standard() {
        let configuration = CareServiceConfiguration(storePath: "", tokens: RunningService.tokens)
        #expect(configuration.peerTimeout == .seconds(30))
    }
}
