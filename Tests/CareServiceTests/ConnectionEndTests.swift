import Care
import CareService
import Foundation
import NIOCore
import NIOPosix
import Testing

@Suite("Connections end when they are asked to")
struct ConnectionEndTests {
    /// Sends bytes, and gives all that comes until the service closes; the tests' own time limit stands for "never".
    private static func untilClosed(_ bytes: String, _ service: RunningService) async throws -> String {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: service.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: bytes))
            var answer = ""
            for try await buffer in inbound { answer += String(buffer: buffer) }
            return answer
        }
    }

    private static func message(_ connection: String?, path: String = "/api/v1/health") -> String {
        "GET \(path) HTTP/1.1\r\nHost: localhost\r\n" + (connection.map { "Connection: \($0)\r\n" } ?? "")
            + "\r\n"
    }

    @Test(
        "Whichever way it is asked, the answer comes whole, says so, and is the last",
        .timeLimit(.minutes(30)),
        arguments: ["close", "Close", "keep-alive, close", "close,TE", "upgrade ,\tCLOSE "])
    func asked(connection: String) async throws {
        try await RunningService.with { service async throws in
            for path in ["/api/v1/health", "/login", "/assets/pages.css", "/api/v1/requests"] {
                let answer = try await Self.untilClosed(Self.message(connection, path: path), service)
                #expect(answer.hasPrefix("HTTP/1.1 "))
                #expect(answer.lowercased().contains("\r\nconnection: close\r\n"), "\(path)")
            }
            // The body is all there.
            let answer = try await Self.untilClosed(Self.message(connection), service)
            #expect(answer.contains("\"status\":\"up\"") && answer.hasSuffix("}"))
        }
    }

    @Test(
        "Messages before the one that asks are answered first, and those behind it are not",
        .timeLimit(.minutes(30)))
    func inOrder() async throws {
        try await RunningService.with { service async throws in
            let sent =
                Self.message(nil) + Self.message("keep-alive") + Self.message("Close") + Self.message(nil)
            let answer = try await Self.untilClosed(sent, service)
            #expect(answer.components(separatedBy: "HTTP/1.1 200").count - 1 == 3)
            #expect(answer.lowercased().components(separatedBy: "connection: close").count - 1 == 1)
        }
    }

    @Test("An answer that ends the connection by itself does so too", .timeLimit(.minutes(30)))
    func byTheAnswer() async throws {
        try await RunningService.with { service async throws in
            let body = String(repeating: " ", count: 64 * 1024 + 1)
            let answer = try await Self.untilClosed(
                "POST /api/v1/requests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Authorization: Bearer \(RunningService.tokens.kiosk)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)",
                service)
            #expect(answer.hasPrefix("HTTP/1.1 413"))
            #expect(try await service.get("/api/v1/health").status == 200)
        }
    }
}
